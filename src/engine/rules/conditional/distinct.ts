import type { Demands } from '../../instance/demands.ts'
import type { Duties } from '../../instance/duties.ts'
import { OFF } from '../../instance/duties.ts'
import { spansOf, type Windows } from '../../instance/windows.ts'

/** What is different of some demands: tags, or spots. One for all rules of an instance that count the same. */
interface Things {
  /** By demand: what it is of, `ids[offset[d] … offset[d + 1] − 1]`; nothing when the rule does not count it. */
  readonly offset: Int32Array
  readonly ids: Int32Array
  /** By duty of several demands: what these are of, each once; absent until it is first asked for. */
  readonly ofDuty: Int32Array[]
  /** By id: on how many days of the window at hand it is; all 0 between two uses. */
  readonly times: Int32Array
}

/** Counts different things over windows of days. */
export interface Distinct {
  readonly things: Things
  /** By window: its first and last known day. */
  readonly spans: readonly { readonly first: number; readonly last: number }[]
}

const SPANS = new WeakMap<Windows, Distinct['spans']>()

/** By what counts, of which `Measures` has one array for each set of tags and days. */
const KINDS = new WeakMap<Uint8Array, Things>()
const SPOTS = new WeakMap<Uint8Array, Things>()

/** Different `tags`, or different spots where there are none to look for, of the demands that count: those of `counts` have one of the tags. */
export function compileDistinct(
  demands: Demands,
  { windows, counts, tags }: { readonly windows: Windows; readonly counts: Uint8Array; readonly tags: readonly string[] | null },
): Distinct {
  const made = tags === null ? SPOTS : KINDS
  const things = made.get(counts) ?? thingsOf(demands, counts, tags)
  made.set(counts, things)
  const spans = SPANS.get(windows) ?? spansOf(windows)
  SPANS.set(windows, spans)
  return { things, spans }
}

function thingsOf({ count, spot, sample }: Demands, counts: Uint8Array, tags: readonly string[] | null): Things {
  const numbers = new Map((tags ?? []).map((tag, number) => [tag, number]))
  const offset = new Int32Array(count + 1)
  const ids: number[] = []
  let most = 0
  for (let d = 0; d < count; d += 1) {
    const own = counts[d] === 0 ? [] : tags === null ? [spot[d]!] : sample[d]!.tags.flatMap((tag) => numbers.get(tag) ?? [])
    for (const id of own) {
      ids.push(id)
      most = Math.max(most, id + 1)
    }
    offset[d + 1] = ids.length
  }
  return { offset, ids: Int32Array.from(ids), ofDuty: [], times: new Int32Array(most) }
}

/** What a duty is of, each once. */
function ofDuty({ ofDuty: known, offset, ids }: Things, duties: Duties, duty: number): Int32Array {
  const from = duties.partOffset[duty]!
  const demand = duties.parts[from]!
  if (duties.size[duty] === 1) return ids.subarray(offset[demand]!, offset[demand + 1]!)
  const found = known[duty]
  if (found !== undefined) return found
  const all = new Set<number>()
  for (let i = from, end = from + duties.size[duty]!; i < end; i += 1) {
    const part = duties.parts[i]!
    for (let at = offset[part]!; at < offset[part + 1]!; at += 1) all.add(ids[at]!)
  }
  const each = Int32Array.from(all)
  known[duty] = each
  return each
}

/** Puts into `sums` how many different things each window holds, of days from `firstDay` up to but without `days`. Windows come in order, so days enter and leave once. */
export function sumDistinct(
  { things, spans }: Distinct,
  duties: Duties,
  cells: Int32Array,
  { row, firstDay, days }: { readonly row: number; readonly firstDay: number; readonly days: number },
  sums: Float64Array,
): void {
  const { times } = things
  let from = 0
  let until = 0
  let different = 0
  const turn = (day: number, step: 1 | -1): void => {
    const duty = cells[row + day]!
    if (duty === OFF) return
    for (const id of ofDuty(things, duties, duty)) {
      if (step === 1 && times[id] === 0) different += 1
      times[id]! += step
      if (step === -1 && times[id] === 0) different -= 1
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
