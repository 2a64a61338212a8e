import type { StopReason } from './job.ts'
import type { Roster } from './roster.ts'
import type { Score } from './score.ts'
import type { SettingName } from './settings.ts'
import type { EmployeeId, ShiftId } from './units.ts'
import type { Violation } from './violation.ts'

/** A roster with everything that is said about it. */
export interface Solution {
  readonly roster: Roster
  readonly score: Score
  /** A proved lower bound; null when none is proved. */
  readonly bound: Score | null
  readonly stopReason: StopReason
  readonly violations: readonly Violation[]
  readonly unassigned: readonly UnassignedShift[]
  readonly statistics: Statistics
}

/** An empty shift, and for every employee why they are not on it. */
export interface UnassignedShift {
  readonly shiftId: ShiftId
  readonly employees: readonly {
    readonly employeeId: EmployeeId
    /** Score with the employee on the shift, minus score without; a negative priority would be an improvement. */
    readonly scoreChange: Score
    /** The rules that would cost more than now. */
    readonly settings: readonly SettingName[]
  }[]
}

export interface Statistics {
  /** Wall clock of the search, in milliseconds. */
  readonly solveMs: number
  /** Wall clock until the first complete roster, in milliseconds. */
  readonly firstRosterMs: number
  /** Moves evaluated, over all threads. */
  readonly moves: number
  readonly threads: number
  readonly seed: number
}
