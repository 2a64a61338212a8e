import { PRIORITIES } from '../../model/score.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Cycle } from '../portfolio/params/cycles.ts'

/** What the cycles of a search follow from. */
interface Cooled {
  /** How many priorities are active, 0 to 4. */
  readonly active: number
  /** How many times the lightest unit of the last one its heaviest is: where two are traded, local search is as warm as what lies in the middle. */
  readonly range: number
  /** Whether large neighbourhoods follow the first cooling. */
  readonly isFollowed: boolean
}

/** The cycles of a search. */
export function cyclesOf({ cycles: all, policy }: Pick<SearchParams, 'cycles' | 'policy'>, { active, range, isFollowed }: Cooled): readonly Cycle[] {
  const cycles = all[active]!
  if (active === PRIORITIES.length && isFollowed)
    return cycles.map((each, i) => (i === 0 ? { ...each, end: Math.min(policy.firstFollowed, cycles[1]!.end) } : each))
  if (active !== 2) return cycles
  const warmth = Math.min(Math.sqrt(range), policy.warmedTo * range)
  return cycles.map((each) => ({ ...each, hottest: each.hottest * warmth, coldest: Math.min(each.coldest, policy.cooledTo * range) }))
}

/** One way from warm to cold: within a cycle, by its number, between two shares of the whole search. */
export interface Cooling {
  readonly cycle: number
  readonly from: number
  readonly to: number
}

/**
 * How local search goes on at such a share of the search, below 1, after `cycle`: what came between may have taken longer than further cycles, and those are left
 * out. Where local search was `beaten` by what came between, that comes again soon, and the cycle is not over then; null = it was not.
 */
export function nextCooling(
  cycles: readonly Cycle[],
  { cycle }: Pick<Cooling, 'cycle'>,
  progress: number,
  beaten: Pick<SearchParams['policy'], 'betweenNeighbourhoods'> | null,
): Cooling {
  let next = cycle
  while (next < cycles.length - 1 && cycles[next]!.end <= progress) next += 1
  const { end } = cycles[next]!
  return beaten !== null
    ? { cycle: next, from: progress, to: Math.min(end, progress + beaten.betweenNeighbourhoods) }
    : { cycle: next, from: cycles[next - 1]?.end ?? 0, to: end }
}

/** How warm local search is at such a share of the search. */
export function temperatureAt({ hottest, coldest }: Cycle, { from, to }: Cooling, progress: number): number {
  return hottest * Math.pow(coldest / hottest, Math.min(1, (progress - from) / (to - from)))
}
