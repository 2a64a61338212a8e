/** One limit of a contract: how the wire calls it, what it is, and which rule reads it. */
export interface ContractLimit {
  readonly wire: string
  /** Of `Contract`. */
  readonly model: string
  /** The wire's unit; `hours` may have a fraction and become minutes. */
  readonly unit: 'minutes' | 'hours' | 'shifts' | 'days' | 'weekends' | 'weeks'
  /** Which of the ranges of the wire's numbers it has. */
  readonly range: 'minutes' | 'count' | 'weeks' | 'everyNth' | 'shiftHours' | 'weeklyRestHours'
  /** The setting that weighs it. */
  readonly setting: string
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

const MINUTES = { unit: 'minutes', range: 'minutes' } as const
const DAYS = { unit: 'days', range: 'count' } as const
const SHIFTS = { unit: 'shifts', range: 'count' } as const

/** Every limit of a contract, in the order of the contract's table. `hours` in an old name says nothing about its unit. */
export const CONTRACT_LIMITS = [
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
    range: 'weeks',
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
    range: 'everyNth',
    setting: 'weekendWorkFrequency',
    description: 'May work every n-th weekend: 1 = any, 2 = every second; 0 is read as absent.',
  },
  {
    wire: 'maxWeekends',
    model: 'maxWeekends',
    unit: 'weekends',
    range: 'count',
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
    range: 'shiftHours',
    setting: 'minMinutesPerShift',
    likelyMinutes: 48,
    description: 'Least work in one shift, breaks excluded, in hours.',
  },
  {
    wire: 'maxHoursPerShiftExcludingBreak',
    model: 'maxMinutesPerShift',
    unit: 'hours',
    range: 'shiftHours',
    setting: 'maxMinutesPerShift',
    likelyMinutes: 48,
    forbidsAtZero: 'all work',
    description: 'Most work in one shift, breaks excluded, in hours.',
  },
  {
    wire: 'minWeeklyRestHours',
    model: 'minWeeklyRestMinutes',
    unit: 'hours',
    range: 'weeklyRestHours',
    setting: 'minWeeklyRestMinutes',
    description: 'In every week one stretch free of work of at least this length, in hours.',
  },
  {
    wire: 'maxTravelMinutes',
    model: 'maxTravelMinutes',
    ...MINUTES,
    setting: 'maxTravelMinutes',
    likelyHours: 2,
    description: 'Most travel on a calendar day, in minutes: from shift to shift, and from `home` and back where it is known.',
  },
] as const satisfies readonly ContractLimit[]

/** The fields of a contract that hold one limit each. */
export type LimitName = (typeof CONTRACT_LIMITS)[number]['model']
