import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { request } from 'undici'
import { HOSTILE_ADDRESSES, resolveTestNames } from '../../test/callback-addresses.ts'
import { HANG_MS } from '../../test/patience.ts'
import { AddressRefused, checkCallbackUrl, createGuardedAgent, isPermitted, type Resolve } from './guard.ts'

const resolve = resolveTestNames
/** Hosts of rows that are refused for something else than where they lead. */
const NAMED_PUBLIC = new Set(['public.example'])
const PUBLIC_ONLY = { allow: [], resolve }
const LOOPBACK = { allow: ['127.0.0.0/8', '::1/128'], resolve }

afterEach(() => {
  vi.useRealTimers()
})

describe('what may be called at all', () => {
  for (const url of [
    'https://public.example/hooks',
    'http://public.example:8443/hooks?x=1#y',
    'https://both.example',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://not-there-yet.example/hooks',
    `https://public.example/${'a'.repeat(2048 - 'https://public.example/'.length)}`,
  ]) {
    test(`${url.slice(0, 60)} is taken`, async () => {
      expect(await checkCallbackUrl(url, PUBLIC_ONLY)).toBeNull()
    })
  }
})

describe('what is refused unless it is allowed', () => {
  test('is listed by 150 addresses or more, none of them twice', () => {
    expect(new Set(HOSTILE_ADDRESSES).size).toBe(HOSTILE_ADDRESSES.length)
    expect(HOSTILE_ADDRESSES.length).toBeGreaterThanOrEqual(150)
  })

  test.each(HOSTILE_ADDRESSES.map((url) => [url]))('%s is refused', async (url) => {
    expect(await checkCallbackUrl(url, PUBLIC_ONLY)).toEqual(expect.any(String))
  })
})

describe('what the operator allows', () => {
  for (const { url, allow, passes } of [
    { url: 'http://127.0.0.1:9000/hook', allow: LOOPBACK.allow, passes: true },
    { url: 'http://localhost:9000/hook', allow: LOOPBACK.allow, passes: true },
    { url: 'http://[::1]:9000/hook', allow: LOOPBACK.allow, passes: true },
    { url: 'http://[::ffff:127.0.0.1]/hook', allow: LOOPBACK.allow, passes: true },
    { url: 'http://10.0.0.7', allow: LOOPBACK.allow, passes: false },
    { url: 'http://half.example', allow: LOOPBACK.allow, passes: true },
    { url: 'http://10.0.0.7', allow: ['10.0.0.7'], passes: true },
    { url: 'http://10.0.0.8', allow: ['10.0.0.7'], passes: false },
    { url: 'http://10.0.0.7', allow: ['10.0.0.0/29'], passes: true },
    { url: 'http://10.0.0.8', allow: ['10.0.0.0/29'], passes: false },
    { url: 'http://[fd00::7]', allow: ['[fd00::7]'], passes: true },
    { url: 'http://[fd00::7]', allow: ['fd00::/8'], passes: true },
    { url: 'http://inner.example', allow: ['Inner.Example'], passes: true },
    { url: 'http://inner.example.', allow: ['inner.example'], passes: true },
    { url: 'http://inner.example', allow: ['example'], passes: false },
    { url: 'http://x.inner.example@10.0.0.7', allow: ['x.inner.example'], passes: false },
    { url: 'http://8.8.8.8:22', allow: [], passes: false },
    { url: 'https://8.8.8.8:1023', allow: [], passes: false },
    { url: 'http://8.8.8.8:443', allow: [], passes: true },
    { url: 'https://8.8.8.8:80', allow: [], passes: true },
    { url: 'https://8.8.8.8:1024', allow: [], passes: true },
    { url: 'http://nowhere.example:25', allow: [], passes: false },
    { url: 'http://inner.example:81', allow: ['inner.example'], passes: true },
    { url: 'http://10.0.0.7:81', allow: ['10.0.0.0/29'], passes: true },
    { url: 'http://8.8.8.8:81', allow: ['8.8.8.0/24'], passes: true },
  ]) {
    test(`${url} ${passes ? 'passes' : 'is refused'} with ${allow.join(' ') || 'nothing allowed'}`, async () => {
      expect((await checkCallbackUrl(url, { allow, resolve })) === null).toBe(passes)
    })
  }

  test('a resolver that never answers does not hold the submission up for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let answer: string | null | undefined
    void checkCallbackUrl('http://slow.example', { allow: [], resolve: () => new Promise(() => {}) }).then((judged) => (answer = judged))
    await vi.advanceTimersByTimeAsync(1999)
    expect(answer).toBe(undefined)
    await vi.advanceTimersByTimeAsync(1)
    expect(answer).toBe(null)
  })

  test('something that is not an address is never permitted', () => {
    expect(isPermitted('x', 'an unknown address', ['x'])).toBe(false)
  })
})

describe('the connection itself', () => {
  let receiver: Server
  let port = 0
  let calls = 0

  beforeAll(async () => {
    receiver = createServer((_, response) => {
      calls += 1
      response.end('ok')
    })
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
    port = (receiver.address() as AddressInfo).port
  })
  afterAll(() => new Promise((done) => receiver.close(done)))

  const call = async (url: string, allow: readonly string[], resolver: Resolve = resolve) => {
    const agent = createGuardedAgent({ allow, resolve: resolver, connectMs: HANG_MS })
    try {
      const answer = await request(url, { dispatcher: agent })
      await answer.body.dump()
      return answer.statusCode
    } finally {
      await agent.destroy()
    }
  }

  test('an allowed loopback receiver is reached, by address and by name', async () => {
    expect(await call(`http://127.0.0.1:${port}`, LOOPBACK.allow)).toBe(200)
    expect(await call(`http://localhost:${port}`, LOOPBACK.allow, async () => [{ address: '127.0.0.1', family: 4 }])).toBe(200)
  })

  test('a loopback receiver that is not allowed sees no request', async () => {
    const before = calls
    await expect(call(`http://127.0.0.1:${port}`, [])).rejects.toThrow(AddressRefused)
    await expect(call(`http://localhost:${port}`, [])).rejects.toThrow(AddressRefused)
    expect(calls).toBe(before)
  })

  test.each(HOSTILE_ADDRESSES.map((url) => [url]))('%s is not connected to either, had it been submitted', async (url) => {
    const address = URL.parse(url)
    // What is no address at all is refused before there is a connection.
    if (address === null || !/^https?:$/.test(address.protocol) || address.hostname === '') return
    address.username = ''
    address.password = ''
    const isPublicName = NAMED_PUBLIC.has(address.hostname)
    if (isPublicName) return
    await expect(call(address.href, [])).rejects.toThrow(AddressRefused)
  })

  test('a name that was public at submission and leads inside at the call is refused', async () => {
    const before = calls
    let asked = 0
    const rebinding: Resolve = async () => {
      asked += 1
      return [{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]
    }
    expect(await checkCallbackUrl(`http://rebind.example:${port}`, { allow: [], resolve: rebinding })).toBeNull()
    await expect(call(`http://rebind.example:${port}`, [], rebinding)).rejects.toThrow(AddressRefused)
    expect(calls).toBe(before)
  })
})
