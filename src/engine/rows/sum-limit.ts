import type { Instance } from '../instance/instance.ts'
import { NO_LIMIT } from '../instance/limits.ts'
import type { CountRule } from '../rules/count/count.ts'
import { windowSums } from '../rules/count/count-units.ts'
import { CountResource, maxAdded } from '../rules/count/count-resource.ts'

/** What a row counts by one rule, which must lie between two numbers, both included. */
export interface SumLimit {
  /** Of `instance.counts`; it has one window. */
  readonly rule: number
  readonly min: number
  readonly max: number
}

/** Follows a sum that is limited; a row that leaves its limits costs `dear` at least. */
export function limitResource(
  { counts, duties }: Instance,
  employee: number,
  options: readonly (readonly number[])[],
  { rule, min, max }: SumLimit,
  dear: number,
): CountResource {
  const counted = counts[rule]!
  const limited: CountRule = {
    ...counted,
    overUnit: 0,
    underUnit: 0,
    times: 1,
    squared: 0,
    most: counted.most.map(() => Math.min(max, NO_LIMIT)),
    least: counted.least.map(() => min),
  }
  return new CountResource(limited, employee, duties, Float64Array.of(dear), maxAdded(options))
}

/** What a row counts by a rule that has one window. */
export function sumOfRow(instance: Instance, rule: number, employee: number, cells: Int32Array): number {
  return windowSums(instance, instance.counts[rule]!, cells, employee, instance.dayCount, 0)[0]!
}

/**
 * The rules by which rows of an employee count something over all days, and that cost something at these costs but are not forbidden to break. Masters mix rows
 * that count more with others that count less; every roster has a whole number.
 */
export function sumsThatCost(
  { counts, countsOf }: Instance,
  employee: number,
  { perUnit, forbidden }: { readonly perUnit: Float64Array; readonly forbidden: number },
): number[] {
  const isPaid = (unit: number): boolean => unit >= 0 && perUnit[unit]! > 0 && perUnit[unit]! < forbidden
  return [...countsOf[employee]!].filter((r) => {
    const { isPartition, windowCount, overUnit, underUnit } = counts[r]!
    return isPartition && windowCount === 1 && (isPaid(overUnit) || isPaid(underUnit))
  })
}
