import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { FormatError } from './format-error.ts'
import { shortened } from './text-lines.ts'

/** Takes the seats of a schedule one by one: of equal ones the mandatory first, then in the order they were posted. */
export interface SeatTaker {
  /** Gives the next free seat with this key to the employee (position in `schedule.employees`); false when none is left. */
  take(key: string, employee: number): boolean
  /** Everything taken so far; historic shifts as posted. */
  readonly roster: Roster
}

/** A taker of the shifts of the horizon; `keyOf` says which of them are equal. */
export function createSeatTaker(schedule: Schedule, keyOf: (shift: Shift) => string): SeatTaker {
  const roster: Roster = Int32Array.from(schedule.shifts, ({ historic, employeeIndex }) => (historic ? (employeeIndex ?? NOBODY) : NOBODY))
  const order = ({ importance }: Shift): number => (importance === 'MANDATORY' ? 0 : 1)
  const free = Map.groupBy(
    [...schedule.shifts.entries()].filter(([, { historic }]) => !historic).sort(([, a], [, b]) => order(a) - order(b)),
    ([, shift]) => keyOf(shift),
  )
  const taken = new Map<string, number>()
  return {
    roster,
    take(key, employee) {
      const next = taken.get(key) ?? 0
      const seat = free.get(key)?.[next]
      if (seat === undefined) return false
      taken.set(key, next + 1)
      roster[seat[0]] = employee
      return true
    },
  }
}

/** What an employee is called in files: the name, or the id where there is none. */
export function fileNameOf({ name, id }: Schedule['employees'][number]): string {
  return name ?? String(id)
}

/** Positions in `schedule.employees` by what they are called in files. Throws `FormatError` when two are called the same. */
export function employeesByName({ employees }: Schedule): ReadonlyMap<string, number> {
  const positions = new Map(employees.map((employee, e) => [fileNameOf(employee), e]))
  if (positions.size < employees.length)
    throw new FormatError(null, 'Two employees of the schedule have the same name, and the format tells people by their names.')
  return positions
}

/**
 * The shifts of the horizon that everybody works, by employee and local day (0 is the first of the horizon). Throws `FormatError` when somebody
 * works twice on a day, which formats with one cell a day cannot say.
 */
export function shiftsByDay(schedule: Schedule, roster: Roster): readonly (readonly (Shift | null)[])[] {
  const { calendar, employees, shifts } = schedule
  const rows = employees.map(() => Array.from<Shift | null>({ length: calendar.days.length - calendar.horizonFirst }).fill(null))
  for (const [s, shift] of shifts.entries()) {
    const e = roster[s]!
    if (shift.historic || e === NOBODY) continue
    const day = shift.day - calendar.horizonFirst
    if (rows[e]![day] !== null)
      throw new FormatError(
        null,
        `Employee "${shortened(fileNameOf(employees[e]!))}" works twice on ${calendar.days[shift.day]!.date}, and the format has one shift a day.`,
      )
    rows[e]![day] = shift
  }
  return rows
}

/** The one tag that says of which type a shift is. Throws `FormatError` when there is none, or several. */
export function typeOf({ id, tags }: Shift): string {
  if (tags.length === 1) return tags[0]!
  throw new FormatError(null, `Shift ${id} has ${tags.length === 0 ? 'no tag' : 'several tags'}, and the format needs one that names its type.`)
}
