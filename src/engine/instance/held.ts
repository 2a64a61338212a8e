import { firstWhere } from '../../model/first-where.ts'
import type { Held, HeldSkill } from '../../model/schedule.ts'

/** The entries of one id, by start, each with the latest end of itself and all before it. */
interface Entries {
  readonly starts: readonly number[]
  readonly latestEnds: readonly number[]
}

type ById = ReadonlyMap<unknown, Entries>

/** Skills or teams; teams have no level. */
export type HeldList = readonly (Held<unknown> & Partial<Pick<HeldSkill, 'level'>>)[]

/** What a list says of each level, by id; made once for each list and level. */
const KNOWN = new WeakMap<HeldList, ById[]>()

function entriesOf(held: HeldList, minLevel: number): ById {
  const levels = KNOWN.get(held) ?? []
  const known = levels[minLevel]
  if (known !== undefined) return known
  const byId = new Map<unknown, Entries>()
  const good = minLevel === 1 ? held : held.filter(({ level = 1 }) => level >= minLevel)
  for (const [id, own] of Map.groupBy(good, (entry) => entry.id)) {
    const spans = own
      .map(({ start, end }) => ({ start: start ?? -Infinity, end: end ?? Infinity }))
      .sort((a, b) => a.start - b.start || b.end - a.end)
    let latest = -Infinity
    byId.set(id, { starts: spans.map(({ start }) => start), latestEnds: spans.map(({ end }) => (latest = Math.max(latest, end))) })
  }
  levels[minLevel] = byId
  KNOWN.set(held, levels)
  return byId
}

/** True when one entry with this id, of this level or a higher one, lasts at least from `start` to `end`. */
export function holdsDuring(held: HeldList, id: unknown, { start, end }: { readonly start: number; readonly end: number }, minLevel = 1): boolean {
  const entries = entriesOf(held, minLevel).get(id)
  if (entries === undefined) return false
  const { starts, latestEnds } = entries
  const first = firstWhere(starts.length, (at) => starts[at]! > start)
  return first > 0 && latestEnds[first - 1]! >= end
}

/** `never`: no entry has the id and such a level. `always`: one lasts for ever. Else it depends on the time. */
export function holdsWhen(held: HeldList, id: unknown, minLevel = 1): 'never' | 'always' | 'at times' {
  const entries = entriesOf(held, minLevel).get(id)
  if (entries === undefined) return 'never'
  return entries.starts[0] === -Infinity && entries.latestEnds[0] === Infinity ? 'always' : 'at times'
}
