import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { JSON_TYPE, PLANNER, useEdge } from '../../test/edge.ts'

const edge = useEdge('one-for-all', { requestsPerMinute: 1_000_000 })
const AS_IT_IS = async (bytes: Buffer): Promise<Buffer> => bytes
const gzip = promisify(gunzip)
const br = promisify(brotliDecompress)
const zstd = promisify(zstdDecompress)
/** Some kilobytes to everybody, and the same each time. */
const LONG = '/openapi.json'

const get = (url: string, accepted?: string, more: Record<string, string> = {}) =>
  edge.app.inject({ method: 'GET', url, headers: { ...PLANNER, ...more, ...(accepted === undefined ? {} : { 'accept-encoding': accepted }) } })

describe('a long answer', () => {
  for (const { accepted, coding, unpack } of [
    { accepted: 'gzip', coding: 'gzip', unpack: gzip },
    { accepted: 'br', coding: 'br', unpack: br },
    { accepted: 'zstd', coding: 'zstd', unpack: zstd },
    { accepted: 'gzip, deflate, br, zstd', coding: 'zstd', unpack: zstd },
    { accepted: 'gzip, deflate, br', coding: 'br', unpack: br },
    { accepted: 'gzip;q=1.0, br;q=0.5', coding: 'gzip', unpack: gzip },
    { accepted: 'gzip;q=0, br;q=0, zstd;q=0', coding: undefined, unpack: AS_IT_IS },
    { accepted: 'identity, gzip;q=0.5', coding: undefined, unpack: AS_IT_IS },
    { accepted: 'deflate', coding: undefined, unpack: AS_IT_IS },
    { accepted: '', coding: undefined, unpack: AS_IT_IS },
    { accepted: undefined, coding: undefined, unpack: AS_IT_IS },
  ]) {
    test(`goes out as ${coding ?? 'it is'} to who accepts ${JSON.stringify(accepted) ?? 'nothing in particular'}`, async () => {
      const plain = await get(LONG)
      const answer = await get(LONG, accepted)
      expect(answer.headers['content-encoding']).toBe(coding)
      expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
      expect(await unpack(answer.rawPayload)).toEqual(plain.rawPayload)
      // A cache must give it to nobody who accepts something else.
      expect(answer.headers.vary).toMatch(/\bAccept-Encoding\b/)
      if (coding !== undefined) expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    })
  }
})

test('a short answer goes out as it is: nothing is won', async () => {
  await edge.submit()
  const answer = await get('/api/v1/gateway', 'gzip')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBeUndefined()
  for (let at = 0; at < 4; at += 1) await edge.submit()
  expect((await get('/api/v1/gateway', 'gzip')).headers['content-encoding']).toBe('gzip')
})

test('the tag of an answer that may be compressed is weak, also where nothing has to be sent', async () => {
  await edge.submit()
  const url = '/api/v1/gateway/1/schedule'
  const plain = await get(url)
  expect(plain.headers.etag).toBe('"1-schedule"')
  const first = await get(url, 'gzip')
  expect(first.headers.etag).toBe('W/"1-schedule"')
  const again = await get(url, 'gzip', { 'if-none-match': 'W/"1-schedule"' })
  expect(again.statusCode).toBe(304)
  expect(again.headers).toMatchObject({ etag: 'W/"1-schedule"', vary: 'Accept-Encoding' })
  expect(again.headers['content-encoding']).toBeUndefined()
})

describe('what is compressed at all', () => {
  for (const url of ['/api/v1/gateway', '/api/v1/gateway/1/schedule', '/api/v1/gateway/1/solution', '/api/v1/gateway/1/progress', '/api/v1/1']) {
    test(`GET ${url}`, async () => {
      await edge.submit()
      expect((await get(url, 'gzip')).headers.vary).toBe('Accept-Encoding')
    })
  }
  for (const url of ['/v1', '/mcp']) {
    test(`POST ${url}`, async () => {
      const method = url === '/v1' ? 'rpc.discover' : 'tools/list'
      const payload = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} })
      const answer = await edge.app.inject({ method: 'POST', url, headers: { ...PLANNER, ...JSON_TYPE, 'accept-encoding': 'gzip' }, payload })
      expect(answer.headers['content-encoding']).toBe('gzip')
      expect(JSON.parse((await gzip(answer.rawPayload)).toString())).toMatchObject({ id: 1 })
    })
  }
  // Who can have a text of his own written beside a secret learns of the secret by how long the compressed answer is (BREACH).
  for (const { method, url } of [
    { method: 'POST', url: '/v1/auth' },
    { method: 'POST', url: '/v1/auth/password' },
    { method: 'POST', url: '/api/v1/tokens' },
    { method: 'POST', url: '/api/v1/tokens/1/rotate' },
    { method: 'GET', url: '/api/v1/tokens' },
    { method: 'GET', url: '/api/v1/users' },
    { method: 'GET', url: '/api/v1/gateway/1/deliveries' },
    { method: 'GET', url: '/api/v1/callbacks/deliveries' },
    { method: 'GET', url: '/api/v1/gateway/1/events' },
  ] as const) {
    test(`never ${method} ${url}`, async () => {
      const headers = { ...PLANNER, 'accept-encoding': 'gzip', ...(method === 'POST' ? JSON_TYPE : {}) }
      const answer = await edge.app.inject({ method, url, headers, ...(method === 'POST' ? { payload: '{}' } : {}) })
      expect(answer.headers.vary).toBeUndefined()
      expect(answer.headers['content-encoding']).toBeUndefined()
    })
  }
  test('never a failure, which tells the request again', async () => {
    const answer = await get(`/api/v1/gateway/${'7'.repeat(5000)}`, 'gzip')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-encoding']).toBeUndefined()
  })
})
