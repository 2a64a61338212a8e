import { NOBODY, isDecided, type Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { PRIORITIES, type Score } from '../model/score.ts'
import type { Judgement, Match, Violation } from '../model/violation.ts'
import { viewRoster } from './roster-view.ts'
import type { Rule } from './rule.ts'
import { evenShiftDistribution } from './rules/fair-share.ts'
import { consecutiveDaysOff, maxConsecutiveDays, maxConsecutiveNightShifts, minConsecutiveDays } from './rules/runs.ts'
import { assignOptionalShift, assignShift } from './rules/seats.ts'
import { minRestBetweenShifts, oneShiftPerDay, shiftCollision } from './rules/spacing.ts'
import { spotSkills, spotTeams } from './rules/spots.ts'
import { weekendWorkFrequency } from './rules/weekends.ts'
import { desired, unavailable, undesired } from './rules/wishes.ts'
import { maxMinutesPerDay, maxMinutesPerMonth, maxMinutesPerWeek } from './rules/work-minutes.ts'

/** Every rule that the checker knows, in the order in which violations are told. */
export const RULES: readonly Rule[] = [
  assignShift,
  assignOptionalShift,
  spotSkills,
  spotTeams,
  shiftCollision,
  oneShiftPerDay,
  unavailable,
  undesired,
  desired,
  minRestBetweenShifts,
  maxMinutesPerDay,
  maxMinutesPerWeek,
  maxMinutesPerMonth,
  maxConsecutiveDays,
  minConsecutiveDays,
  consecutiveDaysOff,
  weekendWorkFrequency,
  maxConsecutiveNightShifts,
  evenShiftDistribution,
]

/**
 * Judges a roster from scratch, by docs/constraints alone. One violation for each rule that is broken and each priority
 * at which the rule has a weight; the matches are the same at every priority of a rule.
 */
export function judge(schedule: Schedule, roster: Roster): Judgement {
  const view = viewRoster(schedule, roster)
  const violations: Violation[] = []
  for (const { setting, unit, findMatches } of RULES) {
    const weights = schedule.settings.weights[setting]
    if (weights.every((weight) => weight === 0)) continue
    const matches: readonly Match[] = findMatches(view).map((finding) => ({ ...finding, unit }))
    if (matches.length === 0) continue
    const units = matches.reduce((sum, match) => sum + match.amount, 0)
    for (const priority of PRIORITIES) {
      const weight = weights[priority]
      if (weight > 0) violations.push({ setting, priority, penalty: weight * units, matches })
    }
  }
  return { score: totalOf(violations), violations }
}

function totalOf(violations: readonly Violation[]): Score {
  const total: [number, number, number, number] = [0, 0, 0, 0]
  for (const { priority, penalty } of violations) total[priority] += penalty
  return total
}

/**
 * The decided shifts (historic, or fixed with an employee) that the roster gives to somebody else than was posted.
 * Must be empty before a roster is stored or shown.
 */
export function findChangedDecidedShifts(schedule: Schedule, roster: Roster): readonly Shift[] {
  return schedule.shifts.filter((shift, position) => isDecided(shift) && roster[position] !== (shift.employeeIndex ?? NOBODY))
}
