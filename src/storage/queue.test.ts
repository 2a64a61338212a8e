import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { inTransaction } from './db.ts'
import { SILENT_LOG } from './log.ts'
import { openQueue } from './queue.ts'
import type { Queue } from './queue.ts'

const of = (id: number, origin = 'https://consumer.example') => ({ id, jobId: id, origin, queueNumber: 1 })

let database: TestDatabase
let queue: Queue

beforeAll(async () => {
  database = await createTestDatabase()
  queue = await openQueue(database.url, SILENT_LOG)
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})

test('a worker is woken by the commit of an entry, not by polling', async () => {
  const other = await openQueue(database.url, SILENT_LOG)
  const taken: { id: number; atMs: number }[] = []
  await other.workDeliveries({ concurrency: 1, perOrigin: 1 }, async (entry) => {
    taken.push({ id: entry.id, atMs: performance.now() })
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  const delays: number[] = []
  for (let id = 1; id <= 10; id += 1) {
    const sentMs = performance.now()
    await inTransaction(database.db, (tx) => queue.enqueueDelivery(tx, of(id)))
    await vi.waitUntil(() => taken.some((entry) => entry.id === id), { interval: 5, timeout: 5000 })
    delays.push(taken.find((entry) => entry.id === id)!.atMs - sentMs)
  }
  // Polling alone takes one second on average; a NOTIFY takes milliseconds. The median forgives a busy machine one of them.
  expect(delays.sort((a, b) => a - b)[5]).toBeLessThan(200)
  await other.stop()
})

test('a worker that is done takes the next ticket at once, not at the next polling', async () => {
  const other = await openQueue(database.url, SILENT_LOG)
  await inTransaction(database.db, async (tx) => {
    for (let i = 0; i < 12; i += 1) await queue.enqueueSolve(tx)
  })
  const takenAtMs: number[] = []
  await other.workSolves({ concurrency: 2 }, async () => {
    takenAtMs.push(performance.now())
  })
  await vi.waitUntil(() => takenAtMs.length >= 12, { timeout: 20_000 })
  await other.stop()
  // Polling alone takes ten seconds for twelve tickets and two workers.
  expect(takenAtMs.at(-1)! - takenAtMs[0]!).toBeLessThan(2000)
})

test('what a worker rejects is given out again, and what it settled is not', async () => {
  const tries = new Map<number, number>()
  const other = await openQueue(database.url, SILENT_LOG)
  await other.workDeliveries({ concurrency: 2, perOrigin: 2 }, async (entry) => {
    const before = tries.get(entry.id) ?? 0
    tries.set(entry.id, before + 1)
    if (entry.id === 2) await inTransaction(database.db, (tx) => entry.settle(tx))
    if (before === 0) throw new Error('no')
  })
  await inTransaction(database.db, async (tx) => {
    await queue.enqueueDelivery(tx, of(1))
    await queue.enqueueDelivery(tx, of(2))
  })
  await vi.waitUntil(() => tries.get(1) === 2, { timeout: 10_000 })
  expect(tries.get(2)).toBe(1)
  await other.stop()
})

test('an entry for later is not given out before', async () => {
  const other = await openQueue(database.url, SILENT_LOG)
  const taken: number[] = []
  await other.workDeliveries({ concurrency: 1, perOrigin: 1 }, async (entry) => {
    taken.push(performance.now())
    await inTransaction(database.db, (tx) => entry.settle(tx))
  })
  const dueMs = performance.now() + 1500
  await inTransaction(database.db, (tx) => queue.enqueueDelivery(tx, of(1), { delayMs: 1500 }))
  await vi.waitUntil(() => taken.length === 1, { timeout: 10_000 })
  expect(taken[0]).toBeGreaterThan(dueMs - 100)
  await other.stop()
})

test('entries of an origin that has its share wait, without delaying those of others', async () => {
  const other = await openQueue(database.url, SILENT_LOG)
  const taken: number[] = []
  await other.workDeliveries({ concurrency: 10, perOrigin: 2 }, async (entry, signal) => {
    taken.push(entry.id)
    // Ids below 10 hang.
    if (entry.id < 10) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await inTransaction(database.db, (tx) => entry.settle(tx))
  })
  await inTransaction(database.db, async (tx) => {
    for (let id = 1; id <= 6; id += 1) await queue.enqueueDelivery(tx, of(id, 'https://slow.example'))
  })
  await vi.waitUntil(() => taken.length === 2, { timeout: 5000 })
  const sentMs = performance.now()
  await inTransaction(database.db, (tx) => queue.enqueueDelivery(tx, of(20, 'https://quick.example')))
  await vi.waitUntil(() => taken.includes(20), { interval: 5, timeout: 5000 })
  expect(performance.now() - sentMs).toBeLessThan(900)
  expect(taken.filter((id) => id < 10)).toHaveLength(2)
  await other.stop()
  await database.db.query(`delete from pgboss.job where name = 'deliveries'`)
})

test('an entry that an older version wrote is worked on, as the first of its delivery', async () => {
  await inTransaction(database.db, (tx) => queue.enqueueDelivery(tx, of(77), { delayMs: 600_000 }))
  await database.db.query(`update pgboss.job set data = '{"id": 77}', group_id = null, start_after = now() where name = 'deliveries'`)
  const other = await openQueue(database.url, SILENT_LOG)
  const taken: object[] = []
  await other.workDeliveries({ concurrency: 1, perOrigin: 1 }, async ({ id, queueNumber }) => {
    taken.push({ id, queueNumber })
  })
  await vi.waitUntil(() => taken.length === 1, { timeout: 5000 })
  expect(taken).toEqual([{ id: 77, queueNumber: 1 }])
  await other.stop()
})

test('stopping aborts the signals and waits for the workers', async () => {
  const own = await openQueue(database.url, SILENT_LOG)
  let ended = false
  let started = false
  await queue.stop()
  await own.workSolves({ concurrency: 1 }, async (_entry, signal) => {
    started = true
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await new Promise((resolve) => setTimeout(resolve, 200))
    ended = true
  })
  await inTransaction(database.db, (tx) => own.enqueueSolve(tx))
  await vi.waitUntil(() => started, { timeout: 5000 })
  await own.stop()
  expect(ended).toBe(true)
})

test('says that no ticket waits, within seconds, and that one does', async () => {
  const own = await createTestDatabase()
  const alone = await openQueue(own.url, SILENT_LOG)
  await vi.waitUntil(() => alone.isOutOfTickets(), { timeout: 10_000 })
  await inTransaction(own.db, (tx) => alone.enqueueSolve(tx))
  await vi.waitUntil(async () => !(await alone.isOutOfTickets()), { timeout: 10_000 })
  await alone.workSolves({ concurrency: 1 }, (ticket) => inTransaction(own.db, (tx) => ticket.settle(tx)))
  await vi.waitUntil(() => alone.isOutOfTickets(), { timeout: 10_000 })
  await alone.stop()
  await own.close()
})

test('after the drain nothing is given out here, entries can be written still, and what did not end is given out elsewhere', async () => {
  const [own, other] = [await openQueue(database.url, SILENT_LOG), await openQueue(database.url, SILENT_LOG)]
  const mine: number[] = []
  await own.workDeliveries({ concurrency: 2, perOrigin: 2 }, (entry) => {
    mine.push(entry.id)
    return new Promise(() => undefined)
  })
  await inTransaction(database.db, (tx) => own.enqueueDelivery(tx, of(71)))
  await vi.waitUntil(() => mine.includes(71), { timeout: 5000 })
  const startedMs = performance.now()
  await own.drain()
  expect(performance.now() - startedMs).toBeLessThan(4500)
  await inTransaction(database.db, (tx) => own.enqueueDelivery(tx, of(72)))
  await own.stop()
  const others: number[] = []
  await other.workDeliveries({ concurrency: 1, perOrigin: 1 }, async (entry) => void others.push(entry.id))
  await vi.waitUntil(() => others.includes(71) && others.includes(72), { timeout: 5000 })
  expect(mine).toEqual([71])
  await other.stop()
})
