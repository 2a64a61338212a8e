import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import type { Db } from '../storage/db.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { listAudit } from './audit.ts'
import type { AuditAction, AuditEvent } from './audit.ts'
import { login } from './login.ts'
import { createDepartment, createOrganization } from './organizations.ts'
import { createRefusals } from './refusals.ts'
import { createToken, revokeToken, rotateToken } from './tokens.ts'
import { updateUser } from './update-user.ts'
import type { UserChange } from './update-user.ts'
import { createUser } from './users.ts'

const key = randomBytes(32)
const password = 'lamp river eleven moss'
const organization = 'Hospital'
let database: TestDatabase
let guarded: GuardedDb
let serial = 0

beforeAll(async () => {
  database = await createTestDatabase()
  guarded = openGuardedDb(database.url)
  await createOrganization(database, organization)
  await createDepartment({ db: database.db, key }, { organization, name: 'Ward' })
  await createDepartment({ db: database.db, key }, { organization, name: 'Clinic' })
  await createUser(database, { organization, email: 'chief@x.example', password, role: 'administrator', departments: [] })
})
afterAll(async () => {
  await guarded.close()
  await database.close()
})

const audit = async (): Promise<readonly AuditEvent[]> =>
  (await listAudit(database, { organizationId: null, since: null, action: null, limit: 1000, cursor: null })).rows

/** A user of the ward. */
const makeUser = async (): Promise<string> => {
  const email = `user-${(serial += 1)}@x.example`
  await createUser(database, { organization, email, password, role: 'planner', departments: ['Ward'] })
  return email
}
const makeToken = (): Promise<{ id: number }> => createToken(database, { organization, department: 'Ward', name: 'a token' })
const update = (db: Db, email: string, change: UserChange): Promise<number> => updateUser({ db }, { organization, user: { email } }, change)

/** A database in which everything is done, and undone by a failure at the very end. */
const failing = (db: Db): Db => ({
  ...db,
  transaction: (run) =>
    db.transaction(async (tx) => {
      await run(tx)
      throw new Error('the power went')
    }),
})

interface Case {
  readonly action: AuditAction
  /** Makes what is changed, and answers the change. */
  readonly prepare: () => Promise<(db: Db) => Promise<unknown>>
  readonly says: object
}

const CASES: readonly Case[] = [
  {
    action: 'organization.created',
    prepare: async () => (db) => createOrganization({ db }, `Organization ${(serial += 1)}x`),
    says: { departmentId: null, target: { type: 'organization' } },
  },
  {
    action: 'department.created',
    prepare: async () => (db) => createDepartment({ db, key }, { organization, name: `Department ${(serial += 1)}x` }),
    says: { departmentId: expect.any(Number), target: { type: 'department', name: expect.stringMatching(/^Department/) } },
  },
  {
    action: 'token.created',
    prepare: async () => (db) => createToken({ db }, { organization, department: 'Clinic', name: 'x', scopes: ['gateway:read'] }),
    says: { departmentId: 2, target: { type: 'token', name: 'x' }, detail: { scopes: ['gateway:read'], expiresDays: 90 } },
  },
  {
    action: 'token.rotated',
    prepare: async () => {
      const { id } = await makeToken()
      return (db) => rotateToken({ db }, id, 60)
    },
    says: { departmentId: 1, target: { type: 'token', name: 'a token' }, detail: { newTokenId: expect.any(Number), overlapSeconds: 60 } },
  },
  {
    action: 'token.revoked',
    prepare: async () => {
      const { id } = await makeToken()
      return (db) => revokeToken({ db }, id)
    },
    says: { departmentId: 1, target: { type: 'token', name: 'a token' } },
  },
  {
    action: 'user.created',
    prepare: async () => (db) =>
      createUser({ db }, { organization, email: `new-${(serial += 1)}@x.example`, password, role: 'reader', departments: ['Clinic', 1, 'Ward'] }),
    says: { target: { type: 'user', name: null }, detail: { role: 'reader', departments: [1, 2] } },
  },
  {
    action: 'user.disabled',
    prepare: async () => {
      const email = await makeUser()
      return (db) => update(db, email, { disabled: true })
    },
    says: { target: { type: 'user' }, detail: { tokensRevoked: 0 } },
  },
  {
    action: 'user.enabled',
    prepare: async () => {
      const email = await makeUser()
      await update(database.db, email, { disabled: true })
      return (db) => update(db, email, { disabled: false })
    },
    says: { target: { type: 'user' } },
  },
  {
    action: 'user.role-changed',
    prepare: async () => {
      const email = await makeUser()
      return (db) => update(db, email, { role: 'reader' })
    },
    says: { detail: { from: 'planner', to: 'reader', tokensRevoked: 0 } },
  },
  {
    action: 'user.memberships-changed',
    prepare: async () => {
      const email = await makeUser()
      return (db) => update(db, email, { departments: ['Clinic'] })
    },
    says: { detail: { added: [2], removed: [1], departments: 1, tokensRevoked: 0 } },
  },
  {
    action: 'user.password-changed',
    prepare: async () => {
      const email = await makeUser()
      return (db) => update(db, email, { password: 'another one of words' })
    },
    says: { target: { type: 'user' }, detail: {} },
  },
]

describe('a change', () => {
  for (const { action, prepare, says } of CASES) {
    test(`leaves exactly one row that says ${action}, and none when its transaction fails`, async () => {
      const change = await prepare()
      const before = (await audit()).length
      await expect(change(failing(database.db))).rejects.toThrow('the power went')
      expect(await audit()).toHaveLength(before)
      await change(database.db)
      const [newest, ...older] = await audit()
      expect(older).toHaveLength(before)
      expect(newest).toMatchObject({ action, actor: 'command line', tokenId: null, userId: null, address: null, ...says })
      expect(newest!.organizationId).toEqual(expect.any(Number))
    })
  }

  test('of several things at once leaves a row for each that changed', async () => {
    const email = await makeUser()
    const before = (await audit()).length
    await update(database.db, email, { role: 'reader', departments: ['Ward'], disabled: true, password: 'another one of words' })
    const made = (await audit()).slice(0, -before).map(({ action }) => action)
    expect(made).toEqual(['user.password-changed', 'user.disabled', 'user.role-changed'])
  })

  test('that changes nothing leaves no row', async () => {
    const email = await makeUser()
    const before = (await audit()).length
    await update(database.db, email, { role: 'planner', departments: ['Ward'], disabled: false, addDepartments: [1], removeDepartments: ['Clinic'] })
    expect(await audit()).toHaveLength(before)
  })

  test('that is refused leaves no row', async () => {
    const before = (await audit()).length
    for (const ask of [
      () => createOrganization(database, organization),
      () => createDepartment({ db: database.db, key }, { organization, name: 'Ward' }),
      () => createUser(database, { organization, email: 'chief@x.example', password, role: 'reader', departments: [] }),
      () => createToken(database, { organization, department: 'Nowhere' }),
      () => revokeToken(database, 999_999),
      () => rotateToken(database, 999_999),
      () => update(database.db, 'nobody@x.example', { disabled: true }),
      () => update(database.db, 'chief@x.example', { disabled: true }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ name: 'GatewayError' })
    }
    expect(await audit()).toHaveLength(before)
  })

  test('does not happen when it cannot be written down', async () => {
    // The HTTP interface that forgot to say who acts would claim to be the command line, which the database refuses.
    const db = guarded.within({ organizationId: 1, departmentId: null })
    const { rowCount } = await database.db.query('select from tokens')
    await expect(createToken({ db }, { organization: 1, department: 'Ward' })).rejects.toMatchObject({ code: '42501' })
    expect((await database.db.query('select from tokens')).rowCount).toBe(rowCount)
  })
})

describe('a login', () => {
  const limits = { loginsPerEmail: 100, loginsPerAddress: 1000 }
  const refusals = () => createRefusals({ db: guarded, key, log: SILENT_LOG })

  test('leaves exactly one row with the user and the token, and none when its transaction fails', async () => {
    const email = await makeUser()
    const before = (await audit()).length
    const credentials = { email, password, address: '192.0.2.7' }
    const broken = { query: guarded.query.bind(guarded), within: (reach: Parameters<GuardedDb['within']>[0]) => failing(guarded.within(reach)) }
    await expect(login({ db: broken, key, limits, refusals: refusals() }, credentials)).rejects.toThrow('the power went')
    expect(await audit()).toHaveLength(before)

    await login({ db: guarded, key, limits, refusals: refusals() }, credentials)
    const [newest, ...older] = await audit()
    expect(older).toHaveLength(before)
    const { rows } = await database.db.query<{ id: number; user_id: number }>('select id, user_id from tokens order by id desc limit 1')
    expect(newest).toMatchObject({
      action: 'login.succeeded',
      actor: 'user',
      userId: rows[0]!.user_id,
      tokenId: null,
      organizationId: 1,
      departmentId: 1,
      address: '192.0.2.7',
      target: { type: 'token', id: rows[0]!.id },
    })
  })
})
