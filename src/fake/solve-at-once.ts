import { explainAlternatives } from '../answers/alternatives.ts'
import { explainLeastChanges } from '../answers/least-changes.ts'
import { explainShortages } from '../answers/shortages.ts'
import { writeRoster } from '../answers/write-roster.ts'
import { readSubmission } from '../api/read-schedule.ts'
import type { SolutionDocument } from '../api/write-solution.ts'
import { judge } from '../checker/check.ts'
import { solve } from '../engine/index.ts'
import { invariant } from '../model/errors.ts'
import { materialised } from '../model/generated-shifts.ts'
import { type Roster, rosterOfDecided } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { compareScores, PERFECT } from '../model/score.ts'
import { threadMs } from '../threads/clock.ts'

/** A roster that is found, not a good one: a few milliseconds for a week, a fifth of a second for what is large. Of the thread's own work: a busy machine gives the same roster, only later. */
const MOST_MS = 200
const MOST_ITERATIONS = 5000

/**
 * A solution of a schedule that was found valid: every field is true of the roster, which the checker judges. With `fills` false nobody is
 * assigned but who was decided already, as if nobody could work.
 */
export function solveAtOnce(posted: unknown, { fills }: { readonly fills: boolean }): SolutionDocument {
  const { submission } = readSubmission(posted, { callback: 'optional', limits: { memoryMib: Infinity } })
  invariant(submission !== null, 'a schedule that was accepted can be read again')
  const { schedule: asked } = submission
  const startedMs = performance.now()
  const searched = fills ? search(asked) : { roster: rosterOfDecided(asked), moves: 0, boundLeavesOut: [] }
  const { moves, boundLeavesOut } = searched
  const found = materialised(asked, searched.roster)
  const { schedule, roster } = found
  const solveMs = Math.round(performance.now() - startedMs)
  const { score, violations } = judge(schedule, roster)
  const least = explainLeastChanges(schedule, roster, leastUntil(threadMs() + MOST_MS))
  const isPerfect = compareScores(score, PERFECT) === 0
  return writeRoster(posted, schedule, roster, {
    score,
    bound: isPerfect ? PERFECT : null,
    noBoundReason: isPerfect ? null : 'NOT_PROVED',
    boundLeavesOut,
    stopReason: isPerfect ? 'OPTIMAL' : 'CONVERGED',
    violations,
    ...least,
    ...explainAlternatives(asked, searched.roster, least, leastUntil(threadMs() + MOST_MS)),
    ...explainShortages(asked, found),
    statistics: { solveMs, firstRosterMs: solveMs, moves, threads: 1, seed: schedule.termination.seed },
  })
}

function leastUntil(endMs: number): () => boolean {
  return () => threadMs() > endMs
}

function search(schedule: Schedule): { readonly roster: Roster; readonly moves: number; readonly boundLeavesOut: readonly string[] } {
  return solve(schedule, {
    seed: schedule.termination.seed,
    maxMs: MOST_MS,
    stallMs: null,
    maxIterations: MOST_ITERATIONS,
    targetGap: 0,
    start: null,
    clock: threadMs,
    shouldStop: () => false,
    onIncumbent: () => undefined,
    onBound: () => undefined,
    meet: null,
    solver: null,
    proves: false,
  })
}
