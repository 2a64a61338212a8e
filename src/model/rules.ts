import type { LimitName } from './contract-limits.ts'
import type { Weights } from './settings.ts'

/** All that is said of a rule in one place: whoever adds one writes its row here. */
interface RuleRow {
  /** When a schedule does not mention it. Why these: docs/design/defaults.md. */
  readonly weights: Weights
  /** The kinds of rules that the engine makes of it (`engine/rules/`); `cover` is what seats cost. */
  readonly kinds: readonly string[]
  /** What stands in the way where it is broken, as a noun that a sentence can hold. */
  readonly words: string
  /** What those hold whom it keeps off no shift, where it says who comes into question for one. */
  readonly suits?: string
  /** Somebody who works less never breaks it more; of a rule that has a most and a least, its most. */
  readonly isStrict?: true
  /** The limit of a contract that it holds, where it is one number; `step`: whether more (1) or less (−1) of it asks less. */
  readonly limit?: { readonly field: LimitName; readonly per: 'minutes' | 'units'; readonly step: 1 | -1 }
  /** What it asks, as a sentence; `{limit}` stands for the limit. Absent: `words` have to do. */
  readonly asks?: string
  /** How one is called in a sentence whose rule gives way, in a repair: so many minutes `more in a week`; one unit. Absent: no repair relaxes its limit. */
  readonly givesWay?: { readonly minutes?: string; readonly units?: string }
}

/** Every setting that names a rule. What one unit of each is: docs/constraints/<setting>.md. */
export const RULE_ROWS = {
  assignShift: {
    weights: [0, 20, 0, 0],
    // Of cover, but for the share of weekend shifts that must be filled.
    kinds: ['cover', 'link'],
    words: 'an empty mandatory shift',
  },
  assignOptionalShift: {
    weights: [0, 0, 0, 1],
    kinds: ['cover'],
    words: 'an empty optional shift',
  },
  shiftCost: {
    weights: [0, 0, 0, 1],
    kinds: ['cover'],
    words: 'the cost of the shift',
  },
  spotSkills: {
    weights: [20, 0, 0, 0],
    kinds: ['fit'],
    words: 'a missing skill',
    suits: 'hold the skills',
    isStrict: true,
  },
  spotTeams: {
    weights: [20, 0, 0, 0],
    kinds: ['fit'],
    words: 'belonging to another team',
    suits: 'belong to a team of the spot',
    isStrict: true,
  },
  shiftCollision: {
    weights: [20, 0, 0, 0],
    kinds: ['gap'],
    words: 'a shift at the same time',
    isStrict: true,
    asks: 'Nobody works two shifts at the same time',
  },
  oneShiftPerDay: {
    weights: [20, 0, 0, 0],
    kinds: ['count'],
    words: 'a shift on the same day',
    isStrict: true,
    asks: 'Nobody works two shifts on one day',
  },
  unavailable: {
    weights: [20, 0, 0, 0],
    kinds: ['fit'],
    words: 'being unavailable',
    suits: 'are there',
    isStrict: true,
  },
  undesired: {
    weights: [0, 0, 5, 0],
    kinds: ['fit'],
    words: 'a wish to be free',
    suits: 'did not ask to be free',
    isStrict: true,
  },
  desired: {
    weights: [0, 0, 5, 0],
    kinds: ['wish'],
    words: 'a wish to work',
  },
  useSuggestedEmployee: {
    weights: [0, 0, 0, 2],
    kinds: ['fit'],
    words: 'others being suggested',
  },
  useDislikedEmployee: {
    weights: [0, 0, 5, 0],
    kinds: ['fit'],
    words: 'being disliked for it',
    suits: 'are not disliked for it',
    isStrict: true,
  },
  preferredSkills: {
    weights: [0, 0, 2, 0],
    kinds: ['fit'],
    words: 'a missing preferred skill',
    suits: 'hold the preferred skills',
    isStrict: true,
  },
  minMinutesPerShift: {
    weights: [20, 0, 0, 0],
    kinds: ['fit'],
    words: 'the least length of a shift',
    suits: 'work shifts as short',
    isStrict: true,
    limit: { field: 'minMinutesPerShift', per: 'minutes', step: -1 },
    givesWay: { minutes: 'less in one shift' },
  },
  maxMinutesPerShift: {
    weights: [20, 0, 0, 0],
    kinds: ['fit'],
    words: 'the longest length of a shift',
    suits: 'work shifts as long',
    isStrict: true,
    limit: { field: 'maxMinutesPerShift', per: 'minutes', step: 1 },
    givesWay: { minutes: 'longer in one shift' },
  },
  minRestBetweenShifts: {
    weights: [20, 0, 0, 0],
    kinds: ['gap'],
    words: 'too little rest between shifts',
    isStrict: true,
    limit: { field: 'minRestBetweenShifts', per: 'minutes', step: -1 },
    asks: 'Between two shifts at least {limit} of rest',
  },
  restDayAfterShift: {
    weights: [20, 0, 0, 0],
    kinds: ['gap'],
    words: 'a rest day after a shift',
    isStrict: true,
  },
  restAfterShiftInRoomWithRequiredMinutes: {
    weights: [20, 0, 0, 0],
    kinds: ['gap'],
    words: 'the rest that a spot asks for',
    isStrict: true,
  },
  minWeeklyRestMinutes: {
    weights: [20, 0, 0, 0],
    kinds: ['weekly-rest'],
    words: 'too little weekly rest',
    isStrict: true,
    limit: { field: 'minWeeklyRestMinutes', per: 'minutes', step: -1 },
    asks: 'Every week at least {limit} of rest in one piece',
    givesWay: { minutes: 'into the weekly rest' },
  },
  maxMinutesPerDay: {
    weights: [20, 0, 0, 0],
    kinds: ['count'],
    words: 'the most hours a day',
    isStrict: true,
    limit: { field: 'maxMinutesPerDay', per: 'minutes', step: 1 },
    asks: 'At most {limit} a day',
    givesWay: { minutes: 'more on one day' },
  },
  maxMinutesPerWeek: {
    weights: [20, 0, 0, 0],
    kinds: ['count'],
    words: 'the most hours a week',
    isStrict: true,
    limit: { field: 'maxMinutesPerWeek', per: 'minutes', step: 1 },
    asks: 'At most {limit} a week',
    givesWay: { minutes: 'more in a week' },
  },
  minMinutesPerWeek: {
    weights: [0, 0, 1, 0],
    kinds: ['count'],
    words: 'the least hours a week',
  },
  maxMinutesPerMonth: {
    weights: [20, 0, 0, 0],
    kinds: ['count'],
    words: 'the most hours a month',
    isStrict: true,
    limit: { field: 'maxMinutesPerMonth', per: 'minutes', step: 1 },
    asks: 'At most {limit} a month',
    givesWay: { minutes: 'more in a month' },
  },
  minMinutesPerMonth: {
    weights: [0, 0, 1, 0],
    kinds: ['count'],
    words: 'the least hours a month',
  },
  maxMinutesInKWeeks: {
    weights: [20, 0, 0, 0],
    kinds: ['count'],
    words: 'the most hours in several weeks',
    isStrict: true,
    limit: { field: 'maxMinutesInKWeeks', per: 'minutes', step: 1 },
    asks: 'At most {limit} in several weeks',
    givesWay: { minutes: 'more in several weeks' },
  },
  minMinutesInKWeeks: {
    weights: [0, 0, 1, 0],
    kinds: ['count'],
    words: 'the least hours in several weeks',
  },
  totalWork: {
    weights: [0, 0, 1, 0],
    kinds: ['count'],
    words: 'the agreed hours or shifts in all',
    isStrict: true,
    givesWay: { minutes: 'more in all', units: 'works one more shift in all' },
  },
  maxWorkDaysPerMonth: {
    weights: [20, 0, 0, 0],
    kinds: ['count'],
    words: 'the most working days a month',
    isStrict: true,
    limit: { field: 'maxWorkDaysPerMonth', per: 'units', step: 1 },
    asks: 'Working days a month: {limit} at most',
    givesWay: { units: 'works one more day of the month' },
  },
  maxConsecutiveDays: {
    weights: [20, 0, 0, 0],
    kinds: ['run'],
    words: 'too many days in a row',
    isStrict: true,
    limit: { field: 'maxConsecutiveDays', per: 'units', step: 1 },
    asks: 'Working days in a row: {limit} at most',
    givesWay: { units: 'works one more day in a row' },
  },
  minConsecutiveDays: {
    weights: [0, 0, 5, 0],
    kinds: ['run'],
    words: 'too few days in a row',
  },
  consecutiveDaysOff: {
    weights: [0, 0, 5, 0],
    kinds: ['run'],
    words: 'the agreed days off in a row',
  },
  weekendWorkFrequency: {
    weights: [0, 0, 10, 0],
    kinds: ['weekend'],
    words: 'how often weekends are worked',
    isStrict: true,
  },
  maxWeekends: {
    weights: [20, 0, 0, 0],
    kinds: ['count'],
    words: 'the most weekends',
    isStrict: true,
    limit: { field: 'maxWeekends', per: 'units', step: 1 },
    asks: 'Weekends: {limit} at most',
    givesWay: { units: 'works one more weekend' },
  },
  completeWeekends: {
    weights: [0, 0, 5, 0],
    kinds: ['weekend'],
    words: 'half a weekend',
  },
  maxConsecutiveLateShifts: {
    weights: [0, 0, 5, 0],
    kinds: ['run'],
    words: 'too many late shifts in a row',
    isStrict: true,
    limit: { field: 'maxConsecutiveLateShifts', per: 'units', step: 1 },
    asks: 'Late shifts in a row: {limit} at most',
    givesWay: { units: 'works one more late shift in a row' },
  },
  maxConsecutiveNightShifts: {
    weights: [20, 0, 0, 0],
    kinds: ['run'],
    words: 'too many nights in a row',
    isStrict: true,
    limit: { field: 'maxConsecutiveNightShifts', per: 'units', step: 1 },
    asks: 'Nights in a row: {limit} at most',
    givesWay: { units: 'works one more night in a row' },
  },
  contractRules: {
    weights: [20, 0, 0, 0],
    kinds: ['count', 'run', 'gap', 'conditional', 'pattern'],
    words: 'a rule of the contract',
    isStrict: true,
    asks: 'The rules of the contract hold',
    givesWay: { minutes: 'more than a rule of the contract allows', units: 'may go one beyond a rule of the contract' },
  },
  categoryShiftQuota: {
    weights: [0, 0, 5, 0],
    kinds: ['count', 'conditional'],
    words: 'a quota of shifts',
    isStrict: true,
    givesWay: { units: 'works one more shift than the quota' },
  },
  singleEmployeePerWeek: {
    weights: [0, 0, 0, 2],
    kinds: ['link'],
    words: 'one employee a week at a spot',
  },
  sameTimeOfDayForNonHistoricShifts: {
    weights: [0, 0, 0, 1],
    kinds: ['same-time'],
    words: 'the same time of day',
  },
  freePeriod: {
    weights: [20, 0, 0, 0],
    kinds: ['free-period'],
    words: 'a promised free period',
    isStrict: true,
  },
  coverageCompetency: {
    weights: [0, 20, 0, 0],
    kinds: ['link'],
    words: 'a competence that must be present',
  },
  coverageRequirements: {
    weights: [0, 20, 0, 0],
    kinds: ['coverage'],
    words: 'how many are at work at a time',
  },
  shiftDependency: {
    weights: [0, 20, 0, 0],
    kinds: ['link'],
    words: 'a shift that needs another beside it',
  },
  shiftGroups: {
    weights: [0, 20, 0, 0],
    kinds: ['link'],
    words: 'shifts that belong together',
  },
  pairings: {
    weights: [20, 0, 0, 0],
    kinds: ['pairing'],
    words: 'who works with whom',
  },
  evenShiftDistribution: {
    weights: [0, 0, 1, 0],
    kinds: ['count'],
    words: 'an even share of shifts',
  },
  evenWeekendDistribution: {
    weights: [0, 0, 1, 0],
    kinds: ['count'],
    words: 'an even share of weekends',
  },
  evenNightDistribution: {
    weights: [0, 0, 1, 0],
    kinds: ['count'],
    words: 'an even share of nights',
  },
  fairness: {
    weights: [0, 0, 1, 0],
    kinds: ['count', 'refusal'],
    words: 'an even share',
  },
  rotations: {
    weights: [0, 0, 5, 0],
    kinds: ['rota'],
    words: 'what a rotation wants of the day',
  },
  maxTravelMinutes: {
    weights: [20, 0, 0, 0],
    kinds: ['travel'],
    words: 'the most travel a day',
  },
  travelTime: {
    weights: [0, 0, 0, 1],
    kinds: ['travel'],
    words: 'travel',
  },
  keepAssignment: {
    weights: [0, 0, 0, 1],
    kinds: ['fit'],
    words: 'keeping what was published',
  },
} as const satisfies Record<string, RuleRow>

/** A row, whichever. */
export function ruleRow(setting: keyof typeof RULE_ROWS): RuleRow {
  return RULE_ROWS[setting]
}
