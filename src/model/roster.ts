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

/** Whether a schedule came with a roster that people were told of: somebody has a shift that is not decided, or was taken off one. */
export function comesWithRoster({ shifts }: Pick<Schedule, 'shifts'>): boolean {
  return shifts.some((shift) => (!isDecided(shift) && shift.employeeIndex !== null) || shift.takenFrom !== undefined)
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
