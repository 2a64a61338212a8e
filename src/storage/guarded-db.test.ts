import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { inTransaction } from './db.ts'
import type { Db } from './db.ts'
import { openGuardedDb } from './guarded-db.ts'
import type { GuardedDb } from './guarded-db.ts'
import { findDepartmentOfJob } from './jobs.ts'

const key = randomBytes(32)
let database: TestDatabase
let guarded: GuardedDb
let ours: TestCaller
let theirs: TestCaller

beforeAll(async () => {
  database = await createTestDatabase()
  guarded = openGuardedDb(database.url, { maxConnections: 2 })
  ours = await createTestCaller(database.db, key)
  theirs = await createTestCaller(database.db, key)
  for (const { organizationId, departmentId } of [ours, theirs]) await fill(organizationId, departmentId)
})
afterAll(async () => {
  await guarded.close()
  await database.close()
})

/** At least one row of the department in every table that has rows of departments. */
async function fill(organizationId: number, departmentId: number): Promise<void> {
  const { db } = database
  const job = await db.query<{ id: number }>(
    `insert into jobs (organization_id, department_id, document, document_bytes, max_seconds, request_hash) values ($1, $2, 'x', 1, 60, 'x') returning id`,
    [organizationId, departmentId],
  )
  await db.query(`insert into progress_points (department_id, job_id, step, solve_ms, score) values ($1, $2, 0, 5, '{0,0,0,1}')`, [
    departmentId,
    job.rows[0]!.id,
  ])
  const plan = await db.query<{ id: number }>(
    `insert into plans (organization_id, department_id, name, version) values ($1, $2, 'x', 1) returning id`,
    [organizationId, departmentId],
  )
  await db.query(
    `insert into plan_versions (department_id, plan_id, number, author, source, content, content_bytes, employees, shifts, errors, warnings)
     values ($1, $2, 1, 'x', 'EDITED', 'x', 1, 0, 0, 0, 0)`,
    [departmentId, plan.rows[0]!.id],
  )
  await db.query(`insert into plan_publications (department_id, plan_id, version, author) values ($1, $2, 1, 'x')`, [departmentId, plan.rows[0]!.id])
  await db.query(`insert into plan_requests (department_id, plan_id, job_id, version) values ($1, $2, $3, 1)`, [
    departmentId,
    plan.rows[0]!.id,
    job.rows[0]!.id,
  ])
  await db.query(
    `insert into employee_links (organization_id, department_id, plan_id, employee, hash, expires_at) values ($1, $2, $3, '1', $4, now() + interval '1 day')`,
    [organizationId, departmentId, plan.rows[0]!.id, randomBytes(32)],
  )
  const delivery = await db.query<{ id: number }>(
    `insert into deliveries (organization_id, department_id, job_id, type, message_id, url, origin, body)
     values ($1, $2, $3, 'schedule.solved', gen_random_uuid(), 'http://x/', 'http://x', 'x') returning id`,
    [organizationId, departmentId, job.rows[0]!.id],
  )
  await db.query(`insert into delivery_attempts (department_id, delivery_id, number, started_at, duration_ms) values ($1, $2, 1, now(), 1)`, [
    departmentId,
    delivery.rows[0]!.id,
  ])
  await db.query(`insert into callback_origins (department_id, origin, tried_at) values ($1, 'http://x', now())`, [departmentId])
  await db.query(
    `insert into tokens (organization_id, department_id, hash, scopes, expires_at) values ($1, $2, $3, '{gateway:read}', now() + interval '1 day')`,
    [organizationId, departmentId, randomBytes(32)],
  )
  const user = await db.query<{ id: number }>(
    `insert into users (organization_id, email, password_hash, role) values ($1, $2, 'x', 'planner') returning id`,
    [organizationId, `${randomBytes(6).toString('hex')}@x.example`],
  )
  await db.query('insert into memberships (organization_id, user_id, department_id) values ($1, $2, $3)', [
    organizationId,
    user.rows[0]!.id,
    departmentId,
  ])
}

interface Column {
  readonly table: string
  readonly column: string
}

/** Every table that says whose its rows are, from the catalogue: a table that is added later is asked too. */
async function tablesWith(column: string): Promise<readonly string[]> {
  const sql = `select table_name as "table", column_name as "column" from information_schema.columns
                where table_schema = 'public' and column_name = $1 order by 1`
  return (await database.db.query<Column>(sql, [column])).rows.map(({ table }) => table)
}

const countIn = async (db: Pick<Db, 'query'>, table: string): Promise<number> =>
  // No filter at all: the query that forgot it.
  (await db.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]!.count

test('every table with rows of departments or organizations has row level security', async () => {
  const { rows } = await database.db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity`,
  )
  const protectedTables = rows.map(({ name }) => name)
  expect(await tablesWith('department_id')).toEqual(expect.arrayContaining(['delivery_attempts', 'deliveries', 'jobs', 'memberships', 'tokens']))
  for (const table of new Set([...(await tablesWith('department_id')), ...(await tablesWith('organization_id')), 'organizations']))
    expect(protectedTables).toContain(table)
})

describe('a query without a filter', () => {
  test('finds nothing of anybody outside a reach', async () => {
    for (const table of await tablesWith('department_id')) expect([table, await countIn(guarded, table)]).toEqual([table, 0])
  })

  test('finds within a reach the rows of that department, and of no other', async () => {
    for (const table of (await tablesWith('department_id')).filter((name) => !['memberships', 'audit_events'].includes(name))) {
      const all = await countIn(database.db, table)
      const { rows } = await guarded.within(ours).query<{ id: number }>(`select distinct department_id as id from ${table}`)
      expect([table, rows]).toEqual([table, [{ id: ours.departmentId }]])
      expect(await countIn(guarded.within(ours), table)).toBeLessThan(all)
    }
  })

  test('changes and inserts nothing of another department', async () => {
    const changed = await guarded.within(ours).query('update jobs set stop_requested_at = now()')
    expect(changed.rowCount).toBe(1)
    const { rows } = await database.db.query('select stop_requested_at from jobs where department_id = $1', [theirs.departmentId])
    expect(rows).toEqual([{ stop_requested_at: null }])
    const foreign = guarded
      .within(ours)
      .query(
        `insert into jobs (organization_id, department_id, document, document_bytes, max_seconds, request_hash) values ($1, $2, 'x', 1, 60, 'x')`,
        [theirs.organizationId, theirs.departmentId],
      )
    await expect(foreign).rejects.toMatchObject({ code: '42501' })
  })

  test('finds the people of the organization only for its administration, and never a password or a signing secret', async () => {
    const administration = guarded.within({ organizationId: ours.organizationId, departmentId: null })
    expect([await countIn(guarded.within(ours), 'users'), await countIn(administration, 'users')]).toEqual([0, 1])
    expect(await countIn(administration, 'jobs')).toBe(0)
    await expect(administration.query('select password_hash from users')).rejects.toMatchObject({ code: '42501' })
    await expect(administration.query('select signing_secret from departments')).rejects.toMatchObject({ code: '42501' })
  })
})

test('a reach ends with its transaction, also when that fails', async () => {
  const mine = guarded.within(ours)
  await expect(mine.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  await expect(inTransaction(mine, (tx) => tx.query('select 1 / 0'))).rejects.toMatchObject({ code: '22012' })
  for (let i = 0; i < 6; i += 1) expect(await countIn(guarded, 'jobs')).toBe(0)
  expect(await countIn(mine, 'jobs')).toBe(1)
})

test('reaches side by side over few connections do not mix', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const caller = i % 2 === 0 ? ours : theirs
      const db = guarded.within(caller)
      const { rows } =
        i % 3 === 0
          ? await inTransaction(db, (tx) => tx.query<{ id: number }>('select department_id as id from jobs'))
          : await db.query<{ id: number }>('select department_id as id from jobs')
      return rows.every(({ id }) => id === caller.departmentId) && rows.length === 1
    }),
  )
  expect(answers.every(Boolean)).toBe(true)
})

test('in a transaction of several reaches each statement sees its own and no other, in whatever order they are asked', async () => {
  const sees = await guarded.transaction((within) =>
    Promise.all(
      [ours, theirs, theirs, ours, ours, theirs].map(async (caller) => {
        const { rows } = await within(caller).query<{ id: number }>('select department_id as id from jobs')
        return rows.length === 1 && rows[0]!.id === caller.departmentId
      }),
    ),
  )
  expect(sees.every(Boolean)).toBe(true)
  const foreign = guarded.transaction(async (within) => {
    await within(theirs).query('select 1')
    return within(ours).query('update jobs set priority = 1 where department_id = $1', [theirs.departmentId])
  })
  expect((await foreign).rowCount).toBe(0)
  for (let i = 0; i < 6; i += 1) expect(await countIn(guarded, 'jobs')).toBe(0)
})

test('whose a job of the organization is may be asked, which tells 403 from 404; of another organization nothing is there', async () => {
  const jobOf = async ({ departmentId }: { departmentId: number }): Promise<number> =>
    (await database.db.query<{ id: number }>('select id from jobs where department_id = $1', [departmentId])).rows[0]!.id
  // Another department of the organization, as far as the reach tells.
  const beside = guarded.within({ organizationId: theirs.organizationId, departmentId: 999_999 })
  expect(await findDepartmentOfJob(beside, await jobOf(theirs))).toBe(theirs.departmentId)
  expect(await findDepartmentOfJob(guarded.within(ours), await jobOf(theirs))).toBe(null)
  expect(await findDepartmentOfJob(guarded.within(ours), 999_999)).toBe(null)
})

test('the role cannot log in, bypass row level security, or become the owner', async () => {
  const { rows } = await database.db.query<{ name: string }>(
    `select rolname as name from pg_roles where rolname = 'turnus_gateway' and (rolcanlogin or rolbypassrls or rolsuper or rolcreaterole)`,
  )
  expect(rows).toEqual([])
  await expect(guarded.query('alter table jobs disable row level security')).rejects.toMatchObject({ code: '42501' })
})
