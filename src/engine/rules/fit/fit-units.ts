import { rememberPairs } from '../../../model/remember-pairs.ts'
import type { Employee, Held, Schedule, Shift, Spot, Wish } from '../../../model/schedule.ts'
import type { SettingName } from '../../../model/settings.ts'
import type { SkillId } from '../../../model/units.ts'
import { holdsDuring, holdsWhen } from '../../instance/held.ts'
import { startedHours, wishUnits } from '../../instance/wish-sums.ts'

/** The rules that look at one employee on one shift, and at nothing beside. */
export type FitSetting = Extract<
  SettingName,
  | 'spotSkills'
  | 'spotTeams'
  | 'unavailable'
  | 'undesired'
  | 'useSuggestedEmployee'
  | 'useDislikedEmployee'
  | 'minMinutesPerShift'
  | 'maxMinutesPerShift'
>

/** Amounts by rule; a rule that is not broken is not there. */
export type FitUnits = Partial<Record<FitSetting, number>>

/** True when one entry of `held` with this id covers the whole shift. */
export function holds<Id>(held: readonly Held<Id>[], id: Id, { start, end }: Pick<Shift, 'start' | 'end'>): boolean {
  return holdsDuring(held, id, start, end)
}

/** The teams of a spot that somebody is in at some time; `all` where one of them is for ever. */
const membershipsOf = rememberPairs((held: Employee['teams'], asked: Spot['teams']): Spot['teams'] | 'all' =>
  asked.some((team) => holdsWhen(held, team) === 'always') ? 'all' : asked.filter((team) => holdsWhen(held, team) !== 'never'),
)

/** Of so many skills or teams, looking at each is quicker than remembering what each pair of an employee and a spot comes to, and takes no memory. */
const FEW = 8

function isInTeam(held: Employee['teams'], asked: Spot['teams'], shift: Pick<Shift, 'start' | 'end'>): boolean {
  if (asked.length <= FEW) return asked.some((team) => holds(held, team, shift))
  const teams = membershipsOf(held, asked)
  return teams === 'all' || teams.some((team) => holds(held, team, shift))
}

/** What of the skills that a spot asks for somebody lacks at all times, and at some. */
interface Lacking {
  readonly always: number
  readonly atTimes: readonly SkillId[]
}

const lackingOf = rememberPairs((held: Employee['skills'], asked: Spot['skills']): Lacking => {
  const by = Object.groupBy(asked, (skill) => holdsWhen(held, skill))
  return { always: by.never?.length ?? 0, atTimes: by['at times'] ?? [] }
})

/** A minute, or the nearest one of a stretch of time where it lies outside; null = any time. */
export function clampTo(within: { readonly start: number; readonly end: number } | null, minute: number): number {
  return within === null ? minute : Math.max(within.start, Math.min(within.end, minute))
}

/** True when the wish speaks of the shift. */
export function applies(wish: Wish, shift: Pick<Shift, 'start' | 'end' | 'tags'>): boolean {
  return wish.start < shift.end && shift.start < wish.end && (wish.tag === null || shift.tags.includes(wish.tag))
}

/** Units of every fit rule that the employee on the shift breaks: what explanations name, and the sum that `FitTable` has in parts. */
export function fitUnits(schedule: Schedule, employee: Employee, shift: Shift): FitUnits {
  if (shift.historic) return {}
  const units: FitUnits = {}
  addSpotUnits(schedule, employee, shift, units)
  const unavailable = wishUnits(employee.wishes, 'UNAVAILABLE', shift)
  const undesired = wishUnits(employee.wishes, 'UNDESIRED', shift)
  if (unavailable > 0 && undesired > 0) {
    // Which is named first has always been which of the two stands first in the document.
    const first = employee.wishes.find((wish) => wish.type !== 'DESIRED' && applies(wish, shift))!
    addWishUnits({ ...first, weight: 0 }, shift, units)
  }
  if (unavailable > 0) units.unavailable = unavailable
  if (undesired > 0) units.undesired = undesired
  addLengthUnits(employee, shift, units)
  if (shift.suggestedEmployees.length > 0 && !shift.suggestedEmployees.includes(employee.id)) units.useSuggestedEmployee = 1
  if (shift.dislikedEmployees.includes(employee.id)) units.useDislikedEmployee = 1
  return units
}

/** Adds what the spot asks for and the employee has not. */
export function addSpotUnits(schedule: Schedule, employee: Pick<Employee, 'skills' | 'teams'>, shift: Shift, units: FitUnits): void {
  const spot = schedule.spots[shift.spotIndex]!
  const missing = countMissing(employee.skills, spot.skills, shift)
  if (missing > 0) units.spotSkills = missing
  if (spot.teams.length > 0 && !isInTeam(employee.teams, spot.teams, shift)) units.spotTeams = 1
}

function countMissing(held: Employee['skills'], asked: Spot['skills'], shift: Shift): number {
  const { always, atTimes } = asked.length <= FEW ? { always: 0, atTimes: asked } : lackingOf(held, asked)
  return atTimes.reduce((missing, skill) => (holds(held, skill, shift) ? missing : missing + 1), always)
}

/** Adds what a wish that speaks of a shift costs on it. */
export function addWishUnits(wish: Wish, shift: Pick<Shift, 'start' | 'end'>, units: FitUnits): void {
  if (wish.type === 'DESIRED') return
  const setting = wish.type === 'UNAVAILABLE' ? 'unavailable' : 'undesired'
  units[setting] = (units[setting] ?? 0) + wish.weight * (wish.measure === 'HOURS' ? startedHours(wish, shift) : 1)
}

/** Adds the minutes by which the shift is too short or too long for the contract. */
export function addLengthUnits({ contract }: Pick<Employee, 'contract'>, shift: Pick<Shift, 'workMin'>, units: FitUnits): void {
  const tooShort = (contract.minMinutesPerShift ?? 0) - shift.workMin
  if (tooShort > 0) units.minMinutesPerShift = tooShort
  const tooLong = shift.workMin - (contract.maxMinutesPerShift ?? shift.workMin)
  if (tooLong > 0) units.maxMinutesPerShift = tooLong
}
