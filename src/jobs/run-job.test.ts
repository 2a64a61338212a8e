import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import type { Score } from '../model/score.ts'
import { unpackRoster } from '../storage/compress.ts'
import { inTransaction } from '../storage/db.ts'
import { loadPendingDelivery } from '../storage/deliveries.ts'
import { claimJob, markSolved, renewLease, saveIncumbent } from '../storage/job-attempts.ts'
import type { Attempt } from '../storage/job-attempts.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { openQueue } from '../storage/queue.ts'
import type { Entry, Queue } from '../storage/queue.ts'
import { findJob } from './find-job.ts'
import { readSolution } from './read-solution.ts'
import { runJob } from './run-job.ts'
import type { RunDeps } from './run-job.ts'
import type { Progress, SolveHandle, SolveOutcome, SolveRequest, StartSolve } from '../threads/pool.ts'
import { stop } from './stop.ts'
import { submit } from './submit.ts'
import { startSweeping, sweep } from './sweep.ts'
import { withdraw } from './withdraw.ts'

const key = randomBytes(32)
const SOLUTION = Buffer.from('{"stopReason":"OPTIMAL","shifts":[{"id":1,"employee":7}]}')
let database: TestDatabase
let queue: Queue
let caller: TestCaller

beforeAll(async () => {
  database = await createTestDatabase()
  queue = await openQueue(database.url, SILENT_LOG)
  caller = await createTestCaller(database.db, key)
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})

/** A search that ends when the test says so. */
interface FakeSolve {
  readonly request: SolveRequest
  readonly progress: (progress: Progress) => void
  readonly end: (outcome?: Partial<SolveOutcome>) => void
  readonly crash: () => void
  readonly stopped: () => boolean
}

function fakeSolver(): { startSolve: StartSolve; started: FakeSolve[] } {
  const started: FakeSolve[] = []
  const startSolve: StartSolve = (request, events) => {
    const { promise, resolve, reject } = Promise.withResolvers<SolveOutcome>()
    let stopped = false
    const end = (over: Partial<SolveOutcome> = {}): void =>
      resolve({ solution: SOLUTION, score: [0, 1, 2, 3], bound: [0, 0, 0, 0], gap: 1, stopReason: 'OPTIMAL', moves: 10, solveMs: 5, ...over })
    const handle: SolveHandle = {
      result: promise,
      stop() {
        stopped = true
        end({ stopReason: 'STOPPED' })
      },
      cancel: () => reject(new DOMException('cancelled', 'AbortError')),
    }
    started.push({ request, progress: events.onProgress, end, crash: () => reject(new Error('thread died')), stopped: () => stopped })
    return handle
  }
  return { startSolve, started }
}

function deps(startSolve: StartSolve): RunDeps {
  return { db: database.db, queue, key, startSolve, log: SILENT_LOG, node: 'test' }
}

async function submitJob(over: { url?: string | null; maxSeconds?: number } = {}): Promise<number> {
  const { job } = await submit(
    { db: database.db, queue, key },
    {
      caller,
      document: Buffer.from('{"shifts":[]}'),
      callback: over.url === null ? null : { url: 'https://consumer.example/', headerName: 'X-Key', headerValue: 's3cr3t' },
      termination: { maxSeconds: over.maxSeconds ?? 60 },
      employees: 1,
      shifts: 1,
      warnings: [],
    },
  )
  return job.id
}

/** An entry as the queue hands it out, without the queue. */
function entryOf(id: number): Entry {
  return { id, settle: async () => undefined }
}

const find = (id: number): ReturnType<typeof findJob> => findJob({ db: database.db }, caller, String(id))
const never = new AbortController().signal

async function rowOf(id: number): Promise<Record<string, unknown>> {
  return (await database.db.query<Record<string, unknown>>('select * from jobs where id = $1', [id])).rows[0]!
}

async function entriesOf(name: 'solves' | 'deliveries', id: number): Promise<number> {
  const sql = `select count(*) from pgboss.job where name = $1 and (data->>'id')::bigint = $2 and state in ('created', 'retry')`
  return (await database.db.query<{ count: number }>(sql, [name, id])).rows[0]!.count
}

async function deliveryOf(jobId: number): Promise<number | undefined> {
  return (await database.db.query<{ id: number }>('select id from deliveries where job_id = $1', [jobId])).rows[0]?.id
}

const claim = (jobId: number): ReturnType<typeof claimJob> => inTransaction(database.db, (tx) => claimJob(tx, { jobId, node: 'test' }))

describe('claiming', () => {
  test('of ten claims of one job at once one wins', async () => {
    const id = await submitJob()
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(id)))
    expect(claims.filter((claimed) => claimed !== null)).toHaveLength(1)
    expect(await find(id)).toMatchObject({ state: 'SOLVING', attempt: 1, startedAt: expect.any(Date) })
  })

  test('a job whose lease has ended is claimed again, with the next attempt', async () => {
    const id = await submitJob()
    await claim(id)
    await database.db.query(`update jobs set leased_until = now() - interval '1 second' where id = $1`, [id])
    expect((await claim(id))?.attempt).toBe(2)
  })

  test('what an attempt writes after another took over changes nothing', async () => {
    const id = await submitJob()
    const old: Attempt = { jobId: id, attempt: 1 }
    await claim(id)
    await database.db.query('update jobs set leased_until = null where id = $1', [id])
    await claim(id)
    const before = await rowOf(id)
    const score: Score = [0, 0, 0, 0]
    expect(await saveIncumbent(database.db, { ...old, roster: Buffer.alloc(1), score, moves: 1, solveMs: 1 })).toBe(false)
    expect(await renewLease(database.db, { ...old, solveMs: 1 })).toBe(null)
    const solved = { ...old, solution: SOLUTION, score, bound: null, gap: null, stopReason: 'OPTIMAL' as const, moves: 1, solveMs: 1 }
    expect(await inTransaction(database.db, (tx) => markSolved(tx, solved))).toBe(false)
    expect(await rowOf(id)).toEqual(before)
  })
})

describe('a run', () => {
  test('ends a job with its solution and one callback, all at once', async () => {
    const id = await submitJob()
    const { startSolve, started } = fakeSolver()
    const running = runJob(deps(startSolve), entryOf(id), never)
    await vi.waitUntil(() => started.length === 1)
    expect(started[0]!.request).toMatchObject({ maxSeconds: null, start: null, document: Buffer.from('{"shifts":[]}') })
    started[0]!.end()
    await running
    expect(await find(id)).toMatchObject({
      state: 'SOLVED',
      stopReason: 'OPTIMAL',
      score: [0, 1, 2, 3],
      bound: [0, 0, 0, 0],
      gap: 1,
      moves: 10,
      revision: 1,
      endedAt: expect.any(Date),
    })
    const interim = { write: () => Promise.reject(new Error('the search has ended')) }
    expect(await (await readSolution({ db: database.db, key, interim }, caller, String(id)))?.read()).toEqual(SOLUTION)

    const deliveryId = (await deliveryOf(id))!
    const delivery = await loadPendingDelivery(database.db, key, deliveryId)
    expect(delivery).toMatchObject({
      type: 'schedule.solved',
      url: 'https://consumer.example/',
      headerName: 'X-Key',
      headerValue: 's3cr3t',
      tries: 0,
    })
    expect(delivery?.signingSecret).toMatch(/^whsec_/)
    expect(JSON.parse(delivery!.body.toString())).toEqual({
      type: 'schedule.solved',
      solverProblemId: String(id),
      status: 'SOLVED',
      stopReason: 'OPTIMAL',
      shifts: [{ id: 1, employee: 7 }],
    })
    expect(await entriesOf('deliveries', deliveryId)).toBe(1)
  })

  test('ends a job without a callback address without a delivery', async () => {
    const id = await submitJob({ url: null })
    const { startSolve, started } = fakeSolver()
    const running = runJob(deps(startSolve), entryOf(id), never)
    await vi.waitUntil(() => started.length === 1)
    started[0]!.end()
    await running
    expect((await find(id)).state).toBe('SOLVED')
    expect(await deliveryOf(id)).toBe(undefined)
  })

  test('of an ended job does nothing', async () => {
    const id = await submitJob()
    await withdraw({ db: database.db }, caller, String(id))
    const { startSolve, started } = fakeSolver()
    await runJob(deps(startSolve), entryOf(id), never)
    expect(started).toEqual([])
  })

  test('stores better rosters, the newest at most once a second, and never a worse one', async () => {
    const id = await submitJob()
    const { startSolve, started } = fakeSolver()
    const running = runJob(deps(startSolve), entryOf(id), never)
    await vi.waitUntil(() => started.length === 1)
    const report = (first: number): void =>
      started[0]!.progress({ elapsedMs: 1, score: [first, 0, 0, 0], moves: 5, roster: Int32Array.of(first, -1) })
    report(9)
    await vi.waitUntil(async () => (await find(id)).revision === 1)
    for (const first of [8, 7, 6, 8]) report(first)
    await vi.waitUntil(async () => (await find(id)).revision === 2, { timeout: 3000 })
    expect(await find(id)).toMatchObject({ score: [6, 0, 0, 0], moves: 5 })
    expect(await unpackRoster((await rowOf(id)).roster as Buffer)).toEqual(Int32Array.of(6, -1))
    started[0]!.end()
    await running
    expect((await rowOf(id)).roster).toBe(null)
  })

  test('that is shut down gives the job back without counting, and the next goes on from its roster for the time that is left', async () => {
    const id = await submitJob({ maxSeconds: 60 })
    const first = fakeSolver()
    const shutdown = new AbortController()
    const running = runJob(deps(first.startSolve), entryOf(id), shutdown.signal)
    await vi.waitUntil(() => first.started.length === 1)
    first.started[0]!.progress({ elapsedMs: 20_000, score: [1, 0, 0, 0], moves: 5, roster: Int32Array.of(3) })
    shutdown.abort()
    await running
    expect(await rowOf(id)).toMatchObject({ state: 'SOLVING', leased_until: null, attempt: 1, handed_back: 1, revision: 1 })
    expect(await entriesOf('solves', id)).toBe(2)

    await database.db.query('update jobs set solve_ms = 20500 where id = $1', [id])
    const second = fakeSolver()
    const resumed = runJob(deps(second.startSolve), entryOf(id), never)
    await vi.waitUntil(() => second.started.length === 1)
    expect(second.started[0]!.request).toMatchObject({ start: Int32Array.of(3), maxSeconds: 40 })
    second.started[0]!.end()
    await resumed
    expect(await find(id)).toMatchObject({ state: 'SOLVED', attempt: 2, moves: 15 })
  })

  test('that crashes three times fails the job with a reason and a callback', async () => {
    const id = await submitJob()
    const { startSolve, started } = fakeSolver()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await find(id)).state).not.toBe('FAILED')
      const running = runJob(deps(startSolve), entryOf(id), never)
      await vi.waitUntil(() => started.length === attempt)
      started.at(-1)!.crash()
      await running
    }
    expect(await find(id)).toMatchObject({ state: 'FAILED', attempt: 3, failureReason: expect.stringContaining('three times'), stopReason: null })
    const delivery = await loadPendingDelivery(database.db, key, (await deliveryOf(id))!)
    expect(JSON.parse(delivery!.body.toString())).toMatchObject({ type: 'schedule.failed', solverProblemId: String(id), status: 'FAILED' })
  })

  test('of a job whose third node died fails it without another attempt', async () => {
    const id = await submitJob()
    await database.db.query(`update jobs set state = 'SOLVING', attempt = 3, started_at = now() where id = $1`, [id])
    const { startSolve, started } = fakeSolver()
    await runJob(deps(startSolve), entryOf(id), never)
    expect(started).toEqual([])
    expect((await find(id)).state).toBe('FAILED')
    expect(await deliveryOf(id)).toBeGreaterThan(0)
  })

  test('ends within a renewal when the client stops the job, and its best is delivered', async () => {
    const id = await submitJob()
    const { startSolve, started } = fakeSolver()
    const running = runJob(deps(startSolve), entryOf(id), never)
    await vi.waitUntil(() => started.length === 1)
    await stop({ db: database.db }, caller, String(id))
    await running
    expect(started[0]!.stopped()).toBe(true)
    expect(await find(id)).toMatchObject({ state: 'SOLVED', stopReason: 'STOPPED' })
    expect(await deliveryOf(id)).toBeGreaterThan(0)
    await expect(stop({ db: database.db }, caller, String(id))).rejects.toMatchObject({ code: 'job-already-ended' })
  })

  test('ends within a renewal when the client withdraws the job, and nothing is delivered', async () => {
    const id = await submitJob()
    const { startSolve, started } = fakeSolver()
    const running = runJob(deps(startSolve), entryOf(id), never)
    await vi.waitUntil(() => started.length === 1)
    await withdraw({ db: database.db }, caller, String(id))
    await running
    expect(await rowOf(id)).toMatchObject({ state: 'CANCELLED', document: null, roster: null, solution: null })
    expect(await deliveryOf(id)).toBe(undefined)
  })

  test('whose end cannot be stored at first tries again', async () => {
    const id = await submitJob()
    const { startSolve, started } = fakeSolver()
    let failures = 1
    const flaky: RunDeps = {
      ...deps(startSolve),
      queue: { ...queue, enqueueDelivery: (...given) => (failures-- > 0 ? Promise.reject(new Error('away')) : queue.enqueueDelivery(...given)) },
    }
    const running = runJob(flaky, entryOf(id), never)
    await vi.waitUntil(() => started.length === 1)
    started[0]!.end()
    await running
    expect((await find(id)).state).toBe('SOLVED')
  })
})

test('withdrawing a solved job cancels its callback and erases the solution', async () => {
  const id = await submitJob()
  const { startSolve, started } = fakeSolver()
  const running = runJob(deps(startSolve), entryOf(id), never)
  await vi.waitUntil(() => started.length === 1)
  started[0]!.end()
  await running
  const deliveryId = (await deliveryOf(id))!
  await withdraw({ db: database.db }, caller, String(id))
  expect(await rowOf(id)).toMatchObject({ state: 'SOLVED', solution: null, document: null })
  expect(await loadPendingDelivery(database.db, key, deliveryId)).toBe(null)
  const { rows } = await database.db.query('select state, body, header_value from deliveries where id = $1', [deliveryId])
  expect(rows[0]).toEqual({ state: 'CANCELLED', body: null, header_value: null })
})

test('a sweep queues jobs whose lease has ended once, and leaves those of living nodes alone', async () => {
  const [dead, alive] = [await submitJob(), await submitJob()]
  await claim(dead)
  await claim(alive)
  await database.db.query(`update jobs set leased_until = now() - interval '1 second' where id = $1`, [dead])
  const sweeping = { db: database.db, queue, log: SILENT_LOG }
  const counts = await Promise.all([sweep(sweeping), sweep(sweeping), sweep(sweeping)])
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
  expect(await entriesOf('solves', dead)).toBe(2)
  expect(await entriesOf('solves', alive)).toBe(1)
})

test('a job and a delivery of a node that was killed go on elsewhere within 15 seconds, the job from its best roster', {
  timeout: 60_000,
}, async () => {
  const own = await createTestDatabase()
  const owner = await createTestCaller(own.db, key)
  const survivor = await openQueue(own.url, SILENT_LOG)
  const { job } = await submit(
    { db: own.db, queue: survivor, key },
    { caller: owner, document: Buffer.from('{}'), callback: null, termination: { maxSeconds: 3600 }, employees: 1, shifts: 1, warnings: [] },
  )
  await inTransaction(own.db, (tx) => survivor.enqueueDelivery(tx, 1))
  const doomed = startNode(own.url)
  onTestFinished(() => void doomed.kill('SIGKILL'))
  await vi.waitUntil(async () => (await findJob({ db: own.db }, owner, String(job.id))).revision === 1, { timeout: 20_000 })
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')

  const killedMs = performance.now()
  const { startSolve, started } = fakeSolver()
  const sweeping = startSweeping({ db: own.db, queue: survivor, log: SILENT_LOG })
  const running: RunDeps = { db: own.db, queue: survivor, key, startSolve, log: SILENT_LOG, node: 'survivor' }
  await survivor.workSolves({ concurrency: 1 }, (entry, signal) => runJob(running, entry, signal))
  let delivering = false
  await survivor.workDeliveries({ concurrency: 1 }, async () => {
    delivering = true
  })
  await vi.waitUntil(() => started.length === 1 && delivering, { timeout: 30_000 })
  expect(performance.now() - killedMs).toBeLessThan(15_000)
  expect(started[0]!.request.start).toEqual(Int32Array.of(0, 1, -1))
  started[0]!.end()
  await vi.waitUntil(async () => (await findJob({ db: own.db }, owner, String(job.id))).state === 'SOLVED')
  expect((await findJob({ db: own.db }, owner, String(job.id))).attempt).toBe(2)
  await sweeping.stop()
  await survivor.stop()
  await own.close()
})

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
    const deps = { db, queue, key: Buffer.from('${key.toString('hex')}', 'hex'), startSolve, log: SILENT_LOG, node: 'doomed' }
    await queue.workDeliveries({ concurrency: 1 }, () => new Promise(() => {}))
    await queue.workSolves({ concurrency: 1 }, (entry, signal) => runJob(deps, entry, signal))
  `
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'ignore', 'inherit'] })
}
