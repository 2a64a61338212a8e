import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Schedule } from '../../model/schedule.ts'
import { KeptDocument } from './kept-document.ts'

const KEPT_MS = 1000
let kept: KeptDocument
let parsed = 0

const parse = (bytes: Uint8Array): object => {
  parsed += 1
  return JSON.parse(Buffer.from(bytes).toString()) as object
}
const stored = (departmentId: number, text: string): object => {
  const bytes = Buffer.from(text)
  return kept.ofBytes(departmentId, bytes, () => parse(bytes))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  kept = new KeptDocument(KEPT_MS)
  parsed = 0
})
afterEach(() => {
  vi.useRealTimers()
})

test('equal bytes of one department are parsed once, others anew', () => {
  const first = stored(1, '{"a":1}')
  expect(stored(1, '{"a":1}')).toBe(first)
  expect(parsed).toBe(1)
  expect(stored(1, '{"a":2}')).toEqual({ a: 2 })
  expect(stored(1, '{"a":1}')).not.toBe(first)
  expect(parsed).toBe(3)
})

test('equal content that a department sends is the document that it sent before', () => {
  const first = { a: [1, { b: null }] }
  expect(kept.ofValue(1, first)).toBe(first)
  expect(kept.ofValue(1, structuredClone(first))).toBe(first)
  const other = { a: [1, { b: 0 }] }
  expect(kept.ofValue(1, other)).toBe(other)
})

test('what is no object is answered as it is, and drops nothing', () => {
  const first = kept.ofValue(1, { a: 1 })
  for (const value of [undefined, null, 1, 'x', []]) expect(kept.ofValue(1, value)).toBe(value)
  expect(kept.ofValue(1, { a: 1 })).toBe(first)
})

test('a department never gets the document of another, and drops it', () => {
  const first = stored(1, '{"a":1}')
  expect(stored(2, '{"a":1}')).not.toBe(first)
  expect(stored(1, '{"a":1}')).not.toBe(first)
  expect(parsed).toBe(3)
  const sent = kept.ofValue(1, { a: 1 })
  expect(kept.ofValue(2, { a: 1 })).not.toBe(sent)
})

test('whatever is done for another department drops what is kept', () => {
  const first = stored(1, '{"a":1}')
  kept.workFor(1)
  expect(stored(1, '{"a":1}')).toBe(first)
  kept.workFor(2)
  expect(stored(1, '{"a":1}')).not.toBe(first)
})

test('what is stored and what is sent are not taken for one another', () => {
  const first = stored(1, '{"a":1}')
  expect(kept.ofValue(1, { a: 1 })).not.toBe(first)
})

test('a document is kept for so long after the last question about it, and not longer', () => {
  const first = stored(1, '{"a":1}')
  vi.advanceTimersByTime(KEPT_MS - 1)
  expect(stored(1, '{"a":1}')).toBe(first)
  vi.advanceTimersByTime(KEPT_MS - 1)
  expect(stored(1, '{"a":1}')).toBe(first)
  vi.advanceTimersByTime(KEPT_MS)
  expect(stored(1, '{"a":1}')).not.toBe(first)
})

test('what was read of a document goes with it', () => {
  const first = stored(1, '{"a":1}')
  kept.readBefore.set(first, {} as Schedule)
  kept.drop()
  expect(kept.readBefore.has(first)).toBe(false)
})

test.each([
  ['it is dropped', () => kept.drop()],
  ['another comes', () => void stored(1, '{"a":2}')],
  ['another department is served', () => kept.workFor(2)],
  ['its time is over', () => void vi.advanceTimersByTime(KEPT_MS)],
])('nothing holds a document and its schedule when %s', async (_, end) => {
  const references = (() => {
    const document = stored(1, '{"a":1}')
    const schedule = { document } as unknown as Schedule
    kept.readBefore.set(document, schedule)
    return [new WeakRef(document), new WeakRef(schedule)]
  })()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const isThere = async (): Promise<boolean[]> => {
    // What was looked at is held until the next turn of the event loop.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    collect()
    return references.map((reference) => reference.deref() !== undefined)
  }
  expect(await isThere()).toEqual([true, true])
  end()
  expect(await isThere()).toEqual([false, false])
})
