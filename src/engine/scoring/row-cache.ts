import type { Instance } from '../instance/instance.ts'
import { addConditionalUnits, conditionalUnits } from '../rules/conditional/conditional.ts'
import { addCachedPatterns, createPatternCache, type PatternCache, refreshPatterns } from '../rules/pattern/pattern-change.ts'
import { findMissingRest } from '../rules/weekly-rest/weekly-rest.ts'

/**
 * What the rules that read a whole row cost now: a move then counts them once, with the new duties in place, and not before as well.
 * By employee: minutes of rest missing in each week, units of each conditional rule, units of each plain rule, where patterns stand.
 */
export interface RowCache {
  readonly rest: readonly Int32Array[]
  readonly conditionals: readonly Float64Array[]
  readonly plain: readonly Float64Array[]
  readonly patterns: readonly PatternCache[]
}

/** A cache without figures; `refreshRow` fills it. */
export function createRowCache(instance: Instance): RowCache {
  const { employees, calendar } = instance.schedule
  return {
    rest: employees.map((_, e) => new Int32Array(hasRest(instance, e) ? calendar.weekCount : 0)),
    conditionals: employees.map((_, e) => new Float64Array(instance.conditionals[e]!.length)),
    plain: employees.map(() => new Float64Array(instance.plain.length)),
    patterns: employees.map((_, e) => createPatternCache(instance, e)),
  }
}

function hasRest(instance: Instance, employee: number): boolean {
  return instance.weeklyRest !== null && instance.weeklyRest.applies[employee] === 1
}

/** Counts one employee's whole row anew. */
export function refreshRow(instance: Instance, cache: RowCache, cells: Int32Array, employee: number): void {
  const { dayCount, duties, weeklyRest, plain, rowContext } = instance
  const row = employee * dayCount
  const rest = cache.rest[employee]!
  if (rest.length > 0) {
    findMissingRest(weeklyRest!, duties, cells, row, employee, 0, rest.length - 1, dayCount)
    rest.set(weeklyRest!.missing)
  }
  const conditionals = cache.conditionals[employee]!
  for (let i = 0; i < conditionals.length; i += 1) {
    conditionals[i] = conditionalUnits(instance.conditionals[employee]![i]!, rowContext, cells, row, employee)
  }
  const plainUnits = cache.plain[employee]!
  for (let i = 0; i < plainUnits.length; i += 1) plainUnits[i] = plain[i]!.rule.unitsOf(duties, cells, row, employee)
  refreshPatterns(instance, cache.patterns[employee]!, cells, employee)
}

/** Adds what the cache says that the plain rules of one employee cost. */
export function addCachedPlain({ plain }: Instance, cache: RowCache, employee: number, units: Float64Array): void {
  cache.plain[employee]!.forEach((amount, i) => {
    units[plain[i]!.rule.unit]! += amount
  })
}

/** Adds the cached units of one employee, but for those of plain rules. */
export function addCachedUnits(instance: Instance, cache: RowCache, employee: number, units: Float64Array): void {
  for (const missing of cache.rest[employee]!) units[instance.weeklyRest!.unit]! += missing
  cache.conditionals[employee]!.forEach((amount, i) => {
    addConditionalUnits(instance, instance.conditionals[employee]![i]!, { employee, amount, times: 1 }, units)
  })
  addCachedPatterns(instance, cache.patterns[employee]!, employee, units)
}
