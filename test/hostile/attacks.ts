import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { anyJson, mutatedBytes, mutatedDocument, mutatedNumber, SUBMISSION } from '../property/any-body.ts'
import { anyCalls } from '../property/any-call.ts'
import type { Attack } from './socket.ts'

const CRLF = '\r\n'
/** A name would be looked up, which takes two seconds where there is no name server. */
const withoutName = (body: Buffer): Buffer => Buffer.from(body.toString('latin1').replaceAll('consumer.example', '127.0.0.1'), 'latin1')
/** A submission that is accepted. */
export const BODY = withoutName(Buffer.from(JSON.stringify(SUBMISSION)))
const JSON_TYPE = 'Content-Type: application/json'
const MIB = 1024 * 1024

/** A request with a whole body, after which the server closes. */
export function post(token: string, body: Buffer, headers: readonly string[] = [], path = '/api/v1/gateway'): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    JSON_TYPE,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  return Buffer.concat([Buffer.from([...lines, ...headers, '', ''].join(CRLF), 'latin1'), body])
}

/** A request without a body. `raw` is the first line and the headers, as they are. */
const raw = (...lines: readonly string[]): Buffer => Buffer.from([...lines, '', ''].join(CRLF), 'latin1')

const chunked = (...chunks: readonly string[]): Buffer => Buffer.from(chunks.join(''), 'latin1')

/** An attack of one piece, after which the server closes. */
const whole = (kind: string, piece: Buffer): Attack => ({ kind, pieces: [piece], leaves: 'never' })

const ODD_HEADERS: readonly (readonly string[])[] = [
  [`X-Long: ${'x'.repeat(20_000)}`],
  Array.from({ length: 500 }, (_, i) => `X-${i}: ${i}`),
  Array.from({ length: 3000 }, () => 'a:'),
  ['Authorization: Bearer x', 'Authorization: Bearer y'],
  ['Content-Type: text/plain'],
  ['Content-Length: 5'],
  ['Content-Length: -1'],
  ['Content-Length: +5'],
  ['Content-Length: 1e9'],
  ['Content-Length: 99999999999999999999'],
  ['Content-Length: 0x10'],
  ['Content-Length: 3, 3'],
  ['Transfer-Encoding: chunked'],
  ['Transfer-Encoding: gzip, chunked'],
  ['Transfer-Encoding: identity'],
  ['Transfer-Encoding : chunked'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding: x'],
  ['X-Odd: a\0b'],
  ['X-Odd: a\rb'],
  ['X-Odd: a\nb: c'],
  ['X-Odd: a', ' folded'],
  ['X-Odd: \x01\x7f'],
  ['X-Odd: \xff\xfe\xe9'],
  ['X Odd: a'],
  [': a'],
  ['X-Odd'],
  ['Expect: 100-continue'],
  ['Expect: something-else'],
  ['Upgrade: websocket', 'Connection: Upgrade'],
  ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
  ['Accept: '.padEnd(6000, 'a/b;q=0.1,')],
  ['Accept: text/html'],
  ['Prefer: handling=strict'.padEnd(9000, ';x="y')],
  ['Idempotency-Key: '.padEnd(400, 'k')],
  ['Idempotency-Key: "\xff"'],
  ['If-None-Match: '.padEnd(8000, '"a",')],
  ['Range: bytes=0-,0-,0-,0-'],
  ['X-Forwarded-For: 1.2.3.4', 'X-Forwarded-Host: evil', 'Forwarded: for=1.2.3.4'],
  ['X-HTTP-Method-Override: DELETE'],
  ['Origin: https://evil.example', 'Access-Control-Request-Method: DELETE'],
  ['Cookie: '.padEnd(4000, 'a=b; ')],
  ['Last-Event-ID: '.padEnd(3000, '9-SOLVED-')],
  ['__proto__: x', 'constructor: y', 'hasOwnProperty: z'],
]

const ODD_TARGETS = [
  'http://evil.example/api/v1/gateway',
  'https://x/health/live?a=b',
  'HTTP://X',
  'http://',
  '*',
  '//',
  '//evil.example/api/v1/gateway',
  '/../../../../etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/api/v1/gateway/%00',
  '/api/v1/gateway/%',
  '/api/v1/gateway/%zz',
  '/api/v1/gateway/%ff%fe',
  '/api/v1/gateway/%c0%ae%c0%ae',
  `/api/v1/gateway/${'9'.repeat(4000)}`,
  `/${'a/'.repeat(5000)}`,
  `/api/v1/gateway?${'a=b&'.repeat(2000)}`,
  '/api/v1/gateway?limit=1e9&limit=2&cursor[]=x&status=__proto__',
  '/api/v1/gateway?cursor=%00',
  '/api/v1/gateway?__proto__[x]=1&constructor=2',
  '/api/v1/gateway/__proto__',
  '/api/v1/gateway/999999999/events',
  '/api/v1/gateway/1/solution',
  '/api/v1/1',
  '/openapi.json',
  '/health/ready',
  '/api\\v1\\gateway',
  '/api/v1/gateway#x',
  '/api/v1/gateway/1;drop table jobs',
  '/\xe9\xff',
  '/api/v1/gateway/\x01',
  'api/v1/gateway',
  '',
]

const ODD_METHODS = [
  'GET',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'DELETE',
  'PUT',
  'PATCH',
  'CONNECT',
  'get',
  'PoSt',
  'G\tET',
  'QUERY',
  'PRI',
  'X'.repeat(300),
  '',
]

const ODD_CHUNKS: readonly (readonly string[])[] = [
  ['zz\r\n{}\r\n0\r\n\r\n'],
  ['-1\r\n{}\r\n0\r\n\r\n'],
  ['ffffffffffffffffff\r\n{}\r\n'],
  ['2\r\n{}0\r\n\r\n'],
  ['2;', 'x'.repeat(20_000), '\r\n{}\r\n0\r\n\r\n'],
  ['2\r\n{}\r\n0\r\nX-Trailer: a\r\nContent-Length: 5\r\n\r\n'],
  ['0\r\n\r\nGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['2\n{}\n0\n\n'],
  ['\r\n'],
]

const NOT_HTTP: readonly Buffer[] = [
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\x12\x04\0\0\0\0\0', 'latin1'),
  Buffer.from('16030100c8010000c403', 'hex'),
  Buffer.from('GET /\r\n\r\n'),
  Buffer.from('GET / HTTP/0.9\r\n\r\n'),
  Buffer.from('GET / HTTP/1.0\r\n\r\n'),
  Buffer.from('GET / HTTP/3.7\r\n\r\n'),
  Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  Buffer.from('GET  /  HTTP/1.1\r\nHost: x\r\n\r\n'),
  Buffer.from('\r\n\r\n\r\nGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'),
  Buffer.from('*1\r\n$4\r\nPING\r\n'),
  Buffer.from('EHLO x\r\n'),
  Buffer.alloc(70_000, 0),
  Buffer.alloc(70_000, 0x41),
]

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

const ODD_BODIES: readonly Buffer[] = [
  utf16(BODY.toString()),
  utf16(BODY.toString()).swap16(),
  Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(BODY.toString())]),
  Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), BODY]),
  Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf]), BODY]),
  Buffer.from(BODY.toString().replace('"N"', '"\xff\xfe"'), 'latin1'),
  Buffer.concat([Buffer.from('{"callbackUrl":"'), Buffer.from([0xed, 0xa0, 0x80, 0xc0, 0x80, 0xf4, 0x90, 0x80, 0x80]), Buffer.from('"}')]),
  Buffer.from('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":1}'),
  Buffer.from(`{"a":1${',"a":1'.repeat(20_000)}}`),
  Buffer.from(`{"callbackUrl":"x","callbackUrl":"y",${BODY.toString().slice(1)}`),
  Buffer.from('1e999'),
  Buffer.from('-0'),
  Buffer.from(`[${'1e999,-0,'.repeat(2000)}0]`),
  Buffer.from(`{"queuePriority":${'9'.repeat(50_000)}}`),
  Buffer.from(`"${'x'.repeat(200_000)}"`),
  Buffer.from(`{"callbackUrl":"${'\\u0000'.repeat(30_000)}"}`),
  Buffer.from(`{"${'k'.repeat(200_000)}":1}`),
  Buffer.from('['.repeat(100_000)),
  Buffer.from('{"a":'.repeat(100_000)),
  Buffer.from('[]'.repeat(100_000)),
  Buffer.from(`{"employees":${'['.repeat(60)}${']'.repeat(60)}}`),
  Buffer.from(`{"employees":[${'{},'.repeat(30_000)}{}]}`),
  Buffer.from(`{"settings":{${Array.from({ length: 20_000 }, (_, i) => `"s${i}":${i}`).join(',')}}}`),
  Buffer.alloc(100_000, 0x20),
  Buffer.alloc(100_000, 0),
  Buffer.of(0x7b),
]

const GZIP = 'Content-Encoding: gzip'
const packed = gzipSync(BODY)
/** 1:1000, the most that gzip can do. */
const bomb = (mib: number): Buffer => gzipSync(Buffer.alloc(mib * MIB, 0x20), { level: 9 })
const smallBomb = bomb(2)

const ENCODED: readonly (readonly [Buffer, string])[] = [
  [packed, GZIP],
  [gzipSync(packed), GZIP],
  [gzipSync(gzipSync(packed)), 'Content-Encoding: gzip, gzip'],
  [packed.subarray(0, packed.length - 9), GZIP],
  [packed.subarray(0, 5), GZIP],
  [Buffer.concat([packed, packed]), GZIP],
  [Buffer.concat([packed, Buffer.from('rubbish')]), GZIP],
  [BODY, GZIP],
  [Buffer.alloc(0), GZIP],
  [BODY, 'Content-Encoding: br'],
  [BODY, 'Content-Encoding: deflate'],
  [BODY, 'Content-Encoding: zstd'],
  [BODY, 'Content-Encoding: identity'],
  [BODY, 'Content-Encoding: '],
  [packed, 'Content-Encoding: GZip'],
  [smallBomb, GZIP],
  [gzipSync(smallBomb), GZIP],
]

const CALL = '{"jsonrpc":"2.0","id":1,"method":"schedule.explain","params":'

/** What costs most: a body, its headers, and where it goes unless to the gateway. Sent now and then, never by the hundred. */
export const HEAVY: Readonly<Record<string, () => readonly [body: Buffer, headers: readonly string[], path?: string]>> = {
  'a gzip bomb of 64 MiB': () => [bomb(64), [GZIP]],
  'a gzip bomb of 200 MiB': () => [bomb(200), [GZIP]],
  'an object of a million keys': () => [Buffer.from(`{${Array.from({ length: 1e6 }, (_, i) => `"k${i}":${i}`).join(',')}}`), []],
  'two million empty objects': () => [gzipSync(`[${'{},'.repeat(2e6)}{}]`), [GZIP]],
  'twenty million empty objects': () => [gzipSync(`[${'{},'.repeat(2e7)}{}]`), [GZIP]],
  'a million employees without anything': () => [gzipSync(`{"employees":[${'{},'.repeat(1e6)}{}]}`), [GZIP]],
  'a million unknown settings': () => [gzipSync(`{"settings":{${Array.from({ length: 1e6 }, (_, i) => `"s${i}":${i}`).join(',')}}}`), [GZIP]],
  'a text of 30 MiB': () => [gzipSync(`{"callbackUrl":"${'ł'.repeat(15 * MIB)}"}`), [GZIP]],
  'two million calls': () => [gzipSync(`[${'{},'.repeat(2e6)}{}]`), [GZIP], '/v1'],
  'a call about a million employees without anything': () => [gzipSync(`${CALL}{"schedule":{"employees":[${'{},'.repeat(1e6)}{}]}}}`), [GZIP], '/v1'],
  'a call with a million unknown parameters': () => [
    gzipSync(`${CALL}{${Array.from({ length: 1e6 }, (_, i) => `"p${i}":${i}`).join(',')}}}`),
    [GZIP],
    '/mcp',
  ],
  'a call with an id of 30 MiB': () => [gzipSync(`{"jsonrpc":"2.0","method":"rpc.discover","id":"${'x'.repeat(30 * MIB)}"}`), [GZIP], '/v1'],
  '60 MiB that break off': () => [gzipSync(`{"shifts":[${'{"id":1},'.repeat((60 * MIB) / 9)}`), [GZIP]],
}

/** Draws attacks for ever, the same for the same seed. */
export function* drawAttacks(seed: number, token: string): Generator<Attack> {
  const authorized = ['Host: x', `Authorization: Bearer ${token}`, 'Connection: close']
  const of = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...list)
  const anyPost = (kind: string, bodies: fc.Arbitrary<Buffer>, path?: string): fc.Arbitrary<Attack> =>
    bodies.map((body) => whole(kind, post(token, withoutName(body), [], path)))
  const calls = fc.oneof(
    anyCalls.map((text) => Buffer.from(text)),
    of(ODD_BODIES),
  )
  const anyCut = fc.tuple(fc.nat(), fc.constantFrom('half' as const, 'at-once' as const)).map(([at, leaves]): Attack => {
    const request = post(token, BODY)
    return { kind: `a request that breaks off: ${leaves}`, pieces: [request.subarray(0, 1 + (at % (request.length - 1)))], leaves }
  })
  const anyRequest = fc
    .tuple(of(ODD_METHODS), of(ODD_TARGETS), fc.boolean())
    .map(([method, target, knows]) =>
      whole('an odd target', raw(`${method} ${target} HTTP/1.1`, ...(knows ? authorized : ['Host: x', 'Connection: close']))),
    )
  const pipelined = fc
    .tuple(fc.integer({ min: 2, max: 30 }), of(ODD_TARGETS.filter((target) => target.startsWith('/') && !target.includes('events'))))
    .map(([count, target]) =>
      whole(
        'pipelined requests',
        Buffer.concat([
          ...Array.from({ length: count }, () => raw(`GET ${target} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`)),
          raw('GET /health/live HTTP/1.1', 'Host: x', 'Connection: close'),
        ]),
      ),
    )
  const anyAttack = fc.oneof(
    { weight: 20, arbitrary: anyPost('an odd document', mutatedDocument) },
    { weight: 6, arbitrary: anyPost('an odd number', mutatedNumber) },
    { weight: 10, arbitrary: anyPost('damaged bytes', mutatedBytes) },
    { weight: 6, arbitrary: anyPost('any JSON', anyJson) },
    { weight: 6, arbitrary: anyPost('an odd body', of(ODD_BODIES)) },
    { weight: 6, arbitrary: anyPost('odd calls', calls, '/v1') },
    { weight: 3, arbitrary: anyPost('odd calls of tools', calls, '/mcp') },
    { weight: 6, arbitrary: of(ENCODED).map(([body, header]) => whole('an odd encoding', post(token, body, [header]))) },
    { weight: 14, arbitrary: of(ODD_HEADERS).map((headers) => whole('odd headers', post(token, BODY, headers))) },
    { weight: 14, arbitrary: anyRequest },
    {
      weight: 5,
      arbitrary: of(ODD_CHUNKS).map((chunks) =>
        whole(
          'odd chunks',
          Buffer.concat([raw('POST /api/v1/gateway HTTP/1.1', ...authorized, JSON_TYPE, 'Transfer-Encoding: chunked'), chunked(...chunks)]),
        ),
      ),
    },
    { weight: 4, arbitrary: of(NOT_HTTP).map((bytes): Attack => ({ kind: 'no HTTP', pieces: [bytes], leaves: 'half' })) },
    {
      weight: 3,
      arbitrary: fc
        .uint8Array({ minLength: 1, maxLength: 300 })
        .map((bytes): Attack => ({ kind: 'any bytes', pieces: [Buffer.from(bytes)], leaves: 'half' })),
    },
    { weight: 3, arbitrary: pipelined },
    { weight: 5, arbitrary: anyCut },
    { weight: 1, arbitrary: of(ODD_BODIES).map((body) => whole('an odd login', post(token, body, [], '/v1/auth'))) },
    { weight: 1, arbitrary: of(ODD_BODIES).map((body) => whole('an odd change of a password', post(token, body, [], '/v1/auth/password'))) },
  )
  for (let batch = 0; ; batch += 1) yield* fc.sample(anyAttack, { seed: seed + batch, numRuns: 500 })
}

/** Connections that never come to an end of their own, each by another drip. */
export function slowAttacks(token: string): readonly Attack[] {
  const drip = (kind: string, bytes: Buffer): Attack => ({
    kind,
    pieces: [bytes.subarray(0, 20), ...Array.from({ length: 200 }, (_, i) => bytes.subarray(20 + i, 21 + i))],
    pauseMs: 100,
    leaves: 'never',
  })
  const head = raw('POST /api/v1/gateway HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, JSON_TYPE, 'Content-Length: 5000').subarray(0, -2)
  return [
    { kind: 'nothing at all', pieces: [], leaves: 'never' },
    drip('dripping headers', Buffer.concat([Buffer.from('GET / HTTP/1.1\r\n'), Buffer.from('X-A: b\r\n'.repeat(100))])),
    {
      ...drip('a dripping body', Buffer.alloc(400, 0x20)),
      pieces: [Buffer.concat([head, Buffer.from(CRLF)]), ...Array.from({ length: 200 }, () => Buffer.from(' '))],
    },
    { kind: 'a body that does not come', pieces: [Buffer.concat([head, Buffer.from(CRLF)])], leaves: 'never' },
    { kind: 'headers that do not end', pieces: [head], leaves: 'never' },
  ]
}
