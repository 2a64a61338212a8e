import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../test/patience.ts'
import type { Score } from '../model/score.ts'
import { type ClaimedJob } from '../storage/claim-job.ts'
import { packRoster, unpackRoster } from '../storage/compress.ts'
import { readHelp } from '../storage/helping-searches.ts'
import { saveIncumbent } from '../storage/job-attempts.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { recordHeartbeat } from '../storage/nodes.ts'
import { fakeSolver } from './fake-solver.fixture.ts'
import { startHelping } from './help-others.ts'
import { openJobStore } from './job-store.fixture.ts'

const { database, key, submitJob, claimJob } = await openJobStore()

beforeEach(async () => {
  const busy = { id: randomUUID(), name: 'busy', roles: ['solver'], version: '1', threads: 1, keyName: null, uptimeMs: 0 } as const
  await recordHeartbeat(database.db, busy)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})
/** A job that another node searches. */
async function running(): Promise<ClaimedJob> {
  await submitJob()
  const job = (await claimJob('busy'))!
  await save(job, [0, 9, 0, 0], 4, 5)
  return job
}

const save = async ({ jobId, attempt }: ClaimedJob, score: Score, ...roster: number[]): Promise<unknown> =>
  saveIncumbent(database.db, {
    jobId,
    attempt,
    bound: null,
    gap: null,
    moves: 1,
    solveMs: 1,
    score,
    roster: await packRoster(Int32Array.from(roster)),
  })

/** An idle node, and its searches. */
function idle(threads = 3) {
  const solver = fakeSolver()
  const deps = { db: database.db, log: SILENT_LOG, key, startSolve: solver.startSolve, node: 'idle', version: '1', jobMemoryMib: 256 }
  const helping = startHelping(deps, threads)
  onTestFinished(() => helping.stop())
  const started = (count: number) => until(`search ${count}`, () => solver.started[count - 1])
  return { helping, solver, started }
}

/** An exchange with the search that is helped. */
const exchange = (): void => void vi.advanceTimersByTime(1000)
const heardBy = (job: ClaimedJob, known: Score | null = null) => readHelp(database.db, { jobId: job.jobId, attempt: 1, known })
const countHelpers = async (): Promise<number> => (await database.db.query('select from helping_searches')).rowCount!

test('an idle node searches along from the best roster so far, with all its threads and a seed of its own, and proves where nobody else helps', async () => {
  await running()
  const [first, second] = [idle(3), idle(1)]
  first.helping.offer()
  const { request, lent } = await first.started(1)
  expect(request).toMatchObject({ maxSeconds: 60, threads: 1, maxIterations: null, memoryMib: 256, isLentTo: true, beside: { proves: true } })
  expect([...request.start!]).toEqual([4, 5])
  expect(new TextDecoder().decode(request.document)).toBe('{"shifts":[]}')
  await until('two more threads', () => lent() === 2)
  second.helping.offer()
  const other = (await second.started(1)).request
  expect(other.beside).toEqual({ proves: false })
  expect(other.seed).not.toBe(request.seed)
})

test('both tell one another what they find, each second', async () => {
  const job = await running()
  const { helping, started } = idle()
  helping.offer()
  const search = await started(1)
  search.progress({ elapsedMs: 5, score: [0, 7, 0, 0], moves: 3, roster: Int32Array.of(1, 2) })
  search.prove({ elapsedMs: 6, bound: [0, 1, 0, 0] })
  exchange()
  const left = await until('what it found', async () => ((await heardBy(job))?.score ? heardBy(job) : undefined))
  expect(left).toMatchObject({ threads: 3, score: [0, 7, 0, 0], bound: [0, 1, 0, 0] })
  expect([...(await unpackRoster(left!.roster!))]).toEqual([1, 2])
  await save(job, [0, 5, 0, 0], 8, 9)
  exchange()
  const [heard] = await until('a better one', () => (search.heard.length > 0 ? search.heard : undefined))
  expect(heard).toEqual({ better: { roster: Int32Array.of(8, 9), score: [0, 5, 0, 0] }, bound: null, threads: 0 })
  // What is no better than what the search has is not left any more.
  search.progress({ elapsedMs: 8, score: [0, 6, 0, 0], moves: 9, roster: Int32Array.of(3, 3) })
  search.progress({ elapsedMs: 9, score: [0, 4, 0, 0], moves: 9, roster: Int32Array.of(6, 6) })
  exchange()
  await until('the better of both', async () => (await heardBy(job, [0, 5, 0, 0]))?.score?.[1] === 4)
})

test('a node that is wanted for something else ends at once, and leaves what it had found', async () => {
  const job = await running()
  const { helping, started, solver } = idle()
  helping.offer()
  const search = await started(1)
  search.progress({ elapsedMs: 5, score: [0, 7, 0, 0], moves: 3, roster: Int32Array.of(1, 2) })
  helping.withdraw()
  expect(search.cancelled()).toBe('at-once')
  await until('what it found', async () => (await heardBy(job))?.score?.[1] === 7)
  // It may come back to the same search.
  await until('another search', () => {
    helping.offer()
    return solver.started[1]
  })
})

test('a node that is wanted before it has begun searches nothing, and does not count as help', async () => {
  await running()
  const { helping, solver } = idle()
  helping.offer()
  helping.withdraw()
  await helping.stop()
  expect(solver.started).toEqual([])
  expect(await countHelpers()).toBe(0)
})

test('with the search that is helped the help ends, and nothing of it is left', async () => {
  const job = await running()
  const { helping, started } = idle()
  helping.offer()
  const search = await started(1)
  await database.db.query(`update jobs set stop_requested_at = now() where id = $1`, [job.jobId])
  exchange()
  await until('the end', () => search.cancelled() === 'at-once')
  await until('no row', async () => (await countHelpers()) === 0)
})

test('a search that has come to its own end, or that crashed, is not begun again', async () => {
  await running()
  await running()
  const { helping, started, solver } = idle()
  helping.offer()
  ;(await started(1)).end()
  await until('the other job', () => {
    helping.offer()
    return solver.started[1]
  })
  solver.started[1]!.crash()
  await helping.stop()
  const again = idle()
  again.helping.offer()
  await again.started(1)
  helping.offer()
  expect(solver.started).toHaveLength(2)
  expect(solver.started.map(({ request }) => request.seed)).not.toContain(again.solver.started[0]!.request.seed)
})

test('a node whose key is another one helps nobody, and says so', async () => {
  await running()
  const solver = fakeSolver()
  const warnings: string[] = []
  const log = { ...SILENT_LOG, warn: (_: unknown, message: string) => void warnings.push(message) }
  const deps = { db: database.db, log, key: randomBytes(32), startSolve: solver.startSolve, node: 'idle', version: '1', jobMemoryMib: 256 }
  const helping = startHelping(deps, 1)
  helping.offer()
  await until('a warning', () => warnings.length > 0)
  await helping.stop()
  expect(warnings).toEqual(['a search of another node could not be helped'])
  expect(solver.started).toEqual([])
})
