import type { Contract } from '../model/schedule.ts'
import type { SettingName } from '../model/settings.ts'
import { RANGES } from './limits.ts'
import type { Range } from './limits.ts'

/** The fields of a contract that hold one limit each. */
export type LimitName = Exclude<keyof Contract, 'completeWeekends' | 'rules' | 'quotas'>

/** One limit of a contract: how the wire calls it, what it is, and which rule reads it. */
export interface ContractField {
  readonly wire: string
  readonly model: LimitName
  /** The wire's unit; `hours` may have a fraction and become minutes. */
  readonly unit: 'minutes' | 'hours' | 'shifts' | 'days' | 'weekends' | 'weeks'
  readonly range: Range
  readonly setting: SettingName
  readonly description: string
  /** Up to here a value above 0 looks as if hours had been given for minutes. */
  readonly likelyHours?: number
  /** The limit is over a window, so that `likelyHours` is 80 for each of its weeks. */
  readonly over?: 'weeks' | 'horizon'
  /** Longest window that a most in minutes may be held against, in days: what is more than all of its minutes limits nothing. */
  readonly windowDays?: number
  /** From here on a value looks as if minutes had been given for hours. */
  readonly likelyMinutes?: number
  /** What 0 forbids, where surely nobody means that. */
  readonly forbidsAtZero?: string
}

const MINUTES = { unit: 'minutes', range: RANGES.minutes } as const
const DAYS = { unit: 'days', range: RANGES.count } as const
const SHIFTS = { unit: 'shifts', range: RANGES.count } as const

/** Every limit of a contract, in the order of the contract's table. `hours` in an old name says nothing about its unit. */
export const CONTRACT_FIELDS: readonly ContractField[] = [
  {
    wire: 'hoursBetweenShift',
    model: 'minRestBetweenShifts',
    ...MINUTES,
    setting: 'minRestBetweenShifts',
    likelyHours: 48,
    description: 'Least rest between two shifts, in minutes.',
  },
  {
    wire: 'maxHoursDay',
    model: 'maxMinutesPerDay',
    ...MINUTES,
    setting: 'maxMinutesPerDay',
    likelyHours: 24,
    windowDays: 1,
    forbidsAtZero: 'all work',
    description: 'Most work on a calendar day, in minutes.',
  },
  {
    wire: 'maxHoursWeek',
    model: 'maxMinutesPerWeek',
    ...MINUTES,
    setting: 'maxMinutesPerWeek',
    likelyHours: 80,
    windowDays: 7,
    description: 'Most work in a calendar week, in minutes.',
  },
  {
    wire: 'maxHoursMonth',
    model: 'maxMinutesPerMonth',
    ...MINUTES,
    setting: 'maxMinutesPerMonth',
    likelyHours: 260,
    windowDays: 31,
    description: 'Most work in a calendar month, in minutes.',
  },
  {
    wire: 'minHoursWeek',
    model: 'minMinutesPerWeek',
    ...MINUTES,
    setting: 'minMinutesPerWeek',
    likelyHours: 80,
    description: 'Least work in a calendar week, in minutes.',
  },
  {
    wire: 'minHoursMonth',
    model: 'minMinutesPerMonth',
    ...MINUTES,
    setting: 'minMinutesPerMonth',
    likelyHours: 260,
    description: 'Least work in a calendar month, in minutes.',
  },
  {
    wire: 'maxNhours',
    model: 'maxMinutesInKWeeks',
    ...MINUTES,
    setting: 'maxMinutesInKWeeks',
    over: 'weeks',
    description: 'Most work in any `inKWeeks` consecutive weeks, in minutes.',
  },
  {
    wire: 'minNhours',
    model: 'minMinutesInKWeeks',
    ...MINUTES,
    setting: 'minMinutesInKWeeks',
    over: 'weeks',
    description: 'Least work in any `inKWeeks` consecutive weeks, in minutes.',
  },
  {
    wire: 'inKWeeks',
    model: 'inKWeeks',
    unit: 'weeks',
    range: RANGES.weeks,
    setting: 'maxMinutesInKWeeks',
    description: 'Length of the window of `maxNhours` and `minNhours`, in weeks; `InKWeeks` is read too.',
  },
  {
    wire: 'maxMinutesTotal',
    model: 'maxMinutesTotal',
    ...MINUTES,
    setting: 'totalWork',
    over: 'horizon',
    description: 'Most work over the whole horizon, in minutes.',
  },
  {
    wire: 'minMinutesTotal',
    model: 'minMinutesTotal',
    ...MINUTES,
    setting: 'totalWork',
    over: 'horizon',
    description: 'Least work over the whole horizon, in minutes.',
  },
  { wire: 'maxShiftsTotal', model: 'maxShiftsTotal', ...SHIFTS, setting: 'totalWork', description: 'Most shifts over the whole horizon.' },
  { wire: 'minShiftsTotal', model: 'minShiftsTotal', ...SHIFTS, setting: 'totalWork', description: 'Fewest shifts over the whole horizon.' },
  {
    wire: 'maxWorkDaysMonth',
    model: 'maxWorkDaysPerMonth',
    ...DAYS,
    setting: 'maxWorkDaysPerMonth',
    description: 'Most working days in a calendar month.',
  },
  {
    wire: 'maxConsecutiveDays',
    model: 'maxConsecutiveDays',
    ...DAYS,
    setting: 'maxConsecutiveDays',
    forbidsAtZero: 'all work',
    description: 'Most working days in a row.',
  },
  {
    wire: 'minConsecutiveDays',
    model: 'minConsecutiveDays',
    ...DAYS,
    setting: 'minConsecutiveDays',
    description: 'Fewest working days in a row; a run at the edge of the horizon is never too short.',
  },
  {
    wire: 'minConsecutiveDaysOff',
    model: 'minConsecutiveDaysOff',
    ...DAYS,
    setting: 'consecutiveDaysOff',
    description: 'Fewest days off in a row; a run at the edge of the horizon is never too short.',
  },
  {
    wire: 'maxConsecutiveDaysOff',
    model: 'maxConsecutiveDaysOff',
    ...DAYS,
    setting: 'consecutiveDaysOff',
    forbidsAtZero: 'every day off',
    description: 'Most days off in a row.',
  },
  {
    wire: 'weekendWorkFrequency',
    model: 'weekendWorkFrequency',
    unit: 'weekends',
    range: RANGES.everyNth,
    setting: 'weekendWorkFrequency',
    description: 'May work every n-th weekend: 1 = any, 2 = every second; 0 is read as absent.',
  },
  {
    wire: 'maxWeekends',
    model: 'maxWeekends',
    unit: 'weekends',
    range: RANGES.count,
    setting: 'maxWeekends',
    description: 'Most worked weekends in the horizon.',
  },
  {
    wire: 'maxConsecutiveLateShifts',
    model: 'maxConsecutiveLateShifts',
    ...SHIFTS,
    setting: 'maxConsecutiveLateShifts',
    description: 'Most late shifts on consecutive days.',
  },
  {
    wire: 'maxConsecutiveNightShifts',
    model: 'maxConsecutiveNightShifts',
    ...SHIFTS,
    setting: 'maxConsecutiveNightShifts',
    description: 'Most night shifts on consecutive days.',
  },
  {
    wire: 'minHoursPerShiftExcludingBreak',
    model: 'minMinutesPerShift',
    unit: 'hours',
    range: RANGES.shiftHours,
    setting: 'minMinutesPerShift',
    likelyMinutes: 48,
    description: 'Least work in one shift, breaks excluded, in hours.',
  },
  {
    wire: 'maxHoursPerShiftExcludingBreak',
    model: 'maxMinutesPerShift',
    unit: 'hours',
    range: RANGES.shiftHours,
    setting: 'maxMinutesPerShift',
    likelyMinutes: 48,
    forbidsAtZero: 'all work',
    description: 'Most work in one shift, breaks excluded, in hours.',
  },
  {
    wire: 'minWeeklyRestHours',
    model: 'minWeeklyRestMinutes',
    unit: 'hours',
    range: RANGES.weeklyRestHours,
    setting: 'minWeeklyRestMinutes',
    description: 'In every week one stretch free of work of at least this length, in hours.',
  },
]

/** Other spellings of fields of a contract that clients send. */
export const CONTRACT_SPELLINGS: ReadonlyMap<string, string> = new Map([['InKWeeks', 'inKWeeks']])

/** Pairs of wire names of which the first may not be above the second. */
export const LEAST_AND_MOST: readonly (readonly [least: string, most: string])[] = [
  ['minHoursWeek', 'maxHoursWeek'],
  ['minHoursMonth', 'maxHoursMonth'],
  ['minNhours', 'maxNhours'],
  ['minMinutesTotal', 'maxMinutesTotal'],
  ['minShiftsTotal', 'maxShiftsTotal'],
  ['minConsecutiveDays', 'maxConsecutiveDays'],
  ['minConsecutiveDaysOff', 'maxConsecutiveDaysOff'],
  ['minHoursPerShiftExcludingBreak', 'maxHoursPerShiftExcludingBreak'],
]

/** Wire names by the name of the setting or of our model: what somebody writes who has read only those. */
export const CONTRACT_SYNONYMS: ReadonlyMap<string, string> = new Map<string, string>([
  ...CONTRACT_FIELDS.filter((field) => field.wire !== field.model).map((field) => [field.model, field.wire] as const),
  ['minRestMinutes', 'hoursBetweenShift'],
  ['minRestBetweenShift', 'hoursBetweenShift'],
])
