import { rememberPairs } from '../model/remember-pairs.ts'
import type { AskedSkill, Employee, Held, HeldSkill, Schedule, Shift, Spot } from '../model/schedule.ts'

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

type Asked = readonly AskedSkill[]

/** True when an entry of the skill is of the level that is asked for, or of a higher one, and `suits`. */
function hasEntry(held: Employee['skills'], { id, minLevel }: AskedSkill, suits: (entry: HeldSkill) => boolean): boolean {
  return (entriesWith(held, id) as readonly HeldSkill[]).some((entry) => entry.level >= minLevel && suits(entry))
}

/** True when one single entry of the list covers the whole shift, with a level that will do. */
export function isMasteredDuring(held: Employee['skills'], skill: AskedSkill, shift: Shift): boolean {
  return hasEntry(held, skill, (entry) => covers(entry, shift))
}

/** Skills that are asked for and an employee does not always hold at their level, in order. */
interface Doubtful {
  /** Held at no time, or at times. */
  readonly all: Asked
  readonly never: Asked
  readonly atTimes: Asked
}

/** Of so many skills or teams, looking at each takes no longer than remembering what a pair of an employee and a spot comes to, and no memory. */
const FEW = 8

function findDoubtful(held: Employee['skills'], asked: Asked): Doubtful {
  const all = asked.filter((skill) => !hasEntry(held, skill, ({ start, end }) => start === null && end === null))
  const isEver = (skill: AskedSkill): boolean => hasEntry(held, skill, () => true)
  return { all, never: all.filter((skill) => !isEver(skill)), atTimes: all.filter(isEver) }
}

const rememberedDoubtful = rememberPairs(findDoubtful, ({ all, never, atTimes }) => all.length + never.length + atTimes.length)

function doubtfulSkills(held: Employee['skills'], asked: Asked): Doubtful {
  return asked.length <= FEW ? findDoubtful(held, asked) : rememberedDoubtful(held, asked)
}

function missingAtSpot(employee: Employee, spot: Spot, shift: Shift): Asked {
  const { all, never, atTimes } = doubtfulSkills(employee.skills, spot.skills)
  const isMissing = (skill: AskedSkill): boolean => !isMasteredDuring(employee.skills, skill, shift)
  // What is missing throughout is looked at once, and not for each shift.
  return atTimes.some(isMissing) ? all.filter(isMissing) : never
}

/** By list, made when it is first asked about: each skill with the entry that asks for the highest level of it. */
const HIGHEST = new WeakMap<Asked, ReadonlyMap<unknown, AskedSkill>>()

function highestIn(asked: Asked): ReadonlyMap<unknown, AskedSkill> {
  const known = HIGHEST.get(asked)
  if (known !== undefined) return known
  const highest = new Map<unknown, AskedSkill>()
  for (const skill of asked) {
    const earlier = highest.get(skill.id)
    if (earlier === undefined || earlier.minLevel < skill.minLevel) highest.set(skill.id, skill)
  }
  HIGHEST.set(asked, highest)
  return highest
}

/** What of a shift's own list the employee lacks, each skill once. Not remembered: the lists of all shifts together are no longer than the schedule. */
function missingAtShift(employee: Employee, asked: Asked, shift: Shift): Asked {
  if (asked.length === 0) return asked
  return [...highestIn(asked).values()].filter((skill) => !isMasteredDuring(employee.skills, skill, shift))
}

/** Skills that are missing: those of the spot, and those of the shift beyond them. Two lists, since one of the spot may be long, and serve many shifts. */
export interface MissingSkills {
  readonly ofSpot: Asked
  readonly beyond: Asked
  /** Of both. */
  readonly count: number
}

/** The skills that the spot or the shift asks for and the employee does not hold during the whole shift. One that both ask for is there once. */
export function missingSkills(employee: Employee, spot: Spot, shift: Shift): MissingSkills {
  const ofSpot = missingAtSpot(employee, spot, shift)
  const beyond = missingBeyond(employee, spot, shift)
  return { ofSpot, beyond, count: ofSpot.length + beyond.length }
}

function missingBeyond(employee: Employee, spot: Spot, shift: Shift): Asked {
  const ofShift = missingAtShift(employee, shift.skills, shift)
  if (ofShift.length === 0) return ofShift
  const atSpot = highestIn(spot.skills)
  return ofShift.filter(({ id }) => {
    const ofSpot = atSpot.get(id)
    return ofSpot === undefined || isMasteredDuring(employee.skills, ofSpot, shift)
  })
}

/** True where the shift asks for one of several skills, and the employee holds none of them during the whole shift. */
export function lacksAnySkill(employee: Employee, shift: Shift): boolean {
  return shift.anySkills.length > 0 && !shift.anySkills.some((skill) => isMasteredDuring(employee.skills, skill, shift))
}

/** The skills that a shift prefers and the employee does not hold during the whole of it, each once. */
export function missingPreferences(employee: Employee, shift: Shift): Asked {
  return missingAtShift(employee, shift.preferredSkills, shift)
}

/** The entries of an employee's list that name one of a spot's teams. */
function findShared(held: Employee['teams'], asked: Spot['teams']): Employee['teams'] {
  return asked.flatMap((team) => entriesWith(held, team) as Employee['teams'])
}

const rememberedShared = rememberPairs(findShared, ({ length }) => length)

function sharedTeams(held: Employee['teams'], asked: Spot['teams']): Employee['teams'] {
  return asked.length <= FEW ? findShared(held, asked) : rememberedShared(held, asked)
}

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
