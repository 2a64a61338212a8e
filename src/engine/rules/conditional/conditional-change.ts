import type { Instance } from '../../instance/instance.ts'
import type { RowCache } from '../../scoring/row-cache.ts'
import { addConditionalUnits, conditionalUnits } from './conditional.ts'

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
    const amount = conditionalUnits(rule, instance.rowContext, cells, employee * instance.dayCount, employee)
    if (rule.decided === null) {
      units[rule.unit]! += amount - now[i]!
      continue
    }
    addConditionalUnits(instance, rule, { employee, amount: now[i]!, times: -1 }, units)
    addConditionalUnits(instance, rule, { employee, amount, times: 1 }, units)
  }
}
