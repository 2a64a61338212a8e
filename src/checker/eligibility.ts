import { rememberPairs } from '../model/remember-pairs.ts'
import type { Employee, Held, Schedule, Shift, Spot } from '../model/schedule.ts'

/** The entries of a list of skills or teams by id, made when the list is first asked about. */
const BY_ID = new WeakMap<readonly Held<unknown>[], ReadonlyMap<unknown, readonly Held<unknown>[]>>()

function entriesWith(held: readonly Held<unknown>[], id: unknown): readonly Held<unknown>[] {
  const byId = BY_ID.get(held) ?? Map.groupBy(held, (entry) => entry.id)
  BY_ID.set(held, byId)
  return byId.get(id) ?? []
}

function covers({ start, end }: Held<unknown>, shift: Shift): boolean {
  return (start === null || start <= shift.start) && (end === null || end >= shift.end)
}

/** True when one single entry of the list covers the whole shift. */
export function isHeldDuring<Id>(held: readonly Held<Id>[], id: Id, shift: Shift): boolean {
  return entriesWith(held, id).some((entry) => covers(entry, shift))
}

/** Skills that a spot asks for and an employee does not always hold, in order. */
interface Doubtful {
  /** Held at no time, or at times. */
  readonly all: Spot['skills']
  readonly never: Spot['skills']
  readonly atTimes: Spot['skills']
}

const doubtfulSkills = rememberPairs((held: Employee['skills'], asked: Spot['skills']): Doubtful => {
  const all = asked.filter((skill) => !entriesWith(held, skill).some(({ start, end }) => start === null && end === null))
  const isEver = (skill: Spot['skills'][number]): boolean => entriesWith(held, skill).length > 0
  return { all, never: all.filter((skill) => !isEver(skill)), atTimes: all.filter(isEver) }
})

/** The skills that the spot asks for and the employee does not hold during the whole shift. */
export function missingSkills(employee: Employee, spot: Spot, shift: Shift): Spot['skills'] {
  const { all, never, atTimes } = doubtfulSkills(employee.skills, spot.skills)
  const isMissing = (skill: Spot['skills'][number]): boolean => !isHeldDuring(employee.skills, skill, shift)
  // What is missing throughout is looked at once, and not for each shift.
  return atTimes.some(isMissing) ? all.filter(isMissing) : never
}

/** The entries of an employee's list that name one of a spot's teams. */
const sharedTeams = rememberPairs((held: Employee['teams'], asked: Spot['teams']) =>
  asked.flatMap((team) => entriesWith(held, team) as Employee['teams']),
)

/** True when the spot asks for no team, or the employee is in one of its teams during the whole shift. */
export function isInTeam(employee: Employee, spot: Spot, shift: Shift): boolean {
  return spot.teams.length === 0 || sharedTeams(employee.teams, spot.teams).some((entry) => covers(entry, shift))
}

/** Whether an employee has the skills and a team of a spot: during every shift, during some, or during none. */
export function suitsSpot(employee: Employee, spot: Spot): 'always' | 'at times' | 'never' {
  const { all, never } = doubtfulSkills(employee.skills, spot.skills)
  const memberships = sharedTeams(employee.teams, spot.teams)
  if (never.length > 0 || (spot.teams.length > 0 && memberships.length === 0)) return 'never'
  const isMember = spot.teams.length === 0 || memberships.some(({ start, end }) => start === null && end === null)
  return all.length === 0 && isMember ? 'always' : 'at times'
}

/** True when two shifts of one employee may run beside one another because either allows the spot of the other. */
export function isPermittedBeside({ spots }: Schedule, a: Shift, b: Shift): boolean {
  return a.allowedCollisionSpots.includes(spots[b.spotIndex]!.id) || b.allowedCollisionSpots.includes(spots[a.spotIndex]!.id)
}

/** True when the later of two shifts starts before the earlier one ends, and may. */
export function isPermittedOverlap(schedule: Schedule, earlier: Shift, later: Shift): boolean {
  return earlier.end > later.start && (schedule.allowedShiftCollisions > 0 || isPermittedBeside(schedule, earlier, later))
}
