import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { JSON_TYPE, LIMITS, PLANNER, problemOf, SCHEDULE, useEdge } from '../../test/edge.ts'
import { authenticate } from '../access/authenticate.ts'
import { login } from '../access/login.ts'
import { makeTokenText } from '../access/token-text.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import { createApp } from './app.ts'
import type { App } from './typed-app.ts'

const edge = useEdge('one-for-all', { requestsPerMinute: 1_000_000 })
const SILENT = { recordLogin: async () => {} }

describe('who may do what', () => {
  const ROUTES = [
    { method: 'POST', url: '/api/v1/gateway', scope: 'write', payload: JSON.stringify(SCHEDULE) },
    { method: 'GET', url: '/api/v1/gateway', scope: 'read' },
    { method: 'GET', url: '/api/v1/gateway/1', scope: 'read' },
    { method: 'GET', url: '/api/v1/gateway/1/solution', scope: 'read' },
    { method: 'GET', url: '/api/v1/1', scope: 'read' },
    { method: 'POST', url: '/api/v1/gateway/1/stop', scope: 'write' },
    { method: 'DELETE', url: '/api/v1/gateway/1', scope: 'write' },
  ] as const

  for (const route of ROUTES) {
    const { method, url, scope } = route
    const call = async (authorization?: string) => {
      await edge.submit()
      const headers = { ...('payload' in route ? JSON_TYPE : {}), ...(authorization === undefined ? {} : { authorization }) }
      return edge.app.inject({ method, url, headers, ...('payload' in route ? { payload: route.payload } : {}) })
    }

    test(`${method} ${url} without a token, or with an unknown one, is 401`, async () => {
      const without = await call()
      expect(problemOf(without)).toMatchObject({ status: 401, code: 'not-authenticated' })
      expect(without.headers['www-authenticate']).toBe('Bearer')
      for (const authorization of ['Bearer nobody', 'Bearer', 'Basic planner', '']) {
        const answer = await call(authorization)
        expect(problemOf(answer)).toMatchObject({ status: 401, code: 'not-authenticated' })
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
      }
    })

    test(`${method} ${url} without the scope gateway:${scope} is 403`, async () => {
      expect(problemOf(await call(scope === 'read' ? 'Bearer writer' : 'Bearer reader'))).toMatchObject({ status: 403, code: 'permission-missing' })
    })

    if (url.includes('1', 8)) {
      test(`${method} ${url} of another department is 403`, async () => {
        expect(problemOf(await call('Bearer neighbour'))).toMatchObject({ status: 403, code: 'department-foreign' })
      })
    }

    test(`${method} ${url} with the right token is not refused`, async () => {
      expect((await call('Bearer planner')).statusCode).toBeLessThan(300)
    })
  }

  test('the token is asked for before the body is read', async () => {
    expect(problemOf(await edge.app.inject({ method: 'POST', url: '/api/v1/gateway', headers: JSON_TYPE, payload: '{' }))).toMatchObject({
      status: 401,
      code: 'not-authenticated',
    })
  })
})

describe('identifiers', () => {
  const ODD_IDS = [
    '2',
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e0',
    '0x1',
    'abc',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '1 ',
    '%201',
    '1%20',
    '1%00',
    '%00',
    '1%0a',
    '%31%30',
    '٣',
    '１',
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775809',
    '9'.repeat(30),
    '9'.repeat(5000),
    'x'.repeat(10_000),
    '1%2F..',
    '%2e%2e',
    '..%2f..%2fetc%2fpasswd',
    '%',
    '%zz',
    '%E0%A4%A',
    '%c0%ae',
    '%ff',
    '1;drop table jobs',
    "1'--",
    '1%27%20or%201=1',
    '[object Object]',
    '__proto__',
    'constructor',
    'toString',
    '%F0%9F%92%A9',
    '1,2',
    '{1}',
  ]
  // Through a real connection: the injected kind tidies addresses up before they arrive.
  for (const id of ODD_IDS) {
    test(`${id.slice(0, 40)}${id.length > 40 ? `… (${id.length})` : ''} is 404 everywhere`, async () => {
      await edge.submit()
      if (!edge.app.server.listening) await edge.app.listen({ host: '127.0.0.1', port: 0 })
      for (const [method, path] of [
        ['GET', `/api/v1/gateway/${id}`],
        ['DELETE', `/api/v1/gateway/${id}`],
        ['GET', `/api/v1/gateway/${id}/solution`],
        ['GET', `/api/v1/gateway/${id}/events`],
        ['POST', `/api/v1/gateway/${id}/stop`],
        ['GET', `/api/v1/${id}`],
      ] as const) {
        const answer = await callRaw(method, path)
        expect([path.slice(0, 60), answer.statusCode, answer.headers['content-type']]).toEqual([path.slice(0, 60), 404, 'application/problem+json'])
      }
      expect(edge.fake.jobs.size).toBe(1)
    })
  }

  function callRaw(method: string, path: string): Promise<IncomingMessage> {
    const { port } = edge.app.server.address() as AddressInfo
    const escaped = path.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
    return new Promise((resolve, reject) => {
      const call = httpRequest({ host: '127.0.0.1', port, method, path: escaped, headers: PLANNER, agent: false }, (answer) =>
        resolve(answer.resume()),
      )
      call.on('error', reject).end()
    })
  }

  for (const id of ['%ff', '%zz', '%', '%E0%A4%A', '%201%ff']) {
    test(`${id} means no text, and is an identifier that nothing has, to those who may ask`, async () => {
      const url = `/api/v1/gateway/${id}`
      expect(problemOf(await edge.app.inject({ url, headers: PLANNER }))).toMatchObject({ status: 404, code: 'job-not-found' })
      expect(problemOf(await edge.app.inject({ url }))).toMatchObject({ status: 401, code: 'not-authenticated' })
    })
  }

  test('an identifier written with percent signs is the identifier', async () => {
    await edge.submit()
    expect((await edge.app.inject({ url: '/api/v1/gateway/%31', headers: PLANNER })).json()).toMatchObject({ solverProblemId: '1' })
  })
})

describe('logging in', () => {
  const login = (payload: unknown) => edge.app.inject({ method: 'POST', url: '/v1/auth', headers: JSON_TYPE, payload: JSON.stringify(payload) })

  test('e-mail and password are answered with a token that no cache keeps', async () => {
    const answer = await login({ email: 'a@b.example', password: 'right' })
    expect(answer.json()).toEqual({
      access_token: 'tns_x',
      token_type: 'Bearer',
      expires_in: 43_200,
      department: { id: 1, name: 'main' },
      departments: [{ id: 1, name: 'main' }],
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('a password is changed with e-mail and password, which are asked for like those of a login', async () => {
    const changed = (payload: unknown) =>
      edge.app.inject({ method: 'POST', url: '/v1/auth/password', headers: JSON_TYPE, payload: JSON.stringify(payload) })
    const body = { email: 'a@b.example', password: 'right', newPassword: 'lamp river eleven moss' }
    const answer = await changed(body)
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([204, '', 'no-store'])
    expect(problemOf(await changed({ ...body, password: 'wrong' }))).toMatchObject({ status: 401, code: 'credentials-wrong' })
    for (const [spoilt, pointers] of [
      [{ ...body, newPassword: undefined }, ['/newPassword']],
      [{ email: 1, password: '' }, ['/email', '/password', '/newPassword']],
      [[], ['/email', '/password', '/newPassword']],
    ] as const) {
      const refused = problemOf(await changed(spoilt))
      expect([refused.status, refused.errors.map(({ pointer }) => pointer)]).toEqual([422, pointers])
    }
  })

  test('wrong credentials are 401', async () => {
    const answer = await login({ email: 'a@b.example', password: 'wrong' })
    expect(problemOf(answer)).toMatchObject({ status: 401, code: 'credentials-wrong' })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  for (const { body, pointers } of [
    { body: {}, pointers: ['/email', '/password'] },
    { body: null, pointers: ['/email', '/password'] },
    { body: [], pointers: ['/email', '/password'] },
    { body: { email: 1, password: {} }, pointers: ['/email', '/password'] },
    { body: { email: '', password: 'x'.repeat(1025) }, pointers: ['/email', '/password'] },
    { body: { email: 'a', password: 'b', department: [] }, pointers: ['/department'] },
  ]) {
    test(`a login of ${JSON.stringify(body).slice(0, 40)} is 422`, async () => {
      const problem = problemOf(await login(body))
      expect(problem).toMatchObject({ status: 422, code: 'request-invalid' })
      expect(problem.errors.map(({ pointer }) => pointer)).toEqual(pointers)
    })
  }
})

describe('addresses, methods and types', () => {
  for (const url of [
    '/',
    '/api',
    '/api/v2/gateway',
    '/api/v1/gateway/1/nothing',
    '/API/V1/GATEWAY',
    '/v1/',
    '/favicon.ico',
    '/..%2f..',
    '/%',
    '/api/v1/gateway/1/solution/',
  ]) {
    test(`${url} is 404`, async () => {
      expect(problemOf(await edge.app.inject({ url, headers: PLANNER }))).toMatchObject({ status: 404, code: 'route-not-found' })
    })
  }

  test('an address with a slash too many is answered with what to leave out', async () => {
    const answer = await edge.app.inject({ method: 'POST', url: '/api/v1/gateway/?a=1', headers: PLANNER })
    expect(problemOf(answer)).toMatchObject({
      code: 'route-not-found',
      hint: 'Leave out the slash at the end, or see /openapi.json for the addresses.',
    })
  })

  for (const { method, url, allow } of [
    { method: 'PUT', url: '/api/v1/gateway', allow: ['POST', 'GET', 'HEAD'] },
    { method: 'DELETE', url: '/api/v1/gateway', allow: ['POST', 'GET', 'HEAD'] },
    { method: 'POST', url: '/api/v1/gateway/1', allow: ['GET', 'HEAD', 'DELETE'] },
    { method: 'GET', url: '/api/v1/gateway/1/stop', allow: ['POST'] },
    { method: 'GET', url: '/v1/auth', allow: ['POST'] },
    { method: 'OPTIONS', url: '/api/v1/gateway?x=1', allow: ['POST', 'GET', 'HEAD'] },
    { method: 'PATCH', url: '/health/live', allow: ['GET', 'HEAD'] },
  ] as const) {
    test(`${method} ${url} is 405 and says what is taken`, async () => {
      const answer = await edge.app.inject({
        method,
        url,
        headers: { ...PLANNER, 'content-type': 'text/odd' },
        ...(method === 'GET' ? {} : { payload: 'x' }),
      })
      expect(problemOf(answer)).toMatchObject({ status: 405, code: 'method-not-allowed' })
      expect(String(answer.headers.allow).split(', ').sort()).toEqual([...allow].sort())
    })
  }

  for (const { accept, status } of [
    { accept: 'application/json', status: 200 },
    { accept: 'APPLICATION/JSON; charset=utf-8', status: 200 },
    { accept: '*/*', status: 200 },
    { accept: 'text/html, application/*;q=0.1', status: 200 },
    { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', status: 200 },
    { accept: '', status: 200 },
    { accept: 'application/problem+json', status: 200 },
    { accept: 'application/problem+json, text/html;q=0.5', status: 200 },
    { accept: 'application/problem+json, application/json;q=0', status: 406 },
    { accept: 'text/html', status: 406 },
    { accept: 'application/xml', status: 406 },
    { accept: 'application/json;q=0', status: 406 },
    { accept: 'application/json;q=0, */*', status: 406 },
    { accept: 'application/jsonx', status: 406 },
    { accept: ',;;q=,', status: 406 },
  ]) {
    test(`Accept: ${accept} is ${status}`, async () => {
      const answer = await edge.app.inject({ url: '/api/v1/gateway', headers: { ...PLANNER, accept } })
      if (status === 200) expect(answer.statusCode).toBe(200)
      else expect(problemOf(answer)).toMatchObject({ status: 406, code: 'not-acceptable' })
    })
  }

  test('a failure of ours tells nothing of its cause', async () => {
    edge.fake.findJob = () => Promise.reject(new Error('password=hunter2 at Object.<anonymous> (/srv/x.ts:1:1)'))
    const problem = problemOf(await edge.app.inject({ url: '/api/v1/gateway/1', headers: PLANNER }))
    expect(problem).toMatchObject({ status: 500, code: 'internal' })
    expect(JSON.stringify(problem)).not.toContain('hunter2')
  })
})

describe('while the database cannot be reached', () => {
  const ASKS = [
    { method: 'POST', url: '/api/v1/gateway', payload: JSON.stringify(SCHEDULE) },
    { method: 'GET', url: '/api/v1/gateway' },
    { method: 'GET', url: '/api/v1/gateway/1' },
    { method: 'GET', url: '/api/v1/gateway/1/solution' },
    { method: 'GET', url: '/api/v1/gateway/1/events' },
    { method: 'GET', url: '/api/v1/1' },
    { method: 'POST', url: '/api/v1/gateway/1/stop' },
    { method: 'DELETE', url: '/api/v1/gateway/1' },
    { method: 'POST', url: '/v1/auth', payload: JSON.stringify({ email: 'a@b.example', password: 'right' }) },
  ] as const

  const askAll = async (app: App): Promise<void> => {
    for (const { method, url, ...rest } of ASKS) {
      const headers = { ...PLANNER, ...('payload' in rest ? JSON_TYPE : {}) }
      const answer = await app.inject({ method, url, headers, ...rest })
      expect([url, problemOf(answer)]).toMatchObject([url, { status: 503, code: 'database-unavailable' }])
      expect(answer.headers['retry-after']).toBe('5')
    }
  }

  for (const [name, error] of Object.entries({
    'a refused connection': Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    'a server that shuts down': Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    'a connection that broke off': new Error('Connection terminated unexpectedly'),
    'a pool that has none': new Error('timeout exceeded when trying to connect'),
  })) {
    test(`every address answers ${name} with 503 and Retry-After, at the token and behind it`, async () => {
      const fail = (): Promise<never> => Promise.reject(error)
      const { fake } = edge
      Object.assign(fake, {
        login: fail,
        submit: fail,
        listJobs: fail,
        findJob: fail,
        readSolution: fail,
        followJob: fail,
        withdraw: fail,
        stop: fail,
      })
      await askAll(edge.app)
      fake.authenticate = fail
      await askAll(edge.app)
    })
  }

  test('a pool that is pointed at a closed port is answered so, and logged in one line without a stack', async () => {
    const db = openGuardedDb('postgres://x:y@127.0.0.1:1/z')
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const token = makeTokenText()
    const app = await createApp(
      {
        ...edge.fake,
        authenticate: () => authenticate({ db }, `Bearer ${token}`),
        login: (credentials) =>
          login({ db, key: Buffer.alloc(32), limits: { loginsPerEmail: 1, loginsPerAddress: 1 }, refusals: SILENT }, credentials),
      },
      { limits: LIMITS, log },
    )
    await askAll(app)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('ECONNREFUSED')
    expect(lines[0]).not.toMatch(/\bat \w+ \(|node_modules/)
    await Promise.all([app.close(), db.close()])
  })
})

describe('health and the end', () => {
  test('a node is live, and ready while its database answers', async () => {
    expect((await edge.app.inject('/health/live')).json()).toEqual({ status: 'live' })
    expect((await edge.app.inject('/health/ready')).json()).toEqual({ status: 'ready' })
    edge.fake.ready = false
    const answer = await edge.app.inject('/health/ready')
    expect(problemOf(answer)).toMatchObject({ status: 503, code: 'database-unavailable' })
    expect(answer.headers['retry-after']).toBe('5')
  })

  for (const { name, bytes, status } of [
    { name: 'bytes that are not HTTP', bytes: 'hello?\r\n\r\n', status: 400 },
    { name: 'headers without end', bytes: `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, status: 431 },
  ]) {
    test(`${name} are answered ${status} as problem details`, async () => {
      if (!edge.app.server.listening) await edge.app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = edge.app.server.address() as AddressInfo
      const text = await new Promise<string>((done) => {
        let all = ''
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
        socket
          .on('data', (chunk) => (all += chunk))
          .on('error', () => {})
          .on('close', () => done(all))
      })
      expect(text).toContain(`HTTP/1.1 ${status} `)
      expect(text).toContain('application/problem+json')
    })
  }
})
