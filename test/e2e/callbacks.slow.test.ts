// Slow: a dispatcher is killed, and its calls are taken up when their time is over.
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { flood } from '../../bench/callbacks/flood.ts'
import { readConfig } from '../../src/config.ts'
import { startServer } from '../../src/server.ts'
import { compress } from '../../src/storage/compress.ts'
import { inTransaction } from '../../src/storage/db.ts'
import { insertDelivery, listDeliveries } from '../../src/storage/deliveries.ts'
import { SILENT_LOG } from '../../src/storage/log.ts'
import { openQueue } from '../../src/storage/queue.ts'
import { sealSecret } from '../../src/storage/seal.ts'
import { createTestCaller, createTestDatabase } from '../database.ts'
import { HANG_MS, PATIENT } from '../patience.ts'
import { startReceiver } from '../receiver.ts'
import { startDispatcher } from './turnus.ts'

const CALLBACKS = 24
/** Calls that are answered before the dispatcher is killed: as many as it makes to one receiver at a time. */
const ANSWERED_BEFORE = 4
const KEY = randomBytes(32)
const env = { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_CALLBACK_ALLOW: '127.0.0.0/8' }

test('of a dispatcher that is killed in the middle of its calls every callback arrives, each repetition under the same webhook-id', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  // While the first dispatcher lives the later calls are not answered: they are under way whenever it is killed.
  let answersAll = false
  const receiver = await startReceiver((response, number) => {
    if (answersAll || number <= ANSWERED_BEFORE) response.writeHead(204).end()
  })
  onTestFinished(() => receiver.close())
  const jobs = await endJobs(receiver.url)

  const doomed = await startDispatcher(database.url, env)
  await expect.poll(() => receiver.calls.length, { interval: 5 }).toBeGreaterThan(ANSWERED_BEFORE + 1)
  await doomed.kill()
  answersAll = true
  const callsBefore = receiver.calls.length
  expect(callsBefore).toBeLessThan(CALLBACKS)

  const successor = await startDispatcher(database.url, env)
  const stateOf = async (job: number) => (await listDeliveries(database.db, job))[0]!
  await expect.poll(async () => (await Promise.all(jobs.map(stateOf))).every(({ state }) => state === 'DELIVERED'), { interval: 100 }).toBe(true)
  const idsOf = (job: number) =>
    receiver.calls
      .filter(({ body }) => (JSON.parse(body) as { solverProblemId: string }).solverProblemId === String(job))
      .map(({ headers }) => headers['webhook-id'])
  for (const job of jobs) expect(new Set(idsOf(job))).toEqual(new Set([(await stateOf(job)).messageId]))
  // What was under way when it was killed was called again.
  expect(receiver.calls.length).toBeGreaterThan(CALLBACKS)
  expect(await successor.stop()).toBe(0)

  async function endJobs(url: string): Promise<readonly number[]> {
    const { organizationId, departmentId } = await createTestCaller(database.db, KEY)
    const queue = await openQueue(database.url, SILENT_LOG)
    const ids = await inTransaction(database.db, async (tx) => {
      const { rows } = await tx.query<{ id: number }>(
        `insert into jobs (organization_id, department_id, state, stop_reason, ended_at, solution, document_bytes, max_seconds, request_hash, callback_url)
         select $1, $2, 'SOLVED', 'CONVERGED', now(), '', 1, 60, '', $3 from generate_series(1, $4) returning id`,
        [organizationId, departmentId, url, CALLBACKS],
      )
      for (const { id } of rows) {
        const packed = await compress(Buffer.from(JSON.stringify({ type: 'schedule.solved', solverProblemId: String(id) })))
        const body = sealSecret(KEY, 'callback-body', packed)
        const delivery = await insertDelivery(tx, { jobId: id, type: 'schedule.solved', messageId: `msg_${randomBytes(8).toString('hex')}`, body })
        await queue.enqueueDelivery(tx, delivery!)
      }
      return rows.map(({ id }) => id)
    })
    await queue.stop()
    return ids
  }
})

test('receivers that hang do not delay the callbacks to others', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  // Longer than all of this may take: no call that hangs is given up meanwhile.
  const patience = { TURNUS_CALLBACK_SECONDS: '300' }
  const config = readConfig({ role: 'dispatcher', databaseUrl: database.url }, { ...env, ...patience, TURNUS_LOG_LEVEL: 'fatal' })
  const server = await startServer(config)
  onTestFinished(() => server.close())
  const outcome = await flood({ databaseUrl: database.url, key: KEY, callbacks: 100, receivers: 10, hanging: 2, perSecond: null, timeoutMs: HANG_MS })
  // All that can arrive has, while the first calls that hang, as many as one receiver may have open, still do.
  expect(outcome).toMatchObject({ healthy: 80, arrived: 80, hangingCalls: 8, maxOpen: 4 })
})
