// Slow: jobs run on a real PostgreSQL, and leases have to end.
import { afterEach, describe, expect, test, vi } from 'vitest'
import clinic from '../../examples/clinic-week.json' with { type: 'json' }
import { largeDocument } from '../../bench/large-document.ts'
import { until } from '../../test/patience.ts'
import type { Score } from '../model/score.ts'
import { decompress, unpackRoster } from '../storage/compress.ts'
import { inTransaction } from '../storage/db.ts'
import { loadPendingDelivery, openDelivery } from '../storage/deliveries.ts'
import { markSolved, renewLease, saveIncumbent } from '../storage/job-attempts.ts'
import type { Attempt } from '../storage/job-attempts.ts'
import { SILENT_LOG } from '../storage/log.ts'
import type { Queue } from '../storage/queue.ts'
import { giveBack } from './end-job.ts'
import { findJob } from './find-job.ts'
import { readSolution } from './read-solution.ts'
import { runJob } from './run-job.ts'
import { startSolve as realStartSolve } from '../threads/pool.ts'
import { fakeSolver, SOLUTION } from './fake-solver.fixture.ts'
import { stop } from './stop.ts'
import { sweep } from './sweep.ts'
import { withdraw } from './withdraw.ts'
import { NO_MARKS } from '../model/job.ts'
import { never, openJobStore, ticket } from './job-store.fixture.ts'

const { database, queue, key, caller, runDeps, submitJob, claimJob } = await openJobStore()
/** Between two renewals of a lease. */
const RENEWAL_MS = 2000
afterEach(() => {
  vi.useRealTimers()
})
const find = (id: number): ReturnType<typeof findJob> => findJob({ db: database.db }, caller, String(id))

async function rowOf(id: number): Promise<Record<string, unknown>> {
  return (await database.db.query<Record<string, unknown>>('select * from jobs where id = $1', [id])).rows[0]!
}

async function countEntries(name: 'solves' | 'deliveries'): Promise<number> {
  const sql = `select count(*) from pgboss.job where name = $1 and state in ('created', 'retry')`
  return (await database.db.query<{ count: number }>(sql, [name])).rows[0]!.count
}

async function deliveryOf(jobId: number): Promise<number | undefined> {
  return (await database.db.query<{ id: number }>('select id from deliveries where job_id = $1', [jobId])).rows[0]?.id
}

describe('claiming', () => {
  test('of ten claims of one job at once one wins', async () => {
    const id = await submitJob()
    const claims = await Promise.all(Array.from({ length: 10 }, () => claimJob()))
    expect(claims.filter((claimed) => claimed !== null)).toHaveLength(1)
    expect(await find(id)).toMatchObject({ state: 'SOLVING', attempt: 1, startedAt: expect.any(Date) })
  })

  test('a job whose lease has ended is claimed again, with the next attempt', async () => {
    const id = await submitJob()
    await claimJob()
    await database.db.query(`update jobs set leased_until = now() - interval '1 second' where id = $1`, [id])
    await sweep({ db: database.db, queue, key, log: SILENT_LOG, runningPerDepartment: 10 })
    expect((await claimJob())?.attempt).toBe(2)
  })

  test('what an attempt writes after another took over changes nothing', async () => {
    const id = await submitJob()
    const old: Attempt = { jobId: id, attempt: 1 }
    await claimJob()
    await database.db.query('update jobs set leased_until = null where id = $1', [id])
    await claimJob()
    const before = await rowOf(id)
    const score: Score = [0, 0, 0, 0]
    expect(await saveIncumbent(database.db, { ...old, roster: Buffer.alloc(1), score, bound: null, gap: null, moves: 1, solveMs: 1 })).toBe(false)
    expect(await renewLease(database.db, { ...old, solveMs: 1 })).toBe(null)
    const solved = {
      ...old,
      solution: SOLUTION,
      score,
      bound: null,
      gap: null,
      noBoundReason: 'NOT_PROVED' as const,
      boundLeavesOut: [],
      stopReason: 'OPTIMAL' as const,
      moves: 1,
      solveMs: 1,
    }
    expect(await inTransaction(database.db, (tx) => markSolved(tx, solved))).toBe(false)
    expect(await rowOf(id)).toEqual(before)
  })

  test('a lease that was taken away is not renewed', async () => {
    const id = await submitJob()
    await claimJob()
    const renew = (): ReturnType<typeof renewLease> => renewLease(database.db, { jobId: id, attempt: 1, solveMs: 1 })
    expect(await renew()).toEqual({ stopRequested: false, isHelped: false })
    await database.db.query(`update jobs set leased_until = now() - interval '1 second' where id = $1`, [id])
    expect(await renew()).toEqual({ stopRequested: false, isHelped: false })
    await database.db.query('update jobs set leased_until = null where id = $1', [id])
    expect(await renew()).toBe(null)
    expect(await rowOf(id)).toMatchObject({ leased_until: null, attempt: 1 })
  })

  test('a roster that arrives after a better one is not stored', async () => {
    const id = await submitJob()
    await claimJob()
    const save = (rank: number): Promise<boolean> =>
      saveIncumbent(database.db, {
        jobId: id,
        attempt: 1,
        roster: Buffer.alloc(1, rank),
        score: [0, rank, 0, 0],
        bound: null,
        gap: null,
        moves: 1,
        solveMs: 1,
      })
    expect([await save(5), await save(6), await save(5)]).toEqual([true, false, false])
    expect(await find(id)).toMatchObject({ score: [0, 5, 0, 0], revision: 1 })
    expect(await save(4)).toBe(true)
  })

  test('an attempt that is given back twice is counted back once', async () => {
    const id = await submitJob()
    await claimJob()
    const back = (): Promise<boolean> =>
      giveBack({ db: database.db, queue, key, log: SILENT_LOG }, { jobId: id, attempt: 1, solveMs: 1, counted: 'no' })
    expect([await back(), await back()]).toEqual([true, false])
    expect(await rowOf(id)).toMatchObject({ attempt: 1, handed_back: 1, leased_until: null })
  })
})

describe('a run', () => {
  test('ends a job with its solution and one callback, all at once', async () => {
    const id = await submitJob()
    const { startSolve, started } = fakeSolver()
    const running = runJob(runDeps(startSolve), ticket, never)
    await until('it searches', () => started.length === 1)
    expect(started[0]!.request).toMatchObject({ maxSeconds: 60, start: null, document: Buffer.from('{"shifts":[]}') })
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
    const delivery = openDelivery(key, (await loadPendingDelivery(database.db, deliveryId))!)
    expect(delivery).toMatchObject({
      type: 'schedule.solved',
      url: 'https://consumer.example/',
      headerName: 'X-Key',
      headerValue: 's3cr3t',
      tries: 0,
    })
    expect(delivery?.signingSecrets[0]).toMatch(/^whsec_/)
    expect(JSON.parse((await decompress(delivery!.packedBody)).toString())).toEqual({
      type: 'schedule.solved',
      solverProblemId: String(id),
      ...NO_MARKS,
      status: 'SOLVED',
      stopReason: 'OPTIMAL',
      shifts: [{ id: 1, employee: 7 }],
    })
    expect(await countEntries('deliveries')).toBe(1)
  })

  test('ends a job without a callback address without a delivery', async () => {
    const id = await submitJob({ url: null })
    const { startSolve, started } = fakeSolver()
    const running = runJob(runDeps(startSolve), ticket, never)
    await until('it searches', () => started.length === 1)
    started[0]!.end()
    await running
    expect((await find(id)).state).toBe('SOLVED')
    expect(await deliveryOf(id)).toBe(undefined)
  })

  test('of an ended job does nothing', async () => {
    const id = await submitJob()
    await withdraw({ db: database.db, queue }, caller, String(id))
    const { startSolve, started } = fakeSolver()
    await runJob(runDeps(startSolve), ticket, never)
    expect(started).toEqual([])
  })

  test('stores better rosters, the newest at most once a second, and never a worse one', async () => {
    const id = await submitJob()
    const { startSolve, started } = fakeSolver()
    const running = runJob(runDeps(startSolve), ticket, never)
    await until('it searches', () => started.length === 1)
    const report = (first: number): void =>
      started[0]!.progress({ elapsedMs: 1, score: [first, 0, 0, 0], moves: 5, roster: Int32Array.of(first, -1) })
    report(9)
    await until('it is stored', async () => (await find(id)).revision === 1)
    for (const first of [8, 7, 6, 8]) report(first)
    await until('the newest is stored', async () => (await find(id)).revision === 2)
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
    const running = runJob(runDeps(first.startSolve), ticket, shutdown.signal)
    await until('it searches', () => first.started.length === 1)
    first.started[0]!.progress({ elapsedMs: 20_000, score: [1, 0, 0, 0], moves: 5, roster: Int32Array.of(3) })
    shutdown.abort()
    await running
    expect(first.started[0]!.cancelled()).toBe('handing-over')
    expect(await rowOf(id)).toMatchObject({ state: 'SOLVING', leased_until: null, attempt: 1, handed_back: 1, revision: 1 })
    expect(await countEntries('solves')).toBe(2)

    await database.db.query('update jobs set solve_ms = 20500 where id = $1', [id])
    const second = fakeSolver()
    const resumed = runJob(runDeps(second.startSolve), ticket, never)
    await until('it searches', () => second.started.length === 1)
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
      const running = runJob(runDeps(startSolve), ticket, never)
      await until('it searches', () => started.length === attempt)
      started.at(-1)!.crash()
      await running
    }
    expect(await find(id)).toMatchObject({ state: 'FAILED', attempt: 3, failureReason: expect.stringContaining('three times'), stopReason: null })
    const delivery = openDelivery(key, (await loadPendingDelivery(database.db, (await deliveryOf(id))!))!)
    expect(JSON.parse((await decompress(delivery!.packedBody)).toString())).toMatchObject({
      type: 'schedule.failed',
      solverProblemId: String(id),
      status: 'FAILED',
    })
  })

  test('that takes more memory than it may three times fails the job and says so, and another job is solved beside it', async () => {
    const tooLarge = await submitJob({ document: largeDocument({ employees: 1500 }) })
    const run = (jobMemoryMib: number): Promise<void> => runJob({ ...runDeps(realStartSolve), jobMemoryMib }, ticket, never)
    const first = run(64)
    await until('it is taken up', async () => (await find(tooLarge)).attempt === 1)
    const other = await submitJob({ maxSeconds: 1, document: { ...clinic, termination: { maxSeconds: 1 } } })
    await Promise.all([first, run(256)])
    expect((await find(other)).state).toBe('SOLVED')
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      expect(await find(tooLarge)).toMatchObject({ state: 'SOLVING', attempt: attempt - 1 })
      await run(64)
    }
    const { state, attempt, failureReason } = await find(tooLarge)
    expect({ state, attempt }).toEqual({ state: 'FAILED', attempt: 3 })
    expect(failureReason).toBe(
      'The search needs more than the 64 MiB of memory that a job may take. Send a smaller schedule, or ask the operator to raise TURNUS_JOB_MEMORY_MIB.',
    )
    const delivery = openDelivery(key, (await loadPendingDelivery(database.db, (await deliveryOf(tooLarge))!))!)
    expect(JSON.parse((await decompress(delivery!.packedBody)).toString())).toMatchObject({ type: 'schedule.failed', failureReason })
  })

  test('of a job whose third node died is the last: it fails', async () => {
    const id = await submitJob()
    await database.db.query(`update jobs set state = 'SOLVING', attempt = 3, leased_until = now() - interval '1 second' where id = $1`, [id])
    await sweep({ db: database.db, queue, key, log: SILENT_LOG, runningPerDepartment: 10 })
    expect(await claimJob()).toBe(null)
    expect((await find(id)).state).toBe('FAILED')
    expect(await deliveryOf(id)).toBeGreaterThan(0)
  })

  test('ends within a renewal when the client stops the job, and its best is delivered', async () => {
    const id = await submitJob()
    const { startSolve, started } = fakeSolver()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const running = runJob(runDeps(startSolve), ticket, never)
    await until('it searches', () => started.length === 1)
    await stop({ db: database.db }, caller, String(id))
    vi.advanceTimersByTime(RENEWAL_MS)
    await running
    expect(started[0]!.stopped()).toBe(true)
    expect(await find(id)).toMatchObject({ state: 'SOLVED', stopReason: 'STOPPED' })
    expect(await deliveryOf(id)).toBeGreaterThan(0)
    await expect(stop({ db: database.db }, caller, String(id))).rejects.toMatchObject({ code: 'job-already-ended' })
  })

  test('ends within a renewal when the client withdraws the job, and nothing is delivered', async () => {
    const id = await submitJob()
    const { startSolve, started } = fakeSolver()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const running = runJob(runDeps(startSolve), ticket, never)
    await until('it searches', () => started.length === 1)
    await withdraw({ db: database.db, queue }, caller, String(id))
    vi.advanceTimersByTime(RENEWAL_MS)
    await running
    expect(await rowOf(id)).toMatchObject({ state: 'CANCELLED', document: null, roster: null, solution: null })
    expect(await deliveryOf(id)).toBe(undefined)
  })

  for (const { what, times, isStoring } of [
    { what: 'at first tries again', times: 1, isStoring: true },
    // More often than a failure is tried that comes from something else.
    { what: 'because nothing can tries until it can', times: 7, isStoring: false },
  ]) {
    test(`whose end cannot be stored ${what}`, async () => {
      const id = await submitJob()
      const { startSolve, started } = fakeSolver()
      let failures = times
      const enqueueDelivery: Queue['enqueueDelivery'] = (...given) =>
        failures-- > 0 ? Promise.reject(new Error('away')) : queue.enqueueDelivery(...given)
      const running = runJob({ ...runDeps(startSolve), isStoring: () => isStoring, queue: { ...queue, enqueueDelivery } }, ticket, never)
      await until('it searches', () => started.length === 1)
      started[0]!.end()
      await running
      expect((await find(id)).state).toBe('SOLVED')
    })
  }
})

test('withdrawing a solved job cancels its callback and erases the solution', async () => {
  const id = await submitJob()
  const { startSolve, started } = fakeSolver()
  const running = runJob(runDeps(startSolve), ticket, never)
  await until('it searches', () => started.length === 1)
  started[0]!.end()
  await running
  const deliveryId = (await deliveryOf(id))!
  await withdraw({ db: database.db, queue }, caller, String(id))
  expect(await rowOf(id)).toMatchObject({ state: 'SOLVED', solution: null, document: null })
  expect(await loadPendingDelivery(database.db, deliveryId)).toBe(null)
  const { rows } = await database.db.query('select state, body, header_value from deliveries where id = $1', [deliveryId])
  expect(rows[0]).toEqual({ state: 'CANCELLED', body: null, header_value: null })
})
