import type { ExplainedCoverage } from './demand.ts'
import type { StopReason } from './job.ts'
import type { PayRule } from './pay.ts'
import type { Roster } from './roster.ts'
import type { Schedule } from './schedule.ts'
import type { Score } from './score.ts'
import type { SettingName } from './settings.ts'
import type { EmployeeId, Identifier, Minute, ShiftId, SpotId } from './units.ts'
import type { Violation } from './violation.ts'

/** Why no bound is proved; docs/bounds.md says what each means. */
export const NO_BOUND_REASONS = ['FIRST_PRIORITY_BROKEN', 'ONE_PRIORITY', 'SEVERAL_SHIFTS_A_DAY', 'MANY_SHIFTS_A_DAY', 'NOT_PROVED'] as const
export type NoBoundReason = (typeof NO_BOUND_REASONS)[number]

/** The settings of what a bound leaves out, each once: without what a client calls its rules, which is its own business. */
export function settingsLeftOut(boundLeavesOut: readonly string[]): string[] {
  return [...new Set(boundLeavesOut.map((name) => name.split(':')[0]!))]
}

/** A roster with everything that is said about it. */
export interface Solution {
  readonly roster: Roster
  readonly score: Score
  /** A proved lower bound; null when none is proved. */
  readonly bound: Score | null
  /** Null when one is proved, and while the search goes on. */
  readonly noBoundReason: NoBoundReason | null
  /** The rules that no bound of the schedule follows; empty while the search goes on. */
  readonly boundLeavesOut: readonly string[]
  readonly stopReason: StopReason
  readonly violations: readonly Violation[]
  readonly freePeriods: FreePeriods
  readonly openAtEnd: readonly OpenAtEnd[]
  readonly accounts: readonly HourBalance[]
  readonly fairness: readonly FairLoad[]
  readonly unassigned: readonly UnassignedShift[]
  /** Against the assignments that the schedule came with; both lists empty where no shift that can be planned came with any. */
  readonly changes: readonly ShiftChange[]
  readonly affectedEmployees: readonly AffectedEmployee[]
  /** The fewest changes with which a roster is as good up to the priority on which empty shifts weigh; absent where it was not looked for. */
  readonly leastChanges?: LeastChanges
  /** From fewest changes to best score, the solution among them; absent where the schedule does not ask for them. */
  readonly alternatives?: readonly Alternative[]
  /** How many are at work for each demand; empty without demands. */
  readonly coverage: readonly ExplainedCoverage[]
  readonly costs: Costs
  readonly statistics: Statistics
}

/** One of several rosters to choose from. */
export interface Alternative {
  /** With where its breaks lie. */
  readonly schedule: Schedule
  readonly roster: Roster
  readonly score: Score
  readonly changes: readonly ShiftChange[]
  readonly affectedEmployees: readonly AffectedEmployee[]
  /** What it comes to for people, in one sentence. */
  readonly text: string
}

export interface LeastChanges {
  readonly count: number
  /** Whether no roster with fewer can be as good. */
  readonly proved: boolean
  /** In one sentence. */
  readonly text: string
}

/** What a roster costs. */
export interface Costs extends Partial<PaidAmounts> {
  /** Work minutes of everybody on the planned shifts, those that were found too. */
  readonly paidMinutes: number
  /** As the schedule calls it. */
  readonly currency?: string
  /** No roster that is as good in everything else costs less, in minor units, before lines are rounded; absent where that is not proved. */
  readonly bound?: number
  /** Of everybody who is paid for something, in the order of the schedule; absent where it says nothing of money. */
  readonly byEmployee?: readonly EmployeeCosts[]
  /** What the shifts at each spot cost, without overtime and activation, which belong to people. */
  readonly bySpot?: readonly SpotCosts[]
}

/** Minor units of the currency; `total` is the sum of the others. */
export interface PaidAmounts {
  readonly total: number
  readonly regular: number
  readonly overtime: number
  readonly surcharges: number
  readonly activation: number
}

/** What one employee is paid, line by line: the amounts are the sums of the lines. */
export interface EmployeeCosts extends PaidAmounts {
  readonly employeeId: EmployeeId
  readonly paidMinutes: number
  readonly lines: readonly PayLine[]
}

/** One line of a payslip: what a rule adds to the regular pay; below 0 where a surcharge pays less than that. */
export interface PayLine {
  readonly kind: 'regular' | PayRule['kind']
  /** Of the rule; absent for regular pay. */
  readonly payRule?: Identifier
  /** Of overtime: first and last known day of its window, `YYYY-MM-DD`. */
  readonly from?: string
  readonly to?: string
  /** Absent for activation. */
  readonly minutes?: number
  /** In minor units, rounded once, half up. */
  readonly amount: number
}

export interface SpotCosts {
  readonly spotId: SpotId
  readonly paidMinutes: number
  /** In minor units, rounded once, half up. */
  readonly amount: number
}

/** What an employee has of the work that a fairness rule shares, in its own unit, to a hundredth. */
export interface FairLoad {
  /** Of the fairness rule. */
  readonly id: Identifier
  readonly employeeId: EmployeeId
  readonly load: number
  readonly share: number
  /** How much more than the share they have had by now; less is below 0. */
  readonly carry: number
}

/** Whose free period requirement. */
export interface FreePeriodOwner {
  readonly requirementId: number | string
  readonly employeeId: EmployeeId
}

/** A free interval that is granted. */
export interface FreePeriodSelection extends FreePeriodOwner {
  readonly start: Minute // inclusive
  readonly end: Minute // exclusive
  /** `end − start`. */
  readonly minutes: number
  /** Free units that it counts, by the requirement's counting; 1 or more. */
  readonly units: number
  /** Local dates that lie in it entirely, `YYYY-MM-DD`. */
  readonly localDates: readonly string[]
}

/** A local date that is free entirely, but lies in no granted interval. */
export interface ResidualFreeDay extends FreePeriodOwner {
  readonly date: string
}

/** What could not be granted; at least one of the two. */
export interface UnresolvedFreePeriod extends FreePeriodOwner {
  readonly missingUnits: number
  readonly missingLocalDates: readonly string[]
}

/** What the free period requirements get from a roster, in their order; docs/constraints/freePeriod.md says how it is chosen. */
export interface FreePeriods {
  readonly selections: readonly FreePeriodSelection[]
  readonly residualFreeDays: readonly ResidualFreeDay[]
  readonly unresolved: readonly UnresolvedFreePeriod[]
}

/** A rule whose last window reaches beyond the known days: it is kept only if an employee does not work before some moment after them. */
export interface OpenAtEnd {
  readonly employeeId: EmployeeId
  readonly setting: SettingName
  /** First day of the window, `YYYY-MM-DD`. */
  readonly date: string
  /** In minutes of the calendar. */
  readonly until: Minute
  /** In one sentence. */
  readonly text: string
}

/** Hours of one employee over some days, in minutes. */
export interface HourBalance {
  readonly employeeId: EmployeeId
  /** What the contract counts them over; `weeks` = its `inKWeeks`. */
  readonly per: 'week' | 'month' | 'weeks' | 'period' | 'horizon'
  /** First and last known day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  /** The least of the contract for these days. */
  readonly owed: number
  readonly worked: number
  /** Of absences. */
  readonly credited: number
  /** `worked + credited − owed`; negative = still owed. */
  readonly balance: number
}

/** A shift that is empty or has an empty seat, and for every employee who is not on it why. */
export interface UnassignedShift {
  readonly shiftId: ShiftId
  /** Of a shift with seats: how many that are wanted are empty. */
  readonly emptySeats?: number
  /** In one sentence. */
  readonly cause: string
  /** False when the list of employees is left out because too many shifts are empty, or the time was over (docs/limits.md). */
  readonly complete: boolean
  readonly employees: readonly {
    readonly employeeId: EmployeeId
    /** Score with the employee on the shift, minus score without; a negative priority would be an improvement. */
    readonly scoreChange: Score
    /** The rules that would cost more than now. */
    readonly settings: readonly SettingName[]
  }[]
}

/** A shift that changed hands; null = nobody. */
export interface ShiftChange {
  readonly shiftId: ShiftId
  /** Local date `YYYY-MM-DD` on which the shift starts. */
  readonly date: string
  readonly before: EmployeeId | null
  readonly after: EmployeeId | null
  /** Minutes from `noticeFrom` of the schedule to the start of the shift; absent where it does not say. */
  readonly noticeMinutes?: number
  /** One sentence for people. */
  readonly text: string
}

/** Somebody for whom something changed, and what. */
export interface AffectedEmployee {
  readonly employeeId: EmployeeId
  readonly name: string | null
  /** Shifts that they work now and did not before. */
  readonly gained: readonly ShiftId[]
  /** Shifts that they worked before and do not now. */
  readonly lost: readonly ShiftId[]
  /** Work, now minus before. */
  readonly workMinutesChange: number
  /** What they are paid, now minus before, in minor units; absent where the schedule says nothing of money. */
  readonly costChange?: number
  /** The least notice of all changes; absent where the schedule does not say when people hear of them. */
  readonly noticeMinutes?: number
  /** One sentence that names nobody else. */
  readonly text: string
}

export interface Statistics {
  /** Wall clock of the search, in milliseconds. */
  readonly solveMs: number
  /** Wall clock until the first complete roster, in milliseconds. */
  readonly firstRosterMs: number
  /** Moves evaluated, over all threads. */
  readonly moves: number
  /** How many searched at a time, at most; those that were lent to the search are counted. */
  readonly threads: number
  readonly seed: number
}
