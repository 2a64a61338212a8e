import type { Instance } from '../instance/instance.ts'
import { addFitCost } from '../rules/fit/fit.ts'
import { addCachedUnits } from '../scoring/row-cache.ts'
import { addRowUnits } from '../scoring/row-units.ts'
import type { State } from '../scoring/state.ts'

/** No day in particular. */
export const ANY_DAY = -1

/** Where the row of an employee breaks rules of a priority: a day on which they should not do what they do, the first from `firstDay` on, or any; null when it breaks none. */
export function breachOf({ instance, cells, rows }: State, employee: number, priority: number, firstDay: number): { day: number } | null {
  const day = misfitOf(instance, cells, employee, priority, firstDay)
  if (day !== ANY_DAY) return { day }
  const units = new Float64Array(instance.units.length)
  addRowUnits(instance, cells, employee, units)
  addCachedUnits(instance, rows, employee, units)
  return units.some((amount, k) => amount > 0 && instance.weights[4 * k + priority]! > 0) ? { day } : null
}

function misfitOf(instance: Instance, cells: Int32Array, employee: number, priority: number, firstDay: number): number {
  const { duties, fit, dayCount, horizonFirst, decidedDuty } = instance
  const days = dayCount - horizonFirst
  const penalties = new Float64Array(4)
  for (let i = 0; i < days; i += 1) {
    const day = horizonFirst + ((firstDay - horizonFirst + i) % days)
    const duty = cells[employee * dayCount + day]!
    if (duty === decidedDuty[employee * dayCount + day]) continue
    for (const d of duties.partsOf(duty)) addFitCost(fit, employee, day, d, 1, penalties)
    if (penalties[priority]! > 0) return day
  }
  return ANY_DAY
}
