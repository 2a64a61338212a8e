import { contractsHeld } from '../model/contract-periods.ts'
import type { Contract, Schedule } from '../model/schedule.ts'
import type { SettingName, Weights } from '../model/settings.ts'
import { MINUTES_PER_HOUR } from '../model/units.ts'
import { isWeekendShift } from '../model/weekend.ts'
import type { IssueList } from './issues.ts'

/** What a breach is called, and how many units one costs at least that anybody would speak of. */
interface Absence {
  readonly words: string
  readonly units: number
  readonly isUsed: (schedule: Schedule) => boolean
}

const hasWish = ({ employees }: Schedule): boolean => employees.some(({ wishes }) => wishes.some(({ type }) => type === 'UNAVAILABLE'))
const asksForSkills = ({ spots, shifts }: Schedule): boolean =>
  spots.some(({ skills }) => skills.length > 0) || shifts.some(({ skills, anySkills }) => skills.length + anySkills.length > 0)
/** Limits of a contract that are law or agreement, by the name that setting and field share, each with its least breach and how many units that is. */
const LAWS = {
  minRestBetweenShifts: ['an hour of missing rest', MINUTES_PER_HOUR],
  minWeeklyRestMinutes: ['an hour of missing weekly rest', MINUTES_PER_HOUR],
  maxMinutesPerShift: ['an hour too many in a shift', MINUTES_PER_HOUR],
  maxMinutesPerDay: ['an hour too many in a day', MINUTES_PER_HOUR],
  maxMinutesPerWeek: ['an hour too many in a week', MINUTES_PER_HOUR],
  maxMinutesPerMonth: ['an hour too many in a month', MINUTES_PER_HOUR],
  maxMinutesInKWeeks: ['an hour too many in several weeks', MINUTES_PER_HOUR],
  maxWorkDaysPerMonth: ['a day too many in a month', 1],
  maxConsecutiveDays: ['a day too many in a row', 1],
  maxConsecutiveNightShifts: ['a night too many in a row', 1],
  maxWeekends: ['a weekend too many', 1],
} as const satisfies Partial<Record<SettingName & keyof Contract, readonly [words: string, units: number]>>

const limits =
  (field: keyof Contract) =>
  ({ employees }: Schedule): boolean =>
    employees.some((employee) => contractsHeld(employee).some((contract) => contract[field] !== null))

/** Leave, skill and law. An hour of rest or work is the least breach of a rule about minutes that counts here. */
const ABSENCES: readonly (readonly [SettingName, Absence])[] = [
  ['unavailable', { words: 'leave', units: 1, isUsed: hasWish }],
  ['spotSkills', { words: 'a missing skill', units: 1, isUsed: asksForSkills }],
  ['spotTeams', { words: 'work in a foreign team', units: 1, isUsed: ({ spots }) => spots.some(({ teams }) => teams.length > 0) }],
  ['restDayAfterShift', { words: 'work on a rest day', units: 1, isUsed: ({ spots }) => spots.some((spot) => spot.requiresRestAfterShiftHere) }],
  [
    'restAfterShiftInRoomWithRequiredMinutes',
    {
      words: 'an hour of missing rest after a duty',
      units: MINUTES_PER_HOUR,
      isUsed: ({ spots }) => spots.some((spot) => spot.requiresRestOfMinutes !== null),
    },
  ],
  ...(Object.keys(LAWS) as (keyof typeof LAWS)[]).map((field): readonly [SettingName, Absence] => {
    const [words, units] = LAWS[field]
    return [field, { words, units, isUsed: limits(field) }]
  }),
]

/**
 * Warns where an empty shift costs as much as a breach of leave, skill or law on the same priority, or more: then the search may well fill it with somebody who is absent. The documented defaults
 * never do; weights that were sent are taken as they are.
 */
export function doubtSeatTies(issues: IssueList, schedule: Schedule): void {
  const { weights } = schedule.settings
  const times = dearest(schedule)
  const seat = weights.assignShift.map((weight) => weight * times)
  const bought = ABSENCES.filter(([name, { units, isUsed }]) => isWorth(seat, weights[name], units) && isUsed(schedule))
  if (bought.length === 0) return
  const words = bought.map(([, { words }]) => words).join(', ')
  issues.warn(
    '/settings/assignShift',
    'empty-seat-ties-with-absence',
    `An empty mandatory shift costs ${seat.join(', ')} on the four priorities, as much as or more than ${words}: a shift may be filled at that price.`,
    'Leave assignShift out of settings, so that an empty shift costs 20 on the second priority; or give the rules that must hold the first priority alone.',
  )
}

/** The largest factor of a mandatory shift: its weight, and the multiplier of weekends. */
function dearest({ shifts, settings }: Schedule): number {
  return shifts.reduce((most, shift) => {
    if (shift.importance !== 'MANDATORY' || shift.historic) return most
    return Math.max(most, shift.weight * (isWeekendShift(shift) ? settings.weekendUnassignedMultiplier : 1))
  }, 0)
}

/** Whether an empty seat costs no less than so many units of a rule on the first priority of both. A rule on a later one is meant to give way. */
function isWorth(seat: readonly number[], rule: Weights, units: number): boolean {
  const priority = rule.findIndex((weight) => weight > 0)
  return priority !== -1 && priority === seat.findIndex((cost) => cost > 0) && seat[priority]! >= rule[priority]! * units
}
