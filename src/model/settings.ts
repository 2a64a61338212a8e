import { RULE_ROWS } from './rules.ts'

/** The four weights of one rule, first priority first; integers 0 to 20. All zero switches the rule off. */
export type Weights = readonly [first: number, second: number, third: number, fourth: number]

export const MAX_WEIGHT = 20

export type SettingName = keyof typeof RULE_ROWS

export const SETTING_NAMES = Object.keys(RULE_ROWS) as readonly SettingName[]

/** The weights that each setting has when a schedule does not mention it. */
export const DEFAULT_WEIGHTS = Object.fromEntries(SETTING_NAMES.map((name) => [name, RULE_ROWS[name].weights])) as Readonly<
  Record<SettingName, Weights>
>

/**
 * What asks for work weighs when the schedule says neither what its setting weighs nor on which priority it stands: with what must be kept it would be bought with leave or a
 * missing skill. The least of a rule of a contract asks for work, and so does whatever decided shifts alone break and more work would mend.
 */
export const DEFAULT_LEAST_WEIGHTS = { minutes: [0, 0, 1, 0], others: [0, 0, 20, 0] } as const satisfies Record<string, Weights>

/** Nobody means these when they say what must be. */
const WISHED = ['undesired', 'desired', 'evenShiftDistribution', 'evenWeekendDistribution', 'evenNightDistribution'] as const

/** What is no law on whatever priority it weighs: seats that are empty, who worked a shift before, wishes, preferences, even shares and cost. */
const NO_LAW: ReadonlySet<SettingName> = new Set<SettingName>([
  ...WISHED,
  'assignShift',
  'assignOptionalShift',
  'demandUnder',
  'demandIdeal',
  'demandOver',
  'generatedMinutes',
  'keepAssignment',
  'payCost',
  'budgets',
  'fairness',
  'preferredSkills',
  'shiftCost',
  'travelTime',
  'useDislikedEmployee',
  'useSuggestedEmployee',
])

/** Whether a rule is law where it weighs on the first priority. */
export function mayBeLaw(name: SettingName): boolean {
  return !NO_LAW.has(name)
}

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
  /**
   * In the place of these: what a setting weighs of as much as the decided shifts alone break. Of those that the schedule does not name and that work beside these may mend; absent =
   * the schedule names them all. Rules of a contract have their own.
   */
  readonly decidedWeights?: Readonly<Partial<Record<'pairings' | 'maxTravelMinutes' | 'minRestBetweenShifts', Weights>>>
  /** Multiplies `assignShift` and `assignOptionalShift` for shifts that start in a weekend; 1 changes nothing. */
  readonly weekendUnassignedMultiplier: number
  /** Least share of the mandatory weekend shifts that must be filled, 0 to 100 percent. */
  readonly weekendMandatoryCoverageFloorPercent: number
  readonly shiftKinds: ShiftKinds
}
