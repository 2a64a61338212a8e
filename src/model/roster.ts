import type { Schedule } from './schedule.ts'

/** Who works which shift: by position in `schedule.shifts` the position in `schedule.employees`, or `NOBODY`; then the shifts that were found (`generated-shifts.ts`). */
export type Roster = Int32Array

export const NOBODY = -1

/** True for a shift that no search may change: fixed, with an employee or empty, or historic. */
export function isDecided(shift: Schedule['shifts'][number]): boolean {
  return shift.historic || shift.fixed
}

/** The roster as it came: every shift with the employee that the client named. */
export function rosterAsPosted(schedule: Schedule): Roster {
  return Int32Array.from(schedule.shifts, (shift) => shift.employeeIndex ?? NOBODY)
}

/** The roster that people were told of: as it came, and on seats that came empty those who were taken off them. */
export function rosterAsTold(schedule: Schedule): Roster {
  const roster = rosterAsPosted(schedule)
  const { shifts } = schedule
  for (let from = 0; from < shifts.length; from += 1) {
    const { id, seats, takenFrom } = shifts[from]!
    if (takenFrom === undefined || (from > 0 && seats !== undefined && shifts[from - 1]!.id === id)) continue
    let to = from + 1
    if (seats !== undefined) while (to < shifts.length && shifts[to]!.id === id) to += 1
    const there = new Set(roster.subarray(from, to))
    let seat = from
    for (const employee of takenFrom) {
      if (there.has(employee)) continue
      while (seat < to && roster[seat] !== NOBODY) seat += 1
      if (seat === to) break
      roster[seat] = employee
    }
  }
  return roster
}

/** The roster that any search starts from: decided shifts as posted, all others empty. */
export function rosterOfDecided(schedule: Schedule): Roster {
  return Int32Array.from(schedule.shifts, (shift) => (isDecided(shift) ? (shift.employeeIndex ?? NOBODY) : NOBODY))
}

/** A roster with its decided shifts as posted, whatever it says of them. */
export function withDecided(schedule: Schedule, roster: Roster): Roster {
  // What stands behind the posted shifts was found, and nothing of it is decided.
  const decided = roster.slice()
  for (const [position, shift] of schedule.shifts.entries()) if (isDecided(shift)) decided[position] = shift.employeeIndex ?? NOBODY
  return decided
}
