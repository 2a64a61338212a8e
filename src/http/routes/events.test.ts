import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { PLANNER, problemOf, useEdge } from '../../../test/edge.ts'
import { NO_MARKS } from '../../model/job.ts'
import type { JobEvent } from '../../jobs/job-events.ts'

const edge = useEdge()
const URL_PATH = '/api/v1/gateway/1/events'
const STATUS: JobEvent = { id: '1-SOLVED-0', type: 'status', payload: { status: 'SOLVED', attempt: 1, ...NO_MARKS } }
const END: JobEvent = {
  id: '1-SOLVED-1-end',
  type: 'end',
  payload: { status: 'SOLVED', stopReason: 'OPTIMAL', score: [0, 0, 0, 0], bound: null, gap: null, solveMs: 5, ...NO_MARKS },
}

beforeEach(async () => {
  await edge.submit()
})

const ask = (headers: Record<string, string>, url = URL_PATH) => edge.app.inject({ url, headers })

/** Through a real connection: an injected request cannot be left open. */
async function open(headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
  if (edge.app.server.address() === null) await edge.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = edge.app.server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${URL_PATH}`, { headers: { ...PLANNER, ...headers }, ...(signal ? { signal } : {}) })
}

for (const { name, headers, url = URL_PATH, status, code } of [
  { name: 'without a token', headers: {}, status: 401, code: 'not-authenticated' },
  { name: 'with an unknown token', headers: { authorization: 'Bearer nobody' }, status: 401, code: 'not-authenticated' },
  { name: 'without the scope', headers: { authorization: 'Bearer writer' }, status: 403, code: 'permission-missing' },
  { name: 'of another department', headers: { authorization: 'Bearer neighbour' }, status: 403, code: 'department-foreign' },
  { name: 'of nothing', headers: PLANNER, url: '/api/v1/gateway/2/events', status: 404, code: 'job-not-found' },
  { name: 'of an odd id', headers: PLANNER, url: '/api/v1/gateway/%ff/events', status: 404, code: 'job-not-found' },
  { name: 'as JSON', headers: { ...PLANNER, accept: 'application/json' }, status: 406, code: 'not-acceptable' },
  { name: 'as anything but events', headers: { ...PLANNER, accept: '*/*, text/event-stream;q=0' }, status: 406, code: 'not-acceptable' },
]) {
  test(`events ${name} are ${status}`, async () => {
    expect(problemOf(await ask(headers, url))).toMatchObject({ status, code })
  })
}

test('HEAD is not taken', async () => {
  const answer = await edge.app.inject({ method: 'HEAD', url: URL_PATH, headers: PLANNER })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET')
})

for (const accept of ['text/event-stream', 'text/*', '*/*', 'text/html, text/event-stream;q=0.5']) {
  test(`Accept: ${accept} takes the events, which close after the end`, async () => {
    edge.fake.told.push(STATUS, END)
    const answer = await open({ accept })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toBe(
      [
        'retry: 1000\n\n',
        'id: 1-SOLVED-0\nevent: status\ndata: {"status":"SOLVED","attempt":1,"name":null,"reference":null,"labels":{},"basedOn":null}\n\n',
        'id: 1-SOLVED-1-end\nevent: end\ndata: {"status":"SOLVED","stopReason":"OPTIMAL","score":[0,0,0,0],"bound":null,"gap":null,"solveMs":5,"name":null,"reference":null,"labels":{},"basedOn":null}\n\n',
      ].join(''),
    )
  })
}

test('who has the end already is told with 204 not to come again', async () => {
  expect((await ask({ ...PLANNER, 'last-event-id': END.id })).statusCode).toBe(204)
})

test('one stream more than the limit is 429 with Retry-After, and one that is left makes room', async () => {
  const leave = new AbortController()
  await open({}, leave.signal)
  await open()
  const refused = await open()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests', status: 429 })
  expect((await open({ authorization: 'Bearer reader' })).status).toBe(200)
  leave.abort()
  await expect.poll(async () => (await open()).status).toBe(200)
})

test('streams end when the node shuts down, before they would say again that they are there', async () => {
  edge.fake.told.push(STATUS)
  const answer = await open()
  const [text] = await Promise.all([answer.text(), edge.app.close()])
  expect(text).toContain('event: status')
  expect(text).not.toContain(': still here')
})
