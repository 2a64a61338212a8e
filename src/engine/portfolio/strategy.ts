import type { Instance } from '../instance/instance.ts'
import type { FirstOnly, ProofMethod } from '../bounds/proof-methods.ts'
import type { Cooling } from '../local-search/cycles.ts'
import type { Help, Search } from './search.ts'
import type { SearchParams } from './params.ts'

/** A turn that the policy grants. All of it is plain data, so that a trace can be replayed. */
export interface Turn {
  /** Name of the strategy. */
  readonly strategy: string
  /** Name of the row of the policy. */
  readonly row: string
  /** The share of the search at which the turn begins, and ends, 0 to 1. */
  readonly from: number
  readonly until: number
  /** Steps at most; absent = as many as fit. */
  readonly maxSteps?: number
  /** How much longer the turn lasts after each better roster, as a share of the search, and when it ends at the latest. */
  readonly extension?: { readonly share: number; readonly latest: number }
  /** A new cooling begins. */
  readonly cooling?: Cooling
  /** What others took of the search since the cooling that goes on began; absent = nothing. */
  readonly paused?: number
  /** For strategies that prove. */
  readonly proof?: ProofTurn
}

/** What a turn of a proof is about. */
export interface ProofTurn {
  /** The turn wins when the gap is below, 0 to 1. */
  readonly gapToWin: number
  /** Of which priorities nothing but the first linear program is solved, as rosters still become better. */
  readonly firstOnly: FirstOnly
  /** Where it ends when nobody else searches any more, as a share of the search; absent = at the end of the turn. */
  readonly untilAlone?: number
  /** Where the strategy looks whether the rest is of use, as a share of the search: it is not where this turn, and `charged` before it, took more than `max` times the progress of a first bound. */
  readonly review?: { readonly at: number; readonly charged: number; readonly max: number }
}

/** What came of a turn. */
export interface Outcome {
  /** As long as so many iterations, each of which tries one move. */
  readonly steps: number
  /** Whether the strategy won enough to be asked again soon. */
  readonly hasWon: boolean
  /** Whether the turn ended before its time because another strategy has to go on with what is left of it; absent = not. */
  readonly isHandedOver?: boolean
}

/** What strategies tell the policy about themselves. */
export interface Standing {
  /** The share of the search that large neighbourhoods would take to go over all employees on all days; 0 = not known yet. */
  readonly sweepShare: number
  /** Whether one large neighbourhood can be about everybody on all days. */
  readonly canTakeAll: boolean
  /** How a proof goes on, null = there is none; whether it has what it needs; whether the roster is as good as what is proved; how far a first bound is, 0 to 1; whether prices alone have to do, and have not come to a bound yet. */
  readonly proofBy: ProofMethod | null
  readonly canProve: boolean
  readonly isBoundReached: boolean
  readonly begun: number
  readonly isUnproved: boolean
  /** Whether nobody less can be used, as is proved. */
  readonly isFewest: boolean
}

/** One algorithm in a search. It knows no other one. */
export interface Strategy {
  /** What the policy can know of it. */
  standing?(): Partial<Standing>
  /** Takes a turn. `isCalledBack` is asked where the strategy could end early, with the share of the search that is over. */
  run(turn: Turn, isCalledBack: (share: number) => boolean): Outcome
  dispose?(): void
}

/** How a strategy takes part: one file, and one row in `strategies.ts`. */
export interface StrategyKind {
  readonly name: string
  /** Whether it can do anything for an instance. */
  supports(instance: Instance, help: Help, params: SearchParams): boolean
  start(search: Search): Strategy
}
