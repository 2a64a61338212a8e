import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { GatewayError } from '../model/errors.ts'
import { decompress } from '../storage/compress.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { openQueue } from '../storage/queue.ts'
import type { Queue } from '../storage/queue.ts'
import { openSecret } from '../storage/seal.ts'
import type { NewSubmission } from './store-submission.ts'
import { createSubmit } from './submit.ts'

const key = randomBytes(32)
let database: TestDatabase
let db: GuardedDb
let queue: Queue
let callers: TestCaller[]

beforeAll(async () => {
  database = await createTestDatabase()
  db = openGuardedDb(database.url)
  queue = await openQueue(database.url, SILENT_LOG)
  callers = []
  for (let i = 0; i < 3; i += 1) callers.push(await createTestCaller(database.db, key))
})
afterAll(async () => {
  await queue.stop()
  await db.close()
  await database.close()
})
beforeEach(() => database.db.query('truncate jobs, pgboss.job cascade'))

function submission(i: number, over: Partial<NewSubmission> = {}): NewSubmission {
  return {
    caller: callers[i % callers.length]!,
    document: Buffer.from(`{"number":${i}}`),
    callback: null,
    termination: { maxSeconds: 60 },
    employees: 2,
    shifts: 3,
    warnings: [],
    ...over,
  }
}

async function stored(): Promise<{ departmentId: number; document: string }[]> {
  const { rows } = await database.db.query<{ departmentId: number; document: Buffer }>(
    'select department_id as "departmentId", document from jobs order by id',
  )
  return Promise.all(
    rows.map(async ({ departmentId, document }) => ({
      departmentId,
      document: (await decompress(openSecret(key, 'document', document))).toString(),
    })),
  )
}

async function countTickets(): Promise<number> {
  const { rows } = await database.db.query<{ count: number }>(`select count(*) from pgboss.job where name = 'solves'`)
  return rows[0]!.count
}

test('submissions that arrive together are each stored for their own department, with a ticket each, in few transactions', async () => {
  let transactions = 0
  const transaction: GuardedDb['transaction'] = (run) => {
    transactions += 1
    return db.transaction(run)
  }
  const submit = createSubmit({ db: { within: (reach) => db.within(reach), transaction }, queue, key, queuedPerDepartment: 1000 })
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => submit(submission(i))))
  expect(new Set(answers.map(({ job }) => job.id)).size).toBe(30)
  for (const [i, { job, replayed }] of answers.entries()) {
    expect(replayed).toBe(false)
    expect(job).toMatchObject({ departmentId: callers[i % 3]!.departmentId, state: 'QUEUED' })
  }
  const rows = await stored()
  for (let i = 0; i < 30; i += 1) expect(rows).toContainEqual({ departmentId: callers[i % 3]!.departmentId, document: `{"number":${i}}` })
  expect(await countTickets()).toBe(30)
  expect(transactions).toBeLessThan(10)
  expect(transactions).toBeGreaterThan(0)
})

test('a department whose queue is full is refused exactly what is too much, and the others with it are stored', async () => {
  const submit = createSubmit({ db, queue, key, queuedPerDepartment: 3 })
  const full = Array.from({ length: 5 }, () => submit(submission(0)))
  const others = [1, 2].map((i) => submit(submission(i)))
  const outcomes = await Promise.allSettled([...full, ...others])
  const refused = outcomes.filter(({ status }) => status === 'rejected').map((outcome) => (outcome as PromiseRejectedResult).reason as GatewayError)
  expect(refused.map(({ code }) => code)).toEqual(['queue-full', 'queue-full'])
  expect(refused[0]!.message).toMatch(/^\d+ requests of the department are waiting; the limit is 3\.$/)
  expect((await stored()).length).toBe(5)
  expect(await countTickets()).toBe(5)
  expect(outcomes.slice(5).every(({ status }) => status === 'fulfilled')).toBe(true)
})

test('one that cannot be stored does not take the others with it', async () => {
  const submit = createSubmit({ db, queue, key, queuedPerDepartment: 1000 })
  const outcomes = await Promise.allSettled([submit(submission(0)), submit(submission(1, { employees: 2 ** 40 })), submit(submission(2))])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await stored()).length).toBe(2)
  expect(await countTickets()).toBe(2)
})

test('when the connection breaks, nobody is stored twice: all that were together are told that the database is away', async () => {
  const away = new GatewayError('database-unavailable', 'away', 'wait')
  const within = vi.fn<GuardedDb['within']>()
  const transaction = async (run: Parameters<GuardedDb['transaction']>[0]): Promise<never> => {
    await db.transaction(run)
    throw away
  }
  const submit = createSubmit({ db: { within, transaction: transaction as GuardedDb['transaction'] }, queue, key, queuedPerDepartment: 1000 })
  const outcomes = await Promise.allSettled([submit(submission(0)), submit(submission(1))])
  expect(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason as unknown)).toEqual([away, away])
  expect(within).not.toHaveBeenCalled()
  expect((await stored()).length).toBe(2)
})

test('a repeated key is answered with the first job, also when both arrive together', async () => {
  const submit = createSubmit({ db, queue, key, queuedPerDepartment: 1000 })
  const once = submission(0, { idempotencyKey: 'once' })
  const first = await submit(once)
  const [again, other] = await Promise.all([submit(once), submit(submission(1))])
  expect(again).toEqual({ job: first.job, replayed: true })
  expect(other.replayed).toBe(false)
  expect((await stored()).length).toBe(2)
})
