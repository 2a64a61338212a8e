import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { claimNextJob } from './claim-job.ts'
import { inTransaction } from './db.ts'
import { failExhaustedJob, markSolved, renewLease, saveBound, saveIncumbent } from './job-attempts.ts'
import { openJobChanges } from './job-changes.ts'
import type { JobChanges } from './job-changes.ts'
import { eraseJob, insertJob, requestStop } from './jobs.ts'
import { newJob } from './new-job.fixture.ts'
import { SILENT_LOG } from './log.ts'

let database: TestDatabase
let caller: TestCaller
let changes: JobChanges

const connections = async (): Promise<readonly number[]> => {
  const sql = `select pid from pg_stat_activity where datname = current_database() and application_name = 'turnus-changes'`
  return (await database.db.query<{ pid: number }>(sql)).rows.map(({ pid }) => pid)
}

beforeAll(async () => {
  database = await createTestDatabase()
  caller = await createTestCaller(database.db, randomBytes(32))
  changes = openJobChanges(database.url, SILENT_LOG, { checkMs: 50 })
})
beforeEach(listens)
afterAll(async () => {
  await changes.close()
  await database.close()
})

let markers = 0

/** Resolves once a notice comes through that is sent from now on: each is of a job that is not there and of its own, for one of an earlier call may still be under way. */
async function listens(): Promise<void> {
  markers -= 1
  const marker = markers
  let heard = false
  const unwatch = changes.watch(marker, () => {
    heard = true
  })
  await expect
    .poll(async () => {
      await database.db.query(`select pg_notify('turnus_jobs', $1)`, [String(marker)])
      return heard
    })
    .toBe(true)
  unwatch()
}

async function makeJob(): Promise<number> {
  const job = await inTransaction(database.db, (tx) => insertJob(tx, newJob(caller)))
  return job.id
}

/** Counts the changes of a job that are told while `change` runs; a notice of another job, sent afterwards, says that all have come. */
async function told(jobId: number, change: () => Promise<unknown>): Promise<number> {
  let count = 0
  const unwatch = changes.watch(jobId, () => {
    count += 1
  })
  await change()
  await listens()
  unwatch()
  return count
}

test('every change that is shown is told once when it commits, and a renewed lease is not', async () => {
  const id = await makeJob()
  const { db } = database
  const at = { jobId: id, attempt: 1 }
  const found = { ...at, score: [0, 0, 0, 2] as const, bound: null, gap: null, moves: 1, solveMs: 1 }
  const end = { ...found, noBoundReason: 'NOT_PROVED' as const, boundLeavesOut: [], solution: Buffer.from('x'), stopReason: 'OPTIMAL' as const }
  expect(await told(id, () => inTransaction(db, (tx) => claimNextJob(tx, { node: 'n', runningPerDepartment: 10 })))).toBe(1)
  expect(await told(id, () => renewLease(db, { ...at, solveMs: 1 }))).toBe(0)
  expect(await told(id, () => saveIncumbent(db, { ...found, roster: Buffer.alloc(1) }))).toBe(1)
  expect(await told(id, () => saveBound(db, { ...found, bound: [0, 0, 0, 1], gap: 0.5 }))).toBe(1)
  expect(await told(id, () => saveBound(db, { ...found, bound: [0, 0, 0, 1], gap: 0.5 }))).toBe(0)
  expect(await told(id, () => saveIncumbent(db, { ...found, attempt: 9, roster: Buffer.alloc(1) }))).toBe(0)
  expect(await told(id, () => requestStop(db, id))).toBe(1)
  expect(await told(id, () => inTransaction(db, (tx) => markSolved(tx, end)))).toBe(1)
  expect(await told(id, () => requestStop(db, id))).toBe(0)
  expect(await told(id, () => inTransaction(db, (tx) => eraseJob(tx, id)))).toBe(1)
})

test('a job that is given up is told', async () => {
  const id = await makeJob()
  await database.db.query(`update jobs set state = 'SOLVING', attempt = 3 where id = $1`, [id])
  expect(await told(id, () => inTransaction(database.db, (tx) => failExhaustedJob(tx, { jobId: id, reason: 'r' })))).toBe(1)
})

test('a change that is rolled back is not told', async () => {
  const id = await makeJob()
  const broken = inTransaction(database.db, async (tx) => {
    await claimNextJob(tx, { node: 'n', runningPerDepartment: 10 })
    throw new Error('no')
  })
  expect(await told(id, () => broken.catch(() => undefined))).toBe(0)
})

test('a hundred watchers share one connection', async () => {
  const id = await makeJob()
  let count = 0
  const unwatch = Array.from({ length: 100 }, () => changes.watch(id, () => (count += 1)))
  await requestStop(database.db, id)
  await expect.poll(() => count).toBe(100)
  expect(await connections()).toHaveLength(1)
  for (const end of unwatch) end()
  await requestStop(database.db, id)
  await listens()
  expect(count).toBe(100)
})

test('after the connection was ended by the server, everybody is told to read again, and changes are told as before', async () => {
  const id = await makeJob()
  const [pid] = await connections()
  let count = 0
  const unwatch = changes.watch(id, () => {
    count += 1
  })
  await database.db.query('select pg_terminate_backend($1)', [pid])
  await requestStop(database.db, id)
  await expect.poll(() => count).toBeGreaterThan(0)
  expect(await connections()).not.toContain(pid)
  unwatch()
  expect(await told(id, () => requestStop(database.db, id))).toBe(1)
})

test('closing ends the connection and leaves others alone', async () => {
  const others = await connections()
  const own = openJobChanges(database.url, SILENT_LOG)
  await expect.poll(connections).toHaveLength(others.length + 1)
  await own.close()
  await expect.poll(connections).toEqual(others)
})

test('a database that cannot be reached does not keep it from closing', async () => {
  const unreachable = openJobChanges('postgres://x:y@127.0.0.1:1/z', SILENT_LOG)
  unreachable.watch(1, () => undefined)
  await new Promise((done) => setTimeout(done, 20))
  await unreachable.close()
})
