import { expect, test } from 'vitest'
import { until } from '../../test/patience.ts'
import { unpackRoster } from '../storage/compress.ts'
import { TimeExceeded } from '../threads/wall.ts'
import { fakeSolver } from './fake-solver.fixture.ts'
import { findJob } from './find-job.ts'
import { runJob } from './run-job.ts'
import { never, openJobStore, ticket } from './job-store.fixture.ts'

const { database, caller, runDeps, submitJob } = await openJobStore()

const find = (id: number): ReturnType<typeof findJob> => findJob({ db: database.db }, caller, String(id))

test('an attempt that had no time for any roster fails the job at once, and its client reads what to send', async () => {
  const id = await submitJob()
  const { startSolve, started } = fakeSolver()
  const running = runJob(runDeps(startSolve), ticket, never)
  await until('it searches', () => started.length === 1)
  started[0]!.crash(new TimeExceeded(64_500, null))
  await running
  expect(await find(id)).toMatchObject({
    state: 'FAILED',
    attempt: 1,
    failureReason:
      'The schedule could not be prepared within its time: after 65 s there was no solution. Send maxSeconds of at least 130, or a smaller schedule.',
  })
  const { rowCount } = await database.db.query('select from deliveries where job_id = $1', [id])
  expect(rowCount).toBe(1)
})

test('an attempt that found a roster and had no time to write it is tried again from there, and the roster outlives the job', async () => {
  const id = await submitJob()
  const { startSolve, started } = fakeSolver()
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const running = runJob(runDeps(startSolve), ticket, never)
    await until('it searches', () => started.length === attempt)
    if (attempt === 1) started[0]!.progress({ elapsedMs: 1, score: [1, 0, 0, 0], moves: 5, roster: Int32Array.of(3) })
    else expect(started.at(-1)!.request.start).toEqual(Int32Array.of(3))
    started.at(-1)!.crash(new TimeExceeded(6_000, [1, 0, 0, 0]))
    await running
    expect((await find(id)).state).toBe(attempt < 3 ? 'SOLVING' : 'FAILED')
  }
  expect((await find(id)).failureReason).toContain('could not be written in time')
  const { rows } = await database.db.query<{ roster: Buffer }>('select roster from jobs where id = $1', [id])
  expect(await unpackRoster(rows[0]!.roster)).toEqual(Int32Array.of(3))
})
