import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { PenaltyWeights } from '../local-search/penalty-weights.ts'
import type { State } from '../scoring/state.ts'

/** Four priorities as one number, for finding rows. */
export interface Costs {
  /** Cost of one penalty point by priority. */
  readonly factors: Float64Array
  /** Cost of one unit of `instance.units`. */
  readonly perUnit: Float64Array
  /** What a step that breaks a rule of the first priority costs at least; infinite where there is only one priority. */
  readonly forbidden: number
  /** Leading priorities of which nothing may be broken at all: seats that they want filled are filled. */
  readonly closed: readonly number[]
  /** By active priority, in order: what one unit of its heaviest rule costs. */
  readonly heaviest: readonly number[]
  /** By what numbers rows are looked for. */
  readonly params: SearchParams
}

/** What breaking the first priority costs where that is forbidden: more than everything else together. */
const FORBIDDEN = 1e18
/** Numbers up to this are added to a thousandth and better; with larger ones nothing can be proved. */
export const EXACT = 1e11

/** The same costs, but where no rule of these priorities may be broken at all: the first active ones, not all of them. */
export function close(costs: Costs, { weights }: Instance, closed: readonly number[]): Costs {
  if (closed.length === 0) return costs
  const perUnit = costs.perUnit.map((cost, k) => (closed.some((p) => weights[4 * k + p]! > 0) ? FORBIDDEN : cost))
  return { ...costs, perUnit, closed, forbidden: FORBIDDEN / 2 }
}

/**
 * The same costs, closed for the priorities `kept`, the first active ones, up to the first of which the roster breaks anything; as they are where one priority alone costs. As long as nothing that comes
 * first is broken, seats that it wants filled are filled: beside what they are worth, all else would be rounding.
 */
export function closeKept(costs: Costs, { instance, score }: State, kept: readonly number[]): Costs {
  if (costs.heaviest.length < 2) return costs
  const broken = kept.findIndex((p) => score[p]! > 0)
  return close(costs, instance, broken === -1 ? kept : kept.slice(0, broken))
}

/** What one unit of the heaviest rule costs that may be broken and is not of the first active priority; infinite where there is none. */
export function heaviestOpen({ closed, heaviest }: Costs): number {
  return heaviest[Math.max(1, closed.length)] ?? Infinity
}

/**
 * Costs that keep the order of the active priorities, however far these stand above one another: bounds hold of rosters that keep the earlier ones at their best. A point of the last one costs 1, and one of those that are not active nothing.
 */
export function createCosts({ units, weights }: Instance, { active, scales, params }: Pick<PenaltyWeights, 'active' | 'scales' | 'params'>): Costs {
  const factors = new Float64Array(4)
  let factor = 1
  for (let i = active.length - 1; i >= 0; i -= 1) {
    const { heaviest, lightest } = scales[active[i]!]!
    factors[active[i]!] = i === active.length - 1 ? 1 : factor / Math.max(1, lightest)
    factor = factors[active[i]!]! * heaviest * (i === 1 ? params.columns.firstPriorityStep : params.columns.priorityStep)
  }
  const perUnit = Float64Array.from(units, (_, k) => factors.reduce((sum, of, p) => sum + of * weights[4 * k + p]!, 0))
  const heaviest = active.map((p) => factors[p]! * scales[p]!.heaviest)
  const forbidden = active.length < 2 ? Infinity : 0.999 * factors[active[0]!]! * scales[active[0]!]!.lightest
  return { factors, perUnit, closed: [], forbidden, heaviest, params }
}
