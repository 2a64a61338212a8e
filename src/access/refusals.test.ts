import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { listAuditEvents } from '../storage/audit-events.ts'
import type { AuditEvent } from '../storage/audit-events.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { authenticate } from './authenticate.ts'
import type { Caller } from './authenticate.ts'
import { login } from './login.ts'
import { createDepartment, createOrganization } from './organizations.ts'
import { createRefusals, RECORDED_REFUSALS_PER_MINUTE } from './refusals.ts'
import type { RefusedRequest, Refusals } from './refusals.ts'
import { makeTokenText } from './token-text.ts'
import { createToken, revokeToken } from './tokens.ts'
import { updateUser } from './update-user.ts'
import { createUser } from './users.ts'

const key = randomBytes(32)
const password = 'lamp river eleven moss'
const limits = { loginsPerEmail: 1000, loginsPerAddress: 1000 }
const address = '192.0.2.9'
let database: TestDatabase
let guarded: GuardedDb
let refusals: Refusals
let token: { id: number; token: string }
let caller: Caller
let lastId = 0

beforeAll(async () => {
  database = await createTestDatabase()
  guarded = openGuardedDb(database.url)
  await createOrganization(database, 'Hospital')
  await createDepartment({ db: database.db, key }, { organization: 'Hospital', name: 'Ward' })
  for (const name of ['planner', 'leaver', 'homeless']) {
    const departments = name === 'homeless' ? [] : ['Ward']
    await createUser(database, { organization: 'Hospital', email: `${name}@x.example`, password, role: 'planner', departments })
  }
  await updateUser(database, { organization: 'Hospital', user: { email: 'leaver@x.example' } }, { disabled: true })
  token = await createToken(database, { organization: 'Hospital', department: 'Ward' })
  caller = await authenticate({ db: guarded }, `Bearer ${token.token}`)
})
beforeEach(async () => {
  refusals = createRefusals({ db: guarded, key, log: SILENT_LOG })
  const [newest] = await all()
  lastId = newest!.id
})
afterEach(async () => {
  vi.useRealTimers()
  await refusals.close()
})
afterAll(async () => {
  await guarded.close()
  await database.close()
})

const all = (): Promise<readonly AuditEvent[]> =>
  listAuditEvents(database.db, { organizationId: null, since: null, action: null, before: null, limit: 1000 })
/** What was written since the test began, oldest first. */
const written = async (): Promise<readonly AuditEvent[]> => (await all()).filter(({ id }) => id > lastId).reverse()

const request = (more: Partial<RefusedRequest>): RefusedRequest => ({
  code: 'not-authenticated',
  caller: null,
  authorization: undefined,
  address,
  method: 'GET',
  route: '/api/v1/gateway/:solverProblemId',
  scope: 'gateway:read',
  jobId: '7',
  ...more,
})
const about = { action: 'access.refused', address, detail: { method: 'GET', route: '/api/v1/gateway/:solverProblemId' } }

describe('a refused request', () => {
  test('without a token is not written down', async () => {
    for (const authorization of [undefined, '', 'Bearer', 'Basic YTpi']) await refusals.recordRequest(request({ authorization }))
    expect(await written()).toEqual([])
  })

  test('with a text that is no token, or one that nobody made, belongs to nobody', async () => {
    const fresh = makeTokenText()
    for (const text of ['hunter2', fresh]) await refusals.recordRequest(request({ authorization: `Bearer ${text}` }))
    const events = await written()
    const same = { actor: 'stranger', organizationId: null, target: null }
    expect(events).toMatchObject([
      { ...about, ...same, detail: { ...about.detail, code: 'not-authenticated', reason: 'malformed' } },
      { ...about, ...same, detail: { ...about.detail, code: 'not-authenticated', reason: 'unknown' } },
    ])
    expect(JSON.stringify(events)).not.toMatch(/hunter2|tns_/)
  })

  test('with a token that does not work any more names it, to the organization that it belonged to', async () => {
    const revoked = await createToken(database, { organization: 'Hospital', department: 'Ward' })
    await revokeToken(database, revoked.id)
    const expired = await createToken(database, { organization: 'Hospital', department: 'Ward' })
    await database.db.query('update tokens set expires_at = now() where id = $1', [expired.id])
    const before = (await written()).length
    for (const { token: text } of [revoked, expired]) await refusals.recordRequest(request({ authorization: `Bearer ${text}` }))
    expect((await written()).slice(before)).toMatchObject([
      { actor: 'stranger', organizationId: 1, departmentId: 1, target: { type: 'token', id: revoked.id }, detail: { reason: 'revoked' } },
      { actor: 'stranger', organizationId: 1, departmentId: 1, target: { type: 'token', id: expired.id }, detail: { reason: 'expired' } },
    ])
  })

  test('with a token that may not names the token, and what it was about', async () => {
    await refusals.recordRequest(request({ code: 'permission-missing', caller, scope: 'tokens:admin', jobId: null }))
    await refusals.recordRequest(request({ code: 'department-foreign', caller }))
    expect(await written()).toMatchObject([
      {
        actor: 'token',
        tokenId: token.id,
        organizationId: 1,
        departmentId: 1,
        target: null,
        detail: { code: 'permission-missing', scope: 'tokens:admin' },
      },
      {
        actor: 'token',
        tokenId: token.id,
        organizationId: 1,
        departmentId: 1,
        target: { type: 'job', id: 7 },
        detail: { code: 'department-foreign' },
      },
    ])
  })
})

describe('a refused login', () => {
  const tryLogin = (email: string, more: object = {}) =>
    login({ db: guarded, key, limits, refusals }, { email, password: 'wrong', address, ...more }).catch((error: unknown) => error)

  test('names a user by id, and says what was wrong', async () => {
    await tryLogin('Planner@x.example')
    await tryLogin('leaver@x.example', { password })
    await tryLogin('planner@x.example', { password, department: 'Surgery' })
    await tryLogin('homeless@x.example', { password })
    const events = await written()
    const same = { action: 'login.failed', address, organizationId: 1, departmentId: null }
    expect(events).toMatchObject([
      { ...same, actor: 'stranger', userId: null, target: { type: 'user', id: 1 }, detail: { reason: 'password' } },
      { ...same, actor: 'stranger', userId: null, target: { type: 'user', id: 2 }, detail: { reason: 'user-disabled' } },
      { ...same, actor: 'user', userId: 1, target: { type: 'user', id: 1 }, detail: { reason: 'department' } },
      { ...same, actor: 'user', userId: 3, target: { type: 'user', id: 3 }, detail: { reason: 'department' } },
    ])
    expect(JSON.stringify(events)).not.toMatch(/x\.example|lamp river|wrong|Surgery/)
  })

  test('with an e-mail that nobody has keeps a keyed digest, equal for equal e-mails', async () => {
    for (const email of ['nobody@x.example', ' NOBODY@x.example', 'other@x.example']) await tryLogin(email)
    const [first, second, third] = await written()
    expect(first).toMatchObject({ action: 'login.failed', actor: 'stranger', organizationId: null, detail: { reason: 'email-unknown' } })
    expect(first!.target).toEqual({ type: 'unknown-email', id: null, name: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(second!.target).toEqual(first!.target)
    expect(third!.target).not.toEqual(first!.target)
  })

  test('that is throttled is written down too, as the user or as the digest', async () => {
    const strict = { db: guarded, key, limits: { ...limits, loginsPerEmail: 1 }, refusals }
    for (const email of ['planner@x.example', 'shut@x.example']) {
      for (let i = 0; i < 3; i += 1) await login(strict, { email, password: 'wrong', address }).catch(() => undefined)
    }
    const throttled = (await written()).filter(({ action }) => action === 'login.throttled')
    expect(throttled.length).toBeGreaterThanOrEqual(4)
    expect(throttled[0]).toMatchObject({ organizationId: 1, target: { type: 'user', id: 1 }, detail: {} })
    expect(throttled.at(-1)).toMatchObject({ organizationId: null, target: { type: 'unknown-email' } })
  })
})

describe('what strangers can make grow', () => {
  const flood = async (count: number, one: (i: number) => RefusedRequest): Promise<void> => {
    await Promise.all(Array.from({ length: count }, (_, i) => refusals.recordRequest(one(i))))
  }
  const N = RECORDED_REFUSALS_PER_MINUTE

  for (const { sent, recorded, leftOut } of [
    { sent: N, recorded: N, leftOut: null },
    { sent: N + 1, recorded: N, leftOut: 1 },
    { sent: 5 * N, recorded: N, leftOut: 4 * N },
  ]) {
    test(`of ${sent} requests with bad tokens within a minute ${recorded} are written down, and ${leftOut ?? 'nothing'} counted`, async () => {
      await flood(sent, (i) => request({ authorization: `Bearer bad${i}` }))
      expect(await written()).toHaveLength(recorded)
      await refusals.close()
      const summary = (await written()).slice(recorded)
      expect(summary).toMatchObject(
        leftOut === null
          ? []
          : [{ action: 'refusals.left-out', actor: 'stranger', address: null, detail: { of: 'requests', count: leftOut, seconds: 60 } }],
      )
    })
  }

  test('each kind has a limit of its own: bad tokens do not hide failed logins, nor what another token tries', async () => {
    const other = { ...caller, tokenId: 4711 }
    await flood(2 * N, () => request({ authorization: 'Bearer bad' }))
    await flood(2 * N, () => request({ code: 'permission-missing', caller }))
    await refusals.recordRequest(request({ code: 'permission-missing', caller: other }))
    for (let i = 0; i < N + 2; i += 1) await refusals.recordLogin({ action: 'login.failed', email: `${i}@y.example`, address, isUserSure: false })
    await refusals.recordLogin({ action: 'login.throttled', email: 'a@y.example', address, isUserSure: false })
    expect(await written()).toHaveLength(N + N + 1 + N + 1)
    await refusals.close()
    expect(
      (await written()).slice(-3).map(({ actor, tokenId, organizationId, detail }) => [actor, tokenId, organizationId, detail.of, detail.count]),
    ).toEqual(
      expect.arrayContaining([
        ['stranger', null, null, 'requests', N],
        ['token', token.id, 1, 'requests', N],
        ['stranger', null, null, 'login.failed', 2],
      ]),
    )
  })

  test('the count is written when the minute ends, and the next minute begins anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const send = (): Promise<void> => refusals.recordRequest(request({ authorization: 'Bearer bad' }))
    await Promise.all(Array.from({ length: N + 3 }, send))
    vi.advanceTimersByTime(59_999)
    expect(await written()).toHaveLength(N)
    vi.advanceTimersByTime(1)
    await expect.poll(async () => (await written()).at(-1)?.detail).toEqual({ of: 'requests', count: 3, seconds: 60 })
    await send()
    expect(await written()).toHaveLength(N + 2)
    await refusals.close()
    await refusals.close()
    expect(await written()).toHaveLength(N + 2)
  })
})

test('a refusal that cannot be written down is told to the log, and does not fail', async () => {
  const told: object[] = []
  const away = openGuardedDb('postgres://x:y@127.0.0.1:1/z')
  const alone = createRefusals({ db: away, key, log: { ...SILENT_LOG, warn: (context) => told.push(context) } })
  await alone.recordRequest(request({ authorization: 'Bearer bad' }))
  await alone.recordLogin({ action: 'login.failed', email: 'a@y.example', address, isUserSure: false })
  await alone.close()
  await away.close()
  await expect.poll(() => told).toMatchObject([{ reason: expect.stringContaining('ECONNREFUSED') }])
})
