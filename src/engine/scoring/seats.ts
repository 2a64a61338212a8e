import type { Instance } from '../instance/instance.ts'
import type { State } from './state.ts'

/** What one more seat of a demand costs when so many are filled, where a point of each priority costs its factor. */
export function seatCost({ demands }: Pick<Instance, 'demands'>, factors: Float64Array, d: number, filled: number): number {
  const { coverOffset, coverCost } = demands
  const at = 4 * (coverOffset[d]! + filled)
  let cost = 0
  for (let p = 0; p < 4; p += 1) cost += (coverCost[at + 4 + p]! - coverCost[at + p]!) * factors[p]!
  return cost
}

/** True when the next seat of a demand saves something by being filled. */
export function isWanted({ instance: { demands }, filled }: State, d: number): boolean {
  const at = 4 * (demands.coverOffset[d]! + filled[d]!)
  for (let p = 0; p < 4; p += 1) if (demands.coverCost[at + 4 + p]! < demands.coverCost[at + p]!) return true
  return false
}
