import type { Carry } from './carry.ts'
import type { GridLook } from './grid-look.ts'
import type { Sizes } from './layout.ts'
import type { GridRow } from './rows.ts'
import type { Suit } from './suits.ts'
import type { Handover } from './working-copy.ts'

/** What is opened: a shift, a cell, or, without a day, a whole row. */
export interface Opened {
  readonly row: GridRow
  readonly day: number | null
  readonly shift: number | null
}

export interface GridProps {
  readonly label: string
  readonly rows: readonly GridRow[]
  readonly look: GridLook
  readonly sizes: Sizes
  /** Day that the grid begins at when it is first shown. */
  readonly firstDay: number
  /** Where to scroll; a new object scrolls again. */
  readonly sight: { readonly row: number; readonly day: number | null } | null
  readonly carry: Carry | null
  readonly canCarry: boolean
  readonly onOpen: (opened: Opened) => void
  readonly onCarry: (carry: Carry | null) => void
  readonly onDrop: (carry: Carry) => void
  /** Gives several shifts at once, as one step. */
  readonly onGive: (handovers: readonly Handover[]) => void
  /** Takes up the first shift of a cell that can be moved, or the one after `last`; null when there is none. */
  readonly carryFrom: (row: number, day: number, last: number | null) => Carry | null
  /** How the carried shift would suit employees, by position. */
  readonly suits: ReadonlyMap<number, Suit>
  /** What the carried shift would do, beside it. */
  readonly preview: string
}
