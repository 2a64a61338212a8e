import { hrefOf } from '../frame/router.ts'
import type { SolutionDocument } from '../gateway/documents.ts'
import { HealthList } from '../health/health-lines.tsx'
import { healthOf } from '../health/health.ts'
import { missingOf } from './outcome.ts'

/** How good the roster of a job is, in words; where it is so, and days off, are told on the page of the roster. */
export function JobHealth({ solution }: { readonly solution: SolutionDocument }) {
  const { constraintRelease, unassigned, costs, solverProblemId } = solution
  const empty = missingOf(solution)
  const evaluation = {
    score: solution.score ?? [],
    constraintRelease,
    emptyMandatoryShifts: empty,
    emptyOptionalShifts: unassigned.length - empty,
    costs,
  }
  const roster = hrefOf(['jobs', solverProblemId, 'roster'])
  return (
    <HealthList lines={healthOf(evaluation, {}).lines}>
      {({ tone, text, places }) => <span class={`notice notice-${tone}`}>{places.length === 0 ? text : <a href={roster}>{text}</a>}</span>}
    </HealthList>
  )
}
