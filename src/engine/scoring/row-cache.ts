import type { Instance } from '../compile/instance.ts'
import { conditionalUnits } from '../rules/conditional/conditional.ts'
import { missingOf } from '../rules/free-period/free-period.ts'
import { findMissingRest, firstWeekReached, lastWeekReached } from '../rules/weekly-rest/weekly-rest.ts'

/**
 * What the rules that read a whole row cost now: a move then counts them once, with the new duties in place, and not before as well.
 * By employee: minutes of rest missing in each week, units missing of each free period, units of each conditional rule.
 */
export interface RowCache {
  readonly rest: readonly Int32Array[]
  readonly periods: readonly Float64Array[]
  readonly conditionals: readonly Float64Array[]
}

/** A cache without figures; `refreshRow` fills it. */
export function createRowCache(instance: Instance): RowCache {
  const { employees, calendar } = instance.schedule
  return {
    rest: employees.map((_, e) => new Int32Array(hasRest(instance, e) ? calendar.weekCount : 0)),
    periods: employees.map((_, e) => new Float64Array(instance.freePeriods?.periods[e]!.length ?? 0)),
    conditionals: employees.map((_, e) => new Float64Array(instance.conditionals[e]!.length)),
  }
}

function hasRest(instance: Instance, employee: number): boolean {
  return instance.weeklyRest !== null && instance.weeklyRest.least[employee]! > 0
}

/** Counts one employee's whole row anew. */
export function refreshRow(instance: Instance, cache: RowCache, cells: Int32Array, employee: number): void {
  const { dayCount, duties, weeklyRest, freePeriods, rowContext } = instance
  const row = employee * dayCount
  const rest = cache.rest[employee]!
  if (rest.length > 0) {
    findMissingRest(weeklyRest!, duties, cells, row, employee, 0, rest.length - 1, dayCount)
    rest.set(weeklyRest!.missing)
  }
  const periods = cache.periods[employee]!
  for (let i = 0; i < periods.length; i += 1) periods[i] = missingOf(freePeriods!, freePeriods!.periods[employee]![i]!, duties, cells, row)
  const conditionals = cache.conditionals[employee]!
  for (let i = 0; i < conditionals.length; i += 1) {
    conditionals[i] = conditionalUnits(instance.conditionals[employee]![i]!, rowContext, cells, row, employee)
  }
}

/** Adds the cached units of one employee. */
export function addCachedUnits(instance: Instance, cache: RowCache, employee: number, units: Float64Array): void {
  for (const missing of cache.rest[employee]!) units[instance.weeklyRest!.unit]! += missing
  for (const missing of cache.periods[employee]!) units[instance.freePeriods!.unit]! += missing
  cache.conditionals[employee]!.forEach((amount, i) => {
    units[instance.conditionals[employee]![i]!.unit]! += amount
  })
}

/** Adds what weekly rest costs more than the cache says, now that days `from` to `to` (inclusive) of the row are changed. */
export function addRestChange(
  instance: Instance,
  cache: RowCache,
  cells: Int32Array,
  employee: number,
  from: number,
  to: number,
  units: Float64Array,
): void {
  const rest = cache.rest[employee]!
  if (rest.length === 0) return
  const rule = instance.weeklyRest!
  const { dayCount, duties } = instance
  const row = employee * dayCount
  const first = firstWeekReached(rule, cells, row, from)
  const last = lastWeekReached(rule, cells, row, to, dayCount)
  findMissingRest(rule, duties, cells, row, employee, first, last, dayCount)
  let change = 0
  for (let week = first; week <= last; week += 1) change += rule.missing[week]! - rest[week]!
  units[rule.unit]! += change
}

/** The same for free periods. */
export function addPeriodChange(
  instance: Instance,
  cache: RowCache,
  cells: Int32Array,
  employee: number,
  from: number,
  to: number,
  units: Float64Array,
): void {
  const now = cache.periods[employee]!
  if (now.length === 0) return
  const rule = instance.freePeriods!
  const periods = rule.periods[employee]!
  for (let i = 0; i < periods.length; i += 1) {
    const period = periods[i]!
    if (period.lastDay < from || period.firstDay > to) continue
    units[rule.unit]! += missingOf(rule, period, instance.duties, cells, employee * instance.dayCount) - now[i]!
  }
}

/** The same for the conditional rules that the change concerns. */
export function addConditionalChange(
  instance: Instance,
  cache: RowCache,
  cells: Int32Array,
  employee: number,
  isConcerned: Uint8Array,
  units: Float64Array,
): void {
  const rules = instance.conditionals[employee]!
  const now = cache.conditionals[employee]!
  for (let i = 0; i < rules.length; i += 1) {
    if (isConcerned[i] === 0) continue
    const rule = rules[i]!
    units[rule.unit]! += conditionalUnits(rule, instance.rowContext, cells, employee * instance.dayCount, employee) - now[i]!
  }
}
