import type { SettingName } from '../model/settings.ts'

/** What stands in the way where a rule is broken, as a noun that a sentence can hold. */
export const RULE_WORDS: Readonly<Record<SettingName, string>> = {
  assignShift: 'an empty mandatory shift',
  assignOptionalShift: 'an empty optional shift',
  shiftCost: 'the cost of the shift',
  spotSkills: 'a missing skill',
  spotTeams: 'belonging to another team',
  shiftCollision: 'a shift at the same time',
  oneShiftPerDay: 'a shift on the same day',
  unavailable: 'being unavailable',
  undesired: 'a wish to be free',
  desired: 'a wish to work',
  useSuggestedEmployee: 'others being suggested',
  useDislikedEmployee: 'being disliked for it',
  minMinutesPerShift: 'the least length of a shift',
  maxMinutesPerShift: 'the longest length of a shift',
  minRestBetweenShifts: 'too little rest between shifts',
  restDayAfterShift: 'a rest day after a shift',
  restAfterShiftInRoomWithRequiredMinutes: 'the rest that a spot asks for',
  minWeeklyRestMinutes: 'too little weekly rest',
  maxMinutesPerDay: 'the most hours a day',
  maxMinutesPerWeek: 'the most hours a week',
  minMinutesPerWeek: 'the least hours a week',
  maxMinutesPerMonth: 'the most hours a month',
  minMinutesPerMonth: 'the least hours a month',
  maxMinutesInKWeeks: 'the most hours in several weeks',
  minMinutesInKWeeks: 'the least hours in several weeks',
  totalWork: 'the agreed hours or shifts in all',
  maxWorkDaysPerMonth: 'the most working days a month',
  maxConsecutiveDays: 'too many days in a row',
  minConsecutiveDays: 'too few days in a row',
  consecutiveDaysOff: 'the agreed days off in a row',
  weekendWorkFrequency: 'how often weekends are worked',
  maxWeekends: 'the most weekends',
  completeWeekends: 'half a weekend',
  maxConsecutiveLateShifts: 'too many late shifts in a row',
  maxConsecutiveNightShifts: 'too many nights in a row',
  contractRules: 'a rule of the contract',
  categoryShiftQuota: 'a quota of shifts',
  singleEmployeePerWeek: 'one employee a week at a spot',
  sameTimeOfDayForNonHistoricShifts: 'the same time of day',
  freePeriod: 'a promised free period',
  coverageCompetency: 'a competence that must be present',
  shiftDependency: 'a shift that needs another beside it',
  evenShiftDistribution: 'an even share of shifts',
  evenWeekendDistribution: 'an even share of weekends',
  evenNightDistribution: 'an even share of nights',
  keepAssignment: 'keeping what was published',
}

/**
 * Which of several broken rules is the reason, where one has to be named: who lacks the skill is not kept by the rest. Rules that are not in the list follow
 * in the order of the settings.
 */
const FIRST_REASONS: readonly SettingName[] = ['spotSkills', 'spotTeams', 'unavailable', 'shiftCollision', 'oneShiftPerDay', 'minRestBetweenShifts']

/** The rule that is the reason before all others; null when there is none. */
export function mainReason(settings: readonly SettingName[]): SettingName | null {
  return FIRST_REASONS.find((setting) => settings.includes(setting)) ?? settings[0] ?? null
}
