import { Frame } from './frame/frame.tsx'
import { hrefOf, usePlace } from './frame/router.ts'
import { useSession } from './gateway/session.ts'
import { JobsPage } from './jobs/jobs-page.tsx'
import { lazy } from './parts/lazy.tsx'
import { usePriorityNames } from './parts/priority-names.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { t, useLanguage } from './texts/texts.ts'

// What is not needed for the first page is fetched when it is.
const JobPage = lazy(async () => (await import('./jobs/job-page.tsx')).JobPage)
const SubmitPage = lazy(async () => (await import('./submit/submit-page.tsx')).SubmitPage)
const RosterPage = lazy(async () => (await import('./roster/roster-page.tsx')).RosterPage)
const DemandPage = lazy(async () => (await import('./demand/demand-page.tsx')).DemandPage)
const PlansPage = lazy(async () => (await import('./plans/plans-page.tsx')).PlansPage)
const PlanPage = lazy(async () => (await import('./plans/plan-page.tsx')).PlanPage)
const CallbacksPage = lazy(async () => (await import('./callbacks/callbacks-page.tsx')).CallbacksPage)
const AdministrationPage = lazy(async () => (await import('./administration/administration-page.tsx')).AdministrationPage)

/** The console: the page of the place in the address, or the way in. */
export function App() {
  const session = useSession()
  // All of the page is drawn anew in another language; what was entered stays.
  useLanguage()
  usePriorityNames(session)
  if (session === null) return <SignInPage />
  return (
    // With another session nothing of the last one stays on the page.
    <Frame key={session.token} session={session}>
      <Page />
    </Frame>
  )
}

function Page() {
  const { path } = usePlace()
  const [part = 'jobs', id, detail] = path
  if (part === 'jobs' && id === undefined) return <JobsPage />
  if (part === 'jobs' && detail === undefined) return <JobPage key={id!} solverProblemId={id!} />
  if (part === 'jobs' && detail === 'roster') return <RosterPage key={id!} solverProblemId={id!} />
  if (part === 'jobs' && detail === 'demand') return <DemandPage key={id!} solverProblemId={id!} />
  if (part === 'submit') return <SubmitPage />
  if (part === 'plans') return id === undefined ? <PlansPage /> : <PlanPage key={id} planId={id} />
  if (part === 'callbacks') return <CallbacksPage />
  if (part === 'administration') return <AdministrationPage part={id ?? 'departments'} />
  return (
    <section>
      <h1>{t('page.none')}</h1>
      <p>
        <a href={hrefOf(['jobs'])}>{t('frame.allJobs')}</a>
      </p>
    </section>
  )
}
