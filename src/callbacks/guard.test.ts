import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request } from 'undici'
import { AddressRefused, checkCallbackUrl, createGuardedAgent, isPermitted, type Resolve } from './guard.ts'

const NAMES: Record<string, string[]> = {
  'public.example': ['93.184.216.34'],
  'both.example': ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  'inner.example': ['10.0.0.7'],
  'half.example': ['93.184.216.34', '127.0.0.1'],
  'mapped.example': ['::ffff:169.254.169.254'],
  localhost: ['127.0.0.1', '::1'],
}

const resolve: Resolve = async (host) => {
  const addresses = NAMES[host.replace(/\.$/, '')]
  if (addresses === undefined) throw new Error('ENOTFOUND')
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const PUBLIC_ONLY = { allow: [], resolve }
const LOOPBACK = { allow: ['127.0.0.0/8', '::1/128'], resolve }

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

const REFUSED = [
  // not an address of the web
  '',
  'hooks',
  '/hooks',
  '//public.example/hooks',
  'ftp://public.example',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  'ws://public.example',
  'unix:///var/run/x.sock',
  'http://',
  'https://user@public.example',
  'https://user:pw@public.example',
  'https://:pw@public.example',
  'https://public.example:0/',
  'https://public.example:99999/',
  `https://public.example/${'a'.repeat(2048)}`,
  ' https://public.example',
  'https://public.example/a b',
  'https://public.example/\0',
  'https://pub\tlic.example',
  'https://public.example\n',
  // loopback, in every spelling
  'http://127.0.0.1',
  'http://127.0.0.1.',
  'http://127.1',
  'http://127.0.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://0x7f.1',
  'http://0177.0.0.1',
  'http://017700000001',
  'http://127.255.255.254',
  'http://①②⑦.⓪.⓪.①',
  'http://127。0。0。1',
  'http://%31%32%37.0.0.1',
  'http://localhost',
  'http://LOCALHOST.',
  'http://[::1]',
  'http://[0:0:0:0:0:0:0:1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[::127.0.0.1]',
  'http://[::ffff:0:127.0.0.1]',
  // nowhere
  'http://0.0.0.0',
  'http://0',
  'http://0.1.2.3',
  'http://[::]',
  'http://[::ffff:0.0.0.0]',
  'http://255.255.255.255',
  'http://240.0.0.1',
  // private and shared networks
  'http://10.0.0.1',
  'http://10.255.255.255',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.0.1',
  'http://3232235777',
  'http://100.64.0.1',
  'http://100.127.255.255',
  'http://[fc00::1]',
  'http://[fd12:3456:789a::1]',
  'http://[fec0::1]',
  'http://[::ffff:10.0.0.1]',
  'http://inner.example',
  // link-local and the metadata services
  'http://169.254.0.1',
  'http://169.254.169.254/latest/meta-data',
  'http://0xa9fea9fe',
  'http://[fe80::1]',
  'http://[febf::1]',
  'http://[fd00:ec2::254]',
  'http://[::ffff:169.254.169.254]',
  'http://mapped.example',
  'http://192.0.0.192',
  // set apart for special use
  'http://192.0.0.1',
  'http://192.0.2.1',
  'http://198.51.100.1',
  'http://203.0.113.1',
  'http://198.18.0.1',
  'http://198.19.255.255',
  'http://192.88.99.1',
  'http://224.0.0.1',
  'http://239.255.255.255',
  'http://[ff02::1]',
  'http://[2001:db8::1]',
  'http://[3fff::1]',
  'http://[100::1]',
  'http://[5f00::1]',
  'http://[2001::1]',
  'http://[2001:10::1]',
  'http://[4000::1]',
  'http://[1::1]',
  // IPv4 carried inside IPv6
  'http://[64:ff9b::7f00:1]',
  'http://[64:ff9b::10.0.0.1]',
  'http://[64:ff9b:1::10.0.0.1]',
  'http://[2002:7f00:1::]',
  'http://[2002:a00:1::]',
  // a name with one bad address among good ones
  'http://half.example',
]

describe('what is refused unless it is allowed', () => {
  test.each(REFUSED.map((url) => [url]))('%s is refused', async (url) => {
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
  ]) {
    test(`${url} ${passes ? 'passes' : 'is refused'} with ${allow.join(' ')}`, async () => {
      expect((await checkCallbackUrl(url, { allow, resolve })) === null).toBe(passes)
    })
  }

  test('a resolver that never answers does not hold the submission up for long', async () => {
    const startedAt = performance.now()
    expect(await checkCallbackUrl('http://slow.example', { allow: [], resolve: () => new Promise(() => {}) })).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(5000)
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
    const agent = createGuardedAgent({ allow, resolve: resolver, connectMs: 2000 })
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
