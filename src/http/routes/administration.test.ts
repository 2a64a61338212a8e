import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { JSON_TYPE, problemOf, useEdge } from '../../../test/edge.ts'
import { AuditEvent, Capacity, Department, NewTokenAnswer, Token, User } from '../administration-schemas.ts'

const edge = useEdge('one-for-all', { requestsPerMinute: 1_000_000 })
const ADMINISTRATOR = { authorization: 'Bearer administrator' }

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const ask = (method: Method, url: string, body?: unknown, headers: Record<string, string> = ADMINISTRATOR) =>
  edge.app.inject({
    method,
    url,
    headers: { ...headers, ...(body === undefined ? {} : JSON_TYPE) },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

const NEW_USER = { email: 'a@b.example', password: 'lamp river eleven', role: 'reader' }
const ROUTES = [
  { method: 'GET', url: '/api/v1/tokens', status: 200 },
  { method: 'POST', url: '/api/v1/tokens', body: { department: 1 }, status: 201 },
  { method: 'POST', url: '/api/v1/tokens/1/rotate', status: 201 },
  { method: 'DELETE', url: '/api/v1/tokens/1', status: 204 },
  { method: 'GET', url: '/api/v1/departments', status: 200 },
  { method: 'POST', url: '/api/v1/departments', body: { name: 'Ward' }, status: 201 },
  { method: 'GET', url: '/api/v1/users', status: 200 },
  { method: 'POST', url: '/api/v1/users', body: NEW_USER, status: 201 },
  { method: 'PATCH', url: '/api/v1/users/1', body: { disabled: true }, status: 200 },
  { method: 'GET', url: '/api/v1/audit', status: 200 },
  { method: 'GET', url: '/api/v1/nodes', status: 200 },
] as const

describe('who may administer', () => {
  for (const route of ROUTES) {
    const { method, url, status } = route
    const body = 'body' in route ? route.body : undefined

    test(`${method} ${url} without a token, or with an unknown one, is 401`, async () => {
      for (const headers of [{}, { authorization: 'Bearer nobody' }]) {
        expect(problemOf(await ask(method, url, body, headers))).toMatchObject({ status: 401, code: 'not-authenticated' })
      }
    })

    test(`${method} ${url} without the scope tokens:admin is 403`, async () => {
      for (const token of ['planner', 'reader', 'writer']) {
        const answer = await ask(method, url, body, { authorization: `Bearer ${token}` })
        expect(problemOf(answer)).toMatchObject({ status: 403, code: 'permission-missing' })
      }
      expect(edge.fake.administrated.asked).toEqual([])
    })

    test(`${method} ${url} with it is ${status}, and is done for the caller, from the address`, async () => {
      const answer = await ask(method, url, body)
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(edge.fake.administrated.asked).toHaveLength(1)
      expect(edge.fake.administrated.last).toEqual({ caller: expect.objectContaining({ tokenId: 5, organizationId: 1 }), address: '127.0.0.1' })
    })
  }
})

test('whoever holds a token may end that one, and needs no scope for it', async () => {
  for (const name of ['reader', 'writer', 'administrator'])
    expect((await ask('DELETE', '/api/v1/tokens/current', undefined, { authorization: `Bearer ${name}` })).statusCode).toBe(204)
  expect(edge.fake.ended).toEqual([2, 3, 5])
  expect(edge.fake.administrated.asked).toEqual([])
  expect(problemOf(await ask('DELETE', '/api/v1/tokens/current', undefined, {}))).toMatchObject({ status: 401 })
})

test('the nodes and the queues are answered as their schema says', async () => {
  const answer = (await ask('GET', '/api/v1/nodes')).json<Static<typeof Capacity>>()
  expect([...Value.Errors(Capacity, answer)]).toEqual([])
  expect(answer.nodes).toMatchObject([{ name: 'ward:1', roles: ['gateway', 'solver'], threads: 2, state: 'alive' }])
  expect(answer.queues).toEqual([{ department: { id: 1, name: 'main' }, waiting: 3, solving: 1, oldestAt: '2026-03-01T12:00:00.000Z' }])
})

describe('lists', () => {
  for (const { url, schema } of [
    { url: '/api/v1/tokens', schema: Token },
    { url: '/api/v1/departments', schema: Department },
    { url: '/api/v1/users', schema: User },
    { url: '/api/v1/audit', schema: AuditEvent },
  ]) {
    test(`${url} is newest first, as its schema says, with a link to the next page`, async () => {
      const first = await ask('GET', `${url}?limit=2`)
      const rows = first.json<{ id: number }[]>()
      expect(rows.map(({ id }) => id)).toEqual([3, 2])
      for (const row of rows) expect([...Value.Errors(schema, row)]).toEqual([])
      const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))![1]!
      expect(next).toMatch(new RegExp(`^${url}\\?limit=2&cursor=`))
      const second = await ask('GET', next)
      expect(second.json<{ id: number }[]>().map(({ id }) => id)).toEqual([1])
      expect(second.headers.link).toBeUndefined()
    })

    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'cursor=%00', 'cursor=nonsense']) {
      test(`${url}?${query} is 422`, async () => {
        expect(problemOf(await ask('GET', `${url}?${query}`))).toMatchObject({ status: 422, code: 'request-invalid' })
      })
    }
  }

  test('the link to the next page keeps the filters', async () => {
    const since = '2026-03-01T00:00:00+01:00'
    const { headers } = await ask('GET', `/api/v1/audit?limit=1&action=token.revoked&since=${encodeURIComponent(since)}`)
    const query = new URLSearchParams(/\?([^>]+)>/.exec(String(headers.link))![1])
    expect(Object.fromEntries(query)).toEqual({ limit: '1', action: 'token.revoked', since, cursor: expect.any(String) })
    expect(edge.fake.administrated.asked).toEqual([
      ['listAudit', { limit: 1, cursor: null, since: new Date('2026-02-28T23:00:00Z'), action: 'token.revoked' }],
    ])
    await ask('GET', '/api/v1/tokens?department=Medical%20Ward')
    expect(edge.fake.administrated.asked[1]).toEqual(['listTokens', { limit: 100, cursor: null, department: 'Medical Ward' }])
  })

  const moments = ['yesterday', '2026-03-01', '2026-03-01T00:00:00', '2026-13-01T00:00:00Z', '2026-03-01T25:00:00Z', '2026-06-30T23:59:60Z']
  for (const query of [...moments.map((moment) => `since=${moment}`), 'action=token.eaten', 'action=']) {
    test(`/api/v1/audit?${query} is 422`, async () => {
      expect(problemOf(await ask('GET', `/api/v1/audit?${query}`))).toMatchObject({ status: 422, code: 'request-invalid' })
    })
  }
})

describe('what is posted', () => {
  test('a token is asked for with everything that it may have, and shown with its secret', async () => {
    const wanted = { department: 'Ward', scopes: ['tokens:admin', 'gateway:read'], expiresDays: 3650, name: 'import' }
    const answer = await ask('POST', '/api/v1/tokens', wanted)
    expect(answer.json()).toMatchObject({ token: 'tns_secret', department: { id: 1, name: 'main' } })
    expect([...Value.Errors(NewTokenAnswer, answer.json())]).toEqual([])
    expect(edge.fake.administrated.asked).toEqual([['createToken', wanted]])
  })

  for (const { body, overlap } of [
    { body: undefined, overlap: 86_400 },
    { body: {}, overlap: 86_400 },
    { body: { overlapSeconds: null }, overlap: 86_400 },
    { body: { overlapSeconds: 0 }, overlap: 0 },
    { body: { overlapSeconds: 604_800 }, overlap: 604_800 },
  ]) {
    test(`a rotation of ${JSON.stringify(body)} overlaps by ${overlap} s`, async () => {
      const answer = await ask('POST', '/api/v1/tokens/1/rotate', body)
      expect(answer.json()).toMatchObject({ id: 4, token: 'tns_secret', replaces: 1 })
      expect(edge.fake.administrated.asked).toEqual([['rotateToken', ['1', overlap]]])
    })
  }

  test('a user and a change are handed on as they were read', async () => {
    await ask('POST', '/api/v1/users', { ...NEW_USER, departments: ['Ward', 2] })
    await ask('PATCH', '/api/v1/users/2', { departments: [], role: 'planner', disabled: false })
    expect(edge.fake.administrated.asked).toEqual([
      ['createUser', { ...NEW_USER, departments: ['Ward', 2] }],
      ['updateUser', ['2', { role: 'planner', departments: [], disabled: false, password: undefined }]],
    ])
  })

  for (const { method, url, body, errors } of [
    { method: 'POST', url: '/api/v1/tokens', body: {}, errors: ['/department field-missing'] },
    { method: 'POST', url: '/api/v1/tokens', body: [], errors: [' wrong-type'] },
    { method: 'POST', url: '/api/v1/tokens', body: 'null', errors: [' wrong-type'] },
    {
      method: 'POST',
      url: '/api/v1/tokens',
      body: { department: {}, scopes: ['gateway:all', 7], expiresDays: 0, name: 'x'.repeat(201), expires: 1 },
      errors: [
        '/expires field-unknown',
        '/department wrong-type',
        '/scopes/0 choice-unknown',
        '/scopes/1 choice-unknown',
        '/expiresDays out-of-range',
        '/name text-too-long',
      ],
    },
    {
      method: 'POST',
      url: '/api/v1/tokens',
      body: { department: '', expiresDays: 3651 },
      errors: ['/department text-empty', '/expiresDays out-of-range'],
    },
    { method: 'POST', url: '/api/v1/tokens', body: { department: 1, expiresDays: 1.5 }, errors: ['/expiresDays not-an-integer'] },
    { method: 'POST', url: '/api/v1/tokens', body: { department: 1.5, scopes: 'x' }, errors: ['/department wrong-type', '/scopes wrong-type'] },
    { method: 'POST', url: '/api/v1/tokens/1/rotate', body: { overlapSeconds: 604_801 }, errors: ['/overlapSeconds out-of-range'] },
    { method: 'POST', url: '/api/v1/tokens/1/rotate', body: { overlapSeconds: -1 }, errors: ['/overlapSeconds out-of-range'] },
    { method: 'POST', url: '/api/v1/tokens/1/rotate', body: { overlap: 5 }, errors: ['/overlap field-unknown'] },
    { method: 'POST', url: '/api/v1/departments', body: { name: '' }, errors: ['/name text-empty'] },
    { method: 'POST', url: '/api/v1/departments', body: { name: 5 }, errors: ['/name wrong-type'] },
    { method: 'POST', url: '/api/v1/users', body: {}, errors: ['/email field-missing', '/password field-missing', '/role field-missing'] },
    {
      method: 'POST',
      url: '/api/v1/users',
      body: { email: 1, password: ['x'], role: 'Administrator', departments: [null, 'Ward', ''] },
      errors: ['/email wrong-type', '/password wrong-type', '/role choice-unknown', '/departments/0 wrong-type', '/departments/2 text-empty'],
    },
    {
      method: 'POST',
      url: '/api/v1/users',
      body: { ...NEW_USER, departments: Array.from({ length: 201 }, () => 1) },
      errors: ['/departments list-too-long'],
    },
    { method: 'PATCH', url: '/api/v1/users/1', body: {}, errors: [' field-missing'] },
    { method: 'PATCH', url: '/api/v1/users/1', body: { disabled: 'yes', role: 1 }, errors: ['/role wrong-type', '/disabled wrong-type'] },
    { method: 'PATCH', url: '/api/v1/users/1', body: { email: 'new@x.example' }, errors: ['/email field-unknown'] },
  ] as const) {
    test(`${method} ${url} of ${JSON.stringify(body).slice(0, 80)} is 422 and says where`, async () => {
      const problem = problemOf(await ask(method, url, body))
      expect(problem).toMatchObject({ status: 422, code: 'request-invalid' })
      expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(errors)
      expect(edge.fake.administrated.asked).toEqual([])
    })
  }

  for (const { method, url, allow } of [
    { method: 'PATCH', url: '/api/v1/tokens', allow: 'POST' },
    { method: 'GET', url: '/api/v1/users/1', allow: 'PATCH' },
    { method: 'POST', url: '/api/v1/audit', allow: 'GET' },
    { method: 'POST', url: '/api/v1/nodes', allow: 'GET' },
    { method: 'GET', url: '/api/v1/tokens/1/rotate', allow: 'POST' },
  ] as const) {
    test(`${method} ${url} is 405 and says what is taken`, async () => {
      const answer = await ask(method, url)
      expect(problemOf(answer)).toMatchObject({ status: 405, code: 'method-not-allowed' })
      expect(String(answer.headers.allow).split(', ')).toContain(allow)
    })
  }

  test('an identifier that nothing has is 404, and a body that is no JSON 400', async () => {
    for (const id of ['4', '0', 'abc', '%00', '__proto__']) {
      expect(problemOf(await ask('DELETE', `/api/v1/tokens/${id}`))).toMatchObject({ status: 404, code: 'not-found' })
      expect(problemOf(await ask('PATCH', `/api/v1/users/${id}`, { disabled: true }))).toMatchObject({ status: 404, code: 'not-found' })
    }
    expect(problemOf(await ask('POST', '/api/v1/tokens', '{'))).toMatchObject({ status: 400, code: 'body-unreadable' })
    expect(problemOf(await ask('POST', '/api/v1/tokens', ''))).toMatchObject({ status: 400, code: 'body-unreadable' })
  })
})

describe('a refused request is written down', () => {
  test('with its token when that lacks the scope or is of another department', async () => {
    await edge.submit()
    await ask('GET', '/api/v1/tokens', undefined, { authorization: 'Bearer planner' })
    await ask('GET', '/api/v1/gateway/1', undefined, { authorization: 'Bearer neighbour' })
    const same = { address: '127.0.0.1', method: 'GET' }
    expect(edge.fake.refusals).toMatchObject([
      { ...same, code: 'permission-missing', caller: { tokenId: 1 }, route: '/api/v1/tokens', scope: 'tokens:admin', jobId: null },
      { ...same, code: 'department-foreign', caller: { tokenId: 4 }, route: '/api/v1/gateway/:solverProblemId', scope: 'gateway:read', jobId: '1' },
    ])
  })

  test('with its header, and without a caller, when that holds no valid token', async () => {
    await ask('DELETE', '/api/v1/gateway/1', undefined, { authorization: 'Bearer nobody' })
    expect(edge.fake.refusals).toMatchObject([{ code: 'not-authenticated', caller: null, authorization: 'Bearer nobody', method: 'DELETE' }])
  })

  test('and nothing else is: not what is wrong, unknown or fine, nor a login, which writes its own down', async () => {
    await edge.submit()
    await edge.submit('{')
    await ask('GET', '/api/v1/gateway/2', undefined, { authorization: 'Bearer planner' })
    await ask('GET', '/api/v1/nothing/here', undefined, { authorization: 'Bearer nobody' })
    await ask('POST', '/v1/auth', { email: 'a@b.example', password: 'wrong' })
    expect(edge.fake.refusals).toEqual([])
  })

  test('also counts as a request of its token', async () => {
    const left = async (): Promise<number> => {
      const { headers } = await ask('GET', '/api/v1/tokens', undefined, { authorization: 'Bearer planner' })
      return Number(/r=(\d+)/.exec(String(headers.ratelimit))![1])
    }
    const before = await left()
    expect(await left()).toBe(before - 1)
  })
})
