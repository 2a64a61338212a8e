// Slow: receivers are slow, deaf and wrong in turn.
import { createServer } from 'node:http'
import { createServer as createRawServer, type Server } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, listenOn, type Receiver, startReceiver } from '../../test/receiver.ts'
import { HANG_MS, until } from '../../test/patience.ts'
import { callReceiver } from './call.ts'
import { createGuardedAgent } from './guard.ts'
import { createSigner } from './sign.ts'
import { holdTimeLimits, onBytesRead } from './time-limits.fixture.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NEVER = new AbortController().signal

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const thing of open.splice(0)) thing.close()
})

async function listen(server: Server): Promise<string> {
  open.push(server)
  return `http://${await listenOn(server)}/`
}

async function receiver(answer: Answer): Promise<Receiver> {
  const made = await startReceiver(answer)
  open.push(made)
  return made
}

async function call(
  url: string,
  options: { allow?: string[]; timeoutMs?: number; headerName?: string; headerValue?: string; signal?: AbortSignal } = {},
) {
  const { allow = ['127.0.0.0/8'], timeoutMs = HANG_MS, headerName = null, headerValue = null, signal = NEVER } = options
  const agent = createGuardedAgent({ allow, connectMs: timeoutMs })
  open.push({ close: () => agent.destroy() })
  const body = Buffer.from(JSON.stringify({ type: 'schedule.solved', solverProblemId: '7', name: 'Zoë' }))
  const delivery = { url, messageId: 'msg_1', headerName, headerValue, signingSecrets: [SECRET], packedBody: gzipSync(body) }
  return callReceiver({ agent, timeoutMs }, delivery, { sentAt: new Date(), signal })
}

describe('one call', () => {
  test('posts the body with a signature that the reference library accepts, and the header that the client named', async () => {
    const { url, calls } = await receiver((response) => response.end('thanks'))
    const answer = await call(url, { headerName: 'X-API-Key', headerValue: 'sesame' })
    expect(answer).toEqual({ status: 200, error: null, text: 'thanks', retryAfter: undefined })
    const { headers, body, ...asked } = calls[0]!
    expect(asked).toEqual({ method: 'POST', url: '/hook?x=1' })
    expect(headers).toMatchObject({ 'x-api-key': 'sesame', 'content-type': 'application/json', 'webhook-id': 'msg_1' })
    expect(new Webhook(SECRET).verify(body, headers)).toEqual({
      type: 'schedule.solved',
      solverProblemId: '7',
      name: 'Zoë',
    })
  })

  test("an answer that repeats the client's header is kept without its value", async () => {
    const { url } = await receiver((response, _, request) => response.writeHead(400).end(`no, ${request.headers['x-api-key']}!`))
    expect(await call(url, { headerName: 'X-API-Key', headerValue: 'sesame' })).toMatchObject({ status: 400, text: 'no, ***!' })
  })

  test("the client's header cannot take the place of one of ours", async () => {
    const { url, calls } = await receiver((response) => response.end())
    await call(url, { headerName: 'Webhook-Signature', headerValue: 'v1,forged' })
    expect(calls[0]!.headers['webhook-signature']).not.toContain('forged')
  })

  test('a redirect is not followed', async () => {
    const { url, calls } = await receiver((response) => response.writeHead(302, { location: '/elsewhere' }).end())
    expect(await call(url)).toMatchObject({ status: 302, error: 'Answered 302; redirects are not followed.' })
    expect(calls).toHaveLength(1)
  })

  for (const { status, retryAfter } of [{ status: 500 }, { status: 410 }, { status: 503, retryAfter: '120' }]) {
    test(`a ${status} is reported with what it says`, async () => {
      const { url } = await receiver((response) =>
        response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('why'),
      )
      expect(await call(url)).toEqual({ status, error: `Answered ${status}.`, text: 'why', retryAfter })
    })
  }

  test('a receiver that hangs is given up after the time limit', async () => {
    const limits = holdTimeLimits()
    const { url } = await receiver(() => limits.end())
    expect(await call(url, { timeoutMs: 200 })).toMatchObject({ status: null, error: 'No answer within 200 ms.' })
    expect(limits.ms).toEqual([200])
  })

  test('a body that drips after a 200 is a success, cut at the time limit', async () => {
    onBytesRead(holdTimeLimits().end)
    const { url } = await receiver((response) => {
      response.writeHead(200).write('a bit')
    })
    expect(await call(url)).toMatchObject({ status: 200, error: null, text: 'a bit' })
  })

  test('of an answer without end 64 KB are read', async () => {
    const { url } = await receiver((response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
        response.once('drain', pour)
      }
      response.writeHead(200)
      pour()
    })
    expect((await call(url)).text).toHaveLength(64 * 1024)
  })

  test('a connection that is reset or refused is named by its code', async () => {
    const resetting = createRawServer((socket) => socket.resetAndDestroy())
    expect(await call(await listen(resetting))).toMatchObject({
      status: null,
      error: expect.stringMatching(/^The call failed: (ECONNRESET|UND_ERR_SOCKET)\.$/),
    })
    const closed = createRawServer()
    const url = await listen(closed)
    await new Promise((done) => closed.close(done))
    expect(await call(url)).toMatchObject({ status: null, error: 'The call failed: ECONNREFUSED.' })
  })

  test('something that does not speak HTTP is a failure', async () => {
    const rude = createRawServer((socket) => socket.on('error', () => {}).end('220 smtp ready\r\n'))
    expect(await call(await listen(rude))).toMatchObject({ status: null, error: expect.stringContaining('The call failed') })
  })

  test('an address that is not allowed is not called', async () => {
    const { url, calls } = await receiver((response) => response.end())
    expect(await call(url, { allow: [] })).toMatchObject({
      status: null,
      error: expect.stringContaining('neither public nor named in TURNUS_CALLBACK_ALLOW'),
    })
    expect(calls).toHaveLength(0)
  })
})

describe('a large body', () => {
  const MIB = 1024 * 1024
  const large = Buffer.from(
    JSON.stringify({ type: 'schedule.solved', shifts: Array.from({ length: 16 * 1024 }, (_, id) => ({ id, text: 'x'.repeat(1000) })) }),
  )
  const packedBody = gzipSync(large, { level: 1 })
  const send = (url: string, timeoutMs = HANG_MS, signal: AbortSignal = NEVER) => {
    const agent = createGuardedAgent({ allow: ['127.0.0.0/8'], connectMs: timeoutMs })
    open.push({ close: () => agent.destroy() })
    const delivery = { url, messageId: 'msg_1', headerName: null, headerValue: null, signingSecrets: [SECRET], packedBody }
    return callReceiver({ agent, timeoutMs }, delivery, { sentAt: new Date(), signal })
  }

  test('arrives whole, with its length, uncompressed, and signed', async () => {
    const { url, calls } = await receiver((response) => response.end())
    expect(await send(url)).toMatchObject({ status: 200 })
    const { headers, body } = calls[0]!
    expect(body === large.toString()).toBe(true)
    expect(headers).toMatchObject({ 'content-length': String(large.length), 'content-type': 'application/json' })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('transfer-encoding')
    const signer = createSigner({ id: 'msg_1', sentAt: new Date(Number(headers['webhook-timestamp']) * 1000), secrets: [SECRET] })
    signer.update(large)
    expect(headers['webhook-signature']).toBe(signer.headers()['webhook-signature'])
  })

  test('has a second more for each MiB', async () => {
    const limits = holdTimeLimits()
    const silent = createRawServer((socket) => socket.on('error', () => {}).on('data', limits.end))
    expect(await send(await listen(silent), 50)).toMatchObject({ status: null, error: 'No answer within 15050 ms.' })
    expect(large.length).toBeGreaterThan(15 * MIB)
    expect(large.length).toBeLessThan(16 * MIB)
    expect(limits.ms).toEqual([15_050])
  })

  test('that is refused before it was read is answered with that', async () => {
    const server = createServer((_, response) => response.writeHead(413).end('too large'))
    open.push({ close: () => server.closeAllConnections() })
    expect(await send(await listen(server))).toEqual({ status: 413, error: 'Answered 413.', text: 'too large', retryAfter: undefined })
  })

  test('is not in memory as a whole while a receiver takes nothing of it', async () => {
    let begun = 0
    const deaf = createRawServer((socket) => {
      begun += 1
      socket.on('error', () => {}).pause()
    })
    const url = await listen(deaf)
    // What is garbage already is not held.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
    const before = process.memoryUsage().arrayBuffers
    const stop = new AbortController()
    const calls = Array.from({ length: 12 }, () => send(url, HANG_MS, stop.signal))
    await until('all have begun', () => begun === calls.length)
    let most = 0
    for (let i = 0; i < 10; i += 1) {
      await sleep(50)
      collect()
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    stop.abort()
    await Promise.all(calls)
    // Of 190 MiB; what waits in the sockets' queues, and what the other tests of this process have not let go yet, was up to 28.
    expect(most).toBeLessThan((calls.length * large.length) / 3)
  })
})
