import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS, PLANNER, problemOf } from '../../test/edge.ts'
import { createFakeUseCases } from '../../test/fake-use-cases.ts'
import { createApp } from './app.ts'
import type { App } from './typed-app.ts'

const OURS = 'https://plan.example'
const PREFLIGHT = { 'origin': OURS, 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'authorization' }

let open: App
let closed: App

beforeAll(async () => {
  open = await createApp(createFakeUseCases(), { limits: LIMITS, corsOrigins: [OURS, 'http://localhost:3000'] })
  closed = await createApp(createFakeUseCases(), { limits: LIMITS })
})
afterAll(async () => {
  await Promise.all([open.close(), closed.close()])
})

const namesOf = (headers: Record<string, unknown>): string[] => Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('a page of another origin', () => {
  test('may read answers, failures too, when its origin is named', async () => {
    for (const [url, headers] of [
      ['/api/v1/gateway', PLANNER],
      ['/api/v1/gateway', {}],
      ['/nothing', {}],
    ] as const) {
      const answer = await open.inject({ url, headers: { ...headers, origin: OURS } })
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': OURS, 'vary': expect.stringMatching(/^Origin\b/) })
      for (const name of ['Location', 'Link', 'ETag', 'RateLimit', 'Retry-After'])
        expect(answer.headers['access-control-expose-headers']).toContain(name)
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  for (const origin of [
    'https://plan.example.evil',
    'https://evil.plan.example',
    'http://plan.example',
    'https://plan.example:444',
    'https://plan.example/',
    'HTTPS://PLAN.EXAMPLE',
    'null',
    '*',
    '',
    'https://plan.example, https://evil.example',
  ]) {
    test(`may read none from "${origin}"`, async () => {
      const answer = await open.inject({ url: '/health/live', headers: { origin } })
      expect([namesOf(answer.headers), answer.headers.vary]).toEqual([[], 'Origin'])
      const preflight = await open.inject({ method: 'OPTIONS', url: '/api/v1/gateway/1', headers: { ...PREFLIGHT, origin } })
      expect([preflight.statusCode, namesOf(preflight.headers)]).toEqual([405, []])
    })
  }

  test('may read none by default', async () => {
    const answer = await closed.inject({ url: '/health/live', headers: { origin: OURS } })
    expect([namesOf(answer.headers), answer.headers.vary]).toEqual([[], undefined])
    expect((await closed.inject({ method: 'OPTIONS', url: '/api/v1/gateway/1', headers: PREFLIGHT })).statusCode).toBe(405)
  })
})

describe('a preflight', () => {
  test('is answered without a token, with the methods of the address and the headers that it takes', async () => {
    const answer = await open.inject({ method: 'OPTIONS', url: '/api/v1/gateway/1', headers: PREFLIGHT })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': OURS,
      'access-control-allow-methods': 'GET, HEAD, DELETE',
      'access-control-max-age': '600',
    })
    expect(String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'if-none-match']),
    )
  })

  test('for an address that does not exist is 404, and OPTIONS that is none is 405', async () => {
    expect(problemOf(await open.inject({ method: 'OPTIONS', url: '/nothing', headers: PREFLIGHT }))).toMatchObject({ status: 404 })
    expect(problemOf(await open.inject({ method: 'OPTIONS', url: '/api/v1/gateway', headers: { origin: OURS } }))).toMatchObject({ status: 405 })
  })
})

describe('the security headers', () => {
  const HEADERS = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  }

  for (const [url, method] of [
    ['/health/live', 'GET'],
    ['/openapi.json', 'GET'],
    ['/nothing', 'GET'],
    ['/api/v1/gateway', 'GET'],
    ['/api/v1/gateway', 'PUT'],
    ['/v1/auth', 'POST'],
  ] as const) {
    test(`stand on the answer to ${method} ${url}`, async () => {
      const answer = await closed.inject({ method, url })
      expect(answer.headers).toMatchObject(HEADERS)
      expect(answer.headers).not.toHaveProperty('strict-transport-security')
    })
  }

  test('ask for TLS only when the operator says that it stands in front', async () => {
    const app = await createApp(createFakeUseCases(), { limits: LIMITS, hstsSeconds: 31_536_000 })
    expect((await app.inject('/health/live')).headers['strict-transport-security']).toBe('max-age=31536000')
    await app.close()
  })
})
