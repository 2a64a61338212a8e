import type { Breaking, BreakRule } from './breaks.ts'
import type { Calendar } from './calendar.ts'
import type { LimitName } from './contract-limits.ts'
import type { CoverageRequirement } from './coverage.ts'
import type { Demand, ShiftTemplate } from './demand.ts'
import type { Fairness } from './fairness.ts'
import type { FreePeriodRequirement } from './free-period.ts'
import type { Pairing, ShiftGroup } from './groups.ts'
import type { Pattern } from './pattern.ts'
import type { Payable, PayTerms } from './pay.ts'
import type { HoursTerms, RestTerms, RestWindowTerms, SpanTerms } from './rest-rules.ts'
import type { Rotation, Turn } from './rotation.ts'
import type { Settings, Weights } from './settings.ts'
import type { Termination } from './termination.ts'
import type { Travel } from './travel.ts'
import type { DayIndex, EmployeeId, Identifier, Minute, ShiftId, SkillId, SpotId, TeamId } from './units.ts'

export type { CoverageRequirement, CoverageWho } from './coverage.ts'
export type { Demand, ShiftTemplate } from './demand.ts'
export type { BoundaryEvidence, FreePeriodRequirement } from './free-period.ts'
export { FAIR_OF, FAIR_SHARES } from './fairness.ts'
export type { Fairness } from './fairness.ts'
export { GROUP_MODES, type Pairing, PAIRING_MODES, PAIRING_SCOPES, type ShiftGroup } from './groups.ts'
export { DAY_OFF, type Rotation, type Turn } from './rotation.ts'
export type { Termination } from './termination.ts'

/** Everything given, as posted, with times as minutes of the calendar and absent limits as null. Nothing in it is decided by Turnus. */
export interface Schedule {
  readonly calendar: Calendar
  /** In the order they were posted; positions in this array are what a `Roster` speaks of. */
  readonly employees: readonly Employee[]
  /** In the order they were posted, the seats of one shift side by side. */
  readonly shifts: readonly Shift[]
  readonly spots: readonly Spot[]
  /** What people call skills and teams, by id; those that were posted without a name are missing. */
  readonly skillNames: ReadonlyMap<SkillId, string>
  readonly teamNames: ReadonlyMap<TeamId, string>
  readonly settings: Settings
  /** How many shifts of one employee may run beside one another without a collision; 0 = one at a time. */
  readonly allowedShiftCollisions: number
  readonly freePeriodRequirements: readonly FreePeriodRequirement[]
  readonly coverageCompetencyRequirements: readonly CoverageCompetencyRequirement[]
  readonly coverageRequirements: readonly CoverageRequirement[]
  readonly shiftTags: readonly ShiftTag[]
  readonly shiftDependencyRules: readonly ShiftDependencyRule[]
  readonly shiftGroups: readonly ShiftGroup[]
  readonly pairings: readonly Pairing[]
  readonly fairness: readonly Fairness[]
  /** How long it takes from spot to spot; null where the client says nothing of it. */
  readonly travel: Travel | null
  readonly rotations: readonly Rotation[]
  /** What work costs; absent = the document says nothing of money. */
  readonly pay?: PayTerms
  readonly breakRules?: readonly BreakRule[] // that shifts, templates and spots name; absent = none
  /** How many people are wanted when, beside what the shifts ask for; absent = the document does not say. */
  readonly demands?: readonly Demand[]
  /** What shifts may be made for them; absent = none. */
  readonly shiftTemplates?: readonly ShiftTemplate[]
  /** One for each start and length that a template allows at a spot where somebody is wanted then, with `template` set, in order of start; absent = there are none. */
  readonly candidates?: readonly Shift[]
  /** What a change of a shift costs that came with an employee, in order of `until`, each of which is another; absent = what the setting `keepAssignment` says. */
  readonly keep?: readonly Keep[]
  /** How many rosters are answered, from fewest changes to best score; absent = the best alone. */
  readonly alternatives?: number
  /** When people hear of changes; absent = the client does not say. */
  readonly noticeFrom?: Minute
  readonly termination: Termination
  /** True where the last day of the horizon is followed by its first, for ever; absent = nothing is known of what follows. */
  readonly isCyclic?: true
}

/** What a shift costs that ends with somebody else, or nobody, than it came with: of those that start before `until`, and not before that of the entry before. */
export interface Keep {
  readonly until: Minute
  readonly weights: Weights
}

/** A skill or team that an employee holds from `start` (inclusive; null = always) to `end` (exclusive; null = for good). */
export interface Held<Id> {
  readonly id: Id
  readonly start: Minute | null
  readonly end: Minute | null
}

/** A skill of an employee. */
export interface HeldSkill extends Held<SkillId> {
  /** How well it is mastered: 1 to 9, and 9 is the best. */
  readonly level: number
}

/** A skill that is asked for. */
export interface AskedSkill {
  readonly id: SkillId
  /** The least level that will do: 1 to 9, and 1 = whoever has the skill. */
  readonly minLevel: number
}

export interface Employee extends Payable {
  readonly id: EmployeeId
  readonly name: string | null
  readonly skills: readonly HeldSkill[]
  readonly teams: readonly Held<TeamId>[]
  /** Of all days; one that limits nothing where `contracts` says whose days are whose. */
  readonly contract: Contract
  /** In the order of their days, no two of which are the same; absent where `contract` is of all days. On days in none somebody is absent, as their absences say. Those who change alike have one list. */
  readonly contracts?: readonly ContractPeriod[]
  readonly wishes: readonly Wish[]
  /** Which kind of shift each day wants; absent = none does. */
  readonly rotation?: Turn
  /** Known days on which they are absent; null without absences. The times are among `wishes`, as unavailable. */
  readonly absence: Absence | null
  /** The place where their ways of a day begin and end; absent where it is not known. */
  readonly home?: Identifier
  /** What happened before the first shift and still counts; null when the client sent none. */
  readonly history: History | null
}

export const WISH_TYPES = ['UNAVAILABLE', 'UNDESIRED', 'DESIRED'] as const

export interface Wish {
  readonly type: (typeof WISH_TYPES)[number]
  readonly start: Minute // inclusive
  readonly end: Minute // exclusive
  /** Only shifts that carry this tag; null = every shift. */
  readonly tag: string | null
  /** Multiplies the rule's weight; integer, 1 or more. */
  readonly weight: number
  /** What a wish against a shift costs: once, which absent is too, or for each hour of the overlap that has begun. */
  readonly measure?: (typeof MEASURES)[number]
  /** Why somebody is unavailable, in the client's words, or `NO_CONTRACT`. */
  readonly reason?: string
}

/** Why somebody is unavailable on days for which they have no contract. */
export const NO_CONTRACT = 'no contract'

export const MEASURES = ['SHIFTS', 'HOURS'] as const

/** What absences come to. */
export interface Absence {
  /** By day with a credit: minutes that count towards hours owed and limits on hours, and never as work. */
  readonly credits: ReadonlyMap<DayIndex, number>
  /** Days that lie in absences wholly. */
  readonly days: ReadonlySet<DayIndex>
}

export interface WorkedBefore {
  readonly shiftsWorked: number
  readonly minutesWorked: number
  readonly weekendsWorked: number
}

export interface History extends WorkedBefore {
  /** The same three, of shifts with one tag. */
  readonly byTag: ReadonlyMap<string, WorkedBefore>
  /** By id of a fairness rule: how much more than the share was had before, in hundredths of its unit; absent = nothing was told. */
  readonly carry?: ReadonlyMap<Identifier, number>
}

/** Every limit is null where the contract does not speak of it; what each is, `contract-limits.ts` says. Durations in minutes. */
export interface Contract extends Payable, Readonly<Record<LimitName, number | null>> {
  /** Of one that several employees have; null = it has none. */
  readonly name: string | null
  /** Works both days of a weekend or neither. */
  readonly completeWeekends: boolean
  readonly rules: readonly ContractRule[]
  readonly quotas: readonly Quota[]
}

/** A contract of some known days, both inclusive. Those who have the same contract share one object. */
export interface ContractPeriod {
  readonly contractId: Identifier
  readonly contract: Contract
  readonly first: DayIndex
  readonly last: DayIndex
}

export const COUNTED = ['shifts', 'days', 'weekends', 'minutes', 'kinds', 'spots', 'points'] as const
export const COUNT_PERIODS = ['day', 'week', 'month', 'horizon', 'rolling', 'period'] as const
export const QUOTA_PERIODS = ['week', 'month', 'horizon', 'period'] as const
export const RUN_EDGES = ['open', 'closed'] as const
export const RUN_OF = ['days', 'daysOff', 'weekends'] as const

/** What people call a rule, and where it is written, such as an article of a law or an agreement; each absent where the client does not say. */
export interface Titled {
  readonly name?: string
  readonly reference?: string
}

/** Days on which a shift has to start to count: one of these weekdays, 0 = Monday, or one of these local dates. */
export interface StartDays {
  readonly weekdays: readonly number[]
  readonly dates: readonly string[]
}

/** What every rule and quota of a contract may say. */
interface RuleTerms extends Titled {
  /** Only shifts that start then count; of a succession or a rest, only then the earlier one. Absent = whenever they start. */
  readonly on?: StartDays
  /** The most units that one window costs, before the weight; of a run, a succession or a rest between shifts, all of the row. 1 or more; absent = any number. */
  readonly cap?: number
}

interface ContractRuleTerms extends RuleTerms {
  /** Factor within the priority; integer, 1 or more. */
  readonly weight: number
  /** What one unit costs; null = the weights of the setting `contractRules`. A rule that names its priority costs 1 there. */
  readonly weights: Weights | null
  /** What one unit costs of as many as the decided shifts of the row alone break; absent = as any other. */
  readonly decidedWeights?: Weights
  /** Position in the contract as posted, from 0: two rules may be the most and the least of one that was posted. */
  readonly place: number
  /** The rule applies only while this other count is met. */
  readonly when: CountCondition | null
}

export interface CountCondition {
  readonly of: (typeof COUNTED)[number]
  /** Empty = all shifts. */
  readonly tags: readonly string[]
  readonly per: (typeof COUNT_PERIODS)[number]
  /** Length of the window when `per` is `rolling`, in days; else null. */
  readonly days: number | null
  /** Position in `calendar.periods` when `per` is `period`; else null. */
  readonly period?: number | null
  readonly min: number | null
  readonly max: number | null
}

export interface CountRule extends ContractRuleTerms, CountCondition {
  readonly kind: 'count'
}

export interface RunRule extends ContractRuleTerms {
  readonly kind: 'run'
  /** What lies outside the known days: of an open run it is not known, a closed one ends there; absent = open. */
  readonly edges?: (typeof RUN_EDGES)[number]
  readonly of: (typeof RUN_OF)[number]
  readonly tags: readonly string[]
  readonly min: number | null
  readonly max: number | null
}

export interface SuccessionRule extends ContractRuleTerms {
  readonly kind: 'succession'
  readonly after: readonly string[]
  /** What may not follow; empty where something is required. */
  readonly forbidden: readonly string[]
  /** What must follow, one shift with any of these tags; absent where something is forbidden. */
  readonly required?: readonly string[]
  /** The later shift starts within this many minutes of the other's end; null when `nextDay` decides. */
  readonly withinMinutes: number | null
  /** The later shift starts on the following local day. */
  readonly nextDay: boolean
}

/** On how many days of a window a match ends; `max` null = as many as there are. */
export interface PatternRule extends ContractRuleTerms {
  readonly kind: 'pattern'
  readonly pattern: Pattern
  readonly per: (typeof QUOTA_PERIODS)[number]
  /** Position in `calendar.periods` when `per` is `period`; else null. */
  readonly period: number | null
  readonly min: number | null
  readonly max: number | null
}

export type RestRule = ContractRuleTerms & RestTerms
export type RestWindowRule = ContractRuleTerms & RestWindowTerms
export type SpanRule = ContractRuleTerms & SpanTerms
export type HoursRule = ContractRuleTerms & HoursTerms

export type ContractRule = CountRule | RunRule | SuccessionRule | PatternRule | RestRule | RestWindowRule | SpanRule | HoursRule

/** Shifts of a tag, or of all tags of a category; exactly one of the two is set. */
export interface Quota extends RuleTerms {
  readonly category: string | null
  readonly tag: string | null
  readonly min: number | null
  readonly max: number | null
  readonly per: (typeof QUOTA_PERIODS)[number]
  /** Position in `calendar.periods` when `per` is `period`; else null. */
  readonly period?: number | null
}

export const IMPORTANCES = ['MANDATORY', 'OPTIONAL'] as const

/** How many people a shift takes: 0 ≤ min ≤ ideal ≤ max, and max ≥ 1. */
export interface Seats {
  readonly min: number
  readonly ideal: number
  readonly max: number
}

/** One seat. A posted shift with `seats` is as many of these as its `max`, neighbours in `schedule.shifts` that have one id, the dearest to leave empty first. */
export interface Shift extends Breaking {
  /** Of the posted shift: equal for all of its seats. */
  readonly id: ShiftId
  readonly name: string | null
  /** Position in `schedule.spots`. */
  readonly spotIndex: number
  /** All of them are needed, beside those of the spot. */
  readonly skills: readonly AskedSkill[]
  /** One of them is needed; empty = none. */
  readonly anySkills: readonly AskedSkill[]
  /** Better with each of them. */
  readonly preferredSkills: readonly AskedSkill[]
  readonly start: Minute // inclusive
  readonly end: Minute // exclusive
  /** Where it starts; the day, week, month and weekend that it counts for. */
  readonly day: DayIndex
  readonly breakMin: number
  /** What counts as work: `end − start − breakMin`, unless the client says otherwise. */
  readonly workMin: number
  /** Where minutes are cut at midnight: what of `workMin` counts on the day on which it starts, on the next, and so on; else absent. */
  readonly splitMin?: readonly number[]
  readonly importance: (typeof IMPORTANCES)[number]
  /** Multiplies the cost of leaving it empty; integer, 0 or more. */
  readonly weight: number
  /** What it counts where a rule counts points; absent = 0. */
  readonly points?: number
  /** Positions of employees who were told of it and taken off it, each once; absent = nobody. Weighs nothing. */
  readonly takenFrom?: readonly number[]
  readonly cost: number // charged when assigned; integer, 0 or more
  readonly suggestedEmployees: readonly EmployeeId[]
  readonly dislikedEmployees: readonly EmployeeId[]
  /** This shift may overlap with shifts at these spots. */
  readonly allowedCollisionSpots: readonly SpotId[]
  /** Never changed: it keeps its employee, or stays empty where it came without one. */
  readonly fixed: boolean
  /** Lies before the horizon: never changed, counted by every rule that reaches over the edge. */
  readonly historic: boolean
  /** Position in `schedule.employees` of whom the shift came with; null when it came empty. */
  readonly employeeIndex: number | null
  readonly foreignInt: number | null
  readonly tags: readonly string[]
  /** The template that it is made of; absent where it was posted without one. */
  readonly template?: Identifier
  /** Of all seats of the posted shift; absent where it is one seat. */
  readonly seats?: Seats
  /** True of a seat beyond the `ideal` of its shift: nobody misses anybody on it. */
  readonly isSpare?: boolean
  /** By `settings.shiftKinds`. */
  readonly isLate: boolean
  readonly isNight: boolean
  /** It starts on the first (second) day of the weekend of `calendar.days[day].weekend`, Saturday (Sunday) as a rule, or runs through it, from midnight to midnight. */
  readonly worksSaturday: boolean
  readonly worksSunday: boolean
}

export interface Spot {
  readonly id: SpotId
  readonly name: string | null
  /** Any one of them; empty = no team asked for. */
  readonly teams: readonly TeamId[]
  /** All of them. */
  readonly skills: readonly AskedSkill[]
  readonly requiresRestAfterShiftHere: boolean
  readonly requiresRestOfMinutes: number | null
  readonly singleEmployeePerWeekPreferred: boolean
  readonly foreignInt: number | null
}

export interface ShiftTag {
  readonly id: Identifier
  readonly departmentId: Identifier | null
  readonly tag: string
  readonly category: string
  readonly description: string | null
  readonly color: string | null
  readonly active: boolean
}

export const OVERLAP_SCOPES = ['TIME_OVERLAP', 'SAME_DAY', 'SAME_SHIFT', 'WITHIN_HOURS'] as const

export interface ShiftDependencyRule {
  readonly id: Identifier
  readonly departmentId: Identifier | null
  readonly anchorShiftTag: string
  readonly requiredShiftTag: string
  readonly minRequiredCount: number
  readonly overlapScope: (typeof OVERLAP_SCOPES)[number]
  /** Set when the scope is `WITHIN_HOURS`. */
  readonly withinHours: number | null
  readonly constraintLevel: 'hard' | 'soft'
  readonly weight: number
}

export interface CoverageCompetencyRequirement {
  readonly id: Identifier
  readonly skill: SkillId
  readonly minimumCount: number
  /** Positions in `schedule.shifts`, already resolved from ids or from spots, tags and times. */
  readonly shiftIndexes: readonly number[]
  /** Only this time counts, end exclusive; null = all of the shifts. */
  readonly within: { readonly start: Minute; readonly end: Minute } | null
}
