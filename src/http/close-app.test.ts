import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIMITS } from '../../test/edge.ts'
import { createFakeUseCases, type FakeUseCases } from '../../test/fake-use-cases.ts'
import { GatewayError } from '../model/errors.ts'
import { createApp } from './app.ts'
import { closeApp } from './close-app.ts'
import type { App } from './typed-app.ts'

/** Never waited for: a test that met it would not end in its time. */
const LONG_MS = 600_000

let app: App
let fake: FakeUseCases
let stopping: AbortController

beforeEach(async () => {
  stopping = new AbortController()
  fake = createFakeUseCases()
  app = await createApp(fake, { limits: LIMITS, stopping: stopping.signal })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

const request = (url: string): string => `GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer planner\r\n\r\n`

/** A connection of our own, and all that was received over it. */
async function open(): Promise<{ socket: Socket; received: () => string; closed: Promise<unknown> }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined)
  await once(socket, 'connect')
  return { socket, received: () => text, closed: once(socket, 'close') }
}

/** Begins the end of the node, as the server does. */
function stop(times: { noticeMs: number; graceMs: number }, wait?: (ms: number) => Promise<unknown>): Promise<void> {
  stopping.abort()
  return closeApp(app, times, wait)
}

test('a request under way is answered, one that comes on an open connection is refused with Retry-After, and both are the last of theirs', async () => {
  const release = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  fake.findJob = async () => {
    arrived.resolve()
    await release.promise
    throw new GatewayError('job-not-found', 'It is not there.', 'Look elsewhere.')
  }
  const [first, second] = [await open(), await open()]
  second.socket.write(request('/health/live'))
  await expect.poll(second.received).toContain('"live"')
  first.socket.write(request('/api/v1/gateway/1'))
  await arrived.promise

  const notice = Promise.withResolvers<void>()
  const closing = stop({ noticeMs: 500, graceMs: LONG_MS }, (ms) => {
    expect(ms).toBe(500)
    return notice.promise
  })
  second.socket.write(request('/health/ready'))
  await second.closed
  notice.resolve()
  expect(second.received()).toMatch(/HTTP\/1\.1 503 [^]*retry-after: 5[^]*connection: close[^]*"code":"shutting-down"/)
  release.resolve()
  await Promise.all([first.closed, closing])
  expect(first.received()).toMatch(/HTTP\/1\.1 404 [^]*connection: close/)
})

test('an answer that comes after the notice was over is the last of its connection too', async () => {
  const release = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  fake.findJob = async () => {
    arrived.resolve()
    await release.promise
    throw new GatewayError('job-not-found', 'It is not there.', 'Look elsewhere.')
  }
  const { socket, received, closed } = await open()
  socket.write(request('/api/v1/gateway/1'))
  await arrived.promise
  const closing = stop({ noticeMs: 0, graceMs: LONG_MS })
  setTimeout(release.resolve, 200)
  await Promise.all([closed, closing])
  expect(received()).toMatch(/HTTP\/1\.1 404 [^]*connection: close/)
})

test('what does not arrive is cut off when the time is up', async () => {
  const { socket, received, closed } = await open()
  const headers = ['Host: x', 'Authorization: Bearer planner', 'Content-Type: application/json', 'Content-Length: 9', 'Expect: 100-continue']
  socket.write(`POST /api/v1/gateway HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  await expect.poll(received).toMatch(/^HTTP\/1\.1 100 /)
  const startedMs = performance.now()
  await stop({ noticeMs: 0, graceMs: 300 })
  await closed
  expect(performance.now() - startedMs).toBeGreaterThan(250)
})

test('without a connection nothing is waited for', async () => {
  const waited: number[] = []
  await stop({ noticeMs: 500, graceMs: LONG_MS }, async (ms) => waited.push(ms))
  expect(waited).toEqual([])
})
