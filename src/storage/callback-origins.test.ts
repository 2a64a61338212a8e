import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { listOrigins, recordOutcome } from './callback-origins.ts'
import type { OriginOutcome } from './callback-origins.ts'
import { inTransaction } from './db.ts'

const key = randomBytes(32)
const ORIGIN = 'https://consumer.example'
const NOW = new Date()
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)
let database: TestDatabase
let caller: TestCaller

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.query('truncate callback_origins')
  caller = await createTestCaller(database.db, key)
})
afterAll(() => database.close())

async function record(outcome: Partial<OriginOutcome>): Promise<void> {
  const made = { departmentId: caller.departmentId, origin: ORIGIN, startedAt: NOW, status: 500, error: 'Answered 500.', putOff: null, ...outcome }
  await inTransaction(database.db, (tx) => recordOutcome(tx, made))
}
const success = { status: 200, error: null }
const slower = (until: Date, times = 1) => ({ status: 503, error: 'Answered 503.', putOff: { until, times } })

async function list(over: Partial<Parameters<typeof listOrigins>[1]> = {}) {
  return listOrigins(database.db, { departmentId: caller.departmentId, which: 'all', after: null, limit: 10, ...over })
}

test('failures in a row are counted until a success, and three make an origin failing', async () => {
  await record({})
  await record({ startedAt: at(5), status: null, error: 'The call failed: ECONNREFUSED.' })
  expect(await list()).toMatchObject([{ origin: ORIGIN, failures: 2, failing: false, lastStatus: null, lastSucceededAt: null }])
  expect(await list({ which: 'failing' })).toEqual([])
  await record({ startedAt: at(300) })
  expect(await list({ which: 'failing' })).toMatchObject([
    { failures: 3, failing: true, lastStatus: 500, lastError: 'Answered 500.', lastFailedAt: at(300) },
  ])
  await record({ ...success, startedAt: at(600) })
  expect(await list()).toMatchObject([{ failures: 0, failing: false, lastStatus: 500, lastFailedAt: at(300), lastSucceededAt: at(600) }])
})

test('an origin that was called with success alone has no failed try', async () => {
  await record({ ...success })
  expect(await list()).toMatchObject([{ failures: 0, lastStatus: null, lastError: null, lastFailedAt: null }])
})

test('an origin is put off until the latest moment it asked for, and a success of a call made after it ends that', async () => {
  const stored = async () => (await database.db.query('select put_off_until as until, put_offs as times from callback_origins')).rows[0]
  await record(slower(at(60)))
  await record(slower(at(30)))
  expect(await stored()).toEqual({ until: at(60), times: 1 })
  // Called before it was put off, answered after.
  await record({ ...success, startedAt: at(1) })
  expect(await stored()).toEqual({ until: at(60), times: 1 })
  await record({ startedAt: at(61) })
  expect(await stored()).toEqual({ until: at(60), times: 1 })
  await record({ ...slower(at(300), 2), startedAt: at(62) })
  expect(await stored()).toEqual({ until: at(300), times: 2 })
  await record({ ...success, startedAt: at(300) })
  expect(await stored()).toEqual({ until: null, times: 0 })
})

test('the list tells of a put-off only while it lasts', async () => {
  await record({ ...slower(at(-1)), origin: 'https://past.example' })
  await record({ ...slower(at(600)), origin: 'https://now.example' })
  expect((await list()).map(({ origin, putOffUntil }) => [origin, putOffUntil])).toEqual([
    ['https://now.example', at(600)],
    ['https://past.example', null],
  ])
})

test('each department has its own, and pages follow one another', async () => {
  const other = await createTestCaller(database.db, key)
  for (const origin of ['https://a.example', 'https://b.example', 'https://c.example']) await record({ origin })
  await record({ departmentId: other.departmentId, origin: 'https://b.example', ...success })
  expect((await list({ limit: 2 })).map(({ origin }) => origin)).toEqual(['https://a.example', 'https://b.example'])
  expect((await list({ limit: 2, after: 'https://b.example' })).map(({ origin }) => origin)).toEqual(['https://c.example'])
  expect(await list({ departmentId: other.departmentId })).toMatchObject([{ failures: 0 }])
  expect(await list({ departmentId: null })).toHaveLength(4)
})

test('origins that were not called for 30 days are forgotten', async () => {
  const days = 24 * 3600
  await record({ origin: 'https://old.example', startedAt: at(-31 * days) })
  await record({ origin: 'https://recent.example', startedAt: at(-29 * days) })
  await record({})
  expect((await list()).map(({ origin }) => origin)).toEqual([ORIGIN, 'https://recent.example'])
  await record({ origin: 'https://recent.example', startedAt: at(2 * days) })
  expect(await list()).toMatchObject([{ failures: 1 }, { failures: 2 }])
})
