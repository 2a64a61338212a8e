import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach } from 'vitest'
import { createTestCaller, createTestDatabase, type TestCaller, type TestDatabase } from '../../test/database.ts'
import { claimNextJob, type ClaimedJob } from '../storage/claim-job.ts'
import { inTransaction } from '../storage/db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { openQueue, type Queue, type Ticket } from '../storage/queue.ts'
import type { SecretKey } from '../storage/seal.ts'
import type { StartSolve } from '../threads/pool.ts'
import type { RunDeps } from './run-job.ts'
import { submit } from './submit.fixture.ts'

/** A ticket as the queue hands it out, without the queue. */
export const ticket: Ticket = { settle: async () => undefined }

/** Of a node that never shuts down. */
export const never: AbortSignal = new AbortController().signal

/** A job to submit; what is absent does not matter to the test. */
export interface TestJob {
  /** null = no callback. */
  readonly url?: string | null
  readonly maxSeconds?: number
  readonly document?: object
}

/** A database of its own with a queue and a department that submits to it. */
export interface JobStore {
  readonly database: TestDatabase
  readonly queue: Queue
  readonly key: SecretKey
  readonly caller: TestCaller
  /** What a node runs jobs with. */
  runDeps(startSolve: StartSolve): RunDeps
  /** Answers the number of the job. */
  submitJob(job?: TestJob): Promise<number>
  /** Takes up the next job for `node`; null when none waits. */
  claimJob(node?: string): Promise<ClaimedJob | null>
}

/** For all tests of a file, each of which begins without jobs, nodes and tickets: what one left waiting would be the turn of the next. */
export async function openJobStore(): Promise<JobStore> {
  const key = randomBytes(32)
  const database = await createTestDatabase()
  const { db } = database
  const queue = await openQueue(database.url, SILENT_LOG)
  const caller = await createTestCaller(db, key)
  beforeEach(async () => {
    await db.query('truncate jobs, progress_points, deliveries, delivery_attempts, helping_searches, nodes cascade')
    await db.query('delete from pgboss.job')
  })
  afterAll(async () => {
    await queue.stop()
    await database.close()
  })
  return {
    database,
    queue,
    key,
    caller,
    runDeps: (startSolve) => ({ db, queue, key, startSolve, log: SILENT_LOG, node: 'test', runningPerDepartment: 10, jobMemoryMib: 256 }),
    async submitJob({ url = 'https://consumer.example/', maxSeconds = 60, document = { shifts: [] } } = {}) {
      const of = {
        caller,
        document: Buffer.from(JSON.stringify(document)),
        callback: url === null ? null : { url, headerName: 'X-Key', headerValue: 's3cr3t' },
        termination: { maxSeconds },
        employees: 1,
        shifts: 1,
        warnings: [],
      }
      return (await submit({ db, queue, key, queuedPerDepartment: 10 }, of)).job.id
    },
    async claimJob(node = 'test') {
      const claimed = await inTransaction(db, (tx) => claimNextJob(tx, { node, runningPerDepartment: 10 }))
      return typeof claimed === 'string' ? null : claimed
    },
  }
}
