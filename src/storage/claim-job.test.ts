import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { JOB_STATES, NEXT_STATES } from '../model/job.ts'
import { claimNextJob, claimStoppedJob, isJobClaimable } from './claim-job.ts'
import type { ClaimedJob } from './claim-job.ts'
import { inTransaction } from './db.ts'

const key = randomBytes(32)
const NO_LIMIT = 1000
let database: TestDatabase
const departments: TestCaller[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  for (let i = 0; i < 4; i += 1) departments.push(await createTestCaller(database.db, key))
})
beforeEach(async () => {
  await database.db.query('truncate jobs, progress_points, deliveries, delivery_attempts cascade')
  await database.db.query('update departments set turn = 0')
})
afterAll(() => database.close())

/** Stores `count` waiting jobs of department `at` and answers their ids, oldest first. */
async function wait(at: number, count: number, priority = 0): Promise<number[]> {
  const { organizationId, departmentId } = departments[at]!
  const { rows } = await database.db.query<{ id: number }>(
    `insert into jobs (organization_id, department_id, document, document_bytes, max_seconds, priority, request_hash)
     select $1, $2, 'x', 1, 60, $3, 'x' from generate_series(1, $4)
  returning id`,
    [organizationId, departmentId, priority, count],
  )
  return rows.map(({ id }) => id)
}

async function claim(runningPerDepartment = NO_LIMIT): Promise<ClaimedJob | 'none'> {
  const claimed = await inTransaction(database.db, (tx) => claimNextJob(tx, { node: 'n', runningPerDepartment }))
  if (claimed === 'contended') throw new Error('contended')
  return claimed
}

async function claimId(runningPerDepartment = NO_LIMIT): Promise<number | null> {
  const claimed = await claim(runningPerDepartment)
  return claimed === 'none' ? null : claimed.jobId
}

/** Position in `departments` of the job that is claimed next; it ends at once unless it is to `run` on. */
async function nextDepartment(then: 'end' | 'run'): Promise<number> {
  const claimed = await claim()
  if (claimed === 'none') return -1
  if (then === 'end') await endJob(claimed.jobId)
  return departments.findIndex(({ departmentId }) => departmentId === claimed.departmentId)
}

async function endJob(id: number): Promise<void> {
  await database.db.query(
    `update jobs set state = 'SOLVED', stop_reason = 'OPTIMAL', solution = 'x', ended_at = now(), leased_until = null where id = $1`,
    [id],
  )
}

describe('whose turn it is', () => {
  test('within a department the highest priority goes first, then the oldest', async () => {
    const [first, second] = await wait(0, 2)
    const [urgent] = await wait(0, 1, 5)
    const [patient] = await wait(0, 1, -5)
    expect([await claimId(), await claimId(), await claimId(), await claimId(), await claimId()]).toEqual([urgent, first, second, patient, null])
  })

  test('departments take turns, however many jobs one of them has', async () => {
    await wait(0, 6)
    await wait(1, 2)
    await wait(2, 2)
    const order: number[] = []
    for (let i = 0; i < 10; i += 1) order.push(await nextDepartment('end'))
    expect(order).toEqual([0, 1, 2, 0, 1, 2, 0, 0, 0, 0])
  })

  test('a department that arrives comes before the second job of a busy one', async () => {
    await wait(0, 100)
    expect(await nextDepartment('end')).toBe(0)
    await wait(3, 1)
    expect([await nextDepartment('end'), await nextDepartment('end')]).toEqual([3, 0])
  })

  test('who has fewer jobs running comes first, whoever was served last', async () => {
    await wait(0, 3)
    expect([await nextDepartment('run'), await nextDepartment('run')]).toEqual([0, 0])
    await wait(1, 3)
    expect([await nextDepartment('run'), await nextDepartment('run'), await nextDepartment('run')]).toEqual([1, 1, 0])
  })

  test('a high priority of one department is no advantage over another', async () => {
    await wait(0, 2, 100)
    await wait(1, 2, -100)
    expect([await nextDepartment('end'), await nextDepartment('end'), await nextDepartment('end')]).toEqual([0, 1, 0])
  })
})

describe('a job that is told to stop while it waits', () => {
  const claimStopped = async (): Promise<number | null> => {
    const claimed = await inTransaction(database.db, (tx) => claimStoppedJob(tx, { node: 'n' }))
    return typeof claimed === 'string' ? null : claimed.jobId
  }

  test('is taken up whoever has how many running, once, and takes nobody its turn', async () => {
    const [running, waiting, stopped] = await wait(0, 3)
    expect(await claimId(1)).toBe(running)
    expect(await claimStopped()).toBeNull()
    await database.db.query('update jobs set stop_requested_at = now() where id = any($1)', [[running, stopped]])
    const turnOf = async (): Promise<unknown> => (await database.db.query('select max(turn) from departments')).rows
    const turn = await turnOf()
    const claims = await Promise.all(Array.from({ length: 5 }, claimStopped))
    expect(claims.filter((id) => id !== null)).toEqual([stopped])
    expect(await turnOf()).toEqual(turn)
    expect([await claimId(1), await claimId()]).toEqual([null, waiting])
  })
})

describe('the limit of running jobs', () => {
  test('holds a department back until one of its jobs ends, and no other', async () => {
    const [first, second, third] = await wait(0, 3)
    const [other] = await wait(1, 1)
    expect([await claimId(2), await claimId(2), await claimId(2), await claimId(2)]).toEqual([first, other, second, null])
    expect(await isJobClaimable(database.db, { runningPerDepartment: 2 })).toBe(false)
    expect(await isJobClaimable(database.db, { runningPerDepartment: 3 })).toBe(true)
    await endJob(first!)
    expect([await claimId(2), await claimId(2)]).toEqual([third, null])
  })

  test('is kept, and every job is taken up once, when twenty nodes claim at the same moment', async () => {
    const ids = [...(await wait(0, 20)), ...(await wait(1, 3))]
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => inTransaction(database.db, (tx) => claimNextJob(tx, { node: 'n', runningPerDepartment: 5 }))),
    )
    const taken = claims.flatMap((claimed) => (typeof claimed === 'string' ? [] : [claimed]))
    expect(new Set(taken.map(({ jobId }) => jobId)).size).toBe(taken.length)
    expect(taken.every(({ jobId }) => ids.includes(jobId))).toBe(true)
    const { rows } = await database.db.query<{ count: number }>(
      'select count(*) from jobs where leased_until is not null group by department_id order by 1',
    )
    expect(rows.map(({ count }) => count).every((count) => count <= 5)).toBe(true)
    // Who met too many others asks again; nobody is told that there is nothing while there is.
    const left = []
    for (let id = await claimId(5); id !== null; id = await claimId(5)) left.push(id)
    expect(taken.length + left.length).toBe(8)
  })
})

test('of ten claims of the last job at once one wins', async () => {
  const [only] = await wait(0, 1)
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimId()))
  expect(claims.filter((id) => id !== null)).toEqual([only])
})

describe('the database', () => {
  for (const from of JOB_STATES)
    for (const to of JOB_STATES.filter((state) => state !== from)) {
      const allowed = (NEXT_STATES[from] as readonly string[]).includes(to)
      test(`${allowed ? 'lets' : 'does not let'} a job that is ${from} become ${to}`, async () => {
        const [id] = await wait(0, 1)
        const become = (state: string): Promise<unknown> =>
          database.db.query(
            `update jobs set state = $2::text, leased_until = null, solution = 'x',
                    stop_reason = case when $2 = 'SOLVED' then 'OPTIMAL' end, failure_reason = case when $2 = 'FAILED' then 'r' end,
                    ended_at = case when $2 in ('SOLVED', 'FAILED', 'CANCELLED') then now() end
              where id = $1`,
            [id, state],
          )
        if (from === 'SOLVED' || from === 'FAILED') await become('SOLVING')
        if (from !== 'QUEUED') await become(from)
        if (allowed) await become(to)
        else await expect(become(to)).rejects.toMatchObject({ constraint: 'job_state_change' })
      })
    }
})
