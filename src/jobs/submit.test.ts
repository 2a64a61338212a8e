import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { decompress } from '../storage/compress.ts'
import type { Db } from '../storage/db.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { openQueue } from '../storage/queue.ts'
import type { Queue } from '../storage/queue.ts'
import { openSecret } from '../storage/seal.ts'
import type { InterimWriter } from '../threads/interim.ts'
import { findJob } from './find-job.ts'
import { listJobs } from './list-jobs.ts'
import { readSolution } from './read-solution.ts'
import { stop } from './stop.ts'
import type { NewSubmission, StoredSubmission } from './store-submission.ts'
import { createSubmit } from './submit.ts'
import type { SubmitDeps } from './submit.ts'
import { withdraw } from './withdraw.ts'

const key = randomBytes(32)
let database: TestDatabase
let db: GuardedDb
let queue: Queue
let caller: TestCaller
let stranger: TestCaller

beforeAll(async () => {
  database = await createTestDatabase()
  db = openGuardedDb(database.url)
  queue = await openQueue(database.url, SILENT_LOG)
  caller = await createTestCaller(database.db, key)
  stranger = await createTestCaller(database.db, key)
})
afterAll(async () => {
  await queue.stop()
  await db.close()
  await database.close()
})

const interim: Pick<InterimWriter, 'write'> = { write: () => Promise.reject(new Error('nothing is written here')) }
/** Of what is asked about a job once it is stored. */
const deps = (): { db: Db; queue: Queue; key: Buffer; interim: typeof interim } => ({ db: database.db, queue, key, interim })

/** A gateway's own, unless something of it is another. */
function submit(given: NewSubmission, over: Partial<SubmitDeps> = {}): Promise<StoredSubmission> {
  return createSubmit({ db, queue, key, queuedPerDepartment: 1000, ...over })(given)
}

function submission(over: Partial<NewSubmission> = {}): NewSubmission {
  return {
    caller,
    document: Buffer.from('{"shifts":[],"callbackAuthenticationHeaderValue":"s3cr3t"}'),
    callback: { url: 'https://consumer.example/solved', headerName: 'X-API-Key', headerValue: 's3cr3t' },
    termination: { maxSeconds: 60 },
    employees: 2,
    shifts: 3,
    warnings: [{ pointer: '/a\u0000', code: 'unknown-field', detail: 'lone \ud800 surrogate', hint: '' }],
    ...over,
  }
}

async function countOf(sql: string): Promise<number> {
  const { rows } = await database.db.query<{ count: number }>(sql)
  return rows[0]!.count
}
const countJobs = (): Promise<number> => countOf('select count(*) from jobs')
const countEntries = (): Promise<number> => countOf(`select count(*) from pgboss.job where name = 'solves'`)

test('a submission is stored with its queue entry', async () => {
  const [jobs, entries] = [await countJobs(), await countEntries()]
  const { job, replayed } = await submit(submission())
  expect(job).toMatchObject({ state: 'QUEUED', attempt: 0, revision: 0, score: null, employees: 2, shifts: 3, maxSeconds: 60, startedAt: null })
  expect(replayed).toBe(false)
  expect([await countJobs(), await countEntries()]).toEqual([jobs + 1, entries + 1])
})

test('when the queue entry cannot be written, nothing is stored', async () => {
  const [jobs, entries] = [await countJobs(), await countEntries()]
  const failing = { queue: { enqueueSolve: () => Promise.reject(new Error('no queue')) } }
  await expect(submit(submission(), failing)).rejects.toThrow('no queue')
  expect([await countJobs(), await countEntries()]).toEqual([jobs, entries])
})

test('when the transaction fails after the queue entry, no entry is left', async () => {
  const [jobs, entries] = [await countJobs(), await countEntries()]
  const failing = {
    queue: {
      enqueueSolve: async (...given: Parameters<Queue['enqueueSolve']>) => {
        await queue.enqueueSolve(...given)
        throw new Error('too late')
      },
    },
  }
  await expect(submit(submission(), failing)).rejects.toThrow('too late')
  expect([await countJobs(), await countEntries()]).toEqual([jobs, entries])
})

test("the document comes back as it was posted, and the client's secret is nowhere readable in the row", async () => {
  const given = submission()
  const { job } = await submit(given)
  const { rows } = await database.db.query<{ document: Buffer; callback_header_value: Buffer }>('select * from jobs where id = $1', [job.id])
  const row = rows[0]!
  expect(await decompress(openSecret(key, 'document', row.document))).toEqual(given.document)
  expect(openSecret(key, 'callback-header', row.callback_header_value).toString()).toBe('s3cr3t')
  for (const value of Object.values(row)) expect(Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)).not.toContain('s3cr3t')
})

test('the same idempotency key and document answer the first job', async () => {
  const first = await submit(submission({ idempotencyKey: 'k1' }))
  const again = await submit(submission({ idempotencyKey: 'k1' }))
  expect(again).toEqual({ job: first.job, replayed: true })
})

test('the same idempotency key with another document is refused, and in another department it is another key', async () => {
  await submit(submission({ idempotencyKey: 'k2' }))
  const other = submission({ idempotencyKey: 'k2', document: Buffer.from('{}') })
  await expect(submit(other)).rejects.toMatchObject({ code: 'idempotency-key-reused' })
  expect((await submit({ ...other, caller: stranger })).replayed).toBe(false)
})

test('of ten submissions with one key at once, one is stored and the others wait or are answered with it', async () => {
  const jobs = await countJobs()
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => submit(submission({ idempotencyKey: 'k3' }))))
  expect(await countJobs()).toBe(jobs + 1)
  expect(answers.filter((answer) => answer.status === 'fulfilled' && !answer.value.replayed)).toHaveLength(1)
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
  expect(new Set([...refusals, 'idempotency-in-progress'])).toEqual(new Set(['idempotency-in-progress']))
})

test('an idempotency key is free again after 24 hours', async () => {
  const { job } = await submit(submission({ idempotencyKey: 'k4' }))
  await database.db.query(`update jobs set created_at = now() - interval '24 hours 1 second' where id = $1`, [job.id])
  expect((await submit(submission({ idempotencyKey: 'k4' }))).replayed).toBe(false)
})

test('a department whose queue is full is refused, and another is not', async () => {
  const full = await createTestCaller(database.db, key)
  const narrow = { queuedPerDepartment: 2 }
  for (let stored = 0; stored < 2; stored += 1) await submit(submission({ caller: full }), narrow)
  await expect(submit(submission({ caller: full }), narrow)).rejects.toMatchObject({ code: 'queue-full' })
  await submit(submission({ caller: stranger }))
})

for (const id of [
  '999999',
  '0',
  '-1',
  '007',
  '1.0',
  '1e3',
  'abc',
  '',
  ' 1',
  '9'.repeat(15),
  '9'.repeat(16),
  '9'.repeat(100_000),
  '1; drop table jobs',
  '1\u0000',
  '１',
]) {
  test(`the identifier ${JSON.stringify(id.slice(0, 20))} of ${id.length} characters is not found`, async () => {
    await expect(findJob(deps(), caller, id)).rejects.toMatchObject({ code: 'job-not-found' })
  })
}

test("another department's job is refused for reading, stopping and withdrawing", async () => {
  const { job } = await submit(submission())
  const id = String(job.id)
  for (const use of [findJob, readSolution, stop, withdraw]) {
    await expect(use(deps(), stranger, id)).rejects.toMatchObject({ code: 'department-foreign' })
  }
  expect((await findJob(deps(), caller, id)).state).toBe('QUEUED')
})

test('withdrawing erases everything that was sent, and a second time finds nothing', async () => {
  const { job } = await submit(submission({ idempotencyKey: 'k5', marks: { name: 'March', reference: 'r', labels: { ward: '3' } } }))
  const id = String(job.id)
  await withdraw(deps(), caller, id)
  await expect(withdraw(deps(), caller, id)).rejects.toMatchObject({ code: 'job-not-found' })
  await expect(findJob(deps(), caller, id)).rejects.toMatchObject({ code: 'job-not-found' })
  const { rows } = await database.db.query('select * from jobs where id = $1', [job.id])
  expect(rows[0]).toMatchObject({
    state: 'CANCELLED',
    document: null,
    name: null,
    reference: null,
    labels: {},
    callback_url: null,
    callback_header_name: null,
    callback_header_value: null,
    idempotency_key: null,
    warnings: [],
    request_hash: Buffer.alloc(0),
  })
  expect((await submit(submission({ idempotencyKey: 'k5' }))).replayed).toBe(false)
})

test('of two withdrawals at once one succeeds', async () => {
  const { job } = await submit(submission())
  const results = await Promise.allSettled([1, 2].map(() => withdraw(deps(), caller, String(job.id))))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a list is newest first, has pages, a filter, and holds nothing foreign or withdrawn', async () => {
  const owner = await createTestCaller(database.db, key)
  const ids: number[] = []
  for (let stored = 0; stored < 5; stored += 1) ids.push((await submit(submission({ caller: owner }))).job.id)
  await withdraw(deps(), owner, String(ids[2]))
  const first = await listJobs(deps(), owner, { limit: 3, cursor: null, status: null })
  expect(first.jobs.map(({ id }) => id)).toEqual([ids[4], ids[3], ids[1]])
  const second = await listJobs(deps(), owner, { limit: 3, cursor: first.nextCursor, status: null })
  expect(second).toMatchObject({ jobs: [{ id: ids[0] }], nextCursor: null })
  expect((await listJobs(deps(), owner, { limit: 4, cursor: null, status: 'QUEUED' })).nextCursor).toBe(null)
  expect((await listJobs(deps(), owner, { limit: 4, cursor: null, status: 'SOLVED' })).jobs).toEqual([])
})

const REQUESTS = [
  { name: 'March', reference: 'r-3', labels: { ward: '3', site: 'north' } },
  { name: 'April', reference: 'r-4', labels: { ward: '3', 'odd "key"': 'a:b' } },
  { name: null, reference: 'r-3', labels: { ward: '4' } },
  { name: null, reference: null, labels: {} },
]

for (const { asked, found } of [
  { asked: { reference: 'r-3' }, found: [2, 0] },
  { asked: { reference: 'r' }, found: [] },
  { asked: { labels: { ward: '3' } }, found: [1, 0] },
  { asked: { labels: { ward: '3', site: 'north' } }, found: [0] },
  { asked: { labels: { 'odd "key"': 'a:b' } }, found: [1] },
  { asked: { labels: { ward: '' } }, found: [] },
  { asked: { reference: 'r-3', labels: { ward: '4' } }, found: [2] },
  { asked: { status: 'SOLVED' as const, reference: 'r-3' }, found: [] },
  { asked: {}, found: [3, 2, 1, 0] },
]) {
  test(`a list asked for ${JSON.stringify(asked)} has ${found.join(', ') || 'nothing'}, of the own department alone`, async () => {
    const [owner, stranger] = [await createTestCaller(database.db, key), await createTestCaller(database.db, key)]
    const ids: number[] = []
    for (const marks of REQUESTS) {
      ids.push((await submit(submission({ caller: owner, marks }))).job.id)
      await submit(submission({ caller: stranger, marks }))
    }
    const { jobs } = await listJobs(deps(), owner, { limit: 10, cursor: null, status: null, ...asked })
    expect(jobs.map(({ id }) => id)).toEqual(found.map((at) => ids[at]))
    expect(jobs).toMatchObject(found.map((at) => REQUESTS[at]))
  })
}

for (const cursor of ['x', '', 'YjA', Buffer.from('b-1').toString('base64url'), Buffer.from(`b${'9'.repeat(30)}`).toString('base64url')]) {
  test(`the cursor "${cursor}" is refused`, async () => {
    await expect(listJobs(deps(), caller, { limit: 1, cursor, status: null })).rejects.toMatchObject({ code: 'request-invalid' })
  })
}

test('stopping a waiting job is noted, also twice, and there is no solution yet', async () => {
  const { job } = await submit(submission())
  const once = await stop(deps(), caller, String(job.id))
  expect((await stop(deps(), caller, String(job.id))).stopRequestedAt).toEqual(once.stopRequestedAt)
  expect(await readSolution(deps(), caller, String(job.id))).toBe(null)
})
