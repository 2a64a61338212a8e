import type { Schedule } from '../../../model/schedule.ts'
import type { Demands } from '../../instance/demands.ts'
import type { Duties } from '../../instance/duties.ts'
import { OFF } from '../../instance/duties.ts'
import { spansOf, type Windows } from '../../instance/windows.ts'

/** Counts different things, tags or spots, over windows of days. */
export interface Distinct {
  /** By demand: what it is of, `ids[offset[d] … offset[d + 1] − 1]`; nothing when the rule does not count it. */
  readonly offset: Int32Array
  readonly ids: Int32Array
  /** By window: its first and last known day. */
  readonly spans: readonly { readonly first: number; readonly last: number }[]
  /** By id: in how many shifts of the window at hand it is; all 0 between two uses. */
  readonly times: Int32Array
}

const SPANS = new WeakMap<Windows, Distinct['spans']>()

/** Different `tags`, or different spots where there are none to look for, of the demands that count. */
export function compileDistinct(
  { shifts }: Schedule,
  { count, spot, shiftIndexes, shiftOffset }: Demands,
  { windows, counts, tags }: { readonly windows: Windows; readonly counts: Uint8Array; readonly tags: readonly string[] | null },
): Distinct {
  const numbers = new Map((tags ?? []).map((tag, number) => [tag, number]))
  const offset = new Int32Array(count + 1)
  const ids: number[] = []
  let most = 0
  for (let d = 0; d < count; d += 1) {
    const own =
      counts[d] === 0 ? [] : tags === null ? [spot[d]!] : shifts[shiftIndexes[shiftOffset[d]!]!]!.tags.flatMap((tag) => numbers.get(tag) ?? [])
    for (const id of own) {
      ids.push(id)
      most = Math.max(most, id + 1)
    }
    offset[d + 1] = ids.length
  }
  const spans = SPANS.get(windows) ?? spansOf(windows)
  SPANS.set(windows, spans)
  return { offset, ids: Int32Array.from(ids), spans, times: new Int32Array(most) }
}

/** Puts into `sums` how many different things each window holds, of days from `firstDay` up to but without `days`. Windows come in order, so days enter and leave once. */
export function sumDistinct(
  { offset, ids, spans, times }: Distinct,
  duties: Duties,
  cells: Int32Array,
  { row, firstDay, days }: { readonly row: number; readonly firstDay: number; readonly days: number },
  sums: Float64Array,
): void {
  let from = 0
  let until = 0
  let different = 0
  const turn = (day: number, step: 1 | -1): void => {
    const duty = cells[row + day]!
    if (duty === OFF) return
    for (let i = duties.partOffset[duty]!, end = i + duties.size[duty]!; i < end; i += 1) {
      const demand = duties.parts[i]!
      for (let at = offset[demand]!; at < offset[demand + 1]!; at += 1) {
        const id = ids[at]!
        if (step === 1 && times[id] === 0) different += 1
        times[id]! += step
        if (step === -1 && times[id] === 0) different -= 1
      }
    }
  }
  const move = (first: number, end: number): void => {
    for (; from < first && from < until; from += 1) turn(from, -1)
    if (from < first) {
      from = first
      until = first
    }
    for (; until < end; until += 1) turn(until, 1)
  }
  for (let window = 0; window < spans.length; window += 1) {
    const { first, last } = spans[window]!
    move(Math.max(first, firstDay), Math.min(last + 1, days))
    sums[window] = different
  }
  move(cells.length, 0)
}
