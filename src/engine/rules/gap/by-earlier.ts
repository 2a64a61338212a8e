/** What may come after a demand. */
interface Follower {
  /** By demand: 1 when it is one that this may come after. */
  readonly isAfter: Uint8Array
}

/** Followers by what comes first. */
export interface ByEarlier<F> {
  /** By demand: its group. Of the demands of one group every follower says the same. */
  readonly groupOf: Int32Array
  /** By holder, by group: the followers of that holder which may come after it, in their order. */
  readonly lists: readonly (readonly (readonly F[])[])[]
}

/**
 * Looks up lists of followers (by holder) by the demand that comes first, of `count`: where each of many kinds of shifts has a follower of its own, few of them are about any one shift.
 * Holders with the same list share what is made of it.
 */
export function byEarlier<F extends Follower>(lists: readonly (readonly F[])[], count: number): ByEarlier<F> {
  const every = [...new Set(lists.flat())]
  const groups = new Map<string, { readonly number: number; readonly members: ReadonlySet<F> }>()
  const groupOf = Int32Array.from({ length: count }, (_, d) => {
    const key = every.map(({ isAfter }) => isAfter[d]!).join('')
    const known = groups.get(key)
    if (known !== undefined) return known.number
    const number = groups.size
    groups.set(key, { number, members: new Set(every.filter(({ isAfter }) => isAfter[d] === 1)) })
    return number
  })
  const made = new Map<string, readonly (readonly F[])[]>()
  const byList = lists.map((list) => {
    const key = list.map((follower) => every.indexOf(follower)).join()
    const table = made.get(key) ?? [...groups.values()].map(({ members }) => list.filter((follower) => members.has(follower)))
    made.set(key, table)
    return table
  })
  return { groupOf, lists: byList }
}
