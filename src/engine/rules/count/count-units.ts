import type { Instance } from '../../instance/instance.ts'
import { addWindowUnits, countColumn, countWeekend, type CountRule, maxIn, timesFor } from './count.ts'

/** Adds what the counts of a whole row break, less what history alone broke. */
export function countCounts(instance: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  for (const r of instance.countsOf[employee]!) addCountUnits(instance, instance.counts[r]!, cells, employee, units)
}

function addCountUnits(instance: Instance, rule: CountRule, cells: Int32Array, employee: number, units: Float64Array): void {
  const all = windowSums(instance, rule, cells, employee, instance.dayCount)
  const charges = rule.squared === 0 && rule.overUnit >= 0
  // Without history every window begins with what was counted before.
  const historic = charges && instance.horizonFirst > 0 ? windowSums(instance, rule, cells, employee, instance.horizonFirst) : null
  for (let window = 0; window < rule.windowCount; window += 1) {
    addWindowUnits(rule, employee, window, all[window]!, 1, units)
    if (!charges) continue
    const before = historic === null ? rule.offset[employee]! : historic[window]!
    units[rule.overUnit]! -= timesFor(rule, employee) * Math.max(0, before - maxIn(rule, employee, window))
  }
}

/** The sum of every window of one row, of the first `days` days; `row` is where it begins in `cells`. */
export function windowSums(
  instance: Instance,
  rule: CountRule,
  cells: Int32Array,
  employee: number,
  days: number,
  row = employee * instance.dayCount,
): Float64Array {
  const sums = new Float64Array(rule.windowCount).fill(rule.offset[employee]!)
  const column = countColumn(rule, instance.duties)
  const add = (day: number, amount: number): void => {
    for (let window = rule.firstWindow[day]!; window <= rule.lastWindow[day]!; window += 1) sums[window]! += amount
  }
  if (rule.of === 'weekend') {
    for (let weekend = 0; weekend < rule.weekends!.count; weekend += 1) {
      add(rule.weekends!.anchor[weekend]!, countWeekend(rule, column, cells, row, weekend, days))
    }
  } else {
    const until = Math.min(days, rule.windowed.until)
    for (let day = Math.max(rule.firstDay, rule.windowed.from); day < until; day += 1) add(day, column[cells[row + day]!]!)
  }
  return sums
}
