import { parentPort, workerData } from 'node:worker_threads'
import { explainAlternatives } from '../answers/alternatives.ts'
import { explainLeastChanges } from '../answers/least-changes.ts'
import { explainShortages } from '../answers/shortages.ts'
import { writeRoster } from '../answers/write-roster.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { findChangedDecidedShifts, judge, scoreOf } from '../checker/check.ts'
import { solve, type Better, type SolveResult } from '../engine/index.ts'
import { prepare } from '../engine/instance/prepare.ts'
import { createTracer } from '../engine/portfolio/trace.ts'
import type { LinearSolver } from '../engine/column-generation/linear-solver.ts'
import { invariant } from '../model/errors.ts'
import { materialised } from '../model/generated-shifts.ts'
import { type Roster, rosterAsPosted, withDecided } from '../model/roster.ts'
import { compareScores, gapBetween, PRIORITIES, type Score } from '../model/score.ts'
import { isAsMustBe } from '../model/settings.ts'
import { clockMs } from './clock.ts'
import { beginExplaining } from './explaining-time.ts'
import { loadHighs } from './load-highs.ts'
import { loadLocalSearch } from './load-local-search.ts'
import { joinExchange } from './incumbent-exchange.ts'
import { type FinishMessage, STOP_SIGNS, type ThreadMessage, type ThreadStart } from './messages.ts'
import { keptMs } from './wall.ts'

/**
 * Better rosters are reported four times a second at most, and judging them takes a tenth of the time at most. The first that breaks no
 * first-priority rule is reported at once: it is the first that can be used.
 */
const REPORT_EVERY_MS = 250
const JUDGING_SHARE = 10

/** What a search has come to; of one that had no time to begin, what it was given. */
interface Outcome extends Omit<SolveResult, 'movesMs'> {
  /** Whether the schedule is compiled, without which empty shifts are not explained. */
  readonly isPrepared: boolean
}

const port = parentPort
invariant(port !== null, 'solve-thread.ts runs as a worker thread')
const start = workerData as ThreadStart
/** Far apart for neighbouring threads (2³² divided by the golden ratio). */
const SEED_STEP = 0x9e37_79b9
send({ type: 'started' })
/** The time of the search counts from here: how long a thread takes to start says nothing of the schedule, and is a second on a busy machine. */
const beganAtMs = clockMs()
const posted: unknown = JSON.parse(new TextDecoder().decode(start.document))
const { submission } = readSubmission(posted, { callback: 'optional', limits: { memoryMib: Infinity } })
invariant(submission !== null, 'a schedule that was accepted can be read again')
const { schedule } = submission
const maxMs = Math.min(1000 * (start.maxSeconds ?? schedule.termination.maxSeconds), (start.untilMs ?? Infinity) - beganAtMs)
const readMs = clockMs() - beganAtMs
send({ type: 'read', readMs, maxMs })
/** What scoring a roster took the last time; null = none was yet. */
let judgeMs: number | null = null
const stopSign = new Int32Array(start.stopSign)
const lent = new Int32Array(start.lent)
const outcome = await searchInTime()
const gap = gapBetween(outcome.score, outcome.bound)
send({
  type: 'searched',
  roster: outcome.roster,
  score: outcome.score,
  bound: outcome.bound,
  isEnough: gap !== null && gap <= schedule.termination.targetGap,
  stopReason: outcome.stopReason,
  moves: outcome.moves,
  judgeMs: judgeMs ?? 0,
})
port.once('message', (finish: FinishMessage) => {
  write(finish)
  port.close()
})

function send(message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void {
  port!.postMessage(message, transfer)
}

function spentMs(): number {
  return clockMs() - start.startedAtMs
}

function isStopped(): boolean {
  return Atomics.load(stopSign, 0) !== STOP_SIGNS.goOn
}

function isOver(): boolean {
  return start.isOver || isStopped() || clockMs() - beganAtMs >= maxMs
}

/** Equal; above 2⁵³, where whole numbers are no longer exact and sums depend on their order, equal to twelve digits. */
function isSame(a: Score, b: Score): boolean {
  return PRIORITIES.every((p) => a[p] === b[p] || (a[p] > Number.MAX_SAFE_INTEGER && Math.abs(a[p] - b[p]) < a[p] * 1e-12))
}

/** What the checker, which shares nothing with the search, scores a roster with; answers how long that took, in milliseconds. */
function scored(roster: Roster): { score: Score; tookMs: number } {
  if (judgeMs === null) send({ type: 'judging' })
  const fromMs = clockMs()
  const found = materialised(schedule, roster)
  const score = scoreOf(found.schedule, found.roster)
  judgeMs = clockMs() - fromMs
  invariant(findChangedDecidedShifts(found.schedule, found.roster).length === 0, 'decided shifts are as they came')
  return { score, tookMs: judgeMs }
}

/** A roster that the search has scored may have no other score by the checker. */
function compare(score: Score, bySearch: Score): void {
  invariant(isSame(score, bySearch), `the checker agrees with the search: ${score.join(' / ')} against ${bySearch.join(' / ')}`)
}

async function searchInTime(): Promise<Outcome> {
  const instance = isOver() ? null : prepare(schedule, isOver)
  if (instance === null) return asGiven()
  const solver = await loadHighs()
  return isOver() ? asGiven() : search(instance, solver)
}

/** Without a search: the roster that it should have gone on from, or that the schedule came with. */
function asGiven(): Outcome {
  const roster = withDecided(schedule, start.start ?? rosterAsPosted(schedule))
  const { score } = scored(roster)
  const elapsedMs = spentMs()
  const stopReason = isStopped() ? 'STOPPED' : 'TIME_LIMIT'
  const found = { roster, score, bound: null, noBoundReason: 'NOT_PROVED', boundLeavesOut: [], stopReason } as const
  return { ...found, moves: 0, elapsedMs, firstRosterMs: elapsedMs, isPrepared: false }
}

function search(instance: NonNullable<ReturnType<typeof prepare>>, solver: LinearSolver): Outcome {
  const { termination } = schedule
  let nextReportAt = 0
  let told: Score | null = null
  const tell = ({ roster, score, moves }: Pick<Better, 'roster' | 'score' | 'moves'>): void => {
    const { score: byChecker, tookMs } = scored(roster)
    compare(byChecker, score)
    send({ type: 'better', roster, score, moves, judgeMs: tookMs })
    told = score
  }
  const onIncumbent = (better: Better): void => {
    const before = clockMs()
    const isFirstFeasible = isAsMustBe(schedule.settings, better.score) && (told === null || !isAsMustBe(schedule.settings, told))
    if (before < nextReportAt && !isFirstFeasible) return
    tell(better)
    const after = clockMs()
    nextReportAt = after + Math.max(REPORT_EVERY_MS, JUDGING_SHARE * (after - before))
  }
  const incumbents =
    start.exchange === null
      ? null
      : joinExchange(start.thread, { name: start.exchange, threads: start.threads, isPunctual: start.maxIterations !== null, isOver })
  const preparedMs = clockMs() - beganAtMs
  const leftMs = maxMs - preparedMs
  const result = solve(schedule, {
    seed: ((start.seed ?? termination.seed) + start.thread * SEED_STEP) >>> 0,
    get maxMs() {
      return start.maxIterations === null ? leftMs - keptMs(leftMs, { readMs, judgeMs: judgeMs ?? 0 }) : leftMs
    },
    stallMs: termination.stallSeconds === null ? null : 1000 * termination.stallSeconds,
    maxIterations: start.maxIterations,
    targetGap: termination.targetGap,
    start: start.start,
    clock: clockMs,
    shouldStop: isStopped,
    onIncumbent,
    onBound: (bound) => send({ type: 'bound', bound }),
    meet: incumbents === null ? null : (standing) => incumbents.exchange(standing),
    isAlone: () => start.isAlone && Atomics.load(lent, 0) === 0,
    solver,
    proves: start.proves,
    localSearch: loadLocalSearch(),
    instance,
    ...(start.params === undefined ? {} : { params: start.params }),
    ...(start.isTraced === true ? { portfolio: { tracer: createTracer((line) => send({ type: 'turn', line })) } } : {}),
  })
  incumbents?.leave()
  // Whatever comes after it, the roster is known then.
  if (told === null || compareScores(told, result.score) !== 0) tell(result)
  const times = { elapsedMs: preparedMs + result.elapsedMs, firstRosterMs: preparedMs + result.firstRosterMs }
  return { ...result, ...times, isPrepared: true }
}

function write(finish: FinishMessage): void {
  const { bound, stopReason } = finish
  const found = materialised(schedule, finish.roster ?? outcome.roster)
  const { score, violations } = judge(found.schedule, found.roster)
  if (finish.roster === null) compare(score, outcome.score)
  const noBoundReason = bound === null ? outcome.noBoundReason : null
  const { boundLeavesOut } = outcome
  const explaining = beginExplaining({ isPrepared: outcome.isPrepared, spentMs: () => clockMs() - beganAtMs, maxMs, readMs, isOver })
  const least = explainLeastChanges(found.schedule, found.roster, explaining.beginChanges())
  const others = explainAlternatives(schedule, finish.roster ?? outcome.roster, least, explaining.beginChanges())
  const explained = explainShortages(schedule, found, { isOver: explaining.beginShortages() })
  const statistics = {
    solveMs: Math.round(outcome.elapsedMs),
    firstRosterMs: Math.round(outcome.isPrepared ? outcome.firstRosterMs : (finish.firstRosterMs ?? outcome.firstRosterMs)),
    moves: finish.moves,
    threads: finish.threads,
    seed: start.seed ?? schedule.termination.seed,
  }
  const proved = { bound, noBoundReason, boundLeavesOut, stopReason }
  const document = writeRoster(posted, found.schedule, found.roster, { score, violations, ...proved, ...least, ...others, ...explained, statistics })
  const solution = new TextEncoder().encode(JSON.stringify(document))
  const told = { solution, score, gap: gapBetween(score, bound), ...proved }
  send({ type: 'written', ...told }, [solution.buffer as ArrayBuffer])
}
