import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask, askJson, askPage, call, describeFailure, Refused } from './ask.ts'

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
let as: { gateway: string; token: string | null }

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  as = { gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'tns_any' }
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function answering(status: number, document: unknown, headers: Readonly<Record<string, string>> = {}): void {
  answer = (_request, response) => response.writeHead(status, headers).end(JSON.stringify(document))
}

test('the token is sent to the gateway, and JSON with it', async () => {
  answer = (request, response) =>
    response.end(JSON.stringify([request.method, request.url, request.headers.authorization, request.headers['content-type']]))
  expect(await askJson('/v1', { method: 'POST', body: {}, as })).toEqual(['POST', '/v1', 'Bearer tns_any', 'application/json'])
})

for (const path of ['https://elsewhere.example/', '//elsewhere.example/', 'v1']) {
  test(`${path} is no path of the gateway, and nothing is sent`, async () => {
    await expect(ask(path, { as })).rejects.toThrow('is no path of the gateway')
  })
}

test('a refusal carries what the gateway said', async () => {
  answering(409, { title: 'The job has already ended', detail: 'Job 7 is already SOLVED.', hint: 'Submit again.', code: 'job-already-ended' })
  const refused: unknown = await ask('/v1', { as }).catch((failure: unknown) => failure)
  expect(refused).toBeInstanceOf(Refused)
  expect(describeFailure(refused)).toEqual({ text: 'Job 7 is already SOLVED.', hint: 'Submit again.' })
})

test('a refusal that is no JSON says its status', async () => {
  answer = (_request, response) => response.writeHead(500).end('<html>')
  await expect(ask('/v1', { as })).rejects.toThrow('The gateway answered 500.')
})

test('the next page of a list is a path, and the last one has none', async () => {
  answering(200, [1], { link: '</api/v1/gateway?limit=1&cursor=abc>; rel="next"' })
  expect(await askPage('/api/v1/gateway', { as })).toEqual({ rows: [1], next: '/api/v1/gateway?limit=1&cursor=abc' })
  answering(200, [])
  expect(await askPage('/api/v1/gateway', { as })).toEqual({ rows: [], next: null })
})

test('a call that fails is refused like any other', async () => {
  answering(200, {
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32_602, message: 'Invalid params', data: { status: 422, detail: 'There is no shift 7.' } },
  })
  await expect(call('schedule.recommend', {}, { as })).rejects.toMatchObject({ status: 422, message: 'There is no shift 7.' })
})
