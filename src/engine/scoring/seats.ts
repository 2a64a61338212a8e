import type { State } from './state.ts'

/** True when the next seat of a demand saves something by being filled. */
export function isWanted({ instance: { demands }, filled }: State, d: number): boolean {
  const at = 4 * (demands.coverOffset[d]! + filled[d]!)
  for (let p = 0; p < 4; p += 1) if (demands.coverCost[at + 4 + p]! < demands.coverCost[at + p]!) return true
  return false
}
