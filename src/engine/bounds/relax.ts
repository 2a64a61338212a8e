import type { Instance } from '../instance/instance.ts'

/** The instance without the rules that finding rows does not follow, as their kinds say: no roster costs more there than in the instance itself. */
export function relax(instance: Instance): Instance {
  return instance.kinds.reduce((rest, { relaxed }) => (relaxed === undefined ? rest : { ...rest, ...relaxed.without(rest) }), instance)
}

/** True when two shifts on one day break the priority, whoever works them. */
export function forbidsSeveralShifts({ counts, countsOf, weights, duties, demands, dayCount }: Instance, priority: number): boolean {
  return countsOf.every((mine, employee) =>
    [...mine].some((r) => {
      const rule = counts[r]!
      if (rule.of !== 'sum' || !rule.isPartition || rule.windowCount !== dayCount || rule.overUnit < 0 || rule.squared) return false
      const column = duties.sums[rule.column]!
      let least = Infinity
      for (let d = 0; d < demands.count; d += 1) least = Math.min(least, column[d + 1]!)
      return weights[4 * rule.overUnit + priority]! > 0 && rule.times > 0 && 2 * least > rule.most[employee]!
    }),
  )
}
