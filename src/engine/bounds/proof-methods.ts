import { isSmall } from '../column-generation/size.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'

/** How a bound is raised: by an ascent of prices, fast and for any horizon; or by column generation over rows that keep all sums, and then branch and bound. */
export type ProofMethod = 'ascent' | 'branching'

/** By which of them bounds of an instance are proved, in this order for each priority; it is one where there is no obstacle. */
export function methodsOf(instance: Instance, params: SearchParams): readonly ProofMethod[] {
  const uses = { ascent: cyclesOfAscent(instance, params) > 0, branching: isSmall(instance, params.neighbourhoods) }
  return (['ascent', 'branching'] as const).filter((method) => uses[method])
}

/** How long prices climb before linear programs; where everybody's whole rows are too many for those, as long as it is of use. */
export function cyclesOfAscent(instance: Instance, { bounds, neighbourhoods }: SearchParams): number {
  if (!isSmall(instance, neighbourhoods)) return bounds.allCycles
  return instance.employeeCount * instance.demands.count > bounds.largeMaster ? bounds.firstCycles : 0
}

/** Of which priorities only the linear program over all rosters is solved, and no case is looked at: of none, of those before the last one that large neighbourhoods look at, or of all. */
export type FirstOnly = 'none' | 'earlier' | 'all'
