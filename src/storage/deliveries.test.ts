import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { compress, decompress } from './compress.ts'
import { inTransaction } from './db.ts'
import {
  eraseDeliveries,
  insertDelivery,
  listDeliveries,
  listDeliveriesOfDepartment,
  listDeliveryAttempts,
  loadPendingDelivery,
  openDelivery,
  recordTry,
} from './deliveries.ts'
import type { DeliveryTry } from './deliveries.ts'
import { openGuardedDb } from './guarded-db.ts'
import { eraseJob, insertJob, type NewJob } from './jobs.ts'
import { newJob } from './new-job.fixture.ts'
import { sealSecret } from './seal.ts'

const key = randomBytes(32)
const BODY = Buffer.from('{"type":"schedule.solved"}')
let database: TestDatabase
let jobId: number

beforeAll(async () => {
  database = await createTestDatabase()
  const caller = await createTestCaller(database.db, key)
  jobId = await makeJob(caller)
})
afterAll(() => database.close())

async function makeJob(caller: TestCaller, over: Partial<NewJob> = {}): Promise<number> {
  const callback = {
    callbackUrl: 'https://consumer.example/',
    callbackHeaderName: 'X-Key',
    callbackHeaderValue: sealSecret(key, 'callback-header', 's3cr3t'),
  }
  return (await inTransaction(database.db, (tx) => insertJob(tx, newJob(caller, { ...callback, ...over })))).id
}

async function makeDelivery(of = jobId): Promise<number> {
  const body = sealSecret(key, 'callback-body', await compress(BODY))
  const made = await inTransaction(database.db, (tx) =>
    insertDelivery(tx, { jobId: of, type: 'schedule.solved', messageId: `msg_${randomBytes(8).toString('hex')}`, body }),
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

describe('the list of a department', () => {
  const ALL = { before: null, limit: 10, state: null } as const

  test('has its deliveries newest first, each with what its request is called, its number there and its newest try', async () => {
    const caller = await createTestCaller(database.db, key)
    const named = await makeJob(caller, { name: 'Ward 3', reference: 'r-1' })
    const first = await makeDelivery(named)
    const other = await makeDelivery(await makeJob(caller))
    const second = await makeDelivery(named)
    const startedAt = new Date('2026-03-01T12:00:05Z')
    await record(tryOf(first))
    await record(tryOf(first, { triesBefore: 1, startedAt, status: 204, error: null, next: { state: 'DELIVERED' } }))
    await record(tryOf(second))
    const listed = await listDeliveriesOfDepartment(database.db, { ...ALL, departmentId: caller.departmentId })
    expect(listed).toMatchObject([
      { id: second, number: 2, name: 'Ward 3', state: 'PENDING', tries: 1, lastStatus: 500, lastError: 'Answered 500.' },
      {
        id: other,
        number: 1,
        name: null,
        reference: null,
        tries: 0,
        lastStatus: null,
        lastError: null,
        lastTriedAt: null,
        nextTryAt: expect.any(Date),
      },
      {
        id: first,
        number: 1,
        jobId: named,
        reference: 'r-1',
        state: 'DELIVERED',
        tries: 2,
        lastStatus: 204,
        lastError: null,
        lastTriedAt: startedAt,
      },
    ])
    expect(Object.keys(listed[0]!).filter((name) => /body|header|answer/i.test(name))).toEqual([])
  })

  test('comes in pages, and of one state alone', async () => {
    const caller = await createTestCaller(database.db, key)
    const { departmentId } = caller
    const job = await makeJob(caller)
    const [oldest, middle, newest] = [await makeDelivery(job), await makeDelivery(job), await makeDelivery(job)]
    await record(tryOf(middle, { next: { state: 'GIVEN_UP' } }))
    const ids = async (page: object) => (await listDeliveriesOfDepartment(database.db, { ...ALL, departmentId, ...page })).map(({ id }) => id)
    expect(await ids({ limit: 2 })).toEqual([newest, middle])
    expect(await ids({ limit: 2, before: middle })).toEqual([oldest])
    expect(await ids({ state: 'PENDING' })).toEqual([newest, oldest])
    expect(await ids({ state: 'GIVEN_UP' })).toEqual([middle])
    expect(await ids({ state: 'GIVEN_UP', before: middle })).toEqual([])
  })

  test('has nothing of a request that was withdrawn, nor of another department, which its connection does not even see', async () => {
    const [ours, theirs] = [await createTestCaller(database.db, key), await createTestCaller(database.db, key)]
    const [kept, withdrawn] = [await makeJob(ours), await makeJob(ours)]
    const [delivery] = [await makeDelivery(kept), await makeDelivery(withdrawn)]
    await makeDelivery(await makeJob(theirs))
    await inTransaction(database.db, async (tx) => {
      await eraseJob(tx, withdrawn)
      await eraseDeliveries(tx, withdrawn)
    })
    const guarded = openGuardedDb(database.url, { maxConnections: 1 })
    const ids = async ({ departmentId }: TestCaller) =>
      (await listDeliveriesOfDepartment(guarded.within(ours), { ...ALL, departmentId })).map(({ id }) => id)
    try {
      expect(await ids(ours)).toEqual([delivery])
      expect(await ids(theirs)).toEqual([])
    } finally {
      await guarded.close()
    }
  })
})
