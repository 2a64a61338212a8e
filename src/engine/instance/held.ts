import { firstWhere } from '../../model/first-where.ts'
import type { Held } from '../../model/schedule.ts'

/** The entries of one id, by start, each with the latest end of itself and all before it. */
interface Entries {
  readonly starts: readonly number[]
  readonly latestEnds: readonly number[]
}

type ById = ReadonlyMap<unknown, Entries>

/** What a list of skills or teams says, by id; made once for each list. */
const KNOWN = new WeakMap<readonly Held<unknown>[], ById>()

function entriesOf(held: readonly Held<unknown>[]): ById {
  const known = KNOWN.get(held)
  if (known !== undefined) return known
  const byId = new Map<unknown, Entries>()
  for (const [id, own] of Map.groupBy(held, (entry) => entry.id)) {
    const spans = own
      .map(({ start, end }) => ({ start: start ?? -Infinity, end: end ?? Infinity }))
      .sort((a, b) => a.start - b.start || b.end - a.end)
    let latest = -Infinity
    byId.set(id, { starts: spans.map(({ start }) => start), latestEnds: spans.map(({ end }) => (latest = Math.max(latest, end))) })
  }
  KNOWN.set(held, byId)
  return byId
}

/** True when one entry with this id lasts at least from `start` to `end`. */
export function holdsDuring(held: readonly Held<unknown>[], id: unknown, start: number, end: number): boolean {
  const entries = entriesOf(held).get(id)
  if (entries === undefined) return false
  const { starts, latestEnds } = entries
  const first = firstWhere(starts.length, (at) => starts[at]! > start)
  return first > 0 && latestEnds[first - 1]! >= end
}

/** `never`: no entry has the id. `always`: one lasts for ever. Else it depends on the time. */
export function holdsWhen(held: readonly Held<unknown>[], id: unknown): 'never' | 'always' | 'at times' {
  const entries = entriesOf(held).get(id)
  if (entries === undefined) return 'never'
  return entries.starts[0] === -Infinity && entries.latestEnds[0] === Infinity ? 'always' : 'at times'
}
