import type { Instance } from '../compile/instance.ts'
import { addFitCost } from '../rules/fit/fit.ts'
import { meetings } from '../rules/wish/wish.ts'
import type { Softening } from '../search/soften.ts'

/** What a duty costs an employee on a day whatever else they do: fit, and wishes that nothing but this day could meet. Not what its seats are worth. */
export function fitCostOf(
  { duties, fit, wishes, dayCount }: Instance,
  { factors, perUnit }: Pick<Softening, 'factors' | 'perUnit'>,
  employee: number,
  day: number,
  duty: number,
): number {
  const penalties = new Float64Array(4)
  for (const d of duties.partsOf(duty)) addFitCost(fit, employee, day, d, 1, penalties)
  let cost = penalties.reduce((sum, penalty, p) => sum + penalty * factors[p]!, 0)
  if (wishes === null) return cost
  const cell = employee * dayCount + day
  for (let k = wishes.offset[cell]!; k < wishes.offset[cell + 1]!; k += 1) {
    const wish = wishes.wishes[k]!
    if (wishes.lastOfSeveral[wish]! < 0 && meetings(wishes, duty, wish) > 0) cost -= wishes.weight[wish]! * perUnit[wishes.unit]!
  }
  return cost
}
