import { NOBODY } from '../../model/roster.ts'
import type { GridRow } from './rows.ts'

/** A shift that is on its way to another row, by keyboard or pointer. */
export interface Carry {
  /** Position of the shift. */
  readonly shift: number
  /** Who works it now, and who would; positions, `NOBODY` = nobody. */
  readonly from: number
  readonly to: number
  /** Row that it would be dropped on; null = none that is shown, which leaves the shift empty. */
  readonly row: number | null
  readonly by: 'keyboard' | 'pointer'
}

/** Who would work a shift that is dropped on a row. */
export function employeeOfRow(row: GridRow | undefined): number {
  return row?.kind === 'employee' ? row.position : NOBODY
}

/** The carry above another row. The same object when nothing changes. */
export function carryTo(carry: Carry, rows: readonly GridRow[], row: number | null): Carry {
  if (carry.row === row) return carry
  return { ...carry, row, to: row === null ? NOBODY : employeeOfRow(rows[row]) }
}
