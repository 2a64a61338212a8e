import type { Employee, Held, Schedule, Shift, Wish } from '../../model/schedule.ts'
import type { SettingName } from '../../model/settings.ts'

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
export function holds<Id>(held: readonly Held<Id>[], id: Id, shift: Pick<Shift, 'start' | 'end'>): boolean {
  return held.some(
    (entry) => entry.id === id && (entry.start === null || entry.start <= shift.start) && (entry.end === null || entry.end >= shift.end),
  )
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
  for (const wish of employee.wishes) if (applies(wish, shift)) addWishUnits(wish, units)
  addLengthUnits(employee, shift, units)
  if (shift.suggestedEmployees.length > 0 && !shift.suggestedEmployees.includes(employee.id)) units.useSuggestedEmployee = 1
  if (shift.dislikedEmployees.includes(employee.id)) units.useDislikedEmployee = 1
  return units
}

/** Adds what the spot asks for and the employee has not. */
export function addSpotUnits(schedule: Schedule, employee: Pick<Employee, 'skills' | 'teams'>, shift: Shift, units: FitUnits): void {
  const spot = schedule.spots[shift.spotIndex]!
  const missing = spot.skills.filter((skill) => !holds(employee.skills, skill, shift)).length
  if (missing > 0) units.spotSkills = missing
  if (spot.teams.length > 0 && !spot.teams.some((team) => holds(employee.teams, team, shift))) units.spotTeams = 1
}

/** Adds what a wish that speaks of a shift costs on it. */
export function addWishUnits(wish: Wish, units: FitUnits): void {
  if (wish.type === 'DESIRED') return
  const setting = wish.type === 'UNAVAILABLE' ? 'unavailable' : 'undesired'
  units[setting] = (units[setting] ?? 0) + wish.weight
}

/** Adds the minutes by which the shift is too short or too long for the contract. */
export function addLengthUnits({ contract }: Pick<Employee, 'contract'>, shift: Pick<Shift, 'workMin'>, units: FitUnits): void {
  const tooShort = (contract.minMinutesPerShift ?? 0) - shift.workMin
  if (tooShort > 0) units.minMinutesPerShift = tooShort
  const tooLong = shift.workMin - (contract.maxMinutesPerShift ?? shift.workMin)
  if (tooLong > 0) units.maxMinutesPerShift = tooLong
}
