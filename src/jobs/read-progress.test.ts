import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { claimNextJob } from '../storage/claim-job.ts'
import { inTransaction } from '../storage/db.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import { type Attempt, markSolved, saveIncumbent } from '../storage/job-attempts.ts'
import { keepPoint } from '../storage/progress-points.ts'
import { readProgress } from './read-progress.ts'
import { submit } from './submit.fixture.ts'
import { withdraw } from './withdraw.ts'

const key = randomBytes(32)
const DAY_S = 86_400
const queue = { enqueueSolve: async (): Promise<void> => undefined }
let database: TestDatabase
let caller: TestCaller

beforeAll(async () => {
  database = await createTestDatabase()
  caller = await createTestCaller(database.db, key)
})
afterAll(() => database.close())

/** A job that was taken up. */
async function startSearch(): Promise<Attempt> {
  const { job } = await submit(
    { db: database.db, key, queue, queuedPerDepartment: 1000 },
    { caller, document: Buffer.from('{}'), callback: null, termination: { maxSeconds: DAY_S }, employees: 1, shifts: 1, warnings: [] },
  )
  const claimed = await inTransaction(database.db, (tx) => claimNextJob(tx, { node: 'test', runningPerDepartment: 1000 }))
  if (typeof claimed === 'string' || claimed.jobId !== job.id) throw new Error('Another job waits.')
  return { jobId: job.id, attempt: claimed.attempt }
}

const better = (at: Attempt, solveMs: number, penalty: number) =>
  saveIncumbent(database.db, { ...at, roster: Buffer.alloc(1), score: [0, penalty, 0, 0], bound: null, gap: null, moves: 1, solveMs })

const read = (at: Attempt) => readProgress({ db: database.db }, caller, String(at.jobId))

test('every better roster is a point, and the end is one with what was proved', async () => {
  const at = await startSearch()
  expect(await read(at)).toEqual([])
  await better(at, 900, 9)
  await better(at, 2500, 7)
  // Not better, and of an attempt that owns the job no longer.
  expect(await better(at, 3500, 8)).toBe(false)
  expect(await better({ ...at, attempt: 9 }, 3600, 1)).toBe(false)
  const end = { solution: Buffer.from('x'), gap: 0.5, noBoundReason: null, boundLeavesOut: [], stopReason: 'TIME_LIMIT', moves: 1 } as const
  await inTransaction(database.db, (tx) => markSolved(tx, { ...at, ...end, score: [0, 7, 0, 0], bound: [0, 3, 0, 0], solveMs: 60_000 }))
  expect(await read(at)).toEqual([
    { solveMs: 900, score: [0, 9, 0, 0], bound: null },
    { solveMs: 2500, score: [0, 7, 0, 0], bound: null },
    { solveMs: 60_000, score: [0, 7, 0, 0], bound: [0, 3, 0, 0] },
  ])
})

test('of several points in one step the newest is kept', async () => {
  const at = await startSearch()
  await better(at, 10, 9)
  await better(at, 990, 8)
  expect(await read(at)).toEqual([{ solveMs: 990, score: [0, 8, 0, 0], bound: null }])
})

test('a search that gets better all day has fewer than 400 points, close together at first, and the last of them is the newest', async () => {
  const at = await startSearch()
  const rowAt = (second: string): string =>
    `(select ${at.jobId} as id, ${caller.departmentId} as department_id, 1000 * ${second} as solve_ms,
             array[0, ${DAY_S} - ${second}, 0, 0] as score, null::bigint[] as bound) as changed`
  await database.db.query(
    `do $$ begin
       -- A step lasts a second at first and minutes later: then every tenth second says as much.
       for second in 1..${DAY_S} loop
         continue when second > 3600 and second % 10 <> 0;
         ${keepPoint(rowAt('second'))};
       end loop;
     end $$`,
  )
  const points = await read(at)
  expect(points.length).toBeLessThan(400)
  expect(points.length).toBeGreaterThan(300)
  expect(points.map(({ solveMs }) => solveMs)).toEqual(points.map(({ solveMs }) => solveMs).sort((a, b) => a - b))
  expect(points.slice(0, 5).map(({ solveMs }) => solveMs)).toEqual([1000, 2000, 3000, 4000, 5000])
  expect(points.at(-1)).toMatchObject({ solveMs: 1000 * DAY_S, score: [0, 0, 0, 0] })
  await better(at, 1000 * DAY_S + 1, 5)
  expect((await read(at)).at(-1)).toMatchObject({ score: [0, 5, 0, 0] })
  expect(await read(at)).toHaveLength(points.length)
})

test('others are told nothing, by the use-case and by the database, and nobody once it is withdrawn', async () => {
  const at = await startSearch()
  await better(at, 900, 9)
  const stranger = await createTestCaller(database.db, key)
  await expect(readProgress({ db: database.db }, stranger, String(at.jobId))).rejects.toMatchObject({ code: 'department-foreign' })
  const guarded = openGuardedDb(database.url)
  const count = async (of: TestCaller) => (await guarded.within(of).query('select * from progress_points where job_id = $1', [at.jobId])).rowCount
  expect([await count(caller), await count(stranger)]).toEqual([1, 0])
  await expect(guarded.within(caller).query('delete from progress_points')).rejects.toThrow('permission denied')
  await guarded.close()
  await withdraw({ db: database.db, queue }, caller, String(at.jobId))
  await expect(read(at)).rejects.toMatchObject({ code: 'job-not-found' })
  await database.db.query('delete from jobs where id = $1', [at.jobId])
  expect((await database.db.query('select * from progress_points where job_id = $1', [at.jobId])).rowCount).toBe(0)
})
