import { type SolutionDocument, writeSolution } from '../api/write-solution.ts'
import { grantFreePeriods } from '../checker/free-periods.ts'
import { findAccounts } from '../checker/accounts.ts'
import { costBound } from '../checker/cost-bound.ts'
import { costsOf, withFewLines } from '../checker/costs.ts'
import { coverageOf } from '../checker/demand-course.ts'
import { tellingIn, viewRoster } from '../checker/roster-view.ts'
import { findOpenAtEnd } from '../checker/rules/open-rests.ts'
import { findFairLoads } from '../checker/rules/fairness.ts'
import type { ExplainedCoverage } from '../model/demand.ts'
import type { Roster } from '../model/roster.ts'
import { ENGLISH } from '../model/teller.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Solution } from '../model/solution.ts'
import type { Judgement } from '../model/violation.ts'
import { listReplanned } from './diff.ts'

/** What a search says of a roster; all else follows from the schedule. */
export interface Found
  extends Judgement,
    Pick<Solution, 'bound' | 'noBoundReason' | 'boundLeavesOut' | 'stopReason' | 'statistics' | 'unassigned' | 'leastChanges' | 'alternatives'> {
  /** Absent = without causes. */
  readonly coverage?: readonly ExplainedCoverage[]
}

/**
 * Writes a roster that the checker has judged as the solution of `posted`, which `schedule` was read from, with all that follows from the two. Shifts that were found are among those of
 * the schedule (`materialised`).
 */
export function writeRoster(posted: unknown, schedule: Schedule, roster: Roster, found: Found): SolutionDocument {
  return writeSolution(posted, schedule, {
    ...found,
    roster,
    freePeriods: grantFreePeriods(schedule, roster),
    openAtEnd: findOpenAtEnd(viewRoster(schedule, roster, tellingIn(schedule, ENGLISH))),
    accounts: findAccounts(schedule, roster),
    fairness: findFairLoads(schedule, roster),
    ...listReplanned(schedule, roster),
    coverage: found.coverage ?? coverageOf(schedule, roster),
    costs: { ...withFewLines(costsOf(schedule, roster)), ...costBound(schedule, found, found.bound) },
  })
}
