import { hrefOf } from '../frame/router.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { RosterDesk } from './roster-desk.tsx'
import './roster.css'
import { useJobRoster } from './use-job-roster.ts'
import { t } from '../texts/texts.ts'

/** Employees × days: who works when, and why. */
export function RosterPage({ solverProblemId }: { readonly solverProblemId: string }) {
  const { value, failure, again } = useJobRoster(solverProblemId)
  if (value !== null) return <RosterDesk key={solverProblemId} newest={value} failure={failure} />
  return (
    <section aria-busy={failure === null}>
      <h1>{t('jobs.roster')}</h1>
      <FailureNotice failure={failure} />
      {failure === null ? (
        <p class="quiet">{t('roster.reading')}</p>
      ) : (
        <p class="row">
          <button type="button" onClick={again}>
            {t('page.tryAgain')}
          </button>
          <a href={hrefOf(['jobs', solverProblemId])}>{t('roster.toJob')}</a>
        </p>
      )}
    </section>
  )
}
