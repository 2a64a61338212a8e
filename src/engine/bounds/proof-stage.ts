import type { ColumnGeneration } from '../column-generation/column-generation.ts'
import type { ColumnPool } from '../column-generation/column-pool.ts'
import type { Costs } from '../column-generation/costs.ts'
import type { State } from '../scoring/state.ts'
import type { Ascent } from './ascent.ts'
import type { Branching } from './branching.ts'

/** One priority's turn: those before it are proved to be at their best. */
export interface Stage {
  /** Position among the active priorities. */
  readonly at: number
  readonly costs: Costs
  readonly strict: Costs
  /** Penalties of two rosters on it differ by a multiple of this. */
  readonly step: number
  readonly pool: ColumnPool
  /** Whether prices came from linear programs. */
  readonly hasPrices: boolean
  ascent: Ascent | null
  /** Whether prices have climbed as far as is of use. */
  hasClimbed: boolean
  /** By linear programs over everybody's whole rows, where they are few. */
  search: ColumnGeneration | null
  branching: Branching | null
}

/** Prices that have climbed, of which state, and by which costs. */
export interface Climbed {
  readonly state: State
  readonly strict: Costs
  readonly ascent: Ascent
}
