export interface GatherOptions<Item> {
  /** Runs that are on the way at a time. */
  readonly runs: number
  /** Most items of one run. */
  readonly items: number
  /** Says whether an item may be in one run with those before it; always when absent. */
  readonly joins?: (group: readonly Item[], item: Item) => boolean
  /** A run that takes longer does not hold up the next one any more, in milliseconds; 1 s when absent. */
  readonly patienceMs?: number
}

// One that hangs on a dead connection must not hold up all that come after.
const PATIENCE_MS = 1000

/**
 * Lets those who ask at the same time be answered by one run: a busy process so needs a statement or a commit for many requests. One that is
 * not busy waits for nothing but the end of its turn of the event loop. A run begins after all of its items were given, so that nobody is
 * told what was true before they asked. `run` answers in the order of its items; when it rejects, everybody in it is told so.
 */
export function gather<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { runs, items: mostItems, joins = () => true, patienceMs = PATIENCE_MS }: GatherOptions<Item>,
): (item: Item) => Promise<Result> {
  type Waiting = PromiseWithResolvers<Result> & { readonly item: Item }
  let waiting: Waiting[] = []
  let onTheWay = 0
  let isPlanned = false

  const take = (): Waiting[] => {
    const group: Waiting[] = []
    const items: Item[] = []
    waiting = waiting.filter((asked) => {
      // The first is always taken, or it would wait for ever.
      if (group.length > 0 && (group.length === mostItems || !joins(items, asked.item))) return true
      group.push(asked)
      items.push(asked.item)
      return false
    })
    return group
  }
  const start = async (group: readonly Waiting[]): Promise<void> => {
    onTheWay += 1
    let isCounted = true
    const release = (): void => {
      if (!isCounted) return
      isCounted = false
      onTheWay -= 1
      startAll()
    }
    const impatience = setTimeout(release, patienceMs)
    try {
      const results = await run(group.map(({ item }) => item))
      group.forEach(({ resolve }, i) => resolve(results[i]!))
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      clearTimeout(impatience)
      release()
    }
  }
  const startAll = (): void => {
    isPlanned = false
    while (waiting.length > 0 && onTheWay < runs) void start(take())
  }
  return (item) => {
    const asked: Waiting = { ...Promise.withResolvers<Result>(), item }
    waiting.push(asked)
    if (!isPlanned && onTheWay < runs) {
      isPlanned = true
      setImmediate(startAll)
    }
    return asked.promise
  }
}
