// Slow: schedules of the largest sizes are read in threads.
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { JSON_TYPE, LIMITS, PLANNER, problemOf, SCHEDULE } from '../../test/edge.ts'
import { createFakeUseCases } from '../../test/fake-use-cases.ts'
import { until } from '../../test/patience.ts'
import { createApp } from './app.ts'
import type { AppOptions } from './app.ts'
import { createScheduleReader } from './schedule-reader.ts'

const SHAPE = { bodyDepth: 64, bodyValues: 100_000, jobMemoryMib: 2048 }
const NEVER = new AbortController().signal
const MIB = 1024 * 1024

const closing: { close(): unknown }[] = []
afterEach(async () => {
  for (const thing of closing.splice(0)) await thing.close()
})

function makeReader() {
  const reader = createScheduleReader(SHAPE)
  closing.push(reader)
  return reader
}

const bytesOf = (document: unknown): Buffer => Buffer.from(JSON.stringify(document))
/** Large by blanks alone, so that it is read in the thread. */
const padded = (document: unknown): Buffer => Buffer.concat([bytesOf(document), Buffer.alloc(300 * 1024, 0x20)])

describe('a large schedule', () => {
  test('is read as a small one is, with the same outline, errors and warnings', async () => {
    const reader = makeReader()
    for (const document of [SCHEDULE, { ...SCHEDULE, odd: 1 }, { ...SCHEDULE, shifts: 1 }, [], null]) {
      for (const strict of [true, false]) {
        const { packed: none, ...small } = await reader.read(bytesOf(document), { strict, signal: NEVER })
        const { packed, ...large } = await reader.read(padded(document), { strict, signal: NEVER })
        expect(large).toEqual(small)
        expect(none).toBeNull()
        if (small.outline === null) expect(packed).toBeNull()
        else expect(gunzipSync(packed!)).toEqual(padded(document))
      }
    }
  })

  test('does not keep the event loop while it is read', async () => {
    const reader = createScheduleReader({ ...SHAPE, bodyValues: 10_000_000 })
    closing.push(reader)
    const reading = reader.read(Buffer.from(`{"settings":{${Array.from({ length: 400_000 }, (_, i) => `"s${i}":0`).join(',')}}}`), {
      strict: false,
      signal: NEVER,
    })
    let turns = 0
    const counting = setInterval(() => (turns += 1), 5)
    expect((await reading).errors.length).toBeGreaterThan(0)
    clearInterval(counting)
    expect(turns).toBeGreaterThan(5)
  })

  test('that takes too much time is refused by what its thread works, not by what a busy machine takes', async () => {
    const heavy = Buffer.from(`{"settings":{${Array.from({ length: 400_000 }, (_, i) => `"s${i}":0`).join(',')}}}`)
    let looks = 0
    const reader = (workedMs: number) => {
      const usedMs = (): Promise<number> => Promise.resolve(1 + workedMs * (looks += 1))
      const made = createScheduleReader({ ...SHAPE, bodyValues: 10_000_000 }, { lookMs: 1, readMs: 1000, usedMs })
      closing.push(made)
      return made.read(heavy, { strict: false, signal: NEVER })
    }
    await expect(reader(1001)).rejects.toMatchObject({
      code: 'body-too-large',
      message: expect.stringContaining('The body takes too much time to read.'),
    })
    expect(looks).toBe(2)
    looks = 0
    expect((await reader(0)).errors.length).toBeGreaterThan(0)
    expect(looks).toBeGreaterThan(2)
  })

  test('that is no JSON, too deep, or of too many values is refused with the same words as a small one', async () => {
    const reader = makeReader()
    for (const [text, code, detail] of [
      ['{', 'body-unreadable', /^The body is not JSON: it breaks off at line 1, column \d+\.$/],
      [`${'['.repeat(65)}${']'.repeat(65)}`, 'body-unreadable', 'The body nests deeper than 64 levels.'],
      [`[${'{},'.repeat(60_000)}{}]`, 'body-too-large', 'The body has more than 100000 values.'],
    ] as const) {
      const large = Buffer.concat([Buffer.from(text), Buffer.alloc(300 * 1024, 0x20)])
      await expect(reader.read(large, { strict: false, signal: NEVER })).rejects.toMatchObject({
        code,
        message: expect.stringMatching(detail) as unknown,
      })
    }
  })

  test('is not read for a client that has gone, nor by a reader that is closed', async () => {
    const reader = makeReader()
    const gone = new AbortController()
    const first = reader.read(padded(SCHEDULE), { strict: false, signal: NEVER })
    const second = reader.read(padded(SCHEDULE), { strict: false, signal: gone.signal })
    const third = reader.read(padded(SCHEDULE), { strict: false, signal: NEVER })
    gone.abort()
    await expect(second).rejects.toMatchObject({ code: 'shutting-down' })
    expect((await Promise.all([first, third])).map(({ errors }) => errors)).toEqual([[], []])
    const last = reader.read(padded(SCHEDULE), { strict: false, signal: NEVER })
    await Promise.all([expect(last).rejects.toMatchObject({ code: 'shutting-down' }), reader.close()])
    await expect(reader.read(padded(SCHEDULE), { strict: false, signal: NEVER })).rejects.toMatchObject({ code: 'shutting-down' })
  })
})

describe('schedules of middling size', () => {
  const named = (i: number): Buffer =>
    Buffer.concat([bytesOf({ ...SCHEDULE, callbackUrl: `https://consumer.example/${i}` }), Buffer.alloc((i % 3 === 0 ? 200 : 20) * 1024, 0x20)])

  test('that arrive together get each its own answer, from the thread or meanwhile from the event loop', async () => {
    const reader = makeReader()
    const from = new Set<string>()
    const readTogether = async (): Promise<boolean> => {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => reader.read(named(i), { strict: false, signal: NEVER })))
      expect(answers.map(({ callbackUrl }) => callbackUrl)).toEqual(answers.map((_, i) => `https://consumer.example/${i}`))
      for (const [i, { packed }] of answers.entries()) {
        from.add(packed === null ? 'event loop' : 'thread')
        if (packed !== null) expect(gunzipSync(packed)).toEqual(named(i))
      }
      return from.size === 2
    }
    // The thread starts meanwhile.
    await until('both have read', readTogether)
    expect(from).toEqual(new Set(['event loop', 'thread']))
  })

  test('are refused in the thread with the same words', async () => {
    const reader = makeReader()
    const broken = Buffer.concat([Buffer.from('{'), Buffer.alloc(20 * 1024, 0x20)])
    for (let round = 0; round < 100; round += 1) {
      await expect(reader.read(broken, { strict: false, signal: NEVER })).rejects.toMatchObject({ code: 'body-unreadable' })
      await sleep(5)
    }
  })

  test('are read also while and after the reader closes', async () => {
    const reader = makeReader()
    const read = () => Promise.all(Array.from({ length: 20 }, (_, i) => reader.read(named(i), { strict: false, signal: NEVER })))
    await read()
    await sleep(500)
    const [answers] = await Promise.all([read(), reader.close()])
    expect(answers.map(({ errors }) => errors)).toEqual(answers.map(() => []))
    expect(await read()).toHaveLength(20)
  })
})

describe('bodies', () => {
  async function makeApp(limits: Partial<AppOptions['limits']>) {
    const fake = createFakeUseCases()
    const app = await createApp(fake, { limits: { ...LIMITS, ...limits } })
    closing.push(app)
    const submit = (payload: Buffer, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: '/api/v1/gateway', headers: { ...PLANNER, ...JSON_TYPE, ...headers }, payload })
    return { app, fake, submit }
  }

  test('that a node holds together are limited, whether their length is told or not, and those that are answered make room', async () => {
    const { fake, submit } = await makeApp({ bodyBytes: 4 * MIB, heldBodyBytes: 5 * MIB })
    const arrived = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    fake.checkCallbackUrl = async () => {
      arrived.resolve()
      await release.promise
      return null
    }
    const large = Buffer.concat([bytesOf(SCHEDULE), Buffer.alloc(3 * MIB, 0x20)])
    const first = submit(large)
    await arrived.promise
    const refused = await submit(large)
    expect(problemOf(refused)).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(refused.headers['retry-after']).toBe('5')
    expect(problemOf(await submit(gzipSync(large), { 'content-encoding': 'gzip' }))).toMatchObject({ status: 429 })
    release.resolve()
    expect((await first).statusCode).toBe(201)
    expect((await submit(gzipSync(large), { 'content-encoding': 'gzip' })).statusCode).toBe(201)
    expect((await submit(large)).statusCode).toBe(201)
  })

  test('of other addresses than the submission are limited to 64 KiB', async () => {
    const { app } = await makeApp({ bodyBytes: 4 * MIB })
    const login = (bytes: number) => {
      const payload = Buffer.concat([bytesOf({ email: 'a@b.example', password: 'right' }), Buffer.alloc(bytes, 0x20)])
      return app.inject({ method: 'POST', url: '/v1/auth', headers: JSON_TYPE, payload })
    }
    expect((await login(60_000)).statusCode).toBe(200)
    expect(problemOf(await login(70_000))).toMatchObject({ status: 413, code: 'body-too-large' })
  })
})
