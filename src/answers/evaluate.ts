import type { AskedRoster } from '../api/read-question.ts'
import { type ConstraintRelease, writeRelease } from '../api/write-solution.ts'
import { costsOf, withFewLines } from '../checker/costs.ts'
import { judge } from '../checker/check.ts'
import { NOBODY } from '../model/roster.ts'
import type { Shift } from '../model/schedule.ts'
import type { Score } from '../model/score.ts'
import type { Costs } from '../model/solution.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import type { Violation } from '../model/violation.ts'

export interface EvaluateQuestion extends AskedRoster {
  /** Matches of each rule and priority that are listed at most. */
  readonly matchLimit: number
}

/** A rule that is broken, with the first of its places. */
export interface CountedRelease extends ConstraintRelease {
  /** How many places there are. */
  readonly matchCount: number
}

export interface EvaluateAnswer {
  readonly score: Score
  readonly constraintRelease: readonly CountedRelease[]
  readonly assignedShifts: number
  readonly emptyMandatoryShifts: number
  readonly emptyOptionalShifts: number
  readonly costs: Costs
}

/** Scores a roster as it stands, with sentences of `teller`. About 0.5 s for 1,000 employees and 20,000 shifts. */
export function evaluate({ schedule, roster, matchLimit }: EvaluateQuestion, teller: Teller = ENGLISH): EvaluateAnswer {
  const { score, violations } = judge(schedule, roster, teller)
  const count = (isCounted: (shift: Shift, employee: number) => boolean): number =>
    schedule.shifts.reduce((sum, shift, index) => sum + (!shift.historic && isCounted(shift, roster[index]!) ? 1 : 0), 0)
  return {
    score,
    constraintRelease: countReleases(violations, matchLimit),
    assignedShifts: count((_, employee) => employee !== NOBODY),
    emptyMandatoryShifts: count(({ importance }, employee) => employee === NOBODY && importance === 'MANDATORY'),
    emptyOptionalShifts: count(({ importance, isSpare }, employee) => employee === NOBODY && importance === 'OPTIONAL' && isSpare !== true),
    costs: withFewLines(costsOf(schedule, roster)),
  }
}

/** The violations as the wire says them, with at most `matchLimit` matches of each. */
export function countReleases(violations: readonly Violation[], matchLimit: number): CountedRelease[] {
  return violations.map((violation) => {
    const { matches, ...release } = writeRelease(violation)
    return { ...release, matchCount: violation.matchCount, matches: matches.slice(0, matchLimit) }
  })
}
