import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { recordHeartbeat } from '../storage/nodes.ts'
import { administrationOf } from './administration.ts'
import type { Administration, UserEntry } from './administration.ts'
import { authenticate } from './authenticate.ts'
import { login } from './login.ts'
import type { Login } from './login.ts'
import { createDepartment, createOrganization } from './organizations.ts'
import { createRefusals } from './refusals.ts'
import { createToken } from './tokens.ts'
import { createUser } from './users.ts'

const key = randomBytes(32)
const password = 'lamp river eleven moss'
const FIRST = { limit: 100, cursor: null }
let database: TestDatabase
let guarded: GuardedDb
/** Of the organization Ours, by a token that an administrator made. */
let ours: Administration
let theirs: Administration
let ownTokenId: number
let serial = 0

beforeAll(async () => {
  database = await createTestDatabase()
  guarded = openGuardedDb(database.url)
  const administrations: Administration[] = []
  for (const organization of ['Ours', 'Theirs']) {
    await createOrganization(database, organization)
    for (const name of ['Ward', 'Clinic']) await createDepartment({ db: database.db, key }, { organization, name })
    await createUser(database, { organization, email: `chief@${organization}.example`, password, role: 'administrator', departments: [] })
    const made = await createToken(database, { organization, department: 'Ward', scopes: ['tokens:admin'] })
    const caller = await authenticate({ db: guarded }, `Bearer ${made.token}`)
    ownTokenId ??= made.id
    administrations.push(administrationOf({ db: guarded, key }, caller, '192.0.2.1'))
  }
  ours = administrations[0]!
  theirs = administrations[1]!
})
afterAll(async () => {
  await guarded.close()
  await database.close()
})

const logIn = (email: string, more: { password?: string; department?: string | number } = {}): Promise<Login> => {
  const refusals = createRefusals({ db: guarded, key, log: SILENT_LOG })
  const limits = { loginsPerEmail: 1000, loginsPerAddress: 1000 }
  return login({ db: guarded, key, limits, refusals }, { email, password, address: '192.0.2.1', ...more })
}
const works = (token: string): Promise<boolean> =>
  authenticate({ db: guarded }, `Bearer ${token}`).then(
    () => true,
    () => false,
  )
const makeUser = (more: Partial<Parameters<Administration['createUser']>[0]> = {}): Promise<UserEntry> =>
  ours.createUser({ email: `user-${(serial += 1)}@x.example`, password, role: 'planner', departments: ['Ward'], ...more })

describe('an administration', () => {
  test('sees its organization alone', async () => {
    expect((await ours.listDepartments(FIRST)).rows.map(({ id, name }) => [id, name])).toEqual([
      [2, 'Clinic'],
      [1, 'Ward'],
    ])
    expect((await theirs.listDepartments(FIRST)).rows.map(({ id }) => id)).toEqual([4, 3])
    expect((await theirs.listUsers(FIRST)).rows.map(({ email }) => email)).toEqual(['chief@theirs.example'])
    expect((await theirs.listTokens({ ...FIRST, department: null })).rows).toHaveLength(1)
    expect((await theirs.listAudit({ ...FIRST, since: null, action: null })).rows.every(({ organizationId }) => organizationId === 2)).toBe(true)
  })

  test('sees the nodes, and of the queues those of its organization alone, as numbers', async () => {
    const node = { id: randomUUID(), name: 'ward:1', roles: ['solver'], version: '1.2.3', threads: 2, keyName: '01234567', uptimeMs: 0 } as const
    await recordHeartbeat(database.db, node)
    await database.db.query(
      `insert into jobs (organization_id, department_id, state, document_bytes, max_seconds, request_hash, created_at, attempt, leased_until, node)
       values (1, 1, 'QUEUED', 1, 60, '', '2026-03-02T07:00:00Z', 0, null, null),
              (1, 1, 'QUEUED', 1, 60, '', '2026-03-02T06:00:00Z', 0, null, null),
              (1, 1, 'SOLVING', 1, 60, '', '2026-03-02T05:00:00Z', 1, now() + interval '1 minute', 'ward:1'),
              (2, 4, 'SOLVING', 1, 60, '', '2026-03-02T04:00:00Z', 1, null, null)`,
    )
    const { nodes, queues } = await ours.listNodes()
    expect(nodes).toEqual([
      {
        id: node.id,
        name: 'ward:1',
        roles: ['solver'],
        version: '1.2.3',
        threads: 2,
        state: 'alive',
        startedAt: expect.any(Date),
        seenAt: expect.any(Date),
      },
    ])
    const oldestAt = new Date('2026-03-02T06:00:00Z')
    expect(queues).toEqual([{ departmentId: 1, departmentName: 'Ward', waiting: 2, solving: 1, oldestAt }])
    // Handed back by its node: it waits again.
    expect((await theirs.listNodes()).queues).toMatchObject([{ departmentId: 4, waiting: 1, solving: 0 }])
    expect((await theirs.listNodes()).nodes).toHaveLength(1)
    await database.db.query('delete from jobs')
  })

  test('of one department, or of nobody, sees no queue at all, whatever it asks the database', async () => {
    const ask = `select * from queues_of_organization()`
    for (const db of [guarded, guarded.within({ organizationId: 1, departmentId: 1 })]) expect((await db.query(ask)).rows).toEqual([])
    for (const column of ['key_name', '*']) await expect(guarded.query(`select ${column} from nodes`)).rejects.toMatchObject({ code: '42501' })
  })

  test('cannot make, change or end anything of another organization: it is not found', async () => {
    const own = await createToken(database, { organization: 'Theirs', department: 'Ward' })
    for (const ask of [
      () => ours.createToken({ department: 3 }),
      () => ours.rotateToken(String(own.id), 60),
      () => ours.revokeToken(String(own.id)),
      () => ours.updateUser('2', { disabled: true }),
      () => ours.createUser({ email: 'a@x.example', password, role: 'reader', departments: [4] }),
      () => ours.updateUser('1', { departments: [3] }),
      () => ours.listTokens({ ...FIRST, department: 3 }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: 'not-found' })
    }
    expect(await works(own.token)).toBe(true)
  })

  for (const id of ['0', '-1', 'abc', '007', '9'.repeat(30), '1e3', '\0', 'chief@ours.example', '']) {
    test(`${JSON.stringify(id.slice(0, 20))} is the id of no user and no token`, async () => {
      await expect(ours.updateUser(id, { disabled: true })).rejects.toMatchObject({ code: 'not-found' })
      await expect(ours.revokeToken(id)).rejects.toMatchObject({ code: 'not-found' })
      await expect(ours.rotateToken(id, 0)).rejects.toMatchObject({ code: 'not-found' })
    })
  }

  test('is named in the audit log by its token and address', async () => {
    const { id } = await ours.createDepartment('Surgery')
    const [newest] = (await ours.listAudit({ ...FIRST, since: null, action: null })).rows
    expect(newest).toMatchObject({
      action: 'department.created',
      actor: 'token',
      tokenId: ownTokenId,
      userId: null,
      address: '192.0.2.1',
      target: { type: 'department', id, name: 'Surgery' },
    })
  })

  test('is named by its user too when a login made its token', async () => {
    const { access_token: token } = await logIn('chief@ours.example')
    const caller = await authenticate({ db: guarded }, `Bearer ${token}`)
    await administrationOf({ db: guarded, key }, caller, '192.0.2.2').createDepartment('Radiology')
    const [newest] = (await ours.listAudit({ ...FIRST, since: null, action: null })).rows
    expect(newest).toMatchObject({ actor: 'token', tokenId: caller.tokenId, userId: 1, address: '192.0.2.2' })
  })

  test('lists page by page, and the audit log by moment and action', async () => {
    const seen: number[] = []
    let cursor: string | null = null
    for (let page = 0; page < 50; page += 1) {
      const { rows, nextCursor } = await ours.listAudit({ limit: 2, cursor, since: null, action: null })
      seen.push(...rows.map(({ id }) => id))
      cursor = nextCursor
      if (cursor === null) break
    }
    expect(cursor).toBeNull()
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
    expect(seen).toEqual((await ours.listAudit({ limit: 1000, cursor: null, since: null, action: null })).rows.map(({ id }) => id))
    expect((await ours.listAudit({ ...FIRST, since: new Date(Date.now() + 60_000), action: null })).rows).toEqual([])
    expect(new Set((await ours.listAudit({ ...FIRST, since: null, action: 'department.created' })).rows.map(({ action }) => action))).toEqual(
      new Set(['department.created']),
    )
    for (const since of ['0000-01-01T00:00:00+14:00', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00']) {
      await ours.listAudit({ ...FIRST, since: new Date(since), action: null })
    }
    await expect(ours.listUsers({ limit: 1, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'request-invalid' })
  })
})

describe('rotating a token', () => {
  const secondsUntil = (moment: Date): number => (moment.getTime() - Date.now()) / 1000

  test('makes one with the same department, scopes, name and length of life, and both work during the overlap', async () => {
    const old = await ours.createToken({ department: 'Clinic', scopes: ['gateway:read'], expiresDays: 5, name: 'import' })
    const made = await ours.rotateToken(String(old.id), 3600)
    expect(made).toMatchObject({
      departmentId: 2,
      departmentName: 'Clinic',
      scopes: ['gateway:read'],
      name: 'import',
      replaces: old.id,
      userId: null,
    })
    expect(secondsUntil(made.expiresAt)).toBeCloseTo(5 * 86_400, -2)
    expect([await works(old.token), await works(made.token)]).toEqual([true, true])
    const { rows } = await ours.listTokens({ ...FIRST, department: 'Clinic' })
    expect(secondsUntil(rows.find(({ id }) => id === old.id)!.expiresAt)).toBeCloseTo(3600, -2)
  })

  test('without an overlap ends the old one at once', async () => {
    const old = await ours.createToken({ department: 'Ward' })
    const made = await ours.rotateToken(String(old.id), 0)
    expect([await works(old.token), await works(made.token)]).toEqual([false, true])
  })

  test('never lets the old one live longer than it would have', async () => {
    const old = await ours.createToken({ department: 'Ward', expiresDays: 1 })
    await ours.rotateToken(String(old.id), 604_800)
    const { rows } = await ours.listTokens({ ...FIRST, department: null })
    expect(rows.find(({ id }) => id === old.id)!.expiresAt).toEqual(old.expiresAt)
  })

  test('is done once, also by two at the very same moment; then it is the turn of the new one', async () => {
    const old = await ours.createToken({ department: 'Ward' })
    const both = await Promise.allSettled([ours.rotateToken(String(old.id), 60), ours.rotateToken(String(old.id), 60)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const made = both.find((one) => one.status === 'fulfilled')!.value
    await expect(ours.rotateToken(String(old.id), 60)).rejects.toMatchObject({ code: 'token-not-rotatable' })
    expect(await ours.rotateToken(String(made.id), 60)).toMatchObject({ replaces: made.id })
  })

  test('is refused for what has ended and for the token of a login', async () => {
    const revoked = await ours.createToken({ department: 'Ward' })
    await ours.revokeToken(String(revoked.id))
    await expect(ours.rotateToken(String(revoked.id), 60)).rejects.toMatchObject({ code: 'not-found' })
    const { access_token: token } = await logIn((await makeUser()).email)
    const { tokenId } = await authenticate({ db: guarded }, `Bearer ${token}`)
    await expect(ours.rotateToken(String(tokenId), 60)).rejects.toMatchObject({ code: 'token-not-rotatable' })
  })

  for (const overlap of [-1, 604_801, 1.5, Number.NaN]) {
    test(`with an overlap of ${overlap} s is refused`, async () => {
      const old = await ours.createToken({ department: 'Ward' })
      await expect(ours.rotateToken(String(old.id), overlap)).rejects.toMatchObject({ code: 'request-invalid' })
    })
  }
})

describe('changing a user', () => {
  let user: UserEntry
  beforeEach(async () => {
    user = await makeUser({ departments: ['Ward', 'Clinic'] })
  })

  test('who is disabled is logged out at once, and stays so when enabled again, but can log in', async () => {
    const { access_token: token } = await logIn(user.email)
    expect((await ours.updateUser(String(user.id), { disabled: true })).disabledAt).toBeInstanceOf(Date)
    expect(await works(token)).toBe(false)
    await expect(logIn(user.email)).rejects.toMatchObject({ code: 'credentials-wrong' })
    expect((await ours.updateUser(String(user.id), { disabled: false })).disabledAt).toBeNull()
    expect(await works(token)).toBe(false)
    expect(await works((await logIn(user.email)).access_token)).toBe(true)
  })

  test('who gets another role is logged out, and logs in with the scopes of that role', async () => {
    const { access_token: token } = await logIn(user.email)
    expect((await ours.updateUser(String(user.id), { role: 'reader' })).role).toBe('reader')
    expect(await works(token)).toBe(false)
    const { access_token: next } = await logIn(user.email)
    expect((await authenticate({ db: guarded }, `Bearer ${next}`)).scopes).toEqual(['gateway:read'])
  })

  test('who is taken out of a department is logged out of that one alone', async () => {
    const tokens = [await logIn(user.email, { department: 'Ward' }), await logIn(user.email, { department: 'Clinic' })]
    const changed = await ours.updateUser(String(user.id), { departments: ['Clinic'] })
    expect(changed.departments).toEqual([{ id: 2, name: 'Clinic' }])
    expect(await Promise.all(tokens.map((token) => works(token.access_token)))).toEqual([false, true])
    expect((await logIn(user.email)).departments).toEqual([{ id: 2, name: 'Clinic' }])
  })

  test('a new password ends no token', async () => {
    const { access_token: token } = await logIn(user.email)
    await ours.updateUser(String(user.id), { password: 'another one of words' })
    expect(await works(token)).toBe(true)
    await expect(logIn(user.email)).rejects.toMatchObject({ code: 'credentials-wrong' })
    await logIn(user.email, { password: 'another one of words' })
  })

  test('a password is judged with the e-mail of the user, and nothing is changed when it is refused', async () => {
    const change = { role: 'reader', password: `${user.email.split('@')[0]}-123` } as const
    await expect(ours.updateUser(String(user.id), change)).rejects.toMatchObject({
      code: 'request-invalid',
      issues: [{ pointer: '/password', code: 'password-common' }],
    })
    expect((await ours.listUsers(FIRST)).rows.find(({ id }) => id === user.id)!.role).toBe('planner')
  })

  test('an e-mail and a password that will not do are told at once', async () => {
    await expect(makeUser({ email: 'nobody', password: 'short' })).rejects.toMatchObject({
      code: 'request-invalid',
      issues: [
        { pointer: '/email', code: 'email-invalid' },
        { pointer: '/password', code: 'password-too-short' },
      ],
    })
  })
})

describe('the last administrator who can log in', () => {
  const chief = async (): Promise<UserEntry> => (await theirs.listUsers(FIRST)).rows.find(({ email }) => email === 'chief@theirs.example')!
  const another = (): Promise<UserEntry> =>
    theirs.createUser({ email: `second-${(serial += 1)}@x.example`, password, role: 'administrator', departments: [] })

  for (const change of [{ disabled: true }, { role: 'planner' }, { role: 'reader', departments: ['Ward'] }] as const) {
    test(`cannot be given ${JSON.stringify(change)}, and can once there is another`, async () => {
      const { id } = await chief()
      await expect(theirs.updateUser(String(id), change)).rejects.toMatchObject({ code: 'last-administrator' })
      const second = await another()
      await theirs.updateUser(String(id), change)
      await expect(theirs.updateUser(String(second.id), { disabled: true })).rejects.toMatchObject({ code: 'last-administrator' })
      await theirs.updateUser(String(id), { disabled: false, role: 'administrator' })
      await theirs.updateUser(String(second.id), { disabled: true })
    })
  }

  test('may have a new password and other departments', async () => {
    const { id } = await chief()
    await theirs.updateUser(String(id), { password: 'another one of words', departments: ['Ward'], role: 'administrator', disabled: false })
  })

  test('remains when two disable one another at the very same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await chief(), await another()]
      const both = await Promise.allSettled([
        theirs.updateUser(String(one.id), { disabled: true }),
        theirs.updateUser(String(two.id), { role: 'reader' }),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(both.find((outcome) => outcome.status === 'rejected')!.reason).toMatchObject({ code: 'last-administrator' })
      await theirs.updateUser(String(one.id), { disabled: false })
      await theirs.updateUser(String(two.id), { role: 'administrator' })
      await theirs.updateUser(String(two.id), { disabled: true })
    }
  })
})

for (const name of ['', ' ', '123', 'a\0b', 'a\nb', '\ud800', 'x'.repeat(201)]) {
  test(`${JSON.stringify(name.slice(0, 10))} of ${name.length} characters is no name of a department`, async () => {
    await expect(ours.createDepartment(name)).rejects.toMatchObject({ code: 'request-invalid', issues: [{ pointer: '/name', code: 'name-invalid' }] })
  })
}

for (const name of ['a\0b', '\ud800', 'x'.repeat(201)]) {
  test(`${JSON.stringify(name.slice(0, 10))} of ${name.length} characters is no name of a token`, async () => {
    await expect(ours.createToken({ department: 'Ward', name })).rejects.toMatchObject({ issues: [{ pointer: '/name', code: 'name-invalid' }] })
  })
}
