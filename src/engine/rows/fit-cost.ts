import type { Instance } from '../instance/instance.ts'
import type { PenaltyWeights } from '../local-search/penalty-weights.ts'

/** What a duty costs an employee on a day whatever else they do: fit, and wishes that nothing but this day could meet. Not what its seats are worth. */
export function fitCostOf(
  instance: Instance,
  costs: Pick<PenaltyWeights, 'factors' | 'perUnit'>,
  employee: number,
  day: number,
  duty: number,
): number {
  const at = { employee, day, duty }
  return instance.kinds.reduce((cost, { dayCost }) => (dayCost === undefined ? cost : dayCost(instance, costs, at, cost)), 0)
}
