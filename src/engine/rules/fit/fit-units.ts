import { contractOn } from '../../../model/contract-periods.ts'
import { rememberPairs } from '../../../model/remember-pairs.ts'
import { highestOf } from '../../../model/asked-skills.ts'
import type { AskedSkill, Employee, Schedule, Shift, Spot, Wish } from '../../../model/schedule.ts'
import type { SettingName } from '../../../model/settings.ts'
import { carries } from '../../../model/tags.ts'
import { type HeldList, holdsDuring, holdsWhen } from '../../instance/held.ts'
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
  | 'preferredSkills'
  | 'minMinutesPerShift'
  | 'maxMinutesPerShift'
>

/** What every person on a shift that is made costs as well. */
export type GeneratedSetting = Extract<SettingName, 'generatedMinutes' | 'shiftCost'>

/** Amounts by rule; a rule that is not broken is not there. */
export type FitUnits = Partial<Record<FitSetting, number>>

type During = Pick<Shift, 'start' | 'end'>
type Skills = Employee['skills']

/** True when one entry of `held` with this id covers the whole shift. */
function holds(held: HeldList, id: unknown, shift: During): boolean {
  return holdsDuring(held, id, shift)
}

function isMastered(held: Skills, { id, minLevel }: AskedSkill, shift: During): boolean {
  return holdsDuring(held, id, shift, minLevel)
}

/** The teams of a spot that somebody is in at some time; `all` where one of them is for ever. */
const membershipsOf = rememberPairs(
  (held: Employee['teams'], asked: Spot['teams']): Spot['teams'] | 'all' =>
    asked.some((team) => holdsWhen(held, team) === 'always') ? 'all' : asked.filter((team) => holdsWhen(held, team) !== 'never'),
  ({ length }) => length,
)

/** Of so many skills or teams, looking at each is quicker than remembering what each pair of an employee and a spot comes to, and takes no memory. */
const FEW = 8

function isInTeam(held: Employee['teams'], asked: Spot['teams'], shift: During): boolean {
  if (asked.length <= FEW) return asked.some((team) => holds(held, team, shift))
  const teams = membershipsOf(held, asked)
  return teams === 'all' || teams.some((team) => holds(held, team, shift))
}

/** What of skills that are asked for somebody lacks at all times, and at some; `held`: how many there are at all times. */
interface Lacking {
  readonly always: number
  readonly atTimes: readonly AskedSkill[]
  readonly held: number
}

const lackingOf = rememberPairs(
  (held: Skills, asked: readonly AskedSkill[]): Lacking => {
    const by = Object.groupBy(asked, ({ id, minLevel }) => holdsWhen(held, id, minLevel))
    return { always: by.never?.length ?? 0, atTimes: by['at times'] ?? [], held: by.always?.length ?? 0 }
  },
  ({ atTimes }) => atTimes.length,
)

/** What a shift asks for beyond its spot. */
interface Beyond {
  /** Skills that the spot does not ask for, each once at its highest level. */
  readonly others: readonly AskedSkill[]
  /** Skills of which the spot asks for a lower level, with this one. */
  readonly raised: readonly (readonly [asked: AskedSkill, atSpot: AskedSkill])[]
}

const beyondOf = rememberPairs(
  (ofSpot: Spot['skills'], ofShift: Shift['skills']): Beyond => {
    const atSpot = highestOf(ofSpot)
    const asked = [...highestOf(ofShift).values()]
    return {
      others: asked.filter(({ id }) => !atSpot.has(id)),
      raised: asked.flatMap((skill) => {
        const lower = atSpot.get(skill.id)
        return lower === undefined || lower.minLevel >= skill.minLevel ? [] : [[skill, lower] as const]
      }),
    }
  },
  ({ others, raised }) => others.length + raised.length,
)

/** A minute, or the nearest one of a stretch of time where it lies outside; null = any time. */
export function clampTo(within: { readonly start: number; readonly end: number } | null, minute: number): number {
  return within === null ? minute : Math.max(within.start, Math.min(within.end, minute))
}

/** True when the wish speaks of the shift. */
export function applies(wish: Wish, shift: Pick<Shift, 'start' | 'end' | 'tags'>): boolean {
  return wish.start < shift.end && shift.start < wish.end && (wish.tag === null || carries(shift.tags, wish.tag))
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
  addPreferredUnits(employee, shift, units)
  addLengthUnits(employee, shift, units)
  if (shift.suggestedEmployees.length > 0 && !shift.suggestedEmployees.includes(employee.id)) units.useSuggestedEmployee = 1
  if (shift.dislikedEmployees.includes(employee.id)) units.useDislikedEmployee = 1
  return units
}

/** Adds what the spot and the shift ask for and the employee has not. */
export function addSpotUnits(schedule: Schedule, employee: Pick<Employee, 'skills' | 'teams'>, shift: Shift, units: FitUnits): void {
  const spot = schedule.spots[shift.spotIndex]!
  const missing =
    countMissing(employee.skills, spot.skills, shift) + countBeyond(employee.skills, spot, shift) + (lacksAny(employee.skills, shift) ? 1 : 0)
  if (missing > 0) units.spotSkills = missing
  if (spot.teams.length > 0 && !isInTeam(employee.teams, spot.teams, shift)) units.spotTeams = 1
}

/** Adds what the shift would rather have and the employee has not. */
export function addPreferredUnits({ skills }: Pick<Employee, 'skills'>, shift: Shift, units: FitUnits): void {
  if (shift.preferredSkills.length === 0) return
  const missing = countMissing(skills, eachOnce(shift.preferredSkills), shift)
  if (missing > 0) units.preferredSkills = missing
}

function countMissing(held: Skills, asked: readonly AskedSkill[], shift: During): number {
  const { always, atTimes } = asked.length <= FEW ? { always: 0, atTimes: asked } : lackingOf(held, asked)
  return atTimes.reduce((missing, skill) => (isMastered(held, skill, shift) ? missing : missing + 1), always)
}

/** Skills of the shift that are missing where the spot does not miss them already. */
function countBeyond(held: Skills, spot: Spot, shift: Shift): number {
  if (shift.skills.length === 0) return 0
  const { others, raised } = beyondOf(spot.skills, shift.skills)
  const tooLow = raised.filter(([asked, atSpot]) => !isMastered(held, asked, shift) && isMastered(held, atSpot, shift))
  return countMissing(held, others, shift) + tooLow.length
}

/** True where the shift asks for one of several skills, and none of them is there. */
function lacksAny(held: Skills, shift: Shift): boolean {
  const asked = shift.anySkills
  if (asked.length <= FEW) return asked.length > 0 && !asked.some((skill) => isMastered(held, skill, shift))
  const { held: always, atTimes } = lackingOf(held, asked)
  return always === 0 && !atTimes.some((skill) => isMastered(held, skill, shift))
}

const EACH_ONCE = new WeakMap<readonly AskedSkill[], readonly AskedSkill[]>()

/** One list for each list, so that what is remembered of it is found again. */
function eachOnce(asked: readonly AskedSkill[]): readonly AskedSkill[] {
  const known = EACH_ONCE.get(asked) ?? [...highestOf(asked).values()]
  EACH_ONCE.set(asked, known)
  return known
}

/** Adds what a wish that speaks of a shift costs on it. */
export function addWishUnits(wish: Wish, shift: Pick<Shift, 'start' | 'end'>, units: FitUnits): void {
  if (wish.type === 'DESIRED') return
  const setting = wish.type === 'UNAVAILABLE' ? 'unavailable' : 'undesired'
  units[setting] = (units[setting] ?? 0) + wish.weight * (wish.measure === 'HOURS' ? startedHours(wish, shift) : 1)
}

/** Adds what a shift that is made costs, whoever works it. */
export function addGeneratedUnits({ workMin, cost }: Pick<Shift, 'workMin' | 'cost'>, units: Partial<Record<GeneratedSetting, number>>): void {
  units.generatedMinutes = workMin
  if (cost > 0) units.shiftCost = cost
}

/** Adds the minutes by which the shift is too short or too long for the contract of its day. */
export function addLengthUnits(employee: Pick<Employee, 'contract' | 'contracts'>, shift: Pick<Shift, 'workMin' | 'day'>, units: FitUnits): void {
  const contract = contractOn(employee, shift.day)
  if (contract === null) return
  const tooShort = (contract.minMinutesPerShift ?? 0) - shift.workMin
  if (tooShort > 0) units.minMinutesPerShift = tooShort
  const tooLong = shift.workMin - (contract.maxMinutesPerShift ?? shift.workMin)
  if (tooLong > 0) units.maxMinutesPerShift = tooLong
}
