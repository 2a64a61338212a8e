import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import { HANG_MS, until } from '../../test/patience.ts'
import { withdraw } from '../jobs/withdraw.ts'
import { compress } from '../storage/compress.ts'
import { type Db, inTransaction, type Queryable, type Transaction } from '../storage/db.ts'
import { insertDelivery } from '../storage/deliveries.ts'
import { insertJob } from '../storage/jobs.ts'
import { newJob } from '../storage/new-job.fixture.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { sealSecret } from '../storage/seal.ts'
import { createBodyBudget } from './body-budget.ts'
import { deliverCallback } from './deliver.ts'
import { createGuardedAgent } from './guard.ts'

const key = randomBytes(32)
const packedBody = async (): Promise<Buffer> => sealSecret(key, 'callback-body', await compress(Buffer.from('{}')))

/** Whether a statement waits for a row that another transaction holds. */
async function isAnyoneLockedOut(db: Db): Promise<boolean> {
  const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await db.query(sql)).rowCount! > 0
}

test('a withdrawal that comes while a call is being prepared is answered after the call has begun', async () => {
  const database = await createTestDatabase()
  const { db } = database
  const caller = await createTestCaller(db, key)
  const receiver = createServer((_request, response) => response.end())
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const [jobId, deliveryId] = await inTransaction(db, async (tx) => {
    const job = await insertJob(tx, newJob(caller, { callbackUrl }))
    const delivery = await insertDelivery(tx, { jobId: job.id, type: 'schedule.solved', messageId: 'msg_1', body: await packedBody() })
    return [job.id, delivery!.id]
  })

  const told: string[] = []
  const withdrawals: Promise<unknown>[] = []
  /** The node is slow just after it has read the delivery, and the client withdraws just then. */
  const slowly = (queryable: Queryable): Queryable => ({
    async query(sql, values) {
      const result = await queryable.query(sql, values)
      if (sql.includes('for share')) {
        if (withdrawals.length === 0) {
          const withdrawn = withdraw({ db, queue: { enqueueSolve: async () => undefined } }, caller, String(jobId))
          withdrawals.push(withdrawn.then(() => told.push('withdrawn')))
        }
        await until('the withdrawal waits for us, or is through', async () => told.includes('withdrawn') || (await isAnyoneLockedOut(db)))
      }
      return result as never
    },
  })
  const slowDb: Db = { ...db, ...slowly(db), transaction: (run) => db.transaction((tx) => run(slowly(tx) as Transaction)) }
  const agent = createGuardedAgent({ allow: ['127.0.0.0/8'], connectMs: HANG_MS })
  onTestFinished(async () => {
    receiver.close()
    await agent.destroy()
    await database.close()
  })
  const now = (): Date => {
    if (!told.includes('begun')) told.push('begun')
    return new Date()
  }
  const deps = {
    db: slowDb,
    queue: { enqueueDelivery: async () => undefined },
    key,
    agent,
    timeoutMs: HANG_MS,
    log: SILENT_LOG,
    now,
    bodies: createBodyBudget(),
  }
  await deliverCallback(deps, { id: deliveryId, queueNumber: 1, settle: async () => undefined }, new AbortController().signal)
  await Promise.all(withdrawals)
  expect(told).toEqual(['begun', 'withdrawn'])
})
