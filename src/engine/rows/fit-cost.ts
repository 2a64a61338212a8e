import { addFitCost } from '../rules/fit.ts'
import { meetings } from '../rules/wish.ts'
import type { State } from '../scoring/state.ts'
import type { Softening } from '../search/soften.ts'

/** What a duty costs an employee on a day whatever else they do, where they do `now`: fit, and wishes that nothing but this day could meet. Not what its seats are worth. */
export function fitCostOf(
  state: State,
  { factors, perUnit }: Pick<Softening, 'factors' | 'perUnit'>,
  employee: number,
  day: number,
  duty: number,
  now: number,
): number {
  const { instance, met } = state
  const { duties, fit, wishes, dayCount } = instance
  const penalties = new Float64Array(4)
  for (const d of duties.partsOf(duty)) addFitCost(fit, employee, day, d, 1, penalties)
  let cost = penalties.reduce((sum, penalty, p) => sum + penalty * factors[p]!, 0)
  if (wishes === null) return cost
  const cell = employee * dayCount + day
  for (let k = wishes.offset[cell]!; k < wishes.offset[cell + 1]!; k += 1) {
    const wish = wishes.wishes[k]!
    const elsewhere = met[wish]! - meetings(wishes, now, wish)
    if (elsewhere === 0 && meetings(wishes, duty, wish) > 0) cost -= wishes.weight[wish]! * perUnit[wishes.unit]!
  }
  return cost
}
