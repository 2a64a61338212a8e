import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../test/edge.ts'
import { createFakeUseCases, type FakeUseCases } from '../../test/fake-use-cases.ts'
import { until } from '../../test/patience.ts'
import { createApp } from './app.ts'
import type { AppOptions } from './app.ts'
import { MOST_WAITING } from './turns.ts'

const closing: (() => unknown)[] = []
// The tests wait side by side, each for a server of its own.
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function listen(
  options: Partial<AppOptions['limits']>,
  more: Partial<AppOptions> = {},
): Promise<{ port: number; fake: FakeUseCases; countOpen: () => Promise<number> }> {
  const fake = createFakeUseCases()
  const app = await createApp(fake, { limits: { ...LIMITS, ...options }, ...more })
  await app.listen({ host: '127.0.0.1', port: 0 })
  closing.push(() => app.close())
  const countOpen = promisify(app.server.getConnections.bind(app.server))
  return { port: (app.server.address() as AddressInfo).port, fake, countOpen }
}

interface Line {
  readonly socket: Socket
  readonly said: () => string
  readonly closed: Promise<unknown>
}

async function dial(port: number): Promise<Line> {
  const socket = connect(port, '127.0.0.1')
  const chunks: string[] = []
  socket.on('data', (chunk) => chunks.push(chunk.toString('latin1'))).on('error', () => undefined)
  closing.push(() => socket.destroy())
  const closed = new Promise((done) => socket.once('close', done))
  await once(socket, 'connect')
  return { socket, said: () => chunks.join(''), closed }
}

const LIVE = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'

/** True when a new connection is served. */
async function isServed(port: number): Promise<boolean> {
  const line = await dial(port)
  line.socket.write(LIVE)
  await Promise.race([line.closed, once(line.socket, 'data').catch(() => undefined)])
  return line.said().includes('200 OK')
}

describe.concurrent('connections', () => {
  test('of one address are refused beyond its limit, and one that ends makes room', async () => {
    const { port } = await listen({ connectionsPerAddress: 3 })
    const lines = [await dial(port), await dial(port), await dial(port)]
    expect(await isServed(port)).toBe(false)
    lines[0]!.socket.destroy()
    await until('there is room', () => isServed(port))
  })

  test('of a trusted proxy have no limit of their own', async () => {
    const { port } = await listen({ connectionsPerAddress: 1 }, { trustedProxies: ['10.0.0.1', '127.0.0.0/8'] })
    await dial(port)
    expect(await isServed(port)).toBe(true)
  })

  test('of all addresses together are refused beyond the limit of the node', async () => {
    const { port } = await listen({ connections: 2 })
    await dial(port)
    await dial(port)
    expect(await isServed(port)).toBe(false)
  })

  test('on which headers do not come in time are answered 408 and closed', async () => {
    const { port } = await listen({ headerMs: 200 })
    const silent = await dial(port)
    const slow = await dial(port)
    slow.socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
    await Promise.all([silent.closed, slow.closed])
    expect([silent.said(), slow.said()]).toEqual([expect.stringMatching(/^HTTP\/1.1 408 /), expect.stringMatching(/^HTTP\/1.1 408 /)])
    expect(slow.said()).toContain('\r\ncontent-security-policy: ')
  })

  test('that take nothing of an answer are closed', async () => {
    const { port, fake, countOpen } = await listen({ stallMs: 500 })
    fake.login = () => Promise.resolve({ access_token: 'x'.repeat(64 * 1024 * 1024) } as never)
    const { socket, closed } = await dial(port)
    socket.pause()
    const body = JSON.stringify({ email: 'a@b.example', password: 'right' })
    socket.write(`POST /v1/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await until('none is open', async () => (await countOpen()) === 0)
    socket.resume()
    await closed
    expect(socket.bytesRead).toBeLessThan(64 * 1024 * 1024)
  })
})

describe.concurrent('requests that do not wait for answers', () => {
  const pipelined = (count: number): string => 'GET /api/v1/gateway/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer planner\r\n\r\n'.repeat(count)

  test('are worked on one after the other on one connection, and beside those of others', async () => {
    const { port, fake } = await listen({})
    let [running, most, total] = [0, 0, 0]
    const findJob = fake.findJob
    fake.findJob = async (caller, id) => {
      total += 1
      running += 1
      most = Math.max(most, running)
      await sleep(5)
      running -= 1
      return findJob(caller, id)
    }
    const lines = [await dial(port), await dial(port)]
    for (const { socket } of lines) socket.write(pipelined(1 + MOST_WAITING))
    const countAnswers = (): number[] => lines.map(({ said }) => said().split('HTTP/1.1 404 ').length - 1)
    await until('all are answered', () => countAnswers().every((count) => count === 1 + MOST_WAITING))
    expect([total, most]).toEqual([2 + 2 * MOST_WAITING, 2])
  })

  test('are too many when more wait than may, and the connection is closed', async () => {
    const { port, fake } = await listen({})
    let total = 0
    fake.findJob = async () => {
      total += 1
      await sleep(100)
      throw new Error('never mind')
    }
    const line = await dial(port)
    line.socket.write(pipelined(500))
    await line.closed
    await sleep(300)
    expect(total).toBe(1)
  })
})

describe.concurrent('what is not HTTP', () => {
  test('after a request is not answered into the middle of the answer to that', async () => {
    const { port, fake } = await listen({})
    fake.jobs.set(1, { id: 1, departmentId: 1, state: 'QUEUED' } as never)
    const stream = await dial(port)
    stream.socket.write(`GET /api/v1/gateway/1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer planner\r\n\r\n`)
    await once(stream.socket, 'data')
    stream.socket.write('\0\0rubbish\r\n\r\n')
    await stream.closed
    expect(stream.said()).toContain('200 OK')
    expect(stream.said()).not.toContain('400 Bad Request')
  })

  for (const [name, text] of [
    ['a request of HTTP/1.1 without Host', 'GET /health/live HTTP/1.1\r\n\r\n'],
    ['a request with two Hosts', 'GET /health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['a request with one Host twice', 'GET /health/live HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
    ['bytes', '\x16\x03\x01\0'],
  ] as const) {
    test(`${name} is answered 400 with the headers of every answer, and closed`, async () => {
      const { port } = await listen({})
      const line = await dial(port)
      line.socket.write(text, 'latin1')
      await line.closed
      expect(line.said()).toMatch(/^HTTP\/1.1 400 Bad Request\r\n[^]*x-frame-options: DENY\r\n[^]*"code":"request-invalid"/)
    })
  }

  for (const coding of ['gzip, chunked', 'gzip,chunked', 'deflate, gzip, chunked', 'chunked, chunked']) {
    test(`a body in the transfer coding ${coding} is answered 501 or 400, and never read as JSON`, async () => {
      const { port } = await listen({})
      const line = await dial(port)
      const head = 'POST /api/v1/gateway HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer planner\r\nContent-Type: application/json\r\n'
      line.socket.write(`${head}Transfer-Encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)
      await line.closed
      expect(line.said()).toMatch(/^HTTP\/1.1 (?:501 Not Implemented|400 Bad Request)\r\n[^]*"code":"request-invalid"/)
    })
  }

  test('a body in chunks is read, in whatever letters it is said', async () => {
    const { port } = await listen({})
    const line = await dial(port)
    const head = 'POST /v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer planner\r\nContent-Type: application/json\r\nConnection: close\r\n'
    const call = '{"jsonrpc":"2.0","id":1,"method":"token.describe"}'
    line.socket.write(`${head}Transfer-Encoding: Chunked\r\n\r\n${call.length.toString(16)}\r\n${call}\r\n0\r\n\r\n`)
    await line.closed
    expect(line.said()).toMatch(/^HTTP\/1.1 200 OK/)
  })

  test('an address in absolute form is the same address, and an expectation that we do not know is ignored', async () => {
    const { port } = await listen({})
    for (const target of ['http://x/health/live', 'HTTPS://y:1/health/live?z']) {
      const line = await dial(port)
      line.socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n`)
      await line.closed
      expect(line.said()).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    }
  })
})

describe.concurrent('who asks before it sends a body', () => {
  const headOf = (token: string, length: number): string =>
    `POST /v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`
  const CALL = '{"jsonrpc":"2.0","id":1,"method":"token.describe"}'

  test('is told to go on once the token is known, and then answered', async () => {
    const { port } = await listen({})
    const line = await dial(port)
    line.socket.write(headOf('planner', CALL.length))
    await until('it may go on', () => line.said() === 'HTTP/1.1 100 Continue\r\n\r\n')
    line.socket.write(CALL)
    await until('it is answered', () => line.said().includes('"result"'))
    expect(line.said()).toContain('HTTP/1.1 200 OK')
    line.socket.destroy()
  })

  for (const { name, head, status } of [
    { name: 'without a valid token', head: headOf('nobody', CALL.length), status: 401 },
    { name: 'with a body that is too long', head: headOf('planner', 10 * 1024 * 1024), status: 413 },
    { name: 'at an address that there is not', head: headOf('planner', 5).replace('/v1', '/v9'), status: 404 },
  ]) {
    test(`is told ${status} at once ${name}, and the connection is closed: nobody knows whether the body comes`, async () => {
      const { port } = await listen({})
      const line = await dial(port)
      line.socket.write(head)
      await line.closed
      expect(line.said()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(line.said()).toMatch(/\r\nconnection: close\r\n/i)
      expect(line.said()).not.toContain('100 Continue')
    })
  }
})
