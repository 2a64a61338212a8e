import type { Demands } from '../../instance/demands.ts'
import { OFF, type Duties } from '../../instance/duties.ts'
import { MINUTES_PER_DAY, MINUTES_PER_HOUR } from '../../../model/units.ts'

/** gap: an employee's work begins at the same time of day (sameTimeOfDayForNonHistoricShifts). */
export interface SameTimeRule {
  readonly demands: Demands
  readonly unit: number
  /** Days before this one are history. */
  readonly horizonFirst: number
}

/**
 * Adds `sign` × the hours by which the start of work moves, from the last shift before day `from` to the first one after day `to`
 * (inclusive) of a row of `days` days.
 */
export function addSameTimeUnits(
  rule: SameTimeRule,
  duties: Duties,
  cells: Int32Array,
  row: number,
  from: number,
  to: number,
  days: number,
  sign: number,
  units: Float64Array,
): void {
  let day = from - 1
  while (day >= rule.horizonFirst && cells[row + day] === OFF) day -= 1
  let previous = -1
  if (day >= rule.horizonFirst) {
    const duty = cells[row + day]!
    previous = rule.demands.wallStart[duties.parts[duties.partOffset[duty]! + duties.size[duty]! - 1]!]!
  }
  let hours = 0
  for (day = Math.max(from, rule.horizonFirst); day < days; day += 1) {
    const duty = cells[row + day]!
    if (duty === OFF) continue
    for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
      const start = rule.demands.wallStart[duties.parts[i]!]!
      if (previous >= 0) {
        const apart = Math.abs(start - previous)
        hours += Math.floor(Math.min(apart, MINUTES_PER_DAY - apart) / MINUTES_PER_HOUR)
      }
      previous = start
      // Beyond the stretch only the first shift has another neighbour than before.
      if (day > to) break
    }
    if (day > to) break
  }
  units[rule.unit]! += sign * hours
}
