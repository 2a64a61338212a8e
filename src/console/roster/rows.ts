import { NOBODY, type Roster } from '../../model/roster.ts'
import { type Filters, isEmployeeShown, isShiftShown, isSpotShown } from './filters.ts'
import { employeeName, type RosterModel, spotName } from './roster-model.ts'
import { t } from '../texts/texts.ts'

/** A row of the grid: the empty shifts of a spot, or of all spots, the shifts of an employee, or the demand of a spot. */
export interface GridRow {
  readonly key: string
  readonly kind: 'empty' | 'folded' | 'employee' | 'demand'
  /** Of the employee, or of the spot; −1 where it is of all spots. */
  readonly position: number
  readonly label: string
  /** Positions of the shifts by day of the calendar, each day’s by start. */
  readonly cells: readonly (readonly number[])[]
  /** How many shifts stand below one another at most, 1 to `MOST_LINES`. */
  readonly lines: number
}

/** A cell with more shifts shows one fewer and says how many there are. */
export const MOST_LINES = 4

const NO_SHIFTS: readonly number[] = []

/** How empty shifts are shown: by spot, or as one row where by spot they would leave little room for people. */
export type EmptyView = 'short' | 'by-spot'

/** Rows of empty shifts that are shown by spot, in shifts below one another: a third of a usual screen. */
export const MOST_EMPTY_LINES = 6

/** Empty shifts on top, where there are any, and below them the employees in the order of the schedule. */
export function rosterRows(model: RosterModel, roster: Roster, filters: Filters, view: EmptyView = 'short'): readonly GridRow[] {
  const { shifts, employees, spots } = model.schedule
  const shown = [...shifts.keys()].filter((shift) => isShiftShown(model, shift, filters))
  const byEmployee = Map.groupBy(shown, (shift) => roster[shift]!)
  const emptyBySpot = Map.groupBy(
    (byEmployee.get(NOBODY) ?? []).filter((shift) => !shifts[shift]!.historic && shifts[shift]!.isSpare !== true),
    (shift) => shifts[shift]!.spotIndex,
  )
  const empty = [...spots.keys()]
    .filter((spot) => emptyBySpot.has(spot) && isSpotShown(model, { spot, shifts: emptyBySpot.get(spot)! }, filters))
    .map((spot) => rowOf(model, { kind: 'empty', position: spot, label: spotName(model, spot) }, emptyBySpot.get(spot)!))
  const people = [...employees.keys()]
    .filter((employee) => isEmployeeShown(model, employee, filters))
    // With a tag asked for, who works none of its shifts is of no interest.
    .filter((employee) => filters.tag === null || byEmployee.has(employee))
    .map((employee) =>
      rowOf(model, { kind: 'employee', position: employee, label: employeeName(model, employee) }, byEmployee.get(employee) ?? NO_SHIFTS),
    )
  return [...(view === 'short' && emptyLines(empty) > MOST_EMPTY_LINES ? [foldedRow(model, empty)] : empty), ...people]
}

/** How many shifts below one another the rows of empty shifts are. */
export function emptyLines(rows: readonly GridRow[]): number {
  return rows.reduce((sum, { kind, lines }) => sum + (kind === 'empty' ? lines : 0), 0)
}

/** One row for the empty shifts of all these. */
function foldedRow(model: RosterModel, rows: readonly GridRow[]): GridRow {
  const shifts = rows.flatMap(({ cells }) => cells.flat())
  return { ...rowOf(model, { kind: 'folded', position: -1, label: t('grid.emptyShifts') }, shifts), lines: 1 }
}

/** The shifts of every spot, of which each cell shows how many are filled. */
export function demandRows(model: RosterModel, filters: Filters): readonly GridRow[] {
  const { shifts, spots } = model.schedule
  const shown = [...shifts.keys()].filter((shift) => !shifts[shift]!.historic && isShiftShown(model, shift, filters))
  const bySpot = Map.groupBy(shown, (shift) => shifts[shift]!.spotIndex)
  return [...spots.keys()]
    .filter((spot) => bySpot.has(spot) && isSpotShown(model, { spot, shifts: bySpot.get(spot)! }, filters))
    .map((spot) => ({ ...rowOf(model, { kind: 'demand', position: spot, label: spotName(model, spot) }, bySpot.get(spot)!), lines: 1 }))
}

/** The shifts that a cell shows; the others are only counted. */
export function shownShifts(shifts: readonly number[]): readonly number[] {
  return shifts.length > MOST_LINES ? shifts.slice(0, MOST_LINES - 1) : shifts
}

/** How many shifts there are, and how many of them somebody works. */
export interface Seats {
  /** Those that have to be worked. */
  readonly needed: number
  readonly filled: number
  /** Those that may stay empty. */
  readonly optional: number
  readonly optionalFilled: number
}

/** Counts shifts. An optional one that is empty is missing to nobody, so it is counted apart. */
export function seatsOf(model: RosterModel, roster: Roster, shifts: readonly number[]): Seats {
  const optional = shifts.filter((shift) => isOptional(model, shift))
  const countFilled = (some: readonly number[]): number => some.filter((shift) => roster[shift] !== NOBODY).length
  const optionalFilled = countFilled(optional)
  return { needed: shifts.length - optional.length, filled: countFilled(shifts) - optionalFilled, optional: optional.length, optionalFilled }
}

/** `3/5`, with optional shifts `3/5 +1`, where there are none but these `+1`: how many of those that are needed are filled, and how many more. */
export function seatsText({ needed, filled, optional, optionalFilled }: Seats, stroke: '/' | ' / '): string {
  const more = optional === 0 ? '' : `+${optionalFilled}`
  return needed === 0 ? more : `${filled}${stroke}${needed}${more === '' ? '' : ` ${more}`}`
}

/** `3 of 5 filled, 1 of 2 optional`. */
export function seatsInWords({ needed, filled, optional, optionalFilled }: Seats): string {
  return [
    ...(needed === 0 ? [] : [t('tip.filledOf', { filled, needed })]),
    ...(optional === 0 ? [] : [t('dayList.optionalOf', { filled: optionalFilled, all: optional })]),
  ].join(', ')
}

/** Whether a shift may stay empty. */
export function isOptional({ schedule }: RosterModel, shift: number): boolean {
  return schedule.shifts[shift]!.importance === 'OPTIONAL'
}

/** Whether a shift that has to be worked is worked by nobody. */
export function isMissing(model: RosterModel, roster: Roster, shift: number): boolean {
  return roster[shift] === NOBODY && !isOptional(model, shift)
}

function rowOf({ schedule: { shifts, calendar } }: RosterModel, head: Pick<GridRow, 'kind' | 'position' | 'label'>, own: readonly number[]): GridRow {
  const byDay = Map.groupBy(
    [...own].sort((a, b) => shifts[a]!.start - shifts[b]!.start || shifts[a]!.end - shifts[b]!.end),
    (shift) => shifts[shift]!.day as number,
  )
  const most = Math.max(1, ...[...byDay.values()].map(({ length }) => length))
  return {
    ...head,
    key: `${head.kind}-${head.position}`,
    cells: calendar.days.map((_, day) => byDay.get(day) ?? NO_SHIFTS),
    lines: Math.min(most, MOST_LINES),
  }
}
