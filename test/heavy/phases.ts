import { listReplanned } from '../../src/answers/diff.ts'
import { explainEmptyShifts } from '../../src/answers/empty-shifts.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { writeSolution } from '../../src/api/write-solution.ts'
import { judge } from '../../src/checker/check.ts'
import { grantFreePeriods } from '../../src/checker/free-periods.ts'
import { findAccounts } from '../../src/checker/accounts.ts'
import { coverageOf } from '../../src/checker/demand-course.ts'
import { findFairLoads } from '../../src/checker/rules/fairness.ts'
import { findOpenRests } from '../../src/checker/rules/rest.ts'
import { solve } from '../../src/engine/index.ts'
import type { LinearSolver } from '../../src/engine/column-generation/linear-solver.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import type { Issue } from '../../src/model/issue.ts'

/** What a job goes through, in this order. `search` has its compiling in it. */
export const PHASES = ['read', 'search', 'judge', 'explain', 'write'] as const
export type Phase = (typeof PHASES)[number]

export interface Means {
  /** Of the search, in milliseconds; compiling in it. */
  readonly searchMs: number
  readonly solver: LinearSolver | null
  /** Asked before each empty shift that is explained; true = no more of them. */
  readonly isExplained: () => boolean
}

/** Takes a posted schedule through all phases, and tells the processor time of each, in milliseconds, as it ends. Answers the error of one that is refused; else null. */
export function runPhases(text: string, means: Means, tell: (phase: Phase, ms: number) => void): Issue | null {
  const time = <T>(phase: Phase, run: () => T): T => {
    const before = process.threadCpuUsage()
    const outcome = run()
    const { user, system } = process.threadCpuUsage(before)
    tell(phase, (user + system) / 1000)
    return outcome
  }
  const posted: unknown = JSON.parse(text)
  const { submission, errors } = time('read', () => readSubmission(posted, { callback: 'optional' }))
  if (submission === null) return errors[0]!
  const { schedule } = submission
  const result = time('search', () => solve(schedule, solveOptions({ maxMs: means.searchMs, solver: means.solver, proves: true })))
  const { violations } = time('judge', () => judge(schedule, result.roster))
  const unassigned = time('explain', () => explainEmptyShifts(schedule, result.roster, means.isExplained))
  const statistics = { solveMs: 0, firstRosterMs: 0, moves: 0, threads: 1, seed: 1 }
  time('write', () => {
    const { roster, score, bound, stopReason } = result
    const noBoundReason = bound === null ? result.noBoundReason : null
    const judged = { violations, unassigned, ...listReplanned(schedule, roster), statistics }
    const found = {
      freePeriods: grantFreePeriods(schedule, roster),
      openAtEnd: findOpenRests(schedule, roster),
      accounts: findAccounts(schedule, roster),
      fairness: findFairLoads(schedule, roster),
      coverage: coverageOf(schedule, roster),
      costs: { paidMinutes: 0 },
    }
    return JSON.stringify(
      writeSolution(posted, schedule, {
        roster,
        score,
        bound,
        noBoundReason,
        boundLeavesOut: result.boundLeavesOut,
        stopReason,
        ...judged,
        ...found,
      }),
    )
  })
  return null
}
