import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JSON_TYPE, LIMITS, problemOf } from '../../../test/edge.ts'
import { createFakeUseCases } from '../../../test/fake-use-cases.ts'
import { createApp } from '../app.ts'
import type { App } from '../typed-app.ts'

const PAGE = '<!doctype html><title>Turnus</title>'
const SCRIPT = 'export const x = 1 // '.padEnd(2000, 'x')
const NOTHING_BUT_ITSELF =
  /^default-src 'none'; script-src 'self'; .*connect-src 'self'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'$/

let parent: string
let folder: string
let app: App

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'turnus-console-'))
  folder = join(parent, 'console')
  await mkdir(join(folder, 'assets', 'deeper'), { recursive: true })
  await writeFile(join(parent, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'config.json'), '{}')
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'main-1a2b.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(folder, 'assets', '.hidden'), 'secret')
  await writeFile(join(folder, 'assets', 'deeper', 'x.js'), 'secret')
})
afterAll(() => rm(parent, { recursive: true }))

beforeEach(async () => {
  app = await createApp(createFakeUseCases(), { limits: LIMITS, consoleFolder: folder })
})
afterEach(() => app.close())

describe('the console', () => {
  test('is served at /, to be asked for each time, and may load and ask nothing but its own host', async () => {
    const answer = await app.inject({ method: 'GET', url: '/', headers: { accept: 'text/html,application/xhtml+xml' } })
    expect(answer).toMatchObject({ statusCode: 200, body: PAGE })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringMatching(NOTHING_BUT_ITSELF),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    const again = await app.inject({ method: 'GET', url: '/', headers: { 'if-none-match': String(answer.headers['etag']) } })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
  })

  test('keeps files with a hash in their name for a year, compressed where that is taken', async () => {
    const plain = await app.inject({ method: 'GET', url: '/assets/main-1a2b.js' })
    expect(plain).toMatchObject({ statusCode: 200, body: SCRIPT })
    expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'vary': 'accept-encoding' })
    expect(plain.headers['content-type']).toMatch(/^(?:text|application)\/javascript/)
    const packed = await app.inject({ method: 'GET', url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'br, gzip' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': plain.headers['content-type'] })
    expect(packed.rawPayload.length).toBeLessThan(200)
    expect(gunzipSync(packed.rawPayload).toString()).toBe(SCRIPT)
  })

  test('has four kinds of addresses, which can only be read, and of which none is one of the interface', async () => {
    const bare = await createApp(createFakeUseCases(), { limits: LIMITS })
    const added = listPaths(app).filter((line) => !listPaths(bare).includes(line))
    await bare.close()
    expect(added).toEqual(['/ (GET, HEAD)', '/assets/:name (GET, HEAD)', '/config.json (GET, HEAD)', '/icon.svg (GET, HEAD)'])
    for (const url of ['/', '/config.json', '/icon.svg', '/assets/main-1a2b.js'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const answer = await app.inject({ method, url, headers: JSON_TYPE, payload: '{}' })
        expect(problemOf(answer)).toMatchObject({ status: 405, code: 'method-not-allowed' })
        expect(answer.headers.allow).toBe('GET, HEAD')
      }
  })

  for (const url of [
    '/assets/',
    '/assets/none.js',
    '/assets/.hidden',
    '/assets/deeper/x.js',
    '/assets/deeper%2fx.js/..',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%00',
    '/../secret.txt',
    '/secret.txt',
    '/index.html',
    '/x/',
  ])
    test(`${url} is refused as everything else is`, async () => {
      const answer = await app.inject({ method: 'GET', url })
      expect(problemOf(answer).status).toBe(404)
      expect(answer.headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
    })

  test('changes nothing for the other addresses: no policy of a page, and nothing to keep', async () => {
    const answer = await app.inject({ method: 'GET', url: '/health/live' })
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
  })

  test('that was never built says how to build it, and is there as soon as it is', async () => {
    const later = join(parent, 'later')
    const unbuilt = await createApp(createFakeUseCases(), { limits: LIMITS, consoleFolder: later })
    const answer = await unbuilt.inject({ method: 'GET', url: '/' })
    expect(problemOf(answer)).toMatchObject({ status: 404, code: 'console-not-built', hint: expect.stringContaining('npm run setup') })
    await mkdir(later)
    await writeFile(join(later, 'index.html'), PAGE)
    expect(await unbuilt.inject({ method: 'GET', url: '/' })).toMatchObject({ statusCode: 200, body: PAGE })
    await unbuilt.close()
  })

  test('that is switched off is no address at all', async () => {
    const without = await createApp(createFakeUseCases(), { limits: LIMITS, consoleFolder: null })
    for (const url of ['/', '/assets/main-1a2b.js'])
      expect(problemOf(await without.inject({ method: 'GET', url }))).toMatchObject({ status: 404, code: 'route-not-found' })
    await without.close()
  })
})

/** The addresses of an app as `/path (METHODS)`, sorted. */
function listPaths(of: App): readonly string[] {
  const parts: string[] = []
  return of
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const [, indent, part, methods] = /^([│ ]*)[├└]── (\S+)(?: (\([A-Z, ]+\)))?$/.exec(line)!
      parts.length = indent!.length / 4
      parts.push(part!)
      return methods === undefined ? [] : [`${parts.join('')} ${methods}`]
    })
    .sort()
}
