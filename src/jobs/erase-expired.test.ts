// Slow: each case is a job of its own in a real PostgreSQL, with all that belongs to it.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { inTransaction } from '../storage/db.ts'
import type { Queryable } from '../storage/db.ts'
import { deleteExpiredJobs, deleteExpiredTokens, lockErasing } from '../storage/expired.ts'
import type { Log } from '../storage/log.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { insertToken } from '../storage/tokens.ts'
import { eraseExpired } from './erase-expired.ts'
import type { EraseDeps } from './erase-expired.ts'
import { findJob } from './find-job.ts'
import { listJobs } from './list-jobs.ts'

const never = new AbortController().signal
let database: TestDatabase
let caller: TestCaller

beforeAll(async () => {
  database = await createTestDatabase()
  caller = await createTestCaller(database.db, randomBytes(32))
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.query('truncate jobs, progress_points, deliveries, delivery_attempts cascade')
  await database.db.query('delete from tokens')
})

const deps = (log: Log = SILENT_LOG): EraseDeps => ({ db: database.db, log, retentionDays: 30, auditDays: 400 })

/** Stores a job that ended as long ago, or, with `ago` null, that still runs; with a delivery in this state, which was tried once. */
async function insertEnded(
  db: Queryable,
  { ago, delivery = null, state = 'FAILED', erased = 'no' }: { ago: string | null; delivery?: string | null; state?: string; erased?: 'no' | 'yes' },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into jobs (organization_id, department_id, state, created_at, ended_at, erased_at, failure_reason, document_bytes, max_seconds, request_hash)
     values ($1, $2, $3, now() - interval '300 days', now() - $4::interval, case when $5 = 'yes' then now() end,
             case when $3 = 'FAILED' then 'why' end, 1, 60, '')
  returning id`,
    [caller.organizationId, caller.departmentId, state, ago, erased],
  )
  const { id } = rows[0]!
  if (delivery !== null) {
    await db.query(
      `with called as (
         insert into deliveries (organization_id, department_id, job_id, type, message_id, url, origin, body, state, tries, ended_at)
         values ($1, $2, $3, 'schedule.failed', $4, 'https://consumer.example/', 'https://consumer.example', '', $5, 1, case when $5 <> 'PENDING' then now() end)
      returning id
       )
       insert into delivery_attempts (department_id, delivery_id, number, started_at, duration_ms) select $2, id, 1, now(), 1 from called`,
      [caller.organizationId, caller.departmentId, id, `msg_${id}`, delivery],
    )
  }
  return id
}

async function storedIds(db: Queryable, table: 'jobs' | 'deliveries' | 'delivery_attempts' | 'tokens' = 'jobs'): Promise<readonly number[]> {
  return (await db.query<{ id: number }>(`select id from ${table} order by id`)).rows.map(({ id }) => id)
}

describe('a job', () => {
  // In one transaction, where the clock of the database stands still.
  for (const { ago, erased } of [
    { ago: '719 hours 59 minutes 59 seconds', erased: false },
    { ago: '720 hours', erased: false },
    { ago: '720 hours 1 second', erased: true },
  ]) {
    test(`that ended ${ago} ago is ${erased ? 'erased' : 'kept'} when results are kept for 30 days`, async () => {
      await inTransaction(database.db, async (tx) => {
        const id = await insertEnded(tx, { ago })
        expect(await deleteExpiredJobs(tx, { retentionDays: 30, limit: 100 })).toBe(erased ? 1 : 0)
        expect(await storedIds(tx)).toEqual(erased ? [] : [id])
      })
    })
  }

  for (const { ended, delivery, kept } of [
    { ended: '31 days', delivery: 'DELIVERED', kept: false },
    { ended: '31 days', delivery: 'GIVEN_UP', kept: false },
    { ended: '31 days', delivery: 'CANCELLED', kept: false },
    { ended: '3000 days', delivery: 'PENDING', kept: true },
    { ended: '29 days', delivery: 'DELIVERED', kept: true },
  ]) {
    test(`that ended ${ended} ago and whose delivery is ${delivery} is ${kept ? 'kept whole' : 'erased with the delivery and its tries'}`, async () => {
      await insertEnded(database.db, { ago: ended, delivery })
      expect(await eraseExpired(deps(), never)).toEqual({ jobs: kept ? 0 : 1, tokens: 0 })
      for (const table of ['jobs', 'deliveries', 'delivery_attempts'] as const) expect(await storedIds(database.db, table)).toHaveLength(kept ? 1 : 0)
    })
  }

  test('that was withdrawn is erased likewise', async () => {
    await insertEnded(database.db, { ago: '31 days', state: 'CANCELLED', erased: 'yes' })
    const kept = await insertEnded(database.db, { ago: '29 days', state: 'CANCELLED', erased: 'yes' })
    await eraseExpired(deps(), never)
    expect(await storedIds(database.db)).toEqual([kept])
  })

  test('that did not end is kept however old it is', async () => {
    const ids = [await insertEnded(database.db, { ago: null, state: 'QUEUED' }), await insertEnded(database.db, { ago: null, state: 'SOLVING' })]
    expect(await eraseExpired({ ...deps(), retentionDays: 1 }, never)).toEqual({ jobs: 0, tokens: 0 })
    expect(await storedIds(database.db)).toEqual(ids)
  })

  test('that was erased is not found, is not listed, and its id is never given out again', async () => {
    const id = await insertEnded(database.db, { ago: '31 days' })
    await eraseExpired(deps(), never)
    await expect(findJob({ db: database.db }, caller, String(id))).rejects.toMatchObject({ code: 'job-not-found' })
    expect((await listJobs({ db: database.db }, caller, { limit: 10, cursor: null, status: null })).jobs).toEqual([])
    expect(await insertEnded(database.db, { ago: '1 day' })).toBeGreaterThan(id)
  })
})

describe('a token', () => {
  const hour = 3600
  for (const { title, expiresInHours, revokedHoursAgo, kept } of [
    { title: 'expired 719 hours ago', expiresInHours: -719, revokedHoursAgo: null, kept: true },
    { title: 'expired 721 hours ago', expiresInHours: -721, revokedHoursAgo: null, kept: false },
    { title: 'is valid, and was revoked 721 hours ago', expiresInHours: 1, revokedHoursAgo: 721, kept: false },
    { title: 'is valid, and was revoked 719 hours ago', expiresInHours: 1, revokedHoursAgo: 719, kept: true },
    { title: 'is valid', expiresInHours: 1, revokedHoursAgo: null, kept: true },
  ]) {
    test(`that ${title} is ${kept ? 'kept' : 'erased'}, and the job that came with it stays`, async () => {
      const token = { ...caller, userId: null, replaces: null, name: 'old', hash: randomBytes(32), expiresInSeconds: expiresInHours * hour }
      const id = await insertToken(database.db, token)
      await database.db.query(`update tokens set revoked_at = now() - $1 * interval '1 hour'`, [revokedHoursAgo])
      const jobId = await insertEnded(database.db, { ago: '1 day' })
      await database.db.query('update jobs set token_id = $1', [id])
      expect(await eraseExpired(deps(), never)).toEqual({ jobs: 0, tokens: kept ? 0 : 1 })
      expect(await storedIds(database.db, 'tokens')).toEqual(kept ? [id] : [])
      expect((await database.db.query('select id, token_id from jobs')).rows).toEqual([{ id: jobId, token_id: kept ? id : null }])
    })
  }

  test('is erased in batches too', async () => {
    await inTransaction(database.db, async (tx) => {
      for (let i = 0; i < 101; i += 1) {
        await insertToken(tx, { ...caller, userId: null, replaces: null, name: '', hash: randomBytes(32), expiresInSeconds: -721 * hour })
      }
    })
    expect(await inTransaction(database.db, (tx) => deleteExpiredTokens(tx, { retentionDays: 30, limit: 100 }))).toBe(100)
    expect(await eraseExpired(deps(), never)).toEqual({ jobs: 0, tokens: 1 })
  })
})

describe('a pass', () => {
  async function insertMany(count: number): Promise<void> {
    await inTransaction(database.db, async (tx) => {
      for (let i = 0; i < count; i += 1) await insertEnded(tx, { ago: '31 days', delivery: 'DELIVERED' })
    })
  }

  test('erases batch after batch, and says once how many', async () => {
    await insertMany(201)
    const told: object[] = []
    const log = { ...SILENT_LOG, info: (context: object) => void told.push(context) }
    expect(await eraseExpired(deps(log), never)).toEqual({ jobs: 201, tokens: 0 })
    expect(await storedIds(database.db)).toEqual([])
    expect(await eraseExpired(deps(log), never)).toEqual({ jobs: 0, tokens: 0 })
    expect(told).toEqual([{ jobs: 201, tokens: 0, auditEvents: 0, retentionDays: 30 }])
  })

  test('of several nodes at once erases everything once', async () => {
    await insertMany(250)
    const passes = [1, 2, 3, 4].map(() => eraseExpired(deps(), never))
    const erased = (await Promise.all(passes)).reduce((sum, { jobs }) => sum + jobs, 0)
    // Who meets another at it leaves the rest to that one, so whatever is left now is for the next hour.
    expect(erased + (await eraseExpired(deps(), never)).jobs).toBe(250)
    expect(await storedIds(database.db)).toEqual([])
  })

  test('leaves it to another node that is at it', async () => {
    await insertMany(1)
    await inTransaction(database.db, async (tx) => {
      expect(await lockErasing(tx)).toBe(true)
      expect(await eraseExpired(deps(), never)).toEqual({ jobs: 0, tokens: 0 })
    })
    expect(await eraseExpired(deps(), never)).toEqual({ jobs: 1, tokens: 0 })
  })

  test('does not wait for a row that somebody works on', async () => {
    const [held, free] = [await insertEnded(database.db, { ago: '40 days' }), await insertEnded(database.db, { ago: '31 days' })]
    await inTransaction(database.db, async (tx) => {
      await tx.query('select from jobs where id = $1 for update', [held])
      expect(await eraseExpired(deps(), never)).toEqual({ jobs: 1, tokens: 0 })
    })
    expect(free).toBeGreaterThan(held)
    expect(await storedIds(database.db)).toEqual([held])
  })

  test('ends after its batch when the node stops', async () => {
    await insertMany(101)
    const stopping = new AbortController()
    const erasing = eraseExpired(deps(), stopping.signal)
    stopping.abort()
    expect(await erasing).toEqual({ jobs: 100, tokens: 0 })
  })
})
