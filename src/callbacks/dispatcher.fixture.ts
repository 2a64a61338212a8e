import { randomBytes } from 'node:crypto'
import { createTestCaller, type TestCaller, type TestDatabase } from '../../test/database.ts'
import { HANG_MS } from '../../test/patience.ts'
import { compress } from '../storage/compress.ts'
import { inTransaction } from '../storage/db.ts'
import { type DeliveryAttempt, insertDelivery, listDeliveries, listDeliveryAttempts, type QueuedDelivery } from '../storage/deliveries.ts'
import { insertJob } from '../storage/jobs.ts'
import { newJob } from '../storage/new-job.fixture.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { sealSecret } from '../storage/seal.ts'
import { createBodyBudget } from './body-budget.ts'
import { type DeliverDeps, deliverCallback } from './deliver.ts'
import { createGuardedAgent } from './guard.ts'

/** A queue in memory and a clock that is set to the time of each entry: 75 hours pass in the time that the calls take. */
export interface FakeDispatcher {
  readonly caller: TestCaller
  /** What the clock shows. */
  now(): Date
  /** Ends a job that names this address; answers its id. */
  endJob(url: string, body?: string): Promise<number>
  /** Lets a delivery be due at once, as a use-case would. */
  enqueue(delivery: QueuedDelivery): void
  /** Works on what is queued, in order of time, until nothing is left, or what is left is due after `until`. Answers how many entries it took. */
  run(options?: { until?: Date }): Promise<number>
  /** What the log says of the callback of a job. */
  read(jobId: number): Promise<{ state: string; tries: number; messageId: string; attempts: readonly DeliveryAttempt[]; nextTryAt: Date | null }>
  close(): Promise<void>
}

/** More entries than this are a loop without end. */
const MOST_ENTRIES = 10_000

/** Makes one with a department of its own. `random` decides every jitter. */
export async function createFakeDispatcher(database: TestDatabase, options: { key: Buffer; random?: () => number }): Promise<FakeDispatcher> {
  const { db } = database
  const { key, random = () => 0.5 } = options
  const timeoutMs = HANG_MS
  const caller = await createTestCaller(db, key)
  const agent = createGuardedAgent({ allow: ['127.0.0.0/8'], connectMs: timeoutMs })
  const entries: { readonly delivery: QueuedDelivery; readonly atMs: number }[] = []
  let clockMs = Date.now()
  const deps: DeliverDeps = {
    db,
    key,
    agent,
    timeoutMs,
    random,
    bodies: createBodyBudget(),
    log: SILENT_LOG,
    now: () => new Date(clockMs),
    queue: {
      async enqueueDelivery(_tx, delivery, { delayMs = 0 } = {}) {
        entries.push({ delivery, atMs: clockMs + delayMs })
      },
    },
  }
  const never = new AbortController().signal
  const takeNext = (untilMs: number): (typeof entries)[number] | null => {
    entries.sort((a, b) => a.atMs - b.atMs)
    return entries[0] !== undefined && entries[0].atMs <= untilMs ? entries.shift()! : null
  }
  return {
    caller,
    now: () => new Date(clockMs),
    endJob: (url, body = '{"type":"schedule.solved"}') => endJob(deps, caller, { url, body }),
    enqueue: (delivery) => void entries.push({ delivery, atMs: clockMs }),
    async run({ until = new Date(8.64e15) } = {}) {
      for (let taken = 0; taken < MOST_ENTRIES; taken += 1) {
        const entry = takeNext(until.getTime())
        if (entry === null) {
          if (until.getTime() < 8.64e15) clockMs = until.getTime()
          return taken
        }
        clockMs = Math.max(clockMs, entry.atMs)
        await deliverCallback(deps, { ...entry.delivery, settle: async () => {} }, never)
      }
      throw new Error('The queue does not empty.')
    },
    async read(jobId) {
      const [delivery] = await listDeliveries(db, jobId)
      return { ...delivery!, attempts: await listDeliveryAttempts(db, delivery!.id) }
    },
    close: () => agent.destroy(),
  }
}

async function endJob(deps: DeliverDeps, caller: TestCaller, { url, body }: { url: string; body: string }): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const callbackHeaderValue = sealSecret(deps.key, 'callback-header', 's3cr3t')
    const { id: jobId } = await insertJob(tx, newJob(caller, { callbackUrl: url, callbackHeaderName: 'X-Key', callbackHeaderValue }))
    const packed = sealSecret(deps.key, 'callback-body', await compress(Buffer.from(body)))
    const messageId = `msg_${randomBytes(8).toString('hex')}`
    const delivery = await insertDelivery(tx, { jobId, type: 'schedule.solved', messageId, body: packed })
    await deps.queue.enqueueDelivery(tx, delivery!)
    return jobId
  })
}
