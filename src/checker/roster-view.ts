import { invariant } from '../model/errors.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Employee, Schedule, Shift } from '../model/schedule.ts'
import type { Teller } from '../model/teller.ts'
import type { SpotId } from '../model/units.ts'
import { createNaming, type Naming, NO_NAMING } from './naming.ts'
import { withSeatsInOrder } from './shared-shifts.ts'
import { createWords, NO_WORDS, type Words } from './words.ts'

/**
 * Everything that one employee works, historic shifts included, in order of start, then end, then position of the spot,
 * then positions of allowed collision spots (as text), then tags (as text), then position in `shifts`.
 */
export interface Row {
  readonly employee: Employee
  readonly shifts: readonly Shift[]
}

/** A roster as the rules read it. */
export interface RosterView {
  readonly schedule: Schedule
  /** Who works which shift, by position; of a shift with seats the first are taken. */
  readonly roster: Roster
  /** One row for each employee, in the order of `schedule.employees`. */
  readonly rows: readonly Row[]
  /** Shifts with nobody on them, in the order they were posted. */
  readonly emptyShifts: readonly Shift[]
  readonly words: Words
  readonly naming: Naming
}

/** With what matches are told. */
type Telling = Pick<RosterView, 'words' | 'naming'>

/** Tells nothing: for who wants to know the score alone, most of which would go into words. */
export const SILENT: Telling = { words: NO_WORDS, naming: NO_NAMING }

/** Tells everything, in the language of `teller`. */
export function tellingIn(schedule: Schedule, teller: Teller): Telling {
  return { words: createWords(schedule, teller), naming: createNaming() }
}

/** Sorts the shifts into rows. Stops at a roster that does not fit the schedule. */
export function viewRoster(asked: Schedule, given: Roster, telling: Telling): RosterView {
  invariant(given.length === asked.shifts.length, `the roster has ${given.length} places for ${asked.shifts.length} shifts`)
  const roster = withSeatsInOrder(asked.shifts, given)
  const schedule = withBreaksInOrder(asked, given, roster)
  const { employees, shifts } = schedule
  const assigned: Shift[][] = employees.map(() => [])
  const emptyShifts: Shift[] = []
  for (const [position, shift] of shifts.entries()) {
    const employeeIndex = roster[position]!
    if (employeeIndex === NOBODY) {
      emptyShifts.push(shift)
      continue
    }
    const row = assigned[employeeIndex]
    invariant(row !== undefined, `shift ${shift.id} is with employee number ${employeeIndex} of ${employees.length}`)
    row.push(shift)
  }
  const inRow = rowOrderOf(schedule)
  return {
    schedule,
    roster,
    // Sorting is stable, so shifts that are alike in everything stay in the order they were posted.
    rows: employees.map((employee, index) => ({ employee, shifts: assigned[index]!.sort(inRow) })),
    emptyShifts,
    ...telling,
  }
}

/** A schedule in which breaks stand at the seats of those whose breaks they are: these have them in `roster`, and had them in `given`. */
function withBreaksInOrder(schedule: Schedule, given: Roster, roster: Roster): Schedule {
  if (roster === given || schedule.breakRules === undefined) return schedule
  const shifts = schedule.shifts.map((shift, seat): Shift => {
    if (shift.breakRules === undefined || roster[seat] === given[seat]) return shift
    const { breaks: _, ...rest } = shift
    if (roster[seat] === NOBODY) return rest
    let own = seat
    while (given[own] !== roster[seat]) own += 1
    const { breaks } = schedule.shifts[own]!
    return breaks === undefined ? rest : { ...rest, breaks }
  })
  return { ...schedule, shifts }
}

/** Ids are names, and order nothing: spots are told apart by where they stand in `spots`, from 1. */
function rowOrderOf({ spots }: Schedule): (a: Shift, b: Shift) => number {
  let places: ReadonlyMap<SpotId, number> | null = null
  const placesOf = ({ allowedCollisionSpots }: Shift): string => {
    if (allowedCollisionSpots.length === 0) return ''
    const known = (places ??= new Map(spots.map(({ id }, index) => [id, index + 1])))
    return allowedCollisionSpots.map((id) => known.get(id)!).join(',')
  }
  return (a, b) =>
    a.start - b.start ||
    a.end - b.end ||
    a.spotIndex - b.spotIndex ||
    compareTexts(placesOf(a), placesOf(b)) ||
    (a.tags === b.tags ? 0 : compareTexts(a.tags.join(','), b.tags.join(',')))
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
