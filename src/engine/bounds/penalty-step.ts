import type { Instance } from '../instance/instance.ts'
import { NO_LIMIT } from '../instance/limits.ts'

/**
 * By how much at least the penalties of two rosters on one priority differ, if they differ at all: the greatest common divisor of everything that can cost on it, 1 or more. A bound
 * between two multiples proves the higher one.
 */
export function penaltyStep(instance: Instance, priority: number): number {
  const count = instance.parts[priority]!
  return stepOf(instance, priority, count, (unit) => grainStep(instance, unit)) / count
}

/** The same of scores as they are told, in which money is whole points. */
export function wholeStep(instance: Instance, priority: number): number {
  return stepOf(instance, priority, 1, (unit) => instance.units[unit]!.parts)
}

/** In so many parts of a point; `moneyOf`: of how many grains the money of a unit is a multiple. */
function stepOf({ units, weights, wishes, demands, fit }: Instance, priority: number, count: number, moneyOf: (unit: number) => number): number {
  let step = 0
  const add = (cost: number): void => {
    step = divisor(step, Math.round(cost * count))
  }
  units.forEach((unit, k) => {
    const amount = unit.parts > 1 ? moneyOf(k) : k === wishes?.unit ? wishes.weight.reduce(divisor, 0) : 1
    add(weights[4 * k + priority]! * amount)
  })
  for (let d = 0; d < demands.count && step !== 1; d += 1) {
    if (demands.candidateOf[d]! >= 0) continue
    const first = demands.coverOffset[d]!
    for (let i = first; i < first + demands.seats[d]!; i += 1) add(demands.coverCost[4 * i + 4 + priority]! - demands.coverCost[4 * i + priority]!)
  }
  for (let i = priority; i < fit.cost.length && step !== 1; i += 4) add(fit.cost[i]!)
  return Math.max(1, step)
}

/** All money is a multiple of so many grains, whoever works what. */
function grainStep(instance: Instance, unit: number): number {
  const { pay, counts, conditionals, demands } = instance
  let step = 0
  const add = (grains: number): void => {
    step = divisor(step, grains)
  }
  if (pay !== null) {
    for (const [number, hourly] of pay.hourly.entries()) {
      const at = pay.offset[number]!
      for (let d = 0; number > 0 && d < demands.count && step !== 1; d += 1) add(hourly * pay.shares[at + d]! + pay.onTop[at + d]!)
    }
  }
  const minutes = demands.workMin.reduce(divisor, 0)
  for (const rule of counts) {
    if (rule.overUnit !== unit) continue
    const amount = rule.of === 'weekend' ? 1 : rule.most.reduce((common, limit) => (limit === NO_LIMIT ? common : divisor(common, limit)), minutes)
    rule.timesOf?.forEach((times) => add(times * amount))
  }
  for (const rule of conditionals.flat()) if (rule.unit === unit) add(rule.times)
  return step
}

/** Of two whole numbers; of 0 and another the other. 1 where one is not exact. */
function divisor(a: number, b: number): number {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return 1
  let [x, y] = [Math.abs(a), Math.abs(b)]
  while (y > 0) [x, y] = [y, x % y]
  return x
}
