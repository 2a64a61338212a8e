import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../test/patience.ts'
import { type Dispatch, dispatch, type EntrySource, type TakenEntry } from './dispatch.ts'

type Entry = TakenEntry<number>

/** A queue in memory: what waits, what was taken, what came back. */
function createSource() {
  const waiting: Entry[] = []
  const taken = new Set<string>()
  const kept: (readonly string[])[] = []
  const back: string[] = []
  const takes: number[] = []
  const all = new Map<string, Entry>()
  let failures = 0
  const source: EntrySource<number> = {
    async take(most, without) {
      takes.push(most)
      if (failures-- > 0) throw new Error('away')
      const found = waiting.filter(({ origin }) => !without.includes(origin)).slice(0, most)
      for (const entry of found) {
        waiting.splice(waiting.indexOf(entry), 1)
        taken.add(entry.id)
      }
      return found
    },
    async keep(ids) {
      kept.push(ids)
    },
    async giveBack(ids) {
      for (const id of ids) {
        back.push(id)
        taken.delete(id)
        waiting.push(all.get(id)!)
      }
    },
  }
  const add = (origin: string, count = 1): void => {
    for (let i = 0; i < count; i += 1) {
      const entry = { id: `e${all.size + 1}`, origin, content: all.size + 1 }
      all.set(entry.id, entry)
      waiting.push(entry)
    }
  }
  return { source, waiting, taken, kept, back, takes, add, fail: (times: number) => void (failures = times) }
}

const open: Dispatch[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const one of open.splice(0)) await one.stop(0)
})

/** Works on what comes by waiting for `end`, or for ever. */
function start(
  source: EntrySource<number>,
  options: { concurrency?: number; perOrigin?: number; work?: (entry: Entry, signal: AbortSignal) => Promise<void> },
) {
  const errors: unknown[] = []
  const working: Entry[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const byHand = (entry: Entry, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      ends.set(entry.id, (error) => (error === undefined ? resolve() : reject(error)))
    })
  const { concurrency = 10, perOrigin = 2, work = byHand } = options
  const dispatched = dispatch(source, { concurrency, perOrigin, onError: (error) => errors.push(error) }, async (entry, signal) => {
    working.push(entry)
    try {
      await work(entry, signal)
    } finally {
      working.splice(working.indexOf(entry), 1)
    }
  })
  open.push(dispatched)
  const countOf = (origin: string): number => working.filter((entry) => entry.origin === origin).length
  return { dispatched, errors, working, countOf, end: (id: string, error?: Error) => ends.get(id)!(error) }
}

test('one origin has at most its share at a time, and the rest of its entries wait in the queue while others go on', async () => {
  const queue = createSource()
  queue.add('slow', 20)
  queue.add('quick', 2)
  const { countOf, dispatched } = start(queue.source, { concurrency: 10, perOrigin: 3 })
  await until('the quick ones are worked on', () => countOf('quick') === 2)
  expect(countOf('slow')).toBe(3)
  expect(queue.waiting.filter(({ origin }) => origin === 'slow')).toHaveLength(17)
  queue.add('late')
  dispatched.wake()
  await until('the late one is worked on', () => countOf('late') === 1)
  expect(countOf('slow')).toBe(3)
})

test('an entry that ends makes room for the next of its origin at once', async () => {
  vi.useFakeTimers()
  const queue = createSource()
  queue.add('a', 3)
  const { working, end } = start(queue.source, { perOrigin: 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect(working.map(({ id }) => id)).toEqual(['e1'])
  end('e1')
  // No time passes: nothing is polled for.
  await vi.advanceTimersByTimeAsync(0)
  expect(working.map(({ id }) => id)).toEqual(['e2'])
})

test('never more are worked on than the limit says', async () => {
  const queue = createSource()
  for (let i = 0; i < 30; i += 1) queue.add(`o${i}`)
  let most = 0
  const { working } = start(queue.source, {
    concurrency: 4,
    async work() {
      most = Math.max(most, working.length)
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
  })
  await until('all have been worked on', () => queue.waiting.length === 0 && working.length === 0)
  expect(most).toBe(4)
  expect(queue.back).toEqual([])
})

test('what was taken beyond the share of its origin is given back untouched, and single takes follow', async () => {
  vi.useFakeTimers()
  const queue = createSource()
  for (let i = 0; i < 6; i += 1) queue.add(`o${i}`)
  const { working } = start(queue.source, { concurrency: 100, perOrigin: 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect(working).toHaveLength(6)
  queue.add('crowd', 5)
  await vi.advanceTimersByTimeAsync(1000)
  expect(working).toHaveLength(7)
  expect(queue.back.length).toBeGreaterThan(0)
  expect(queue.waiting).toHaveLength(4)
  const after = queue.takes.slice(queue.takes.findIndex((most, i) => i > 0 && most === 1))
  expect(after[0]).toBe(1)
})

test('what is rejected is told, held for 5 s, and then given back', async () => {
  vi.useFakeTimers()
  const queue = createSource()
  queue.add('a')
  const { errors } = start(queue.source, { work: () => Promise.reject(new Error('no')) })
  await vi.advanceTimersByTimeAsync(4900)
  expect(errors).toEqual([new Error('no')])
  expect(queue.back).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(queue.back).toEqual(['e1'])
})

test('it goes on after the queue was away', async () => {
  vi.useFakeTimers()
  const queue = createSource()
  queue.fail(3)
  queue.add('a')
  const { errors, working } = start(queue.source, {})
  await vi.advanceTimersByTimeAsync(3100)
  expect(errors).toHaveLength(3)
  expect(working).toHaveLength(1)
})

test('what is worked on is said to be, every 3 s', async () => {
  vi.useFakeTimers()
  const queue = createSource()
  queue.add('a')
  queue.add('b')
  start(queue.source, {})
  await vi.advanceTimersByTimeAsync(6100)
  expect(queue.kept).toEqual([
    ['e1', 'e2'],
    ['e1', 'e2'],
  ])
})

test('stopping aborts what is worked on and gives it back, and nothing more is taken', async () => {
  const queue = createSource()
  queue.add('a', 2)
  const { dispatched, working, errors } = start(queue.source, {})
  await until('both are worked on', () => working.length === 2)
  await dispatched.stop(1000)
  expect(queue.back.sort()).toEqual(['e1', 'e2'])
  expect(queue.taken.size).toBe(0)
  expect(errors).toEqual([])
})

test('what does not end when it is aborted is given back after the time that stopping has', async () => {
  const queue = createSource()
  queue.add('a')
  const { dispatched, working } = start(queue.source, { work: () => new Promise(() => {}) })
  await until('it is worked on', () => working.length === 1)
  await dispatched.stop(50)
  expect(queue.back).toEqual(['e1'])
})

test('stopping takes no longer than it has, also when the queue does not answer', async () => {
  vi.useFakeTimers()
  const { source } = createSource()
  const silent: EntrySource<number> = { ...source, take: () => new Promise(() => undefined) }
  const dispatched = dispatch(silent, { concurrency: 10, perOrigin: 4, onError: () => undefined }, async () => undefined)
  let stopped = false
  const stopping = dispatched.stop(50).then(() => (stopped = true))
  await vi.advanceTimersByTimeAsync(49)
  expect(stopped).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(stopped).toBe(true)
  await stopping
})
