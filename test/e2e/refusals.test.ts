import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepartment } from '../../src/access/organizations.ts'
import { RECORDED_REFUSALS_PER_MINUTE } from '../../src/access/refusals.ts'
import { createToken } from '../../src/access/tokens.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { PATIENT } from '../patience.ts'

const KEY = randomBytes(32)
const MAIN = { organization: 'Turnus', department: 'main' }

let database: TestDatabase
let server: RunningServer
let planner: { id: number; token: string }
let administrator: { id: number; token: string }

beforeAll(async () => {
  database = await createTestDatabase()
  const env = { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal' }
  server = await startServer(readConfig({ port: 0, databaseUrl: database.url, threads: 1 }, env))
  planner = await createToken(database, MAIN)
  administrator = await createToken(database, { ...MAIN, scopes: ['tokens:admin'] })
})
afterAll(async () => {
  await server?.close()
  await database?.close()
})

const call = (path: string, token: string | null, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<Response> =>
  fetch(`${server.address}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const audit = async (query = ''): Promise<Record<string, unknown>[]> =>
  (await (await call(`/api/v1/audit?limit=1000${query}`, administrator.token)).json()) as Record<string, unknown>[]

test('a token without the scope, and one of another department, are refused and written down for the administrator', async () => {
  await createDepartment({ db: database.db, key: KEY }, { organization: 'Turnus', name: 'neighbours' })
  const neighbour = await createToken(database, { organization: 'Turnus', department: 'neighbours' })
  expect((await call('/api/v1/users', planner.token)).status).toBe(403)
  await database.db.query(
    `insert into jobs (organization_id, department_id, document, document_bytes, max_seconds, request_hash, state, ended_at)
     values (1, 1, 'x', 1, 60, 'x', 'CANCELLED', now())`,
  )
  expect((await call('/api/v1/gateway/1', neighbour.token)).status).toBe(403)
  expect((await call('/api/v1/gateway/1', neighbour.token, undefined, 'DELETE')).status).toBe(403)
  const route = '/api/v1/gateway/:solverProblemId'
  expect(await audit('&action=access.refused')).toMatchObject([
    { actor: { kind: 'token', tokenId: neighbour.id }, departmentId: 2, target: { type: 'job', id: 1 }, detail: { method: 'DELETE', route } },
    { actor: { kind: 'token', tokenId: neighbour.id }, departmentId: 2, target: { type: 'job', id: 1 }, detail: { method: 'GET', route } },
    {
      actor: { kind: 'token', tokenId: planner.id },
      departmentId: 1,
      address: '127.0.0.1',
      detail: { code: 'permission-missing', scope: 'tokens:admin' },
    },
  ])
})

test('a call and a tool that are refused are written down as requests are, though they are answered 200', async () => {
  const { id, token } = await createToken(database, { organization: 'Turnus', department: 'neighbours', scopes: ['gateway:read'] })
  const writer = await createToken(database, { organization: 'Turnus', department: 'main', scopes: ['gateway:write'] })
  const params = { solverProblemId: '1' }
  const tool = { name: 'schedule_estimate', arguments: params }
  for (const [path, body, shown] of [
    ['/v1', { method: 'schedule.estimate', params }, token],
    ['/mcp', { method: 'tools/call', params: tool }, token],
    ['/v1', { method: 'schedule.estimate', params }, writer.token],
  ] as const)
    expect((await call(path, shown, { jsonrpc: '2.0', id: 1, ...body })).status).toBe(200)
  expect((await audit('&action=access.refused')).slice(0, 3)).toMatchObject([
    { actor: { tokenId: writer.id }, departmentId: 1, detail: { code: 'permission-missing', scope: 'gateway:read', route: '/v1' } },
    { actor: { tokenId: id }, departmentId: 2, target: { type: 'job', id: 1 }, detail: { code: 'department-foreign', route: '/mcp' } },
    { actor: { tokenId: id }, departmentId: 2, target: { type: 'job', id: 1 }, detail: { code: 'department-foreign', route: '/v1' } },
  ])
})

test('jobs of other departments stay closed to an administrator’s token', async () => {
  const { token } = await createToken(database, { organization: 'Turnus', department: 'neighbours', scopes: ['tokens:admin', 'gateway:read'] })
  expect((await call('/api/v1/gateway/1', token)).status).toBe(403)
  expect(await (await call('/api/v1/gateway', token)).json()).toEqual([])
  expect((await call('/api/v1/gateway', administrator.token)).status).toBe(403)
})

test('who is disabled is refused at the very next request, which is written down with the token', async () => {
  const password = 'lamp river eleven moss'
  const made = await call('/api/v1/users', administrator.token, { email: 'leaver@x.example', password, role: 'reader', departments: ['main'] })
  const { id } = (await made.json()) as { id: number }
  const login = await call('/v1/auth', null, { email: 'leaver@x.example', password })
  const { access_token: token } = (await login.json()) as { access_token: string }
  expect((await call('/api/v1/gateway', token)).status).toBe(200)
  expect((await call(`/api/v1/users/${id}`, administrator.token, { disabled: true }, 'PATCH')).status).toBe(200)
  expect((await call('/api/v1/gateway', token)).status).toBe(401)
  const [refused, disabled] = await audit()
  expect(refused).toMatchObject({ action: 'access.refused', actor: { kind: 'stranger' }, target: { type: 'token' }, detail: { reason: 'revoked' } })
  expect(disabled).toMatchObject({
    action: 'user.disabled',
    actor: { kind: 'token', tokenId: administrator.id },
    target: { type: 'user', id },
    detail: { tokensRevoked: 1 },
  })
})

test('a flood of bad tokens and failed logins leaves so many rows and, when the server stops, how many more there were', async () => {
  const before = (await database.db.query('select from audit_events')).rowCount!
  const sent = RECORDED_REFUSALS_PER_MINUTE + 12
  for (let i = 0; i < sent; i += 1) expect((await call('/api/v1/gateway', `bad-${i}`)).status).toBe(401)
  expect((await call('/v1/auth', null, { email: server.firstAdministrator!.email, password: 'wrong' })).status).toBe(401)
  await server.close()
  const { rows } = await database.db.query<{ action: string; detail: object }>('select action, detail from audit_events order by id offset $1', [
    before,
  ])
  const refused = rows.filter(({ action }) => action === 'access.refused')
  const leftOut = sent - refused.length
  // The test before may have used up one of this minute's.
  expect([12, 13]).toContain(leftOut)
  expect(rows.filter(({ action }) => action === 'login.failed')).toHaveLength(1)
  expect(rows.at(-1)).toEqual({ action: 'refusals.left-out', detail: { of: 'requests', count: leftOut, seconds: 60 } })
})
