import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { createToken } from '../access/tokens.ts'
import { compress } from '../storage/compress.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { insertJob } from '../storage/jobs.ts'
import { inTransaction } from '../storage/db.ts'
import { newJob } from '../storage/new-job.fixture.ts'
import { plansOf } from './plans.ts'
import type { NewContent, PlanDeps, Plans } from './plans.ts'

const key = randomBytes(32)
const LIMITS = { plansPerDepartment: 3, planMibPerDepartment: 1, planVersions: 2 }
let database: TestDatabase
let guarded: GuardedDb
let ours: TestCaller
let tokenId: number
let withdrawn: number[]

beforeAll(async () => {
  database = await createTestDatabase()
  guarded = openGuardedDb(database.url)
})
afterAll(async () => {
  await guarded.close()
  await database.close()
})
beforeEach(async () => {
  ours = await createTestCaller(database.db, key)
  const { organizationId: organization, departmentId: department } = ours
  tokenId = (await createToken(database, { organization, department, name: 'rostering' })).id
  withdrawn = []
})

function plans(caller: TestCaller = ours, limits: PlanDeps['limits'] = LIMITS): Plans {
  const actor = { kind: 'token', tokenId, userId: null, address: null } as const
  const withdraw = async (jobId: number): Promise<void> => void withdrawn.push(jobId)
  return plansOf({ db: guarded.within(caller), key, limits, actor, withdraw }, { ...caller, tokenId })
}

async function content(schedule: string, more: Partial<NewContent> = {}): Promise<NewContent> {
  const packed = await compress(Buffer.from(`{"errors":[],"warnings":[]}\n${schedule}`))
  return { packed, employees: 1, shifts: 2, errors: 0, warnings: 0, source: 'EDITED', comment: '', acceptedJobId: null, ...more }
}

async function make(name = 'March'): Promise<string> {
  return String((await plans().create({ name, note: '', content: await content('{"n":1}') })).plan.id)
}

/** Saves so many versions more. */
async function saveMore(id: string, count: number, more: Partial<NewContent> = {}): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const { version } = await plans().find(id)
    await plans().save(id, version, await content(`{"n":${version + 1}}`, more))
  }
}

const numbersOf = async (id: string): Promise<readonly number[]> =>
  (await plans().listVersions(id, { limit: 100, cursor: null })).rows.map(({ number }) => number)

async function makeJobOf(caller: TestCaller): Promise<number> {
  return inTransaction(database.db, async (tx) => (await insertJob(tx, newJob(caller))).id)
}

describe('what is stored', () => {
  test('is sealed, says who saved it, and comes back as it was', async () => {
    const id = await make()
    const { version, read } = await plans().read(id, null)
    expect(Buffer.from(await read()).toString()).toBe('{"errors":[],"warnings":[]}\n{"n":1}')
    expect(version).toMatchObject({ number: 1, author: 'rostering', employees: 1, shifts: 2 })
    const { rows } = await database.db.query<{ content: Buffer }>('select content from plan_versions where plan_id = $1', [id])
    expect([rows[0]!.content[0], rows[0]!.content.includes(Buffer.of(0x1f, 0x8b))]).toEqual([2, false])
  })

  test('is never changed: the gateway has no right to', async () => {
    const id = await make()
    const changed = guarded.within(ours).query(`update plan_versions set note = 'other' where plan_id = $1`, [id])
    await expect(changed).rejects.toMatchObject({ code: '42501' })
  })

  test('is invisible to another department, and named as another one to that of the same organization', async () => {
    const id = await make()
    const theirs = await createTestCaller(database.db, key)
    await expect(plans(theirs).find(id)).rejects.toMatchObject({ code: 'plan-not-found' })
    await expect(plans({ ...theirs, organizationId: ours.organizationId }).find(id)).rejects.toMatchObject({ code: 'department-foreign' })
    expect((await plans(theirs).list({ limit: 10, cursor: null, search: null, archived: false })).rows).toEqual([])
  })
})

test('of two who save on top of the same version one is told that the other was faster, and nothing is lost', async () => {
  const id = await make()
  const both = await Promise.all(['a', 'b'].map(async (who) => plans().save(id, 1, await content(`{"who":"${who}"}`))))
  expect(both.filter((saved) => 'plan' in saved)).toHaveLength(1)
  expect(both.find((saved) => 'overtakenBy' in saved)).toMatchObject({ overtakenBy: { number: 2 } })
  expect(await numbersOf(id)).toEqual([2, 1])
})

describe('of many versions', () => {
  test('the oldest are deleted that nobody named, published, accepted or submitted', async () => {
    const id = await make()
    const jobId = await makeJobOf(ours)
    await saveMore(id, 1, { comment: 'named' })
    await saveMore(id, 1, { source: 'ACCEPTED', acceptedJobId: jobId })
    await saveMore(id, 1)
    await plans().publish(id, 4)
    await saveMore(id, 1)
    await plans().noteRequest(id, { version: 5, jobId })
    await saveMore(id, 4)
    expect(await numbersOf(id)).toEqual([9, 8, 5, 4, 3, 2])
    await expect(plans().read(id, '1')).rejects.toMatchObject({ code: 'plan-version-not-found' })
  })

  test('ten times as many are kept at most, and the last is refused as a whole', async () => {
    const id = await make()
    await saveMore(id, 19, { comment: 'named' })
    await expect(saveMore(id, 1, { comment: 'named' })).resolves.toBeUndefined()
    await expect(saveMore(id, 1, { comment: 'named' })).rejects.toMatchObject({ code: 'plans-full' })
    expect((await plans().find(id)).version).toBe(21)
  })
})

describe('a department has', () => {
  test('only so many plans', async () => {
    for (let i = 0; i < LIMITS.plansPerDepartment; i += 1) await make()
    await expect(make()).rejects.toMatchObject({ code: 'plans-full' })
  })

  test('only so many bytes of them', async () => {
    const large = await content('{}', { packed: randomBytes(700_000) })
    await plans().create({ name: 'large', note: '', content: large })
    await expect(plans().create({ name: 'too large', note: '', content: large })).rejects.toMatchObject({ code: 'plans-full' })
    expect((await plans().list({ limit: 10, cursor: null, search: null, archived: false })).rows).toHaveLength(1)
  })
})

test('a plan that is deleted leaves nothing but a line in the audit log, and its requests are withdrawn', async () => {
  const id = await make('Secret name')
  const jobId = await makeJobOf(ours)
  await plans().noteRequest(id, { version: 1, jobId })
  await plans().publish(id, 1)
  await plans().delete(id)
  expect(withdrawn).toEqual([jobId])
  for (const table of ['plan_versions', 'plan_publications', 'plan_requests']) {
    expect((await database.db.query(`select from ${table} where plan_id = $1`, [id])).rowCount).toBe(0)
  }
  const { rows } = await database.db.query<{ action: string; text: string }>(
    `select action, to_jsonb(e)::text as text from audit_events e where department_id = $1 and target = 'plan' order by id`,
    [ours.departmentId],
  )
  expect(rows.map(({ action }) => action)).toEqual(['plan.published', 'plan.deleted'])
  expect(rows.some(({ text }) => text.includes('Secret name'))).toBe(false)
})

test('a request that is erased is not listed any more', async () => {
  const id = await make()
  const jobId = await makeJobOf(ours)
  await plans().noteRequest(id, { version: 1, jobId })
  expect((await plans().read(id, null)).requests).toMatchObject([{ jobId, version: 1, state: 'QUEUED' }])
  await database.db.query('delete from jobs where id = $1', [jobId])
  expect((await plans().read(id, null)).requests).toEqual([])
})

test('a request of another department cannot be noted', async () => {
  const id = await make()
  const theirs = await createTestCaller(database.db, key)
  await expect(plans().noteRequest(id, { version: 1, jobId: await makeJobOf(theirs) })).rejects.toThrow(/foreign key/)
})
