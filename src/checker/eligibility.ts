import type { Employee, Held, Schedule, Shift, Spot, Wish } from '../model/schedule.ts'

/** True when one single entry of the list covers the whole shift. */
export function isHeldDuring<Id>(held: readonly Held<Id>[], id: Id, shift: Shift): boolean {
  return held.some(
    (entry) => entry.id === id && (entry.start === null || entry.start <= shift.start) && (entry.end === null || entry.end >= shift.end),
  )
}

/** The skills that the spot asks for and the employee does not hold during the whole shift. */
export function missingSkills(employee: Employee, spot: Spot, shift: Shift): Spot['skills'] {
  return spot.skills.filter((skill) => !isHeldDuring(employee.skills, skill, shift))
}

/** True when the spot asks for no team, or the employee is in one of its teams during the whole shift. */
export function isInTeam(employee: Employee, spot: Spot, shift: Shift): boolean {
  return spot.teams.length === 0 || spot.teams.some((team) => isHeldDuring(employee.teams, team, shift))
}

/** True when the wish speaks of the shift: they overlap and the shift carries the wish's tag, if it has one. */
export function appliesTo(wish: Wish, shift: Shift): boolean {
  return wish.start < shift.end && shift.start < wish.end && (wish.tag === null || shift.tags.includes(wish.tag))
}

/** True when two shifts of one employee may run beside one another because either allows the spot of the other. */
export function isPermittedBeside({ spots }: Schedule, a: Shift, b: Shift): boolean {
  return a.allowedCollisionSpots.includes(spots[b.spotIndex]!.id) || b.allowedCollisionSpots.includes(spots[a.spotIndex]!.id)
}

/** True when the later of two shifts starts before the earlier one ends, and may. */
export function isPermittedOverlap(schedule: Schedule, earlier: Shift, later: Shift): boolean {
  return earlier.end > later.start && (schedule.allowedShiftCollisions > 0 || isPermittedBeside(schedule, earlier, later))
}
