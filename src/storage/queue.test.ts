import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { ENDING, openDatabaseProxy } from '../../test/database-proxy.ts'
import { until } from '../../test/patience.ts'
import { inTransaction } from './db.ts'
import { SILENT_LOG } from './log.ts'
import { openQueue } from './queue.ts'
import type { Queue, QueuePace } from './queue.ts'

/** Looks once, when it begins; whatever it takes later was announced to it. */
const NEVER_POLLS: QueuePace = { pollMs: 3_600_000 }
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
  const other = await openQueue(database.url, SILENT_LOG, NEVER_POLLS)
  const taken: number[] = []
  await other.workDeliveries({ concurrency: 1, perOrigin: 1 }, async (entry) => {
    taken.push(entry.id)
  })
  const sent: number[] = []
  for (let id = 1; id <= 10; id += 1) {
    sent.push(id)
    await inTransaction(database.db, (tx) => queue.enqueueDelivery(tx, of(id)))
    await until(`entry ${id} is taken`, () => taken.includes(id))
  }
  expect(taken).toEqual(sent)
  await other.stop()
})

test('a worker that is done takes the next ticket at once, not at the next polling', async () => {
  const other = await openQueue(database.url, SILENT_LOG, NEVER_POLLS)
  await inTransaction(database.db, async (tx) => {
    for (let i = 0; i < 12; i += 1) await queue.enqueueSolve(tx)
  })
  let taken = 0
  await other.workSolves({ concurrency: 2 }, async () => {
    taken += 1
  })
  await until('all twelve are taken', () => taken === 12)
  await other.stop()
})

test('what a worker rejects is given out again, and what it settled is not', async () => {
  const tries = new Map<number, number>()
  const other = await openQueue(database.url, SILENT_LOG, { pollMs: 50, rejectedPauseMs: 200 })
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
  await until('what was rejected is given out again', () => tries.get(1) === 2)
  expect(tries.get(2)).toBe(1)
  await other.stop()
})

test('an entry for later is not given out before', async () => {
  const other = await openQueue(database.url, SILENT_LOG, { pollMs: 50 })
  const taken: number[] = []
  await other.workDeliveries({ concurrency: 1, perOrigin: 1 }, async (entry) => {
    taken.push(performance.now())
    await inTransaction(database.db, (tx) => entry.settle(tx))
  })
  const dueMs = performance.now() + 1000
  await inTransaction(database.db, (tx) => queue.enqueueDelivery(tx, of(1), { delayMs: 1000 }))
  await until('it is given out', () => taken.length === 1)
  expect(taken[0]).toBeGreaterThan(dueMs - 100)
  await other.stop()
})

test('entries of an origin that has its share wait, without delaying those of others', async () => {
  const other = await openQueue(database.url, SILENT_LOG, NEVER_POLLS)
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
  await until('the origin has its share', () => taken.length === 2)
  await inTransaction(database.db, (tx) => queue.enqueueDelivery(tx, of(20, 'https://quick.example')))
  await until('the entry of the other origin is taken', () => taken.includes(20))
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
  await until('it is taken', () => taken.length === 1)
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
  await until('it is worked on', () => started)
  await own.stop()
  expect(ended).toBe(true)
})

// These two wait for seconds: side by side.
test.concurrent('says that no ticket waits, within seconds, and that one does', async () => {
  const own = await createTestDatabase()
  const alone = await openQueue(own.url, SILENT_LOG)
  await until('none waits', () => alone.isOutOfTickets())
  await inTransaction(own.db, (tx) => alone.enqueueSolve(tx))
  await until('one waits', async () => !(await alone.isOutOfTickets()))
  await alone.workSolves({ concurrency: 1 }, (ticket) => inTransaction(own.db, (tx) => ticket.settle(tx)))
  await until('none waits', () => alone.isOutOfTickets())
  await alone.stop()
  await own.close()
})

test.concurrent('after the drain nothing is given out here, entries can be written still, and what did not end is given out elsewhere', async () => {
  const [own, other] = [await openQueue(database.url, SILENT_LOG), await openQueue(database.url, SILENT_LOG)]
  const mine: number[] = []
  await own.workDeliveries({ concurrency: 2, perOrigin: 2 }, (entry) => {
    mine.push(entry.id)
    return new Promise(() => undefined)
  })
  await inTransaction(database.db, (tx) => own.enqueueDelivery(tx, of(71)))
  await until('it is worked on', () => mine.includes(71))
  // Timers of one process come in their order, however late.
  let isTooLate = false
  const tooLate = setTimeout(() => (isTooLate = true), 4500)
  await own.drain()
  expect(isTooLate).toBe(false)
  clearTimeout(tooLate)
  await inTransaction(database.db, (tx) => own.enqueueDelivery(tx, of(72)))
  await own.stop()
  const others: number[] = []
  await other.workDeliveries({ concurrency: 1, perOrigin: 1 }, async (entry) => void others.push(entry.id))
  await until('both are given out elsewhere', () => others.includes(71) && others.includes(72))
  expect(mine).toEqual([71])
  await other.stop()
})

test('a connection that the database breaks while the queue closes is not told, and one that it breaks before is', async () => {
  const proxy = await openDatabaseProxy(database.url)
  const told: unknown[] = []
  const tell = (context: object): void => void told.push(context)
  const closing = await openQueue(proxy.url, { info() {}, warn: tell, error: tell })
  proxy.endOnLeave()
  await closing.stop()
  await until('every connection is broken', () => proxy.count() === 0)
  expect(told).toEqual([])

  const broken = await openQueue(proxy.url, { info() {}, warn: tell, error: tell })
  proxy.end()
  await until('the log tells of it', () => told.length > 0)
  expect(told[0]).toEqual({ reason: `57P01: ${ENDING}` })
  await broken.stop()
  proxy.close()
})
