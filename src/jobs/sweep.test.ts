import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import { until } from '../../test/patience.ts'
import { inTransaction } from '../storage/db.ts'
import type { Db } from '../storage/db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { openQueue } from '../storage/queue.ts'
import { findJob } from './find-job.ts'
import { runJob } from './run-job.ts'
import type { RunDeps } from './run-job.ts'
import { fakeSolver } from './fake-solver.fixture.ts'
import { submit } from './submit.fixture.ts'
import { startSweeping, sweep } from './sweep.ts'
import { withdraw } from './withdraw.ts'
import { never, openJobStore, ticket } from './job-store.fixture.ts'

const { database, queue, key, caller, runDeps, submitJob, claimJob } = await openJobStore()

async function countEntries(name: 'solves' | 'deliveries'): Promise<number> {
  const sql = `select count(*) from pgboss.job where name = $1 and state in ('created', 'retry')`
  return (await database.db.query<{ count: number }>(sql, [name])).rows[0]!.count
}

describe('a department with as many running jobs as it may have', () => {
  const narrow = { runningPerDepartment: 1 }

  test('has its next job taken up when one of them ends, although the ticket came before', async () => {
    await submitJob()
    await submitJob()
    const { startSolve, started } = fakeSolver()
    const running = runJob({ ...runDeps(startSolve), ...narrow }, ticket, never)
    await until('the first runs', () => started.length === 1)
    await runJob({ ...runDeps(startSolve), ...narrow }, ticket, never)
    expect(started).toHaveLength(1)
    await database.db.query('delete from pgboss.job')
    started[0]!.end()
    await running
    expect(await countEntries('solves')).toBe(1)
    expect(await claimJob()).not.toBe(null)
  })

  test('has its next job taken up when one of them is withdrawn', async () => {
    const id = await submitJob()
    await submitJob()
    await claimJob()
    await database.db.query('delete from pgboss.job')
    await withdraw({ db: database.db, queue }, caller, String(id))
    expect(await countEntries('solves')).toBe(1)
  })

  test('gets no further tickets from a sweep, and gets some once a job may be taken up and none waits', async () => {
    await submitJob()
    await submitJob()
    await claimJob()
    await database.db.query('delete from pgboss.job')
    const sweeping = { db: database.db, queue: { ...queue, isOutOfTickets: async () => true }, key, log: SILENT_LOG }
    await sweep({ ...sweeping, ...narrow })
    expect(await countEntries('solves')).toBe(0)
    await sweep({ ...sweeping, runningPerDepartment: 2, queue: { ...queue, isOutOfTickets: async () => false } })
    expect(await countEntries('solves')).toBe(0)
    await sweep({ ...sweeping, runningPerDepartment: 2 })
    expect(await countEntries('solves')).toBeGreaterThan(0)
  })
})

test('a sweep queues jobs whose lease has ended once, and leaves those of living nodes alone', async () => {
  const dead = await submitJob()
  await submitJob()
  await claimJob()
  await claimJob()
  await database.db.query(`update jobs set leased_until = now() - interval '1 second' where id = $1`, [dead])
  // What the queue says of its tickets is a second old: it may have forgotten those of this test.
  const sweeping = { db: database.db, queue: { ...queue, isOutOfTickets: async () => false }, key, log: SILENT_LOG, runningPerDepartment: 10 }
  const counts = await Promise.all([sweep(sweeping), sweep(sweeping), sweep(sweeping)])
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
  expect(await countEntries('solves')).toBe(3)
  expect((await claimJob())?.jobId).toBe(dead)
  expect(await claimJob()).toBe(null)
})

test('a job and a delivery of a node that was killed go on elsewhere when it was not heard of for 10 seconds, the job from its best roster', async () => {
  const own = await createTestDatabase()
  const owner = await createTestCaller(own.db, key)
  const survivor = await openQueue(own.url, SILENT_LOG)
  const { job } = await submit(
    { db: own.db, queue: survivor, key, queuedPerDepartment: 10 },
    { caller: owner, document: Buffer.from('{}'), callback: null, termination: { maxSeconds: 3600 }, employees: 1, shifts: 1, warnings: [] },
  )
  await inTransaction(own.db, (tx) => survivor.enqueueDelivery(tx, { id: 1, jobId: 1, origin: 'https://consumer.example', queueNumber: 1 }))
  const doomed = startNode(own.url)
  onTestFinished(() => void doomed.kill('SIGKILL'))
  const read = (): ReturnType<typeof findJob> => findJob({ db: own.db }, owner, String(job.id))
  const isDelivering = async (): Promise<boolean> =>
    (await own.db.query(`select from pgboss.job where name = 'deliveries' and state = 'active'`)).rowCount === 1
  await until('both are under way', async () => (await read()).revision === 1 && (await isDelivering()))
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')

  const { startSolve, started } = fakeSolver()
  const sweeping = startSweeping({ db: own.db, queue: survivor, key, log: SILENT_LOG, runningPerDepartment: 10 })
  const running: RunDeps = {
    db: own.db,
    queue: survivor,
    key,
    startSolve,
    log: SILENT_LOG,
    node: 'survivor',
    runningPerDepartment: 10,
    jobMemoryMib: 256,
  }
  await survivor.workSolves({ concurrency: 1 }, (entry, signal) => runJob(running, entry, signal))
  let delivering = false
  await survivor.workDeliveries({ concurrency: 1, perOrigin: 1 }, async () => {
    delivering = true
  })
  await letTenSecondsPass(own.db)
  await until('both go on', () => started.length === 1 && delivering)
  expect(started[0]!.request.start).toEqual(Int32Array.of(0, 1, -1))
  started[0]!.end()
  await until('it is solved', async () => (await read()).state === 'SOLVED')
  expect((await read()).attempt).toBe(2)
  await sweeping.stop()
  await survivor.stop()
  await own.close()
})

/** For the lease of every job, and for the heartbeat of every entry of the queue. */
async function letTenSecondsPass(db: Db): Promise<void> {
  await db.query(`update jobs set leased_until = leased_until - interval '10 seconds'`)
  await db.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '10 seconds' where state = 'active'`)
}

/** A solver node in a process of its own, whose search finds one roster and then goes on for ever. */
function startNode(url: string): ChildProcess {
  const from = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)
  const script = `
    import { openDb } from ${from('../storage/db.ts')}
    import { openQueue } from ${from('../storage/queue.ts')}
    import { SILENT_LOG } from ${from('../storage/log.ts')}
    import { runJob } from ${from('./run-job.ts')}
    const db = openDb(${JSON.stringify(url)})
    const queue = await openQueue(db.url, SILENT_LOG)
    const startSolve = (request, events) => {
      events.onProgress({ elapsedMs: 1, score: [1, 2, 3, 4], moves: 1, roster: Int32Array.of(0, 1, -1) })
      return { result: new Promise(() => {}), stop() {}, cancel() {} }
    }
    const deps = { db, queue, key: Buffer.from('${key.toString('hex')}', 'hex'), startSolve, log: SILENT_LOG, node: 'doomed', runningPerDepartment: 10, jobMemoryMib: 256 }
    await queue.workDeliveries({ concurrency: 1, perOrigin: 1 }, () => new Promise(() => {}))
    await queue.workSolves({ concurrency: 1 }, (entry, signal) => runJob(deps, entry, signal))
  `
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'ignore', 'inherit'] })
}
