/** The four weights of one rule, first priority first; integers 0 to 20. All zero switches the rule off. */
export type Weights = readonly [first: number, second: number, third: number, fourth: number]

export const MAX_WEIGHT = 20

/**
 * Every setting that names a rule, with the weights it has when a schedule does not mention it.
 * Why these: docs/design/defaults.md. What one unit of each is: docs/constraints/<setting>.md.
 */
export const DEFAULT_WEIGHTS = {
  assignShift: [0, 20, 0, 0],
  assignOptionalShift: [0, 0, 0, 1],
  shiftCost: [0, 0, 0, 1],
  spotSkills: [20, 0, 0, 0],
  spotTeams: [20, 0, 0, 0],
  shiftCollision: [20, 0, 0, 0],
  oneShiftPerDay: [20, 0, 0, 0],
  unavailable: [20, 0, 0, 0],
  undesired: [0, 0, 5, 0],
  desired: [0, 0, 5, 0],
  useSuggestedEmployee: [0, 0, 0, 2],
  useDislikedEmployee: [0, 0, 5, 0],
  minMinutesPerShift: [20, 0, 0, 0],
  maxMinutesPerShift: [20, 0, 0, 0],
  minRestBetweenShifts: [20, 0, 0, 0],
  restDayAfterShift: [20, 0, 0, 0],
  restAfterShiftInRoomWithRequiredMinutes: [20, 0, 0, 0],
  minWeeklyRestMinutes: [20, 0, 0, 0],
  maxMinutesPerDay: [20, 0, 0, 0],
  maxMinutesPerWeek: [20, 0, 0, 0],
  minMinutesPerWeek: [0, 0, 1, 0],
  maxMinutesPerMonth: [20, 0, 0, 0],
  minMinutesPerMonth: [0, 0, 1, 0],
  maxMinutesInKWeeks: [20, 0, 0, 0],
  minMinutesInKWeeks: [0, 0, 1, 0],
  totalWork: [0, 0, 1, 0],
  maxWorkDaysPerMonth: [20, 0, 0, 0],
  maxConsecutiveDays: [20, 0, 0, 0],
  minConsecutiveDays: [0, 0, 5, 0],
  consecutiveDaysOff: [0, 0, 5, 0],
  weekendWorkFrequency: [0, 0, 10, 0],
  maxWeekends: [20, 0, 0, 0],
  completeWeekends: [0, 0, 5, 0],
  maxConsecutiveLateShifts: [0, 0, 5, 0],
  maxConsecutiveNightShifts: [20, 0, 0, 0],
  contractRules: [20, 0, 0, 0],
  categoryShiftQuota: [0, 0, 5, 0],
  singleEmployeePerWeek: [0, 0, 0, 2],
  sameTimeOfDayForNonHistoricShifts: [0, 0, 0, 1],
  freePeriod: [20, 0, 0, 0],
  coverageCompetency: [0, 20, 0, 0],
  shiftDependency: [0, 20, 0, 0],
  evenShiftDistribution: [0, 0, 1, 0],
  evenWeekendDistribution: [0, 0, 1, 0],
  evenNightDistribution: [0, 0, 1, 0],
  keepAssignment: [0, 0, 0, 1],
} as const satisfies Record<string, Weights>

/**
 * What the least of a rule of a contract weighs when the schedule says neither what the setting `contractRules` weighs nor on which priority the rule stands: with its
 * most it would be bought with leave or a missing skill.
 */
export const DEFAULT_LEAST_WEIGHTS = { minutes: [0, 0, 1, 0], others: [0, 0, 20, 0] } as const satisfies Record<string, Weights>

export type SettingName = keyof typeof DEFAULT_WEIGHTS

export const SETTING_NAMES = Object.keys(DEFAULT_WEIGHTS) as readonly SettingName[]

/** Nobody means these when they say what must be. */
const WISHED = ['undesired', 'desired', 'evenShiftDistribution', 'evenWeekendDistribution', 'evenNightDistribution'] as const

/**
 * The priorities, 0 and perhaps 1, that stand for what must be: rules that are kept, and mandatory shifts that are filled. The second only where empty shifts weigh there and
 * not on the first, and neither wishes nor even shares weigh beside them.
 */
export function mustPriorities({ weights }: Pick<Settings, 'weights'>): readonly (0 | 1)[] {
  const isOfCover = weights.assignShift[0] === 0 && weights.assignShift[1] > 0 && WISHED.every((name) => weights[name][1] === 0)
  return isOfCover ? [0, 1] : [0]
}

/** Whether a rule weighs on a priority that stands for what must be. */
export function weighsOnMusts(settings: Pick<Settings, 'weights'>, name: SettingName): boolean {
  return mustPriorities(settings).some((priority) => settings.weights[name][priority] > 0)
}

/** Whether nothing that must be is missing. */
export function isAsMustBe(settings: Pick<Settings, 'weights'>, score: readonly [number, number, number, number]): boolean {
  return mustPriorities(settings).every((priority) => score[priority] === 0)
}

/** When a shift counts as late or as night work, in minutes of the local wall clock (0 = midnight, 1440 = the next one). */
export interface ShiftKinds {
  /** Late: starts at or after `startsAtOrAfter` and ends at or before `endsBy`, which may lie in the next day (1560 = 02:00). */
  readonly late: { readonly startsAtOrAfter: number; readonly endsBy: number }
  /** Night: at least `minMinutes` of it lie in one window from `from` to `to` (of the next day when not later than `from`). */
  readonly night: { readonly from: number; readonly to: number; readonly minMinutes: number }
}

export const DEFAULT_SHIFT_KINDS: ShiftKinds = {
  late: { startsAtOrAfter: 14 * 60, endsBy: 26 * 60 },
  night: { from: 23 * 60, to: 6 * 60, minMinutes: 180 },
}

export interface Settings {
  readonly weights: Readonly<Record<SettingName, Weights>>
  /** Multiplies `assignShift` and `assignOptionalShift` for shifts that start in a weekend; 1 changes nothing. */
  readonly weekendUnassignedMultiplier: number
  /** Least share of the mandatory weekend shifts that must be filled, 0 to 100 percent. */
  readonly weekendMandatoryCoverageFloorPercent: number
  readonly shiftKinds: ShiftKinds
}
