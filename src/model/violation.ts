import type { Priority, Score } from './score.ts'
import type { SettingName } from './settings.ts'
import type { EmployeeId, ShiftId } from './units.ts'

/** One place where a rule costs. */
export interface Match {
  readonly shiftIds: readonly ShiftId[]
  readonly employeeIds: readonly EmployeeId[]
  /** Local date `YYYY-MM-DD` of where it happens; absent when the whole horizon is meant. */
  readonly date?: string
  /** How many units; the rule's page says what one is. */
  readonly amount: number
  /** One unit in words, such as `minute of missing rest`. */
  readonly unit: string
  /** What it adds to the score on the priority of its violation: weight × amount. */
  readonly penalty: number
  /** One sentence for people. */
  readonly text: string
}

/** One rule that a roster breaks, at one priority: `penalty` is the sum of those of all places. */
export interface Violation {
  readonly setting: SettingName
  readonly priority: Priority
  readonly penalty: number
  /** In how many places; `matches` are all of them, or the first, where they are too many to list (docs/limits.md). */
  readonly matchCount: number
  /** The sum of the amounts of all places. */
  readonly units: number
  readonly matches: readonly Match[]
}

/** What a judge says of a roster: `score[p]` is the sum of the penalties of priority p. */
export interface Judgement {
  readonly score: Score
  readonly violations: readonly Violation[]
}
