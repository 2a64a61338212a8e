import type { Instance } from '../compile/instance.ts'
import { addWindowUnits, countColumn, countWeekend, type CountRule } from '../rules/count/count.ts'
import { addGapUnits } from '../rules/gap/gap.ts'
import { addRunUnits } from '../rules/run/run.ts'
import { addSameTimeUnits } from '../rules/same-time/same-time.ts'
import { addWeekendUnits } from '../rules/weekend/weekend.ts'

/**
 * Adds the units of one whole row, counted from its cells alone: every rule over all days, less what history alone broke. The slow,
 * obvious side of every fast change. Rules that always read a whole row are in `row-cache.ts`.
 */
export function addRowUnits(instance: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  const { dayCount, horizonFirst, duties } = instance
  const row = employee * dayCount
  addStretchUnits(instance, cells, employee, dayCount, 1, units)
  if (horizonFirst > 0) addStretchUnits(instance, cells, employee, horizonFirst, -1, units)
  for (const r of instance.countsOf[employee]!) addCountUnits(instance, instance.counts[r]!, cells, employee, units)
  if (instance.sameTime) addSameTimeUnits(instance.sameTime, duties, cells, row, 0, dayCount - 1, dayCount, 1, units)
}

/** Rules whose cost of the first `days` days is the same whatever comes after: what history alone breaks is taken off by cutting there. */
export function addStretchUnits(instance: Instance, cells: Int32Array, employee: number, days: number, sign: number, units: Float64Array): void {
  const row = employee * instance.dayCount
  addGapUnits(instance.gap, instance.duties, cells, row, employee, 0, days - 1, sign, units)
  for (const r of instance.runsOf[employee]!) {
    const rule = instance.runs[r]!
    addRunUnits(rule, instance.duties.flags[rule.flag]!, cells, row, employee, 0, days - 1, days, sign, units)
  }
  if (instance.weekends)
    addWeekendUnits(instance.weekends, instance.duties, cells, row, employee, 0, instance.weekends.weekends.count - 1, days, sign, units)
}

function addCountUnits(instance: Instance, rule: CountRule, cells: Int32Array, employee: number, units: Float64Array): void {
  const all = windowSums(instance, rule, cells, employee, instance.dayCount)
  const historic = windowSums(instance, rule, cells, employee, instance.horizonFirst)
  for (let window = 0; window < rule.windowCount; window += 1) {
    addWindowUnits(rule, employee, window, all[window]!, 1, units)
    if (!rule.squared && rule.overUnit >= 0) units[rule.overUnit]! -= rule.times * Math.max(0, historic[window]! - rule.most[employee]!)
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
    for (let day = rule.firstDay; day < days; day += 1) add(day, column[cells[row + day]!]!)
  }
  return sums
}
