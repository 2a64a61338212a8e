import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { openSecret } from '../storage/seal.ts'
import { departmentSigningSecret } from './organizations.ts'
import { rotateSigningSecret } from './signing-secrets.ts'

const key = randomBytes(32)
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

interface Stored {
  readonly previous: Buffer | null
  readonly hours: number | null
}

async function changeOver(overlapHours: number) {
  const { organizationId, departmentId } = await createTestCaller(database.db, key)
  const deps = { db: database.db, key }
  const of = { organization: organizationId, department: departmentId }
  const before = await departmentSigningSecret(deps, of)
  const after = await rotateSigningSecret(deps, { ...of, overlapHours })
  expect(await departmentSigningSecret(deps, of)).toBe(after)
  const { rows } = await database.db.query<Stored>(
    `select previous_signing_secret as previous, round(extract(epoch from previous_secret_until - now()) / 3600)::integer as hours
       from departments where id = $1`,
    [departmentId],
  )
  return { before, after, stored: rows[0]! }
}

test('a new secret takes the place of the old one, which is kept, sealed, for as long as was asked for', async () => {
  const { before, after, stored } = await changeOver(24)
  expect(after).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(after).not.toBe(before)
  expect(stored.previous!.includes(before)).toBe(false)
  expect(openSecret(key, 'signing-secret', stored.previous!).toString()).toBe(before)
  expect(stored.hours).toBe(24)
})

test('the change is in the audit log', async () => {
  const { organizationId, departmentId } = await createTestCaller(database.db, key)
  await rotateSigningSecret({ db: database.db, key }, { organization: organizationId, department: departmentId, overlapHours: 3 })
  const { rows } = await database.db.query(
    'select actor, action, target_id as "targetId", detail from audit_events where department_id = $1 order by id desc limit 1',
    [departmentId],
  )
  expect(rows).toEqual([{ actor: 'command line', action: 'secret.rotated', targetId: departmentId, detail: { overlapHours: 3 } }])
})

test('without an overlap the old secret is gone at once', async () => {
  expect((await changeOver(0)).stored).toEqual({ previous: null, hours: null })
})

test('a department that does not exist is not found', async () => {
  const { organizationId } = await createTestCaller(database.db, key)
  await expect(
    rotateSigningSecret({ db: database.db, key }, { organization: organizationId, department: 'none', overlapHours: 1 }),
  ).rejects.toMatchObject({
    code: 'not-found',
  })
})
