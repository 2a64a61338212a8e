import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { compress, decompress } from './compress.ts'
import { inTransaction } from './db.ts'
import { insertDelivery, listDeliveries, listDeliveryAttempts, loadPendingDelivery, openDelivery, recordTry } from './deliveries.ts'
import type { DeliveryTry } from './deliveries.ts'
import { insertJob } from './jobs.ts'
import { newJob } from './new-job.fixture.ts'
import { sealSecret } from './seal.ts'

const key = randomBytes(32)
const BODY = Buffer.from('{"type":"schedule.solved"}')
let database: TestDatabase
let jobId: number

beforeAll(async () => {
  database = await createTestDatabase()
  const caller = await createTestCaller(database.db, key)
  const job = await inTransaction(database.db, (tx) =>
    insertJob(
      tx,
      newJob(caller, {
        callbackUrl: 'https://consumer.example/',
        callbackHeaderName: 'X-Key',
        callbackHeaderValue: sealSecret(key, 'callback-header', 's3cr3t'),
      }),
    ),
  )
  jobId = job.id
})
afterAll(() => database.close())

async function makeDelivery(): Promise<number> {
  const body = sealSecret(key, 'callback-body', await compress(BODY))
  const made = await inTransaction(database.db, (tx) =>
    insertDelivery(tx, { jobId, type: 'schedule.solved', messageId: `msg_${randomBytes(8).toString('hex')}`, body }),
  )
  return made!.id
}

function tryOf(deliveryId: number, over: Partial<DeliveryTry> = {}): DeliveryTry {
  const next = { state: 'PENDING', at: new Date(Date.now() + 5000) } as const
  return { deliveryId, triesBefore: 0, startedAt: new Date(), durationMs: 12.6, status: 500, error: 'Answered 500.', answer: 'oops', next, ...over }
}

const record = (made: DeliveryTry) => inTransaction(database.db, async (tx) => (await recordTry(tx, made)) !== null)

test('a delivery is loaded with its secrets opened and its body as it was given', async () => {
  const delivery = openDelivery(key, (await loadPendingDelivery(database.db, await makeDelivery()))!)
  expect(delivery).toMatchObject({ jobId, tries: 0, headerName: 'X-Key', headerValue: 's3cr3t' })
  expect(await decompress(delivery!.packedBody)).toEqual(BODY)
})

test('every try is in the log, and a success ends the delivery', async () => {
  const id = await makeDelivery()
  expect(await record(tryOf(id))).toBe(true)
  expect(await record(tryOf(id, { triesBefore: 1, status: 204, error: null, answer: null, next: { state: 'DELIVERED' } }))).toBe(true)
  expect(await listDeliveryAttempts(database.db, id)).toMatchObject([
    { number: 1, status: 500, durationMs: 13, answer: 'oops', nextTryAt: expect.any(Date) },
    { number: 2, status: 204, nextTryAt: null },
  ])
  expect((await listDeliveries(database.db, jobId)).find((entry) => entry.id === id)).toMatchObject({
    state: 'DELIVERED',
    tries: 2,
    endedAt: expect.any(Date),
  })
  expect(await loadPendingDelivery(database.db, id)).toBe(null)
})

test('of two nodes that made the same try one records it', async () => {
  const id = await makeDelivery()
  const recorded = await Promise.all([record(tryOf(id)), record(tryOf(id))])
  expect(recorded.sort()).toEqual([false, true])
  expect(await listDeliveryAttempts(database.db, id)).toHaveLength(1)
})

test('a try after the end is not recorded', async () => {
  const id = await makeDelivery()
  await record(tryOf(id, { next: { state: 'GIVEN_UP' } }))
  expect(await record(tryOf(id, { triesBefore: 1 }))).toBe(false)
})

test('an answer of any bytes is kept, cut to its beginning', async () => {
  const id = await makeDelivery()
  await record(tryOf(id, { answer: `a\u0000b\ud800${'x'.repeat(5000)}`, error: '\u0000' }))
  const [attempt] = await listDeliveryAttempts(database.db, id)
  expect(attempt?.answer).toHaveLength(200)
  expect(attempt?.answer?.slice(0, 5)).toBe('a\ufffdb\ufffdx')
})
