import type { Employee, Held, Shift, Spot, Wish } from '../model/schedule.ts'

/** True when one single entry covers the whole shift. */
function isHeldDuring<Id>(held: readonly Held<Id>[], id: Id, shift: Shift): boolean {
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
