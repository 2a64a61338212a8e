import type { LinearSolver } from './column-generation/linear-solver.ts'
import type { StopReason } from '../model/job.ts'
import { rosterAsPosted, rosterOfDecided, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { compareScores, type Score } from '../model/score.ts'
import type { NoBoundReason } from '../model/solution.ts'
import { compile } from './instance/compile.ts'
import type { Instance } from './instance/instance.ts'
import { leftOutOfBound } from './bounds/left-out.ts'
import { findObstacle } from './bounds/prover.ts'
import { toldBound } from './bounds/told-bound.ts'
import { activePriorities, createPenaltyWeights } from './local-search/penalty-weights.ts'
import { construct } from './construct/construct.ts'
import { PORTFOLIO, type Portfolio, runPortfolio } from './portfolio/loop.ts'
import { DEFAULT_PARAMS, type SearchParams } from './portfolio/params.ts'
import { othersBegin } from './portfolio/view.ts'
import { Random } from './random.ts'
import type { LocalSearchCode } from './local-search/compiled/code.ts'
import { canRepairKept } from './replan/repair-kept.ts'
import { isOptimal, SearchEnd } from './search-end.ts'
import { emptySpareSeats, wantedSeats } from './scoring/spare-seats.ts'
import { hasBreaks } from './local-search/break-moves.ts'
import { settleBreaks } from './local-search/settle-breaks.ts'
import { cellsOf, createState, restoreCells, rosterOf, scoreOf, type State, toldScoreOf } from './scoring/state.ts'
import type { Incumbent } from './local-search/incumbent.ts'

export interface SolveOptions {
  /** Start of the random stream, 0 to 2³² − 1. */
  readonly seed: number
  /**
   * Longest search in milliseconds of `clock`. With `maxIterations` the earlier of the two ends it. It is looked at as often as the clock: a getter may
   * answer less as the search goes on.
   */
  readonly maxMs: number
  /** Milliseconds without a better roster after which the search ends as converged; null = never. */
  readonly stallMs: number | null
  /** Iterations at most, each of which tries one move; null = no limit. A search that this ends is repeatable on every machine. */
  readonly maxIterations: number | null
  /** Ends as converged when the proved gap is at most this, 0 to 1. */
  readonly targetGap: number
  /** A roster to start from; decided shifts are taken from the schedule all the same. null = from the roster that the schedule came with, or from nothing where that is better. */
  readonly start: Roster | null
  /** Milliseconds on any steady clock. */
  readonly clock: () => number
  /** Asked about every 2 ms; true ends the search with the best so far. */
  readonly shouldStop: () => boolean
  /** Called with each better roster, at most once per look at the clock. */
  readonly onIncumbent: (better: Better) => void
  /** Called with each higher bound that is proved, at most once per look at the clock. */
  readonly onBound: (bound: Score) => void
  /**
   * Called with the incumbent at the end of each cycle of the search, and where time ends it also between neighbourhoods, as of cycle 0; answers a
   * better roster of the same schedule that was found elsewhere, or null. null = this search goes its way alone.
   */
  readonly meet: ((mine: CycleEnd) => Pick<CycleEnd, 'roster' | 'score'> | null) | null
  /** Whether nobody else searches now: where others do, proving may take more. Absent = nobody does where `meet` is null. */
  readonly isAlone?: () => boolean
  /** Solves the linear programs of large neighbourhoods; null = rows are not solved anew. */
  readonly solver: LinearSolver | null
  /** Whether part of the time goes into proving a bound, with that solver. */
  readonly proves: boolean
  /** The step of local search, compiled, which finds what plain code finds and takes half the time; null or absent = without. */
  readonly localSearch?: LocalSearchCode | null
  /** What `prepare` has made of this very schedule; absent = made here, in the time of the search. */
  readonly instance?: Instance
  /** What steers it; absent = the default. */
  readonly params?: SearchParams
  /** Other strategies or rows of the policy, and who is told of turns; absent = the default, and nobody. */
  readonly portfolio?: Partial<Portfolio>
}

/** What a search has at the end of a cycle, or of a part of one, numbered from 0. */
export interface CycleEnd {
  readonly cycle: number
  readonly roster: Roster
  readonly score: Score
}

export interface Better {
  /** Made when it is read, which may only be while the call lasts: most are not looked at. */
  readonly roster: Roster
  readonly score: Score
  readonly elapsedMs: number
  readonly moves: number
}

export interface SolveResult {
  readonly roster: Roster
  readonly score: Score
  /** Proved lower bound; null when none is proved. */
  readonly bound: Score | null
  /** Why this search proved none, or would not have. */
  readonly noBoundReason: NoBoundReason
  /** The rules that no bound of the schedule follows, whatever the search: `setting`, or `setting: name`. */
  readonly boundLeavesOut: readonly string[]
  readonly stopReason: StopReason
  /** Evaluated, and the milliseconds that took; the rest of the time went into what is done between stretches of local search. */
  readonly moves: number
  readonly movesMs: number
  readonly elapsedMs: number
  readonly firstRosterMs: number
}

/**
 * Searches until `options` says stop and returns the incumbent. Repeatable: the same schedule, seed and iteration limit give the same
 * roster everywhere; a time limit does not. Calls `onIncumbent` and `onBound` synchronously.
 */
export function solve(schedule: Schedule, options: SolveOptions): SolveResult {
  const startedAt = options.clock()
  const { instance = compile(schedule), params = DEFAULT_PARAMS } = options
  const random = new Random(options.seed)
  const given = options.start ?? rosterAsPosted(schedule)
  const rosterNow = (): Roster => rosterOf(instance, incumbent.cells, given)
  const isOver = (): boolean => options.shouldStop() || options.clock() - startedAt >= options.maxMs
  const state = firstState(schedule, instance, options.start, { random, params, isOver })
  const incumbent: Incumbent = { cells: state.cells.slice(), score: scoreOf(state), revision: 1, bound: null }
  const firstRosterMs = options.clock() - startedAt
  const end = new SearchEnd(options, instance, othersBegin(activePriorities(instance).length, params))
  const onLook = reporterOf(options, instance, incumbent, { startedAt, rosterNow })
  const progress = (iterations: number): number => {
    return end.progress({ incumbent, elapsedMs: options.clock() - startedAt, iterations })
  }
  const onCycle = exchangeBy(options, instance, incumbent, rosterNow)
  onLook(0)
  const isForced = instance.employeeCount === 0 || instance.openDemands.every((open) => open.length === 0)
  const pace = {
    clock: options.clock,
    progress,
    stall: () => end.stall,
    onLook,
    onCycle,
    onNeighbourhood: nowAndThen(options, params.policy.hearEvery, () => onCycle(0)),
  }
  const searched =
    isForced || progress(0) >= 1
      ? { moves: 0, movesMs: 0 }
      : runPortfolio(
          { state, incumbent, random, pace, help: { ...options, isAlone: options.isAlone ?? (() => options.meet === null) }, params },
          { ...PORTFOLIO, ...options.portfolio },
        )
  leaveSpareSeats(instance, incumbent)
  settleAllBreaks(instance, incumbent, params)
  const score = toldScoreOf(instance, incumbent.cells, incumbent.score)
  // Where nothing can be decided there is one roster, and it is the best.
  const isProved = isForced || isOptimal(instance, incumbent)
  return {
    roster: rosterNow(),
    score,
    bound: isProved ? score : incumbent.bound && toldBound(instance, incumbent.bound),
    boundLeavesOut: leftOutOfBound(instance, params),
    noBoundReason: whyNoBound(instance, params, incumbent.score),
    stopReason: isProved ? 'OPTIMAL' : (end.reason ?? 'CONVERGED'),
    moves: searched.moves,
    movesMs: searched.movesMs,
    elapsedMs: options.clock() - startedAt,
    firstRosterMs,
  }
}

/** What `SolveResult.boundLeavesOut` is, without a search: it follows from the schedule. */
export function findLeftOut(schedule: Schedule): string[] {
  return leftOutOfBound(compile(schedule), DEFAULT_PARAMS)
}

/** The incumbent without people on seats that are worth nothing. */
function leaveSpareSeats(instance: Instance, incumbent: Incumbent): void {
  if (wantedSeats(instance).size === 0) return
  const state = createState(instance, rosterOf(instance, incumbent.cells))
  emptySpareSeats(state)
  incumbent.cells.set(state.cells)
  incumbent.score = scoreOf(state)
}

/** The incumbent with all breaks where they cost least beside one another. */
function settleAllBreaks(instance: Instance, incumbent: Incumbent, { moves }: SearchParams): void {
  if (!hasBreaks(instance)) return
  const state = createState(instance, rosterOf(instance, incumbent.cells))
  settleBreaks(state, moves.breakRounds)
  incumbent.cells.set(state.cells)
  incumbent.score = scoreOf(state)
}

/** Tells better rosters and higher bounds, each once: what is better than at the last look, with the moves so far. */
function reporterOf(
  options: SolveOptions,
  instance: Instance,
  incumbent: Incumbent,
  { startedAt, rosterNow }: { startedAt: number; rosterNow: () => Roster },
): (moves: number) => void {
  let reported = 0
  let told: Score | null = null
  return (moves) => {
    const { bound } = incumbent
    if (bound !== null && (told === null || compareScores(bound, told) > 0)) options.onBound(toldBound(instance, (told = bound)))
    if (incumbent.revision === reported) return
    reported = incumbent.revision
    options.onIncumbent({
      get roster() {
        return rosterNow()
      },
      score: toldScoreOf(instance, incumbent.cells, incumbent.score),
      elapsedMs: options.clock() - startedAt,
      moves,
    })
  }
}

/** Tells others the incumbent at the end of a cycle, and takes a better one from them. */
function exchangeBy({ meet }: SolveOptions, instance: Instance, incumbent: Incumbent, rosterNow: () => Roster): (cycle: number) => void {
  return (cycle) => {
    const better = meet?.({ cycle, roster: rosterNow(), score: incumbent.score }) ?? null
    if (better === null) return
    incumbent.cells.set(cellsOf(instance, better.roster))
    incumbent.score = better.score
    incumbent.revision += 1
  }
}

/** Hears others within cycles, but not too often; where iterations end the search, what is heard may not depend on time. */
function nowAndThen(options: SolveOptions, every: number, hear: () => void): () => void {
  const { clock, maxIterations } = options
  let heardAt = clock()
  return () => {
    if (maxIterations !== null || clock() - heardAt < every * options.maxMs) return
    heardAt = clock()
    hear()
  }
}

interface Construction {
  readonly random: Random
  readonly params: SearchParams
  /** True when there is no time left. */
  isOver(): boolean
}

/**
 * What the search begins with, completed: the roster of `start` where there is one; else the better of the roster that the schedule
 * came with, so that a roster sent again is never made worse, and of one built from its decided shifts alone.
 */
function firstState(schedule: Schedule, instance: Instance, start: Roster | null, construction: Construction): State {
  const decided = rosterOfDecided(schedule)
  const posted = decided.length
  const isDecided = (shift: number): boolean => shift < posted && instance.demands.isDecided[instance.demands.demandOfShift[shift]!] === 1
  const given = (start ?? rosterAsPosted(schedule)).map((employee, shift) => (isDecided(shift) ? decided[shift]! : employee))
  const isGiven = given.length > posted || given.some((employee, shift) => employee !== decided[shift])
  const state = createState(instance, given)
  const asGiven = scoreOf(state)
  construct(state, construction.random, construction.params, construction.isOver)
  if (!isGiven) return state
  // Seats are filled by weighted priorities, which may differ from the true ones.
  if (compareScores(scoreOf(state), asGiven) > 0) restoreCells(state, cellsOf(instance, given))
  // What was told to people is where to begin: building all anew takes longer than mending it.
  if (start !== null || canRepairKept(instance, construction.params.replanning.keptShare)) return state
  const anew = createState(instance, decided)
  construct(anew, construction.random, construction.params, construction.isOver)
  return compareScores(scoreOf(anew), scoreOf(state)) < 0 ? anew : state
}

function whyNoBound(instance: Instance, params: SearchParams, score: Score): NoBoundReason {
  const penaltyWeights = createPenaltyWeights(instance, params)
  const obstacle = findObstacle(instance, penaltyWeights)
  if (obstacle !== null) return obstacle
  return score[penaltyWeights.active[0]! as 0] > 0 ? 'FIRST_PRIORITY_BROKEN' : 'NOT_PROVED'
}
