import type { SettingName, Weights } from '../model/settings.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Match } from '../model/violation.ts'
import type { RosterView } from './roster-view.ts'

/** A match without the unit, which is the same for every match of a rule, and without what it costs. */
export interface Finding extends Omit<Match, 'unit' | 'penalty'> {
  /** In place of the setting's: of a rule that names its own priority, or of a soft one. */
  readonly weights?: Weights
  /** How many shifts the match concerns beside `shiftIds`, where those are too many. */
  readonly unnamed?: number
}

/** Places of a rule that can be broken in more than are listed: each of them is told only where it is listed. */
export interface CountedFindings extends Pick<Finding, 'weights'> {
  readonly count: number
  /** The sum of the amounts of all of them. */
  readonly amount: number
  /** All of them, told one by one. */
  list(): Iterable<Finding>
}

/** One page of docs/constraints, as code. */
export interface Rule {
  readonly setting: SettingName
  /** One unit, in the words of the page without the leading "one". */
  readonly unit: string
  /** Whether findings of this schedule have weights that count though the setting is switched off; absent = never. */
  weighsItself?(schedule: Schedule): boolean
  /** Every place where the roster breaks the rule; each with an amount of 1 or more. Gone through once. */
  findMatches(view: RosterView): Iterable<Finding | CountedFindings>
}
