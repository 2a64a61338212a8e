import type { Instance } from '../../instance/instance.ts'
import type { RowCache } from '../../scoring/row-cache.ts'
import { conditionalUnits } from './conditional.ts'

/** Adds what the conditional rules that a change concerns cost more than the cache says, now that the row is changed. */
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
