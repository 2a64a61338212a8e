import { NOBODY } from '../../model/roster.ts'
import type { GridLook } from './grid-look.ts'
import type { CellAt } from './grid-keys.ts'
import { FROZEN_COLUMNS } from './layout.ts'
import type { RosterModel } from './roster-model.ts'
import { shiftText } from './roster-words.ts'
import type { GridRow } from './rows.ts'
import { canMove, type Handover } from './working-copy.ts'

/** Cells of days that are chosen together; rows of those shown and days of the calendar, all inclusive. */
export interface CellRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstDay: number
  readonly lastDay: number
}

/** A roster, and what it is of. */
type Worked = Pick<GridLook, 'model' | 'roster'>

/** A shift that was copied, and where it stood from the upper left cell. */
interface CopiedShift {
  readonly down: number
  readonly right: number
  readonly shift: number
}

/** What was copied. */
export interface CopiedCells {
  readonly shifts: readonly CopiedShift[]
  /** For other programs: a line for each row, and a tab between days. */
  readonly text: string
}

/** What pasting does. */
export interface Pasted {
  readonly handovers: readonly Handover[]
  /** Shifts for which no empty one like them was there, or whom they would go to works at that time. */
  readonly left: number
}

/** The cells from one corner to the other; of frozen columns the first day. */
export function rangeOf(one: CellAt, other: CellAt): CellRange {
  const days = [one, other].map(({ column }) => Math.max(0, column - FROZEN_COLUMNS))
  const rows = [one.row, other.row]
  return { firstRow: Math.min(...rows), lastRow: Math.max(...rows), firstDay: Math.min(...days), lastDay: Math.max(...days) }
}

/** The shifts of these cells that can be moved, and are somebody's, as nobody's. */
export function emptied({ model }: Worked, rows: readonly GridRow[], range: CellRange): readonly Handover[] {
  return shiftsIn(rows, range)
    .filter(({ shift }) => canMove(model, shift))
    .map(({ shift }) => ({ shift, to: NOBODY }))
}

/** What stands in these cells of employees. */
export function copied({ model }: Worked, rows: readonly GridRow[], range: CellRange): CopiedCells {
  const shifts = shiftsIn(rows, range)
  const lines = rows.slice(range.firstRow, range.lastRow + 1).map(({ cells }) =>
    cells
      .slice(range.firstDay, range.lastDay + 1)
      .map((cell) => cell.map((shift) => shiftText(model, shift)).join('; '))
      .join('\t'),
  )
  return { shifts, text: lines.join('\n') }
}

/**
 * Gives employees from a cell on, downwards and to the right, empty shifts like those that were copied: at the same spot, from and until the same time of
 * day. One for each, and none to somebody who works meanwhile.
 */
export function pasted({ model, roster }: Worked, rows: readonly GridRow[], { shifts: wanted }: CopiedCells, at: CellAt): Pasted {
  const { shifts } = model.schedule
  const day = Math.max(0, at.column - FROZEN_COLUMNS)
  const free = Map.groupBy(
    [...shifts.keys()].filter((shift) => roster[shift] === NOBODY && canMove(model, shift)),
    (shift) => kindOn(model, shift, shifts[shift]!.day),
  )
  const handovers: Handover[] = []
  for (const { down, right, shift } of wanted) {
    const row = rows[at.row + down]
    const found = free.get(kindOn(model, shift, day + right))?.find((each) => handovers.every((given) => given.shift !== each))
    if (row?.kind !== 'employee' || found === undefined) continue
    const given = handovers.filter(({ to }) => to === row.position).map((handover) => handover.shift)
    if (![...row.cells.flat(), ...given].some((other) => overlap(model, other, found))) handovers.push({ shift: found, to: row.position })
  }
  return { handovers, left: wanted.length - handovers.length }
}

function shiftsIn(rows: readonly GridRow[], { firstRow, lastRow, firstDay, lastDay }: CellRange): readonly CopiedShift[] {
  return rows
    .slice(firstRow, lastRow + 1)
    .flatMap(({ kind, cells }, down) =>
      kind === 'employee' ? cells.slice(firstDay, lastDay + 1).flatMap((cell, right) => cell.map((shift) => ({ down, right, shift }))) : [],
    )
}

/** The same for shifts that are like one another, on a day. */
function kindOn({ schedule, clock }: RosterModel, shift: number, day: number): string {
  const { spotIndex, start, end } = schedule.shifts[shift]!
  return `${day} ${spotIndex} ${clock.timeOf(start)} ${clock.timeOf(end)}`
}

function overlap({ schedule: { shifts } }: RosterModel, one: number, other: number): boolean {
  return shifts[one]!.start < shifts[other]!.end && shifts[other]!.start < shifts[one]!.end
}
