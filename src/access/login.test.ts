// Slow: passwords are checked, each check as slow as it has to be.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { authenticate, requireScope } from './authenticate.ts'
import { login } from './login.ts'
import type { LoginDeps } from './login.ts'
import { createDepartment, createOrganization } from './organizations.ts'
import { createToken, endToken, listTokens, revokeToken } from './tokens.ts'
import { createRefusals } from './refusals.ts'
import type { Refusals } from './refusals.ts'
import { setPassword, updateUser } from './update-user.ts'
import { createUser } from './users.ts'

const key = randomBytes(32)
const password = 'correct horse battery'
let database: TestDatabase
let deps: { db: TestDatabase['db']; key: Buffer }
let guarded: GuardedDb
const limits = { loginsPerEmail: 1000, loginsPerAddress: 1000 }
let refusals: Refusals
const edge = (): LoginDeps => ({ db: guarded, key, limits, refusals })
let ward: number
let clinic: number

beforeAll(async () => {
  database = await createTestDatabase()
  deps = { db: database.db, key }
  guarded = openGuardedDb(database.url)
  refusals = createRefusals({ db: guarded, key, log: SILENT_LOG })
  await createOrganization(deps, 'Hospital')
  ward = await createDepartment(deps, { organization: 'Hospital', name: 'Ward' })
  clinic = await createDepartment(deps, { organization: 'Hospital', name: 'Clinic' })
  const user = { organization: 'Hospital', password }
  await createUser(deps, { ...user, email: 'Admin@Hospital.example', role: 'administrator', departments: [] })
  await createUser(deps, { ...user, email: 'planner@hospital.example', role: 'planner', departments: ['Clinic'] })
  await createUser(deps, { ...user, email: 'reader@hospital.example', role: 'reader', departments: ['Ward', clinic] })
  await createUser(deps, { ...user, email: 'homeless@hospital.example', role: 'planner', departments: [] })
})
afterAll(async () => {
  await refusals.close()
  await guarded.close()
  await database.close()
})

test('a login answers RFC 6749 names with a token of 12 hours that works', async () => {
  const answer = await login(edge(), { address: '127.0.0.1', email: 'planner@hospital.example', password })
  expect(answer).toEqual({
    access_token: expect.stringMatching(/^tns_/),
    token_type: 'Bearer',
    expires_in: 43_200,
    department: { id: clinic, name: 'Clinic' },
    departments: [{ id: clinic, name: 'Clinic' }],
  })
  const caller = await authenticate(edge(), `Bearer ${answer.access_token}`)
  expect(caller).toMatchObject({ departmentId: clinic, scopes: ['gateway:read', 'gateway:write'] })
})

test('an e-mail is compared without regard to case and blanks around it', async () => {
  expect((await login(edge(), { address: '127.0.0.1', email: ' ADMIN@hospital.EXAMPLE ', password })).department.id).toBe(ward)
})

for (const { department, expected } of [
  { department: undefined, expected: 'Ward' },
  { department: 'Clinic', expected: 'Clinic' },
]) {
  test(`a user of two departments who asks for ${department ?? 'none'} gets ${expected}`, async () => {
    expect((await login(edge(), { address: '127.0.0.1', email: 'reader@hospital.example', password, department })).department.name).toBe(expected)
  })
}

test('a login for a department that the user does not belong to is refused', async () => {
  await expect(login(edge(), { address: '127.0.0.1', email: 'planner@hospital.example', password, department: ward })).rejects.toMatchObject({
    code: 'permission-missing',
  })
  await expect(login(edge(), { address: '127.0.0.1', email: 'homeless@hospital.example', password })).rejects.toMatchObject({
    code: 'permission-missing',
  })
})

test('an unknown e-mail and a wrong password are told in the same words', async () => {
  const failures = await Promise.all(
    ['nobody@hospital.example', 'planner@hospital.example', 'a\u0000b'].map((email) =>
      login(edge(), { address: '127.0.0.1', email, password: 'wrong' }).catch((error: unknown) => error),
    ),
  )
  for (const failure of failures) expect(failure).toMatchObject({ code: 'credentials-wrong', message: 'The e-mail or the password is wrong.' })
})

test('an unknown e-mail takes as long as a wrong password', async () => {
  const times: Record<string, number[]> = { 'nobody@hospital.example': [], 'planner@hospital.example': [] }
  for (let round = 0; round < 10; round += 1) {
    for (const email of Object.keys(times)) {
      const startedMs = performance.now()
      await login(edge(), { address: '127.0.0.1', email, password: 'wrong' }).catch(() => undefined)
      times[email]!.push(performance.now() - startedMs)
    }
  }
  // Of each the quickest: the others were held up by what else the machine does.
  const [unknown, wrong] = Object.values(times).map((all) => Math.min(...all))
  // Without the same work the unknown e-mail would be some thirty times faster.
  expect(unknown!).toBeGreaterThan(wrong! / 5)
  expect(unknown!).toBeLessThan(wrong! * 5)
})

test('an administrator token works until it is revoked, and is listed without its secret', async () => {
  const { id, token } = await createToken(deps, {
    organization: 'Hospital',
    department: 'Ward',
    scopes: ['gateway:read'],
    expiresDays: 1,
    name: 'script',
  })
  const caller = await authenticate(edge(), `bearer  ${token}`)
  expect(caller).toMatchObject({ tokenId: id, departmentId: ward, scopes: ['gateway:read'] })
  expect(() => requireScope(caller, 'gateway:write')).toThrow(expect.objectContaining({ code: 'permission-missing' }))
  const listed = (await listTokens(deps, { organization: 'Hospital', department: 'Ward' })).find((stored) => stored.id === id)
  expect(listed).toMatchObject({ name: 'script', revokedAt: null })
  expect(listed?.lastUsedAt).toBeInstanceOf(Date)
  expect(JSON.stringify(listed)).not.toContain(token)

  await revokeToken(deps, String(id))
  await expect(authenticate(edge(), `Bearer ${token}`)).rejects.toMatchObject({ code: 'not-authenticated' })
  await expect(revokeToken(deps, id)).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining('was revoked already') })
  await expect(revokeToken(deps, id + 1000)).rejects.toMatchObject({ code: 'not-found', message: `There is no token ${id + 1000}.` })
})

test('who logs out ends the token that was shown and no other, and the audit log says so', async () => {
  const planner = { address: '127.0.0.1', email: 'planner@hospital.example', password }
  const [{ access_token: token }, { access_token: other }] = await Promise.all([login(edge(), planner), login(edge(), planner)])
  const caller = await authenticate(edge(), `Bearer ${token}`)
  const leave = () => endToken({ db: guarded.within(caller) }, caller, '192.0.2.7')
  await Promise.all([leave(), leave()])
  await expect(authenticate(edge(), `Bearer ${token}`)).rejects.toMatchObject({ code: 'not-authenticated' })
  await expect(authenticate(edge(), `Bearer ${other}`)).resolves.toMatchObject({ userId: caller.userId })
  const { rows } = await database.db.query(`select action, address, user_id from audit_events where token_id = $1`, [caller.tokenId])
  expect(rows).toEqual([{ action: 'token.revoked', address: '192.0.2.7', user_id: caller.userId }])
})

test('a new password takes the place of the old one, and ends no token', async () => {
  const email = 'forgetful@hospital.example'
  await createUser(deps, { organization: 'Hospital', email, password, role: 'planner', departments: ['Ward'] })
  const { access_token: token } = await login(edge(), { address: '127.0.0.1', email, password })
  const other = 'another horse battery'
  await setPassword(deps, { organization: 'Hospital', email: ' Forgetful@HOSPITAL.example', password: other })
  await expect(login(edge(), { address: '127.0.0.1', email, password })).rejects.toMatchObject({ code: 'credentials-wrong' })
  expect((await login(edge(), { address: '127.0.0.1', email, password: other })).department.name).toBe('Ward')
  expect(await authenticate(edge(), `Bearer ${token}`)).toMatchObject({ departmentId: ward })
})

test('a new password is refused for a user of another organization, and when it is too short', async () => {
  await createOrganization(deps, 'Elsewhere')
  const email = 'planner@hospital.example'
  await expect(setPassword(deps, { organization: 'Elsewhere', email, password })).rejects.toMatchObject({ code: 'not-found' })
  await expect(setPassword(deps, { organization: 'Hospital', email, password: 'short' })).rejects.toMatchObject({ code: 'request-invalid' })
  expect((await login(edge(), { address: '127.0.0.1', email, password })).department.id).toBe(clinic)
})

test('an expired token does not work', async () => {
  const { id, token } = await createToken(deps, { organization: 'Hospital', department: 'Ward' })
  await database.db.query(`update tokens set expires_at = now() - interval '1 second' where id = $1`, [id])
  await expect(authenticate(edge(), `Bearer ${token}`)).rejects.toMatchObject({ code: 'not-authenticated' })
})

test('the login token of a user who was disabled does not work', async () => {
  await createUser(deps, { organization: 'Hospital', email: 'leaver@hospital.example', password, role: 'reader', departments: ['Ward'] })
  const { access_token: token } = await login(edge(), { address: '127.0.0.1', email: 'leaver@hospital.example', password })
  await database.db.query(`update users set disabled_at = now() where email = 'leaver@hospital.example'`)
  await expect(authenticate(edge(), `Bearer ${token}`)).rejects.toMatchObject({ code: 'not-authenticated' })
  await expect(login(edge(), { address: '127.0.0.1', email: 'leaver@hospital.example', password })).rejects.toMatchObject({
    code: 'credentials-wrong',
  })
})

for (const { change, expected } of [
  { change: { role: 'reader' }, expected: ['gateway:read'] },
  { change: { removeDepartments: ['Ward'] }, expected: 'permission-missing' },
  { change: { disabled: true }, expected: 'permission-missing' },
] as const) {
  test(`a user who is given ${JSON.stringify(change)} while logging in gets ${String(expected)}`, async () => {
    const email = `${Object.keys(change)[0]!.toLowerCase()}@hospital.example`
    await createUser(deps, { organization: 'Hospital', email, password, role: 'planner', departments: ['Ward'] })
    const meanwhile: LoginDeps['db'] = {
      query: guarded.query.bind(guarded),
      within: (reach) => ({
        ...guarded.within(reach),
        async transaction(run) {
          await updateUser(deps, { organization: 'Hospital', user: { email } }, change)
          return guarded.within(reach).transaction(run)
        },
      }),
    }
    const answer = login({ ...edge(), db: meanwhile }, { address: '127.0.0.1', email, password })
    const scopes = answer.then(async ({ access_token: token }) => (await authenticate(edge(), `Bearer ${token}`)).scopes)
    expect(await scopes.catch((error: unknown) => (error as { code: string }).code)).toEqual(expected)
  })
}

for (const header of [
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Basic abc',
  'Bearer tns_x',
  `Bearer tns_${'0'.repeat(49)}`,
  `Bearer ${'x'.repeat(100_000)}`,
]) {
  test(`the header ${JSON.stringify(header?.slice(0, 20))} of ${header?.length ?? 0} characters is not authenticated`, async () => {
    await expect(authenticate(edge(), header)).rejects.toMatchObject({ code: 'not-authenticated' })
  })
}

for (const [what, user] of Object.entries({
  'a short password': { email: 'a@b.example', password: '123456789' },
  'an e-mail without @': { email: 'ab.example', password },
  'an e-mail with a blank': { email: 'a b@c.example', password },
})) {
  test(`a user with ${what} is refused`, async () => {
    await expect(createUser(deps, { ...user, organization: 'Hospital', role: 'reader', departments: [] })).rejects.toMatchObject({
      code: 'request-invalid',
    })
  })
}

test('an e-mail is given out once, and a failed creation leaves nothing behind', async () => {
  const user = { organization: 'Hospital', password, role: 'reader' as const }
  await expect(createUser(deps, { ...user, email: 'PLANNER@hospital.example', departments: [] })).rejects.toMatchObject({ code: 'name-taken' })
  await expect(createUser(deps, { ...user, email: 'new@hospital.example', departments: ['Nowhere'] })).rejects.toMatchObject({ code: 'not-found' })
  expect(await createUser(deps, { ...user, email: 'new@hospital.example', departments: ['Ward'] })).toBeGreaterThan(0)
})

for (const wanted of [{ scopes: ['gateway:everything'] }, { expiresDays: 0 }, { expiresDays: 1.5 }, { expiresDays: 100_000 }]) {
  test(`a token with ${JSON.stringify(wanted)} is refused`, async () => {
    await expect(createToken(deps, { organization: 'Hospital', department: 'Ward', ...wanted })).rejects.toMatchObject({ code: 'request-invalid' })
  })
}
