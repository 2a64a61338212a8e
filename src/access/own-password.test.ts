import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type GuardedDb, openGuardedDb } from '../storage/guarded-db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { listAudit } from './audit.ts'
import { authenticate } from './authenticate.ts'
import { login, type LoginDeps } from './login.ts'
import { createDepartment, createOrganization } from './organizations.ts'
import { changeOwnPassword } from './own-password.ts'
import { createRefusals, type Refusals } from './refusals.ts'
import { updateUser } from './update-user.ts'
import { createUser } from './users.ts'

const key = randomBytes(32)
const OLD = 'correct horse battery'
const NEW = 'lamp river eleven moss'
const address = '127.0.0.1'
let database: TestDatabase
let guarded: GuardedDb
let refusals: Refusals
let email = ''
let made = 0
let edge: LoginDeps

beforeAll(async () => {
  database = await createTestDatabase()
  guarded = openGuardedDb(database.url)
  refusals = createRefusals({ db: guarded, key, log: SILENT_LOG })
  edge = { db: guarded, key, limits: { loginsPerEmail: 3, loginsPerAddress: 1000 }, refusals }
  await createOrganization({ db: database.db }, 'Hospital')
  await createDepartment({ db: database.db, key }, { organization: 'Hospital', name: 'Ward' })
})
afterAll(async () => {
  await refusals.close()
  await guarded.close()
  await database.close()
})
beforeEach(async () => {
  made += 1
  email = `planner${made}@hospital.example`
  await createUser({ db: database.db }, { organization: 'Hospital', password: OLD, email, role: 'administrator', departments: [] })
})

test('the new password holds in the place of the old one, and what logged in with that is out', async () => {
  const before = await login(edge, { email, password: OLD, address })
  await changeOwnPassword(edge, { email: ` ${email.toUpperCase()}`, password: OLD, newPassword: NEW, address })
  await expect(authenticate({ db: guarded }, `Bearer ${before.access_token}`)).rejects.toMatchObject({ code: 'not-authenticated' })
  await expect(login(edge, { email, password: OLD, address })).rejects.toMatchObject({ code: 'credentials-wrong' })
  const after = await login(edge, { email, password: NEW, address })
  expect(await authenticate({ db: guarded }, `Bearer ${after.access_token}`)).toMatchObject({ organizationId: 1 })
})

test('the audit log says who changed it and from where, and holds neither password', async () => {
  await login(edge, { email, password: OLD, address })
  await changeOwnPassword(edge, { email, password: OLD, newPassword: NEW, address })
  const { rows } = await listAudit({ db: database.db }, { organizationId: 1, since: null, action: 'user.password-changed', limit: 10, cursor: null })
  expect(rows[0]).toMatchObject({ actor: 'user', address, target: { type: 'user' }, detail: { tokensRevoked: 1 } })
  expect(JSON.stringify(rows)).not.toMatch(/horse|lamp/)
})

test('a wrong password changes nothing, counts as a login that failed, and is not looked at after too many', async () => {
  const wrong = (): Promise<void> => changeOwnPassword(edge, { email, password: 'something else', newPassword: NEW, address })
  for (let attempt = 0; attempt < 3; attempt += 1) await expect(wrong()).rejects.toMatchObject({ code: 'credentials-wrong' })
  await expect(changeOwnPassword(edge, { email, password: OLD, newPassword: NEW, address })).rejects.toMatchObject({ code: 'too-many-requests' })
  await expect(changeOwnPassword(edge, { email: 'nobody@hospital.example', password: OLD, newPassword: NEW, address })).rejects.toMatchObject({
    code: 'credentials-wrong',
  })
  const elsewhere = await login(edge, { email, password: OLD, address: '10.1.2.3' })
  expect(elsewhere.token_type).toBe('Bearer')
})

test('a new password that anybody would try is refused at its own field, and the old one goes on', async () => {
  for (const newPassword of ['short', 'qwertyuiop', email]) {
    const refused = changeOwnPassword(edge, { email, password: OLD, newPassword, address })
    await expect(refused).rejects.toMatchObject({ code: 'request-invalid', issues: [{ pointer: '/newPassword' }] })
  }
  expect((await login(edge, { email, password: OLD, address })).token_type).toBe('Bearer')
})

test('who is disabled is told no more than by a login, and changes nothing', async () => {
  await updateUser({ db: database.db }, { organization: 'Hospital', user: { email } }, { disabled: true })
  await expect(changeOwnPassword(edge, { email, password: OLD, newPassword: NEW, address })).rejects.toMatchObject({ code: 'credentials-wrong' })
})
