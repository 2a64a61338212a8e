import { breakCount, breakStart } from './break-places.ts'
import type { CoverageRule, CoverageState } from './coverage.ts'

/** The stretches of a span that a break takes: from the first up to but without the second. */
export function stretchesOf(
  { spanFrom, spanTo, startOf, demands, breaks }: CoverageRule,
  { places }: CoverageState,
  { d, slot, span, k }: { readonly d: number; readonly slot: number; readonly span: number; readonly k: number },
): readonly [number, number] {
  const begin = demands.start[d]! + breakStart(breaks!, places, slot, d, k)
  const first = stretchFrom(startOf, spanFrom[span]!, spanTo[span]!, begin)
  return [first, stretchFrom(startOf, first, spanTo[span]!, begin + breaks!.minutes[breaks!.offset[d]! + k]!)]
}

/** The first stretch of some that begins at a minute or later. */
function stretchFrom(startOf: Int32Array, from: number, to: number, minute: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if (startOf[middle]! < minute) low = middle + 1
    else high = middle
  }
  return low
}

/** Notes the stretches of a span that the breaks of a demand take, in order; answers how many breaks take any. */
export function findBreaks(rule: CoverageRule, state: CoverageState, d: number, slot: number, span: number): number {
  const { from, to } = rule.breaks!.scratch
  let count = 0
  for (let k = 0; k < breakCount(rule.breaks!, d); k += 1) {
    const [begin, end] = stretchesOf(rule, state, { d, slot, span, k })
    if (begin === end) continue
    let at = count
    for (; at > 0 && from[at - 1]! > begin; at -= 1) {
      from[at] = from[at - 1]!
      to[at] = to[at - 1]!
    }
    from[at] = begin
    to[at] = end
    count += 1
  }
  return count
}

/** Whether the employee is on a break of the shift beside, number i of those, in a stretch. */
export function isAway(
  { breaks, demands, startOf }: CoverageRule,
  { beside, besideSlot, places }: CoverageState,
  i: number,
  stretch: number,
): boolean {
  const d = beside[i]!
  const after = startOf[stretch]! - demands.start[d]!
  for (let k = 0; k < breakCount(breaks!, d); k += 1) {
    const start = breakStart(breaks!, places, besideSlot[i]!, d, k)
    if (start <= after && after < start + breaks!.minutes[breaks!.offset[d]! + k]!) return true
  }
  return false
}
