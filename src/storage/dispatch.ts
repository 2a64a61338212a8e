import { pause } from './listen.ts'

/** An entry that was taken out of the queue, to be worked on by this node. */
export interface TakenEntry<Content> {
  /** Of the queue. */
  readonly id: string
  /** What is limited together. */
  readonly origin: string
  readonly content: Content
}

/** Where entries come from. All of it may reject while the database is away. */
export interface EntrySource<Content> {
  /** Takes entries that are due, at most `most`, the oldest first, of none of the origins `without`. */
  take(most: number, without: readonly string[]): Promise<readonly TakenEntry<Content>[]>
  /** Says that these are still being worked on. What is not said to be for 10 s is given out again. */
  keep(ids: readonly string[]): Promise<void>
  /** Gives these back, to be given out again at once. */
  giveBack(ids: readonly string[]): Promise<void>
}

/** How much is worked on at a time, and who is told of what goes wrong. */
export interface DispatchOptions<Content> {
  /** Entries at a time. */
  readonly concurrency: number
  /** Of those, entries of one origin. The others of that origin stay in the queue meanwhile: they hold nothing here. */
  readonly perOrigin: number
  /** `content`: of the entry that it concerns; absent for what concerns several or none. */
  readonly onError: (error: unknown, content?: Content) => void
  /** Between two looks for what was not announced, in milliseconds; a second when absent. */
  readonly pollMs?: number | undefined
  /** How long what was rejected is held before it is given back, in milliseconds; 5 s when absent. */
  readonly rejectedPauseMs?: number | undefined
}

/** Entries that are being worked on. */
export interface Dispatch {
  /** Says that something may have become due: look now, not at the next poll. */
  wake(): void
  /** Takes nothing more, aborts what is going on, waits for it, and gives back what does not end within `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

// What is due later announces itself to nobody; also serves lost notices.
const POLL_MS = 1000
const KEEP_MS = 3000
/** Entries that are taken in one statement, at most. */
const LARGEST_BATCH = 16
/** What was rejected is held for so long before it is given back: a fault that stays must not become a storm. */
const REJECTED_PAUSE_MS = 5000

type Work<Content> = (entry: TakenEntry<Content>, signal: AbortSignal) => Promise<void>

/**
 * Works on entries as they become due, until it is stopped. Whatever an entry waits for, it holds nothing but its place among `concurrency`,
 * of which one origin has at most `perOrigin`: so entries that hang do not delay those of other origins.
 */
export function dispatch<Content>(source: EntrySource<Content>, options: DispatchOptions<Content>, work: Work<Content>): Dispatch {
  const { concurrency, perOrigin, onError, pollMs = POLL_MS, rejectedPauseMs = REJECTED_PAUSE_MS } = options
  const stopping = new AbortController()
  const bell = createBell()
  const flights = createFlights(source, { signal: stopping.signal, rejectedPauseMs, onError, onLanded }, work)

  function onLanded(origin: string): void {
    // Only where there was no room is there something to look for.
    if (flights.count() + 1 >= concurrency || flights.countOf(origin) + 1 >= perOrigin) bell.ring()
  }

  // A single take costs a commit. What was taken too much costs more: after that it is one at a time again.
  let batch = 1
  const takeNext = async (): Promise<boolean> => {
    const most = Math.min(batch, concurrency - flights.count())
    if (most <= 0) return false
    const entries = await source.take(most, flights.originsWith(perOrigin))
    const tooMany: string[] = []
    for (const entry of entries) {
      if (flights.countOf(entry.origin) < perOrigin) flights.launch(entry)
      else tooMany.push(entry.id)
    }
    batch = tooMany.length > 0 ? 1 : Math.min(2 * batch, LARGEST_BATCH)
    if (tooMany.length > 0) await source.giveBack(tooMany)
    return entries.length > 0
  }

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      bell.silence()
      const taken = await takeNext().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (!taken) await bell.heard(pollMs)
    }
  }

  const looping = loop()
  const keeping = setInterval(() => {
    if (flights.count() > 0) source.keep(flights.ids()).catch((error: unknown) => onError(error))
  }, KEEP_MS)
  return {
    wake: () => bell.ring(),
    async stop(timeoutMs) {
      stopping.abort()
      bell.ring()
      const waiting = new AbortController()
      await Promise.race([looping.then(() => flights.landed()), pause(timeoutMs, waiting.signal)])
      waiting.abort()
      clearInterval(keeping)
      if (flights.count() > 0) await source.giveBack(flights.ids()).catch((error: unknown) => onError(error))
    },
  }
}

/** Entries that are being worked on. */
interface Flights<Content> {
  launch(entry: TakenEntry<Content>): void
  count(): number
  countOf(origin: string): number
  /** Origins of `least` entries or more. */
  originsWith(least: number): readonly string[]
  ids(): readonly string[]
  /** Resolves when those that are under way now have ended. */
  landed(): Promise<unknown>
}

interface FlightOptions<Content> extends Pick<DispatchOptions<Content>, 'onError'> {
  readonly signal: AbortSignal
  readonly rejectedPauseMs: number
  readonly onLanded: (origin: string) => void
}

function createFlights<Content>(
  source: EntrySource<Content>,
  { signal, rejectedPauseMs, onError, onLanded }: FlightOptions<Content>,
  work: Work<Content>,
): Flights<Content> {
  const inFlight = new Map<string, Promise<void>>()
  const origins = new Map<string, number>()
  const countOf = (origin: string): number => origins.get(origin) ?? 0

  const fly = async (entry: TakenEntry<Content>): Promise<void> => {
    try {
      await work(entry, signal)
    } catch (error) {
      if (!signal.aborted) onError(error, entry.content)
      await pause(rejectedPauseMs, signal)
      await source.giveBack([entry.id]).catch((error: unknown) => onError(error, entry.content))
    }
    inFlight.delete(entry.id)
    const left = countOf(entry.origin) - 1
    if (left === 0) origins.delete(entry.origin)
    else origins.set(entry.origin, left)
    onLanded(entry.origin)
  }

  return {
    launch(entry) {
      origins.set(entry.origin, countOf(entry.origin) + 1)
      inFlight.set(entry.id, fly(entry))
    },
    count: () => inFlight.size,
    countOf,
    originsWith: (least) => [...origins].filter(([, entries]) => entries >= least).map(([origin]) => origin),
    ids: () => [...inFlight.keys()],
    landed: () => Promise.all(inFlight.values()),
  }
}

interface Bell {
  ring(): void
  /** Forgets what rang before. */
  silence(): void
  /** Resolves when it rings, at once when it has since `silence`, and after `ms` at the latest. */
  heard(ms: number): Promise<void>
}

function createBell(): Bell {
  let rung = new AbortController()
  return {
    ring: () => rung.abort(),
    silence() {
      if (rung.signal.aborted) rung = new AbortController()
    },
    heard: (ms) => pause(ms, rung.signal),
  }
}
