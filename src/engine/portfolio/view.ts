import type { Ledger, Pause } from './ledger.ts'
import type { Cycle } from './params/cycles.ts'
import type { SearchParams } from './params.ts'
import type { Standing, Turn } from './strategy.ts'

/** What does not change in a search. */
export interface Facts {
  /** Employees × days. */
  readonly cells: number
  /** Priorities on which anything can cost. */
  readonly priorities: number
  readonly cycles: readonly Cycle[]
  /** Whether the first large neighbourhood leads away from the roster, soon. */
  readonly leadsAway: boolean
  /** Names of the strategies that can do anything. */
  readonly strategies: readonly string[]
}

/** How long a search may go on without a better roster. */
export interface Stall {
  /** Share of that time that has passed, 0 to 1. */
  readonly passed: number
  /** That time, as a share of the search. */
  readonly share: number
}

/** Where a search stands. */
export interface Progress extends Standing {
  /** Share of the search that is over, 0 to 1. */
  readonly share: number
  readonly iterations: number
  /** Moves evaluated so far. */
  readonly moves: number
  /** Whether no other thread searches the same schedule now. */
  readonly isAlone: boolean
  /** Whether the incumbent breaks the first priority, and whether the roster of local search does. */
  readonly isBroken: boolean
  readonly isStateBroken: boolean
  /** Between the incumbent and what is proved, 0 to 1; null = nothing is proved. */
  readonly gap: number | null
  /** Null = for ever. */
  readonly stall: Stall | null
}

/** All that a turn is decided by. Plain data. */
export interface View {
  readonly facts: Facts
  readonly ledger: Ledger
  readonly progress: Progress
  readonly params: Pick<SearchParams, 'policy' | 'proving' | 'polishing' | 'neighbourhoods' | 'replanning' | 'rolling'>
}

/** The steps of a round, in order. */
export const STEP = {
  cooling: 0,
  emptying: 1,
  polishing: 2,
  rolling: 3,
  filling: 4,
  repair: 5,
  proof: 6,
  neighbourhoods: 7,
  lateProof: 8,
  end: 9,
} as const

export const NO_PAUSE: Pause = { share: 0, iterations: 0 }

/** Before the first round: all that is left of one is its end. */
export const FIRST_LEDGER: Ledger = {
  accounts: {},
  round: { number: -1, step: STEP.lateProof, from: 0, fromIterations: 0, cooledAt: 0, paused: NO_PAUSE, cycle: 0, had: [] },
  last: null,
  isWinning: true,
}

/** One row of the policy: who has a turn when, for how long, and why. */
export interface PolicyRow {
  readonly name: string
  readonly strategy: string
  /** Where in a round; null = wherever the round is. */
  readonly step: number | null
  /** Whether the row may have several turns in a round. */
  readonly repeats?: boolean
  readonly why: string
  readonly when: (view: View) => boolean
  /** The turn, without what is the same for all: where nothing else is said, to the end of the search. */
  readonly turn?: (view: View) => Partial<Turn>
  /** Least and most that the account may grant; absent = the row does not ask. */
  readonly limits?: (view: View) => readonly [number, number]
  /** Whether the strategy is called back, at a later share of the search. */
  readonly isCalledBack?: (view: View) => boolean
}

/** Whether the cooling of this round is not over. */
export function isCooling({ ledger, progress }: View): boolean {
  return progress.share < ledger.round.cooledAt
}

/** Whether the roster has many cells. */
export function isLarge({ facts, params }: View): boolean {
  return facts.cells > params.policy.manyCells
}

/** Whether breaches are best left to local search. */
export function isEarly(view: View): boolean {
  const { facts, progress, params } = view
  return isLarge(view) && progress.isBroken && !hasRolled(view) && progress.moves < params.policy.movesPerCell * facts.cells
}

/** Whether the roster comes from going along a long horizon: what it breaks is little, and far apart. */
export function hasRolled({ ledger: { accounts } }: Pick<View, 'ledger'>): boolean {
  return (accounts['rolling-horizon']?.wins ?? 0) > 0
}

/** Whether large neighbourhoods win, for a row at such a step: a round in which they had no turn, though it came to them, lost that. */
export function isWinning(view: View, step: number | null): boolean {
  const { round, isWinning: was } = view.ledger
  const isPast = step !== null && step > STEP.neighbourhoods && round.number >= 0 && !isEarly(view)
  return was && (!isPast || round.had.includes('large-neighbourhoods'))
}

/** Large neighbourhoods look at some priorities only; from here on, a share of the search, it belongs to the others. 1 where there are none. */
export function othersBegin(priorities: number, params: Pick<SearchParams, 'policy' | 'neighbourhoods'>): number {
  return priorities > params.neighbourhoods.maxPriorities ? params.policy.neighbourhoodsEnd : 1
}
