import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db, Transaction } from '../storage/db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { announceNode } from './announce-node.ts'
import { createStoring } from './storing.ts'

const NODE = { id: '00000000-0000-4000-8000-000000000001', name: 'ward:1', roles: ['solver'], version: '1.2.3', threads: 1, keyName: null } as const

const storing = createStoring(SILENT_LOG)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A database that keeps the first word of what counts, and answers when and as the test says. */
function fakeDb(answer: () => Promise<void> = async () => {}) {
  const statements: string[] = []
  const db = {
    async query(sql: string) {
      statements.push(sql.startsWith('delete') ? 'remove' : 'beat')
      await answer()
      return { rows: [] }
    },
    // Looks for room.
    transaction: (run: (tx: Transaction) => Promise<unknown>) => run({ query: async () => ({ rows: [] }) } as unknown as Transaction),
  } as unknown as Db
  return { db, statements }
}

test('a node registers at once, says every 2 s in one statement that it lives, and is removed by its stop, after which nothing is said', async () => {
  const { db, statements } = fakeDb()
  const presence = await announceNode({ db, log: SILENT_LOG, storing }, NODE)
  expect(statements).toEqual(['beat'])
  await vi.advanceTimersByTimeAsync(1999)
  expect(statements).toEqual(['beat'])
  await vi.advanceTimersByTimeAsync(2001)
  expect(statements).toEqual(['beat', 'beat', 'beat'])
  await presence.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(statements).toEqual(['beat', 'beat', 'beat', 'remove'])
})

test('a heartbeat that fails is logged, and the next is tried all the same', async () => {
  let isAway = false
  const { db, statements } = fakeDb(async () => {
    if (isAway) throw new Error('away')
  })
  const warn = vi.fn<(context: object, message: string) => void>()
  await announceNode({ db, log: { ...SILENT_LOG, warn }, storing }, NODE)
  isAway = true
  await vi.advanceTimersByTimeAsync(4000)
  expect(statements).toHaveLength(3)
  expect(warn.mock.calls.map(([, message]) => message)).toEqual(['heartbeat failed', 'heartbeat failed'])
})

test('a node whose first heartbeat fails does not start', async () => {
  const { db } = fakeDb(() => Promise.reject(new Error('away')))
  await expect(announceNode({ db, log: SILENT_LOG, storing }, NODE)).rejects.toThrow('away')
})

test('heartbeats never overtake one another, and a stop waits for the one that is on its way', async () => {
  let held = Promise.resolve()
  const { db, statements } = fakeDb(() => held)
  const presence = await announceNode({ db, log: SILENT_LOG, storing }, NODE)
  const gate = Promise.withResolvers<void>()
  held = gate.promise
  await vi.advanceTimersByTimeAsync(10_000)
  expect(statements).toEqual(['beat', 'beat'])
  const stopped = presence.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(statements).toEqual(['beat', 'beat'])
  gate.resolve()
  await stopped
  expect(statements).toEqual(['beat', 'beat', 'remove'])
})
