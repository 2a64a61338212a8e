import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { compress } from '../storage/compress.ts'
import type { Db, Queryable, Transaction } from '../storage/db.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { sealSecret } from '../storage/seal.ts'
import { findJob } from './find-job.ts'
import { followJob } from './follow-job.ts'
import { listJobs } from './list-jobs.ts'
import { readSolution } from './read-solution.ts'
import { stop } from './stop.ts'
import { submit } from './submit.fixture.ts'
import { withdraw } from './withdraw.ts'

const key = randomBytes(32)
const PAGE = { limit: 1000, cursor: null, status: null }
let database: TestDatabase
let guarded: GuardedDb
let ours: TestCaller
let theirs: TestCaller
let ourIds: readonly string[]
let theirIds: readonly string[]

beforeAll(async () => {
  database = await createTestDatabase()
  guarded = openGuardedDb(database.url, { maxConnections: 2 })
})
afterAll(async () => {
  await guarded.close()
  await database.close()
})
beforeEach(async () => {
  await database.db.query('truncate jobs, progress_points, deliveries, delivery_attempts, departments, organizations cascade')
  theirs = await createTestCaller(database.db, key)
  ours = await createTestCaller(database.db, key)
  theirIds = [await makeJob(theirs, 'waiting'), await makeJob(theirs, 'solved')]
  ourIds = [await makeJob(ours, 'waiting'), await makeJob(ours, 'solved')]
})

const queue = { enqueueSolve: async (): Promise<void> => undefined }

async function makeJob(caller: TestCaller, state: 'waiting' | 'solved'): Promise<string> {
  const { job } = await submit(
    { db: database.db, queue, key, queuedPerDepartment: 100 },
    {
      caller,
      document: Buffer.from(`{"of":${caller.departmentId}}`),
      callback: { url: `https://consumer.example/${caller.departmentId}`, headerName: null, headerValue: null },
      termination: { maxSeconds: 60 },
      employees: 1,
      shifts: 1,
      warnings: [],
      idempotencyKey: `key ${state}`,
    },
  )
  if (state === 'solved') {
    await database.db.query(`update jobs set state = 'SOLVING', attempt = 1 where id = $1`, [job.id])
    const solution = sealSecret(key, 'solution', await compress(Buffer.from(`{"of":${caller.departmentId}}`)))
    await database.db.query(`update jobs set state = 'SOLVED', ended_at = now(), stop_reason = 'CONVERGED', solution = $2 where id = $1`, [
      job.id,
      solution,
    ])
  }
  return String(job.id)
}

/** Conditions that a statement may forget; what is left in their place is always true. */
const FORGOTTEN = {
  'which department': /\bdepartment_id = \$(\d+)/g,
  'which department and which job': /\b(?:department_id|job_id|id) = \$(\d+)/g,
} as const

/** The database as seen by code that forgets conditions: every statement goes through, without them. */
function forget(db: Db, condition: RegExp): { readonly db: Db; readonly forgotten: () => number } {
  let forgotten = 0
  const strip = (sql: string): string =>
    sql.replaceAll(condition, (_, parameter: string) => {
      forgotten += 1
      return `($${parameter}::bigint is not null)`
    })
  const through = (queryable: Queryable): Queryable => ({ query: (sql, values) => queryable.query(strip(sql), values) })
  return {
    db: { ...db, ...through(db), transaction: (run) => db.transaction((tx) => run(through(tx) as Transaction)) },
    forgotten: () => forgotten,
  }
}

/** Everything that is stored of a department's jobs, as one text. */
async function stored(departmentId: number): Promise<string> {
  const { rows } = await database.db.query('select * from jobs where department_id = $1 order by id', [departmentId])
  return JSON.stringify(rows)
}

/** Every use-case that takes the id of a job, done to this one, and what it let be seen. What it refuses is left out. */
async function askEverything(db: Db, caller: TestCaller, id: string): Promise<string> {
  const interim = { write: () => Promise.reject(new Error('nothing searches')) }
  const changes = { watch: () => () => undefined }
  const asked: (() => Promise<unknown>)[] = [
    () => listJobs({ db }, caller, PAGE),
    () => findJob({ db }, caller, id),
    async () => (await (await readSolution({ db, key, interim }, caller, id))?.read())?.toString(),
    async () => {
      const told: unknown[] = []
      const heard = new AbortController()
      for await (const events of (await followJob({ db, changes }, caller, { solverProblemId: id, since: null, signal: heard.signal })) ?? []) {
        told.push(events)
        heard.abort()
      }
      return told
    },
    () => stop({ db }, caller, id),
    () => withdraw({ db, queue }, caller, id),
  ]
  const seen: unknown[] = []
  for (const ask of asked) seen.push(await ask().catch((error: { code?: string }) => error.code))
  return JSON.stringify(seen)
}

describe('code that forgets to say', () => {
  for (const [name, condition] of Object.entries(FORGOTTEN)) {
    test(`${name} shows and changes nothing of another department`, async () => {
      const before = await stored(theirs.departmentId)
      const stripped = forget(guarded.within(ours), condition)
      for (const id of [...theirIds, ...ourIds]) {
        const seen = await askEverything(stripped.db, ours, id)
        expect(seen).not.toContain(`"departmentId":${theirs.departmentId},`)
        expect(seen).not.toContain(`{\\"of\\":${theirs.departmentId}}`)
      }
      expect(stripped.forgotten()).toBeGreaterThan(0)
      expect(await stored(theirs.departmentId)).toBe(before)
    })
  }

  test('both would show and change it without row level security', async () => {
    const condition = FORGOTTEN['which department and which job']
    const { jobs } = await listJobs(forget(database.db, condition), ours, PAGE)
    expect(jobs.map(({ id }) => String(id)).sort()).toEqual([...ourIds, ...theirIds].sort())
    const before = await stored(theirs.departmentId)
    await askEverything(forget(database.db, condition).db, theirs, theirIds[0]!)
    expect(await stored(theirs.departmentId)).not.toBe(before)
  })
})

test('code that works for the wrong caller within a reach sees nothing of either', async () => {
  const before = [await stored(ours.departmentId), await stored(theirs.departmentId)]
  for (const id of [...theirIds, ...ourIds]) {
    const seen = await askEverything(guarded.within(ours), theirs, id)
    // Of the other organization there is nothing, not even that it is there.
    const code = theirIds.includes(id) ? 'job-not-found' : 'department-foreign'
    expect(JSON.parse(seen)).toEqual([{ jobs: [], nextCursor: null }, ...Array.from({ length: 5 }, () => code)])
  }
  expect([await stored(ours.departmentId), await stored(theirs.departmentId)]).toEqual(before)
})
