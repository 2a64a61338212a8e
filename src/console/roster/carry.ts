import { NOBODY, type Roster } from '../../model/roster.ts'
import type { RosterModel } from './roster-model.ts'
import type { GridRow } from './rows.ts'
import { canMove, type Handover } from './working-copy.ts'

/** A shift that is on its way to another row, by keyboard or pointer. */
export interface Carry {
  /** Position of the shift. */
  readonly shift: number
  /** Who works it now, and who would; positions, `NOBODY` = nobody. */
  readonly from: number
  readonly to: number
  /** Row that it would be dropped on; null = none that is shown, which leaves the shift empty. */
  readonly row: number | null
  /** Position of the shift that is given for it; null = none. */
  readonly onto: number | null
  readonly by: 'keyboard' | 'pointer'
}

/** Where a carried shift is held above: a row as in `Carry`, and the shift that is under it there, null for none. */
export interface Above {
  readonly row: number | null
  readonly shift: number | null
}

/** Who would work a shift that is dropped on a row. */
export function employeeOfRow(row: GridRow | undefined): number {
  return row?.kind === 'employee' ? row.position : NOBODY
}

/** The carry above another row, or another shift of it. The same object when nothing changes. */
export function carryTo(carry: Carry, rows: readonly GridRow[], { row, shift: onto }: Above): Carry {
  if (carry.row === row && carry.onto === onto) return carry
  return { ...carry, row, onto, to: row === null ? NOBODY : employeeOfRow(rows[row]) }
}

/** What dropping it changes; nothing where it stays with whoever has it. */
export function handoversOfCarry({ shift, from, to, row, onto }: Carry): readonly (Handover & { readonly from: number })[] {
  if (row === -1 || to === from) return []
  return [{ shift, from, to }, ...(onto === null ? [] : [{ shift: onto, from: to, to: from }])]
}

/** Whether a carried shift can be swapped for another: one that somebody else works, and that can be moved. */
export function canSwap(model: RosterModel, roster: Roster, { shift, from }: Pick<Carry, 'shift' | 'from'>, other: number): boolean {
  return other !== shift && roster[other] !== NOBODY && roster[other] !== from && canMove(model, other)
}
