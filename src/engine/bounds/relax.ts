import type { Instance } from '../instance/instance.ts'
import { type CountRule, timesFor } from '../rules/count/count.ts'

/** The instance without the rules that finding rows does not follow, as their kinds say: no roster costs more there than in the instance itself. */
export function relax(instance: Instance): Instance {
  return instance.kinds.reduce((rest, { relaxed }) => (relaxed === undefined ? rest : { ...rest, ...relaxed.without(rest) }), instance)
}

/** The most of the window that has the largest. */
function loosest({ most, mostAt, windowCount }: CountRule, employee: number): number {
  if (mostAt === null || mostAt[employee]! < 0) return most[employee]!
  return most.subarray(mostAt[employee]!, mostAt[employee]! + windowCount).reduce((a, b) => Math.max(a, b), 0)
}

/** True when two shifts on one day break the priority, whoever works them. */
export function forbidsSeveralShifts({ counts, countsOf, weights, duties, demands, dayCount }: Instance, priority: number): boolean {
  return countsOf.every((mine, employee) =>
    [...mine].some((r) => {
      const rule = counts[r]!
      if (rule.of !== 'sum' || !rule.isPartition || rule.windowCount !== dayCount || rule.overUnit < 0 || rule.squared > 0) return false
      const column = duties.sums[rule.column]!
      let least = Infinity
      for (let d = 0; d < demands.count; d += 1) least = Math.min(least, column[d + 1]!)
      return weights[4 * rule.overUnit + priority]! > 0 && timesFor(rule, employee) > 0 && 2 * least > loosest(rule, employee)
    }),
  )
}
