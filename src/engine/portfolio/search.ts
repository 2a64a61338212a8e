import type { Instance } from '../instance/instance.ts'
import type { LinearSolver } from '../column-generation/linear-solver.ts'
import { ColumnPool } from '../column-generation/column-pool.ts'
import { higherBound, peopleAtOnce } from '../bounds/people-at-once.ts'
import { findObstacle, Prover } from '../bounds/prover.ts'
import { canPriceByAscent, canPriceRows, divesAwaySoon } from '../column-generation/size.ts'
import type { Roster } from '../../model/roster.ts'
import type { Score } from '../../model/score.ts'
import { KERNEL } from '../scoring/kernel.ts'
import { cellsOf, restoreCells } from '../scoring/state.ts'
import type { Searched } from '../local-search/local-search.ts'
import { ChangedRows } from '../local-search/changed-rows.ts'
import { cyclesOf } from '../local-search/cycles.ts'
import { isBetter, keep } from '../local-search/incumbent.ts'
import { createPenaltyWeights, rangeOf } from '../local-search/penalty-weights.ts'
import { createSpace, type Space } from '../local-search/compiled/space.ts'
import type { LocalSearchCode } from '../local-search/compiled/code.ts'
import type { SearchParams } from './params.ts'
import type { Cycle } from './params/cycles.ts'
import type { Stall } from './view.ts'

/** What a search may use beside its own thread. */
export interface Help {
  /** Solves linear programs; null = strategies that need them take no turns. */
  readonly solver: LinearSolver | null
  /** Whether a bound is to be proved. */
  readonly proves: boolean
  /** Whether no other thread searches the same schedule now. */
  readonly isAlone: () => boolean
  /** The step of local search, compiled; null or absent = it goes without. */
  readonly localSearch?: LocalSearchCode | null
}

/** What is asked at every look at the clock. */
export interface Pace {
  /** Milliseconds. */
  readonly clock: () => number
  /** Share of the search that is over, 0 to 1; 1 ends it. */
  readonly progress: (iterations: number) => number
  /** Absent or null = it may go on for ever without a better roster. */
  readonly stall?: () => Stall | null
  readonly onLook: (moves: number) => void
  /** Called at the end of each round, numbered from 0; may replace the incumbent by a better one. */
  readonly onCycle: (round: number) => void
  /** Called between two neighbourhoods, and within proofs; may replace the incumbent by a better one. */
  readonly onNeighbourhood: () => void
}

/** What all strategies of one search share. */
export interface Search extends Searched {
  /** The coolings of local search, in order. */
  readonly cycles: readonly Cycle[]
  /** Where state and move lie for the compiled step of local search; null = it goes without. */
  readonly space: Space | null
  readonly pace: Pace
  readonly help: Help
  /** Linear programs with the column pool that strategies leave to one another; null = without a solver, or days have too many demands. */
  readonly columns: { readonly solver: LinearSolver; readonly pool: ColumnPool } | null
  /** What is proved so far, which strategies that prove go on with in turn; null = nothing is to be proved, or can be. */
  readonly prover: ProverInTurn | null
  /** The prover, or the same where nothing is to be proved: for the prices that climb. Null = bounds cannot be proved. */
  readonly climber: Pick<ProverInTurn, 'climb'> | null
  /** Whether the first large neighbourhood leads away from the roster, and takes no longer than a ward's. */
  readonly leadsAway: boolean
  /** What is known before anything is searched: no roster is better. Null = nothing is to be proved, or known. */
  readonly floor: Score | null
  /** A roster that costs more than the incumbent, with which large neighbourhoods begin in its place; null = there is none. */
  beginning: Int32Array | null
  /** So far; whatever takes time counts as iterations. */
  iterations: number
  /** Evaluated so far, and the milliseconds that took. */
  moves: number
  movesMs: number
}

/** Whether bounds are to be proved of an instance, and can be. */
export function canProve(instance: Instance, { solver, proves }: Help, params: SearchParams): boolean {
  return solver !== null && proves && findObstacle(instance, createPenaltyWeights(instance, params)) === null
}

/** What strategies ask of a prover. */
export type ProverInTurn = Pick<
  Prover,
  'bound' | 'isLong' | 'begun' | 'canBegin' | 'dueFor' | 'isReachedBy' | 'improve' | 'climb' | 'takeRoster' | 'dispose'
>

/** A search that begins with `state` as its incumbent. */
export function createSearch(given: Pick<Search, 'state' | 'incumbent' | 'random' | 'pace' | 'help' | 'params'>): Search {
  const { instance } = given.state
  const { solver, proves, localSearch = null } = given.help
  const space = localSearch === null ? null : createSpace(localSearch, given.state, given.params)
  const columns =
    solver === null || !canPriceByAscent(instance, given.params.neighbourhoods)
      ? null
      : { solver, pool: ColumnPool.for(instance, given.params.columns) }
  const penaltyWeights = createPenaltyWeights(instance, given.params)
  const move = space?.move ?? KERNEL.createMove(instance)
  const means = { random: given.random, move }
  const climber = columns === null ? null : Prover.create(instance, penaltyWeights, { ...means, ...columns })
  const leadsAway = climber !== null && divesAwaySoon(instance, penaltyWeights.active.length, given.params.neighbourhoods)
  const floor = given.help.proves ? peopleAtOnce(instance) : null
  given.incumbent.bound = higherBound(given.incumbent.bound, floor)
  return {
    ...given,
    state: space?.state ?? given.state,
    space,
    floor,
    kernel: KERNEL,
    penaltyWeights,
    cycles: cyclesOf(given.params, {
      active: penaltyWeights.active.length,
      range: rangeOf(penaltyWeights),
      isFollowed: solver !== null && !leadsAway && canPriceRows(instance, given.params.neighbourhoods),
    }),
    columns,
    prover: proves ? climber : null,
    climber,
    leadsAway,
    changed: new ChangedRows(instance.employeeCount),
    move,
    beginning: null,
    iterations: 0,
    moves: 0,
    movesMs: 0,
  }
}

/** Share of the search that is over after so many further steps, 0 to 1. */
export function shareAfter(search: Search, steps: number): number {
  return search.pace.progress(search.iterations + steps)
}

/** Whether the incumbent breaks the first priority on which anything can cost. */
export function isBroken({ incumbent, penaltyWeights }: Search): boolean {
  return (incumbent.score[penaltyWeights.active[0]! as 0] ?? 0) > 0
}

/** Makes `state` the incumbent if it is better, and then what it was before, which is `current`. */
export function keepIfBetter(search: Search, current: Int32Array): void {
  const { state, incumbent, changed, pace, moves } = search
  changed.addAll()
  if (isBetter(state, incumbent)) keep(state, incumbent, changed)
  restoreCells(state, current)
  changed.addAll()
  pace.onLook(moves)
}

/** Goes on from a roster, which becomes the incumbent if it is better. */
export function goOnFrom(search: Search, roster: Roster): void {
  const { state } = search
  restoreCells(state, cellsOf(state.instance, roster))
  keepIfBetter(search, state.cells.slice())
}

/** Hears others within a turn, but not too often; true where they had a better incumbent. */
export function hearOthers({ incumbent, changed, pace }: Search): boolean {
  const { revision } = incumbent
  pace.onNeighbourhood()
  if (incumbent.revision === revision) return false
  changed.addAll()
  return true
}

/** Lets other threads offer a better incumbent. */
export function exchangeIncumbent({ incumbent, changed, pace }: Search, round: number): void {
  const { revision } = incumbent
  pace.onCycle(round)
  if (incumbent.revision !== revision) changed.addAll()
}
