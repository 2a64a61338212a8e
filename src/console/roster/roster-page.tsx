import { hrefOf } from '../frame/router.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { RosterDesk } from './roster-desk.tsx'
import './roster.css'
import { useJobRoster } from './use-job-roster.ts'

/** Employees × days: who works when, and why. */
export function RosterPage({ solverProblemId }: { readonly solverProblemId: string }) {
  const { value, failure, again } = useJobRoster(solverProblemId)
  if (value !== null) return <RosterDesk key={solverProblemId} newest={value} failure={failure} />
  return (
    <section aria-busy={failure === null}>
      <h1>Roster</h1>
      <FailureNotice failure={failure} />
      {failure === null ? (
        <p class="quiet">Reading the schedule …</p>
      ) : (
        <p class="row">
          <button type="button" onClick={again}>
            Try again
          </button>
          <a href={hrefOf(['jobs', solverProblemId])}>To the job</a>
        </p>
      )}
    </section>
  )
}
