import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { createToken } from '../access/tokens.ts'
import { compress } from '../storage/compress.ts'
import { deleteExpiredLinks } from '../storage/employee-links.ts'
import { inTransaction } from '../storage/db.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { employeeLinksOf, openLink } from './employee-links.ts'
import type { EmployeeLinks } from './employee-links.ts'
import { plansOf } from './plans.ts'

const key = randomBytes(32)
const LIMITS = { plansPerDepartment: 100, planMibPerDepartment: 10, planVersions: 10 }
let database: TestDatabase
let guarded: GuardedDb
let ours: TestCaller
let links: EmployeeLinks
let planId: string

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
  const { id: tokenId } = await createToken(database, { organization, department })
  const actor = { kind: 'token', tokenId, userId: null, address: null } as const
  const deps = { db: guarded.within(ours), key, limits: LIMITS, actor, withdraw: async () => undefined }
  const plans = plansOf(deps, { ...ours, tokenId })
  links = employeeLinksOf(deps, { ...ours, tokenId })
  const packed = await compress(Buffer.from('{"errors":[],"warnings":[]}\n{"n":1}'))
  const content = { packed, employees: 0, shifts: 0, errors: 0, warnings: 0, source: 'EDITED', comment: '', acceptedJobId: null } as const
  const { plan } = await plans.create({ name: 'March', note: '', content })
  planId = String(plan.id)
  await plans.publish(planId, 1)
})

const opens = (secret: string) => openLink({ db: guarded, key }, secret)
const make = async (employeeId: number | string = 1, expiresDays = 1) => (await links.create(planId, { employeeIds: [employeeId], expiresDays }))[0]!

test('a link opens what is published, for one employee, and only its hash is stored', async () => {
  const [number, text] = [await make(1), await make('1')]
  expect(await opens(number.secret)).toMatchObject({ employeeId: 1, planName: 'March', departmentId: ours.departmentId })
  // A text is another employee than the number that looks like it.
  expect((await opens(text.secret)).employeeId).toBe('1')
  const { rows } = await database.db.query<{ text: string }>('select to_jsonb(l)::text as text from employee_links l where plan_id = $1', [planId])
  expect(rows).toHaveLength(2)
  expect(rows.some((row) => row.text.includes(number.secret))).toBe(false)
  expect(number.secret).toMatch(/^[\w-]{43}$/)
})

test('a link that has expired opens nothing', async () => {
  const { secret } = await make()
  await database.db.query(`update employee_links set expires_at = now() - interval '1 second' where plan_id = $1`, [planId])
  await expect(opens(secret)).rejects.toMatchObject({ code: 'link-not-found' })
})

test('a link notes its use, and ends with a revocation', async () => {
  const { secret, id } = await make()
  const page = { limit: 10, cursor: null }
  expect((await links.list(planId, page)).rows).toMatchObject([{ id, lastUsedAt: null, revokedAt: null }])
  await opens(secret)
  expect((await links.list(planId, page)).rows[0]!.lastUsedAt).toBeInstanceOf(Date)
  await links.revoke(planId, String(id))
  await expect(opens(secret)).rejects.toMatchObject({ code: 'link-not-found' })
  await expect(links.revoke(planId, String(id))).rejects.toMatchObject({ code: 'link-not-found' })
})

test('the audit log says that links were made and ended, without their secrets', async () => {
  const { secret, id } = await make()
  await links.revoke(planId, String(id))
  const { rows } = await database.db.query<{ action: string; text: string }>(
    `select action, to_jsonb(e)::text as text from audit_events e where department_id = $1 and action like 'plan.link%' order by id`,
    [ours.departmentId],
  )
  expect(rows.map(({ action }) => action)).toEqual(['plan.links-created', 'plan.link-revoked'])
  expect(rows.some(({ text }) => text.includes(secret))).toBe(false)
})

test('links that ended longer ago than requests are kept are deleted, and no others', async () => {
  for (const employeeId of [1, 2, 3]) await make(employeeId)
  await database.db.query(`update employee_links set expires_at = now() - interval '31 days' where plan_id = $1 and employee = '1'`, [planId])
  await database.db.query(`update employee_links set revoked_at = now() - interval '29 days' where plan_id = $1 and employee = '2'`, [planId])
  await inTransaction(database.db, (tx) => deleteExpiredLinks(tx, { retentionDays: 30, limit: 100 }))
  expect((await links.list(planId, { limit: 10, cursor: null })).rows.map(({ employeeId }) => employeeId)).toEqual([3, 2])
})
