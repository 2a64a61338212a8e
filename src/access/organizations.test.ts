import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import {
  createDepartment,
  createOrganization,
  departmentSigningSecret,
  listDepartments,
  listOrganizations,
  resolveDepartment,
  resolveOrganization,
} from './organizations.ts'

const key = randomBytes(32)
let database: TestDatabase
let deps: { db: TestDatabase['db']; key: Buffer }

beforeAll(async () => {
  database = await createTestDatabase()
  deps = { db: database.db, key }
})
afterAll(() => database.close())

test('names work wherever ids do', async () => {
  const organization = await createOrganization(deps, 'St. Mary')
  const department = await createDepartment(deps, { organization: 'St. Mary', name: 'Ward 7' })
  expect((await resolveOrganization(deps, organization)).name).toBe('St. Mary')
  expect((await resolveOrganization(deps, String(organization))).name).toBe('St. Mary')
  expect((await resolveDepartment(deps, { organization: 'St. Mary', department: 'Ward 7' })).id).toBe(department)
  expect((await resolveDepartment(deps, { organization, department })).name).toBe('Ward 7')
})

test('a name that is taken is refused, and another organization may use it for a department', async () => {
  await createOrganization(deps, 'North')
  await createOrganization(deps, 'South')
  await expect(createOrganization(deps, 'North')).rejects.toMatchObject({ code: 'name-taken' })
  await createDepartment(deps, { organization: 'North', name: 'Ward' })
  await createDepartment(deps, { organization: 'South', name: 'Ward' })
  await expect(createDepartment(deps, { organization: 'South', name: 'Ward' })).rejects.toMatchObject({ code: 'name-taken' })
  expect(await listDepartments(deps, { organization: 'South' })).toHaveLength(1)
  expect((await listOrganizations(deps)).map(({ name }) => name)).toEqual(expect.arrayContaining(['North', 'South']))
})

for (const name of ['', '   ', '42', 'a\u0000b', 'x'.repeat(201)]) {
  test(`${JSON.stringify(name.slice(0, 10))} of ${name.length} characters is no name`, async () => {
    await expect(createOrganization(deps, name)).rejects.toMatchObject({ code: 'request-invalid' })
  })
}

for (const organization of ['nobody', '999999', '99999999999999999999999', 'a\u0000b', '-1']) {
  test(`organization ${JSON.stringify(organization)} is not found`, async () => {
    await expect(resolveOrganization(deps, organization)).rejects.toMatchObject({ code: 'not-found' })
  })
}

test("another organization's department is not found, not even by its id", async () => {
  await createOrganization(deps, 'Mine')
  await createOrganization(deps, 'Theirs')
  const department = await createDepartment(deps, { organization: 'Theirs', name: 'Ward' })
  await expect(resolveDepartment(deps, { organization: 'Mine', department })).rejects.toMatchObject({ code: 'not-found' })
})

test('every department has a Standard Webhooks secret of its own, which the database holds only sealed', async () => {
  await createOrganization(deps, 'Signed')
  const [first, second] = [
    await createDepartment(deps, { organization: 'Signed', name: 'a' }),
    await createDepartment(deps, { organization: 'Signed', name: 'b' }),
  ]
  const secret = await departmentSigningSecret(deps, { organization: 'Signed', department: first })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await departmentSigningSecret(deps, { organization: 'Signed', department: second })).not.toBe(secret)
  const { rows } = await database.db.query<{ stored: Buffer }>('select signing_secret as stored from departments where id = $1', [first])
  expect(rows[0]!.stored.includes(secret)).toBe(false)
})
