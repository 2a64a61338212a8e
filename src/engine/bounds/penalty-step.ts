import type { Instance } from '../instance/instance.ts'

/**
 * By how much at least the penalties of two rosters on one priority differ, if they differ at all: the greatest common divisor of everything that can cost on it, 1 or more. A bound
 * between two multiples proves the higher one.
 */
export function penaltyStep({ units, weights, wishes, demands, fit }: Instance, priority: number): number {
  let step = 0
  const add = (cost: number): void => {
    step = divisor(step, cost)
  }
  units.forEach((_, k) => add(weights[4 * k + priority]! * (k === wishes?.unit ? wishes.weight.reduce(divisor, 0) : 1)))
  for (let d = 0; d < demands.count && step !== 1; d += 1) {
    if (demands.candidateOf[d]! >= 0) continue
    const first = demands.coverOffset[d]!
    for (let i = first; i < first + demands.seats[d]!; i += 1) add(demands.coverCost[4 * i + 4 + priority]! - demands.coverCost[4 * i + priority]!)
  }
  for (let i = priority; i < fit.cost.length && step !== 1; i += 4) add(fit.cost[i]!)
  return Math.max(1, step)
}

/** Of two whole numbers; of 0 and another the other. 1 where one is not exact. */
function divisor(a: number, b: number): number {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return 1
  let [x, y] = [Math.abs(a), Math.abs(b)]
  while (y > 0) [x, y] = [y, x % y]
  return x
}
