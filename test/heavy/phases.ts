import { explainAlternatives } from '../../src/answers/alternatives.ts'
import { explainLeastChanges } from '../../src/answers/least-changes.ts'
import { explainShortages } from '../../src/answers/shortages.ts'
import { writeRoster } from '../../src/answers/write-roster.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import type { LinearSolver } from '../../src/engine/column-generation/linear-solver.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import type { Issue } from '../../src/model/issue.ts'

/** What a job goes through, in this order. `search` has its compiling in it. */
export const PHASES = ['read', 'search', 'judge', 'explain', 'write'] as const
export type Phase = (typeof PHASES)[number]

export interface Means {
  /** Of the search, in milliseconds; compiling in it. */
  readonly searchMs: number
  readonly solver: LinearSolver | null
  /** Asked before each empty shift, and each change, that is explained; true = no more of them. */
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
  const judged = time('judge', () => {
    const found = materialised(schedule, result.roster)
    return { found, ...judge(found.schedule, found.roster) }
  })
  const { found, ...judgement } = judged
  const explained = time('explain', () => {
    const least = explainLeastChanges(found.schedule, found.roster, means.isExplained)
    const alternatives = explainAlternatives(schedule, result.roster, least, means.isExplained)
    return { ...least, ...alternatives, ...explainShortages(schedule, found, means.isExplained) }
  })
  const statistics = { solveMs: 0, firstRosterMs: 0, moves: 0, threads: 1, seed: 1 }
  time('write', () => {
    const { bound, stopReason, boundLeavesOut } = result
    const proved = { bound, noBoundReason: bound === null ? result.noBoundReason : null, boundLeavesOut, stopReason }
    return JSON.stringify(writeRoster(posted, found.schedule, found.roster, { ...judgement, ...proved, ...explained, statistics }))
  })
  return null
}
