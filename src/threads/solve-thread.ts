import { parentPort, workerData } from 'node:worker_threads'
import { listReplanned } from '../answers/diff.ts'
import { explainEmptyShifts } from '../answers/empty-shifts.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { writeSolution } from '../api/write-solution.ts'
import { findChangedDecidedShifts, judge } from '../checker/check.ts'
import { grantFreePeriods } from '../checker/free-periods.ts'
import { findOpenRests } from '../checker/rules/rest.ts'
import { solve, type Better, type SolveResult } from '../engine/index.ts'
import { invariant } from '../model/errors.ts'
import type { Roster } from '../model/roster.ts'
import { compareScores, gapBetween, PRIORITIES, type Score } from '../model/score.ts'
import type { Schedule } from '../model/schedule.ts'
import { isAsMustBe } from '../model/settings.ts'
import type { Judgement } from '../model/violation.ts'
import { loadHighs } from './load-highs.ts'
import { joinMeeting } from './meeting.ts'
import { type FinishMessage, STOP_SIGNS, type ThreadMessage, type ThreadStart } from './messages.ts'

/**
 * Better rosters are reported four times a second at most, and judging them takes a tenth of the time at most. The first that breaks no
 * first-priority rule is reported at once: it is the first that can be used.
 */
const REPORT_EVERY_MS = 250
const JUDGING_SHARE = 10

const port = parentPort
invariant(port !== null, 'solve-thread.ts runs as a worker thread')
const start = workerData as ThreadStart
/** Far apart for neighbouring threads (2³² divided by the golden ratio). */
const SEED_STEP = 0x9e37_79b9
const posted: unknown = JSON.parse(new TextDecoder().decode(start.document))
const { submission } = readSubmission(posted, { callback: 'optional' })
invariant(submission !== null, 'a schedule that was accepted can be read again')
const { schedule } = submission
const stopSign = new Int32Array(start.stopSign)
const highs = await loadHighs()
const result = search(schedule)
const gap = gapBetween(result.score, result.bound)
send({
  type: 'searched',
  score: result.score,
  bound: result.bound,
  isEnough: gap !== null && gap <= schedule.termination.targetGap,
  stopReason: result.stopReason,
  moves: result.moves,
})
port.once('message', (finish: FinishMessage) => {
  write(result, finish)
  port.close()
})

function send(message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void {
  port!.postMessage(message, transfer)
}

/** Equal; above 2⁵³, where whole numbers are no longer exact and sums depend on their order, equal to twelve digits. */
function isSame(a: Score, b: Score): boolean {
  return PRIORITIES.every((p) => a[p] === b[p] || (a[p] > Number.MAX_SAFE_INTEGER && Math.abs(a[p] - b[p]) < a[p] * 1e-12))
}

/** A second opinion on a roster, by code that shares nothing with the search. They may not differ. */
function judged(roster: Roster, score: Score): Judgement {
  const judgement = judge(schedule, roster)
  invariant(isSame(judgement.score, score), `the checker agrees with the search: ${judgement.score.join(' / ')} against ${score.join(' / ')}`)
  invariant(findChangedDecidedShifts(schedule, roster).length === 0, 'decided shifts are as they came')
  return judgement
}

function search(schedule: Schedule): SolveResult {
  const { termination } = schedule
  let nextReportAt = 0
  let told: Score | null = null
  const tell = ({ roster, score, moves }: Pick<Better, 'roster' | 'score' | 'moves'>): void => {
    judged(roster, score)
    send({ type: 'better', roster, score, moves })
    told = score
  }
  const onIncumbent = (better: Better): void => {
    const before = performance.now()
    const isFirstFeasible = isAsMustBe(schedule.settings, better.score) && (told === null || !isAsMustBe(schedule.settings, told))
    if (before < nextReportAt && !isFirstFeasible) return
    tell(better)
    const after = performance.now()
    nextReportAt = after + Math.max(REPORT_EVERY_MS, JUDGING_SHARE * (after - before))
  }
  const isStopped = (): boolean => Atomics.load(stopSign, 0) !== STOP_SIGNS.goOn
  const meeting =
    start.threads === 1
      ? null
      : joinMeeting(start.thread, {
          name: start.meeting,
          threads: start.threads,
          isPunctual: start.maxIterations !== null,
          isOver: isStopped,
        })
  const result = solve(schedule, {
    seed: ((start.seed ?? termination.seed) + start.thread * SEED_STEP) >>> 0,
    maxMs: 1000 * (start.maxSeconds ?? termination.maxSeconds),
    stallMs: termination.stallSeconds === null ? null : 1000 * termination.stallSeconds,
    maxIterations: start.maxIterations,
    targetGap: termination.targetGap,
    start: start.start,
    clock: () => performance.now(),
    shouldStop: isStopped,
    onIncumbent,
    onBound: (bound) => send({ type: 'bound', bound }),
    meet: meeting === null ? null : (standing) => meeting.meet(standing),
    solver: highs,
    // One thread is enough for that; the others search.
    proves: start.thread === 0,
  })
  meeting?.leave()
  const isTold = told !== null && compareScores(told, result.score) === 0
  if (Atomics.load(stopSign, 0) === STOP_SIGNS.handOver && !isTold) tell(result)
  return result
}

function write(result: SolveResult, finish: FinishMessage): void {
  const { roster, score } = result
  const { bound } = finish
  const noBoundReason = bound === null ? result.noBoundReason : null
  const { violations } = judged(roster, score)
  const unassigned = explainEmptyShifts(schedule, roster)
  const statistics = {
    solveMs: Math.round(result.elapsedMs),
    firstRosterMs: Math.round(result.firstRosterMs),
    moves: finish.moves,
    threads: finish.threads,
    seed: start.seed ?? schedule.termination.seed,
  }
  const solved = {
    roster,
    score,
    bound,
    noBoundReason,
    stopReason: finish.stopReason,
    violations,
    unassigned,
    ...listReplanned(schedule, roster),
    statistics,
  }
  const document = writeSolution(posted, schedule, {
    ...solved,
    freePeriods: grantFreePeriods(schedule, roster),
    openAtEnd: findOpenRests(schedule, roster),
  })
  const solution = new TextEncoder().encode(JSON.stringify(document))
  const told = { solution, score, bound, gap: gapBetween(score, bound), noBoundReason, stopReason: finish.stopReason }
  send({ type: 'written', ...told }, [solution.buffer as ArrayBuffer])
}
