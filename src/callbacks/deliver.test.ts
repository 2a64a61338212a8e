// Slow: callbacks are delivered from a real PostgreSQL.
import { randomBytes } from 'node:crypto'
import { createServer as createRawServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeCertificate, type TestCertificate } from '../../test/certificate.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type Answer, listenOn, type Receiver, startReceiver } from '../../test/receiver.ts'
import { departmentSigningSecret } from '../access/organizations.ts'
import { rotateSigningSecret } from '../access/signing-secrets.ts'
import { inTransaction } from '../storage/db.ts'
import { requeueDelivery } from '../storage/deliveries.ts'
import { sealSecret } from '../storage/seal.ts'
import { whatFollows } from './deliver.ts'
import { createFakeDispatcher, type FakeDispatcher } from './dispatcher.fixture.ts'
import { holdTimeLimits, onBytesRead } from './time-limits.fixture.ts'
import type { TimeLimits } from './time-limits.fixture.ts'
import { JITTER, TRY_DELAYS_MS } from './timetable.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const key = randomBytes(32)
const cleanups: (() => Promise<unknown>)[] = []
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})
afterAll(() => database.close())

async function dispatcher(options: { random?: () => number } = {}): Promise<FakeDispatcher> {
  const made = await createFakeDispatcher(database, { key, ...options })
  cleanups.push(() => made.close())
  return made
}

async function receiver(answer: Answer, certificate?: TestCertificate): Promise<Receiver> {
  const made = await startReceiver(answer, certificate)
  cleanups.push(() => made.close())
  return made
}

/** The verdict of the reference library, with its clock at the moment of the call. */
function verify(secret: string, { headers, body }: Receiver['calls'][number]): unknown {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * SECOND_MS)
  try {
    return new Webhook(secret).verify(body, headers)
  } finally {
    clock.mockRestore()
  }
}

const statuses =
  (...given: readonly number[]): Answer =>
  (response, number) => {
    response.writeHead(given[Math.min(number, given.length) - 1]!).end('what it says')
  }

describe('what follows a call', () => {
  const answered = (status: number | null, retryAfter?: string) => ({ status, error: null, text: null, retryAfter })
  const inSeconds = (seconds: number) => ({ state: 'PENDING', at: new Date(NOW.getTime() + seconds * 1000) })

  for (const { tries, status, retryAfter, ageDays = 0, expected } of [
    { tries: 0, status: 200, expected: { state: 'DELIVERED' } },
    { tries: 9, status: 299, expected: { state: 'DELIVERED' } },
    { tries: 0, status: 410, expected: { state: 'GIVEN_UP' } },
    { tries: 0, status: 500, expected: inSeconds(5) },
    { tries: 0, status: 302, expected: inSeconds(5) },
    { tries: 0, status: 404, expected: inSeconds(5) },
    { tries: 0, status: null, expected: inSeconds(5) },
    { tries: 1, status: null, expected: inSeconds(300) },
    { tries: 8, status: 500, expected: inSeconds(86_400) },
    { tries: 9, status: 500, expected: { state: 'GIVEN_UP' } },
    { tries: 0, status: 503, retryAfter: '120', expected: inSeconds(120) },
    { tries: 0, status: 429, retryAfter: '1', expected: inSeconds(5) },
    { tries: 9, status: 503, retryAfter: '120', expected: { state: 'GIVEN_UP' } },
    { tries: 12, status: 500, expected: { state: 'GIVEN_UP' } },
    { tries: 3, status: 500, ageDays: 10, expected: inSeconds(7200) },
    { tries: 3, status: 500, ageDays: 10.01, expected: { state: 'GIVEN_UP' } },
    { tries: 3, status: 204, ageDays: 10.01, expected: { state: 'DELIVERED' } },
  ]) {
    test(`try ${tries + 1} of a delivery ${ageDays} days old, answered ${status} with Retry-After ${retryAfter}, leads to ${JSON.stringify(expected)}`, () => {
      const delivery = { tries, createdAt: new Date(NOW.getTime() - ageDays * 24 * HOUR_MS) }
      expect(whatFollows(delivery, answered(status, retryAfter), { now: NOW, random: () => 0 })).toEqual(expected)
    })
  }
})

describe('over 75 hours', () => {
  /** The waits between tries as multiples of the timetable's. */
  const stretches = (attempts: readonly { startedAt: Date }[]): number[] =>
    attempts.slice(1).map(({ startedAt }, i) => (startedAt.getTime() - attempts[i]!.startedAt.getTime()) / TRY_DELAYS_MS[i + 1]!)

  let limits: TimeLimits | null = null
  for (const { name, answer } of [
    { name: 'answers 500', answer: statuses(500) },
    { name: 'hangs', answer: (() => limits!.end()) satisfies Answer },
    { name: 'redirects', answer: ((response) => response.writeHead(307, { location: '/elsewhere' }).end()) satisfies Answer },
    { name: 'resets the connection', answer: ((_, __, request) => request.socket.resetAndDestroy()) satisfies Answer },
  ]) {
    test(`a receiver that ${name} every time gets ten tries, each at its time with a jitter of at most 10 %, and then the delivery is given up`, async () => {
      limits = name === 'hangs' ? holdTimeLimits() : null
      let draws = 0
      const made = await dispatcher({ random: () => ((draws += 7) % 10) / 10 })
      const { url, calls } = await receiver(answer)
      const startedAt = made.now()
      const jobId = await made.endJob(url)
      await made.run()
      const { state, tries, attempts, messageId } = await made.read(jobId)
      expect([state, tries, attempts.length]).toEqual(['GIVEN_UP', 10, 10])
      expect(attempts[0]!.startedAt).toEqual(startedAt)
      for (const stretch of stretches(attempts)) {
        expect(stretch).toBeGreaterThanOrEqual(1)
        expect(stretch).toBeLessThanOrEqual(1 + JITTER)
      }
      expect(new Set(stretches(attempts).map((stretch) => stretch.toFixed(2))).size).toBeGreaterThan(3)
      const hours = (made.now().getTime() - startedAt.getTime()) / HOUR_MS
      expect(hours).toBeGreaterThanOrEqual(75)
      expect(hours).toBeLessThan(83.2)
      expect(attempts.map(({ nextTryAt }) => nextTryAt)).toEqual([...attempts.slice(1).map(({ startedAt: at }) => at), null])
      expect(new Set(calls.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([messageId]))
      // Each try says when it was made: a receiver refuses a timestamp that is five minutes old.
      const timestamps = attempts.map((attempt) => String(Math.floor(attempt.startedAt.getTime() / SECOND_MS)))
      expect(calls.map(({ headers }) => headers['webhook-timestamp'])).toEqual(timestamps)
    })
  }

  test('a receiver that was down for a day and comes back gets the callback at the next try', async () => {
    const made = await dispatcher({ random: () => 0 })
    const { url, calls } = await receiver((response) => response.writeHead(made.now() < back ? 500 : 204).end())
    const back = new Date(made.now().getTime() + 24 * HOUR_MS)
    const jobId = await made.endJob(url)
    await made.run()
    const { state, tries, attempts } = await made.read(jobId)
    expect([state, tries]).toEqual(['DELIVERED', 8])
    expect(attempts.at(-1)).toMatchObject({ status: 204, error: null, nextTryAt: null })
    expect(calls).toHaveLength(8)
  })

  test('the result stays readable after the last try, for as long as its job is kept', async () => {
    const made = await dispatcher()
    const jobId = await made.endJob('http://127.0.0.1:1/')
    await database.db.query(`update jobs set state = 'SOLVING' where id = $1`, [jobId])
    await database.db.query(`update jobs set state = 'SOLVED', stop_reason = 'CONVERGED', ended_at = now(), solution = 'kept' where id = $1`, [jobId])
    await made.run()
    expect((await made.read(jobId)).state).toBe('GIVEN_UP')
    const { rows } = await database.db.query<{ solution: Buffer }>('select solution from jobs where id = $1', [jobId])
    expect(rows[0]!.solution.toString()).toBe('kept')
  })
})

describe('a receiver that', () => {
  const slow: Answer = (response) => {
    response.writeHead(200).write('a bit')
  }
  const huge: Answer = (response) => {
    response.writeHead(200).end('x'.repeat(10 * 1024 * 1024))
  }
  const brokenOff: Answer = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half of it')
    onBytesRead(() => response.socket?.resetAndDestroy())
  }
  for (const { name, answer, expected } of [
    { name: 'answers 500 and then 200', answer: statuses(500, 200), expected: { state: 'DELIVERED', statuses: [500, 200], waits: [5] } },
    { name: 'answers 404 and then 204', answer: statuses(404, 204), expected: { state: 'DELIVERED', statuses: [404, 204], waits: [5] } },
    { name: 'answers 410', answer: statuses(410), expected: { state: 'GIVEN_UP', statuses: [410], waits: [] } },
    { name: 'answers 500 and then 410', answer: statuses(500, 410), expected: { state: 'GIVEN_UP', statuses: [500, 410], waits: [5] } },
    { name: 'answers 200 and then drips', answer: slow, expected: { state: 'DELIVERED', statuses: [200], waits: [] } },
    { name: 'answers 200 with 10 MB', answer: huge, expected: { state: 'DELIVERED', statuses: [200], waits: [] } },
    { name: 'answers 200 and resets in the middle of the body', answer: brokenOff, expected: { state: 'DELIVERED', statuses: [200], waits: [] } },
    {
      name: 'asks for 1,000 s by Retry-After',
      answer: ((response, number) =>
        number === 1 ? response.writeHead(500, { 'retry-after': '1000' }).end() : response.writeHead(200).end()) satisfies Answer,
      expected: { state: 'DELIVERED', statuses: [500, 200], waits: [1000] },
    },
  ]) {
    test(`${name} leads to ${expected.state} after ${expected.statuses.join(', ')}`, async () => {
      if (answer === slow) onBytesRead(holdTimeLimits().end)
      const made = await dispatcher({ random: () => 0 })
      const { url } = await receiver(answer)
      const jobId = await made.endJob(url)
      await made.run()
      const { state, attempts } = await made.read(jobId)
      expect(state).toBe(expected.state)
      expect(attempts.map(({ status }) => status)).toEqual(expected.statuses)
      const waits = attempts.slice(1).map(({ startedAt }, i) => (startedAt.getTime() - attempts[i]!.startedAt.getTime()) / SECOND_MS)
      expect(waits).toEqual(expected.waits)
      for (const { answer: text } of attempts) expect(text?.length ?? 0).toBeLessThanOrEqual(200)
    })
  }

  test('gives a date in Retry-After is called then, and not before', async () => {
    const made = await dispatcher({ random: () => 0 })
    const date = new Date(Math.floor(made.now().getTime() / SECOND_MS) * SECOND_MS + 2 * HOUR_MS)
    const { url } = await receiver((response, number) =>
      number === 1 ? response.writeHead(503, { 'retry-after': date.toUTCString() }).end() : response.writeHead(200).end(),
    )
    const jobId = await made.endJob(url)
    await made.run()
    const { state, attempts } = await made.read(jobId)
    expect([state, attempts.map(({ status }) => status)]).toEqual(['DELIVERED', [503, 200]])
    expect(attempts[1]!.startedAt).toEqual(date)
  })

  test('is not there is tried again', async () => {
    const made = await dispatcher()
    const gone = createRawServer()
    const address = await listenOn(gone)
    await new Promise((done) => gone.close(done))
    const jobId = await made.endJob(`http://${address}/`)
    await made.run({ until: made.now() })
    expect(await made.read(jobId)).toMatchObject({
      state: 'PENDING',
      tries: 1,
      attempts: [{ status: null, error: 'The call failed: ECONNREFUSED.' }],
    })
  })

  for (const { name, host, trusted, expected } of [
    { name: 'has a certificate for another name', host: 'other.example', trusted: true, expected: 'The call failed: ERR_TLS_CERT_ALTNAME_INVALID.' },
    { name: 'has a certificate that nobody signed', host: '127.0.0.1', trusted: false, expected: 'The call failed: DEPTH_ZERO_SELF_SIGNED_CERT.' },
    { name: 'has the right certificate', host: '127.0.0.1', trusted: true, expected: null },
  ]) {
    test(`${name} ${expected === null ? 'gets the callback' : 'never sees a byte of it'}`, async () => {
      const certificate = makeCertificate(host)
      const before = getCACertificates('default')
      if (trusted) setDefaultCACertificates([...before, certificate.cert])
      cleanups.push(async () => setDefaultCACertificates(before))
      const made = await dispatcher()
      const { url, calls } = await receiver(statuses(200), certificate)
      const jobId = await made.endJob(url)
      await made.run({ until: made.now() })
      const { attempts } = await made.read(jobId)
      expect(attempts).toMatchObject([{ status: expected === null ? 200 : null, error: expected }])
      expect(calls).toHaveLength(expected === null ? 1 : 0)
    })
  }
})

describe('an address that says "slower"', () => {
  for (const status of [429, 502, 503, 504]) {
    test(`by ${status} is left in peace: its other callbacks wait too, without using up a try, and those to others do not`, async () => {
      const made = await dispatcher({ random: () => 0 })
      let isBusy = true
      const busy = await receiver((response) => response.writeHead(isBusy ? status : 204, { 'retry-after': '60' }).end())
      const other = await receiver(statuses(204))
      const first = await made.endJob(busy.url)
      const second = await made.endJob(busy.url.replace('/hook', '/another'))
      const third = await made.endJob(other.url)
      const startedAt = made.now()
      await made.run({ until: new Date(startedAt.getTime() + 59 * SECOND_MS) })
      expect(busy.calls).toHaveLength(1)
      expect(other.calls).toHaveLength(1)
      expect(await made.read(first)).toMatchObject({ state: 'PENDING', tries: 1 })
      expect(await made.read(second)).toMatchObject({ state: 'PENDING', tries: 0, nextTryAt: new Date(startedAt.getTime() + 60 * SECOND_MS) })
      expect(await made.read(third)).toMatchObject({ state: 'DELIVERED' })
      isBusy = false
      await made.run()
      expect(await made.read(first)).toMatchObject({ state: 'DELIVERED', tries: 2 })
      expect(await made.read(second)).toMatchObject({
        state: 'DELIVERED',
        tries: 1,
        attempts: [{ startedAt: new Date(startedAt.getTime() + 60 * SECOND_MS) }],
      })
    })
  }

  test('again and again is asked less and less often, and every callback is given up in the end', async () => {
    const made = await dispatcher({ random: () => 0.5 })
    const times: number[] = []
    const { url } = await receiver((response) => {
      times.push(made.now().getTime())
      response.writeHead(503).end()
    })
    const jobs: number[] = []
    for (let i = 0; i < 10; i += 1) jobs.push(await made.endJob(url))
    const startedMs = made.now().getTime()
    await made.run({ until: new Date(startedMs + HOUR_MS) })
    // Ten callbacks, each with three tries in the first hour, would be thirty calls.
    expect(times.length).toBeLessThan(25)
    await made.run()
    for (const jobId of jobs) expect((await made.read(jobId)).state).toBe('GIVEN_UP')
    expect(made.now().getTime() - startedMs).toBeLessThan(14 * 24 * HOUR_MS)
  })

  test('puts off nobody but the department that it was answered to', async () => {
    const [ours, theirs] = [await dispatcher(), await dispatcher()]
    const { url, calls } = await receiver(statuses(429, 204))
    const jobId = await ours.endJob(url)
    await ours.run({ until: ours.now() })
    const other = await theirs.endJob(url)
    await theirs.run({ until: theirs.now() })
    expect((await ours.read(jobId)).state).toBe('PENDING')
    expect((await theirs.read(other)).state).toBe('DELIVERED')
    expect(calls).toHaveLength(2)
  })
})

describe('an entry of the queue', () => {
  test('that a newer one stands for makes no call', async () => {
    const made = await dispatcher({ random: () => 0 })
    const { url, calls } = await receiver(statuses(500))
    const jobId = await made.endJob(url)
    await made.run({ until: made.now() })
    const due = await inTransaction(database.db, (tx) => requeueDelivery(tx, { jobId, number: 1, mostTries: 100 }))
    if (due?.outcome === 'queued') made.enqueue(due.delivery)
    await made.run({ until: made.now() })
    expect(calls).toHaveLength(2)
    // The one from the first try would come now, the second's is due after 5 min.
    await made.run({ until: new Date(made.now().getTime() + 10 * SECOND_MS) })
    expect(calls).toHaveLength(2)
    await made.run()
    expect(await made.read(jobId)).toMatchObject({ state: 'GIVEN_UP', tries: 10 })
  })

  test('of a delivery that is over makes no call', async () => {
    const made = await dispatcher()
    const { url, calls } = await receiver(statuses(204))
    const jobId = await made.endJob(url)
    await database.db.query(`update deliveries set state = 'CANCELLED', ended_at = now(), body = null where job_id = $1`, [jobId])
    expect(await made.run()).toBe(1)
    expect(calls).toEqual([])
  })
})

describe('a callback that cannot be made ready', () => {
  for (const { name, damage } of [
    { name: 'whose signing secret is sealed with another key', damage: `update departments set signing_secret = $2 where id = $3` },
    { name: 'whose body is sealed with another key', damage: 'update deliveries set body = $2 where job_id = $1' },
    { name: 'whose body is damaged', damage: `update deliveries set body = '\\x1f8b' where job_id = $1` },
  ]) {
    test(`${name} is a failed try, tried again by the timetable and then given up, without a call`, async () => {
      const made = await dispatcher({ random: () => 0 })
      const { url, calls } = await receiver(statuses(204))
      const jobId = await made.endJob(url)
      const foreign = sealSecret(randomBytes(32), damage.includes('departments') ? 'signing-secret' : 'callback-body', 'x')
      const values = [jobId, foreign, made.caller.departmentId]
      await database.db.query(`with given as (select $1::integer, $2::bytea, $3::integer) ${damage}`, values)
      await made.run()
      const { state, attempts } = await made.read(jobId)
      expect([state, attempts.length, calls]).toEqual(['GIVEN_UP', TRY_DELAYS_MS.length, []])
      for (const { status, error } of attempts) expect([status, error]).toEqual([null, expect.stringContaining('could not be made ready')])
    })
  }

  test('is made after all when the key is right again before the last try', async () => {
    const made = await dispatcher({ random: () => 0 })
    const { url, calls } = await receiver(statuses(204))
    const jobId = await made.endJob(url)
    const { rows } = await database.db.query<{ body: Buffer }>('select body from deliveries where job_id = $1', [jobId])
    const set = (body: Buffer) => database.db.query('update deliveries set body = $2 where job_id = $1', [jobId, body])
    await set(sealSecret(randomBytes(32), 'callback-body', 'x'))
    await made.run({ until: made.now() })
    await set(rows[0]!.body)
    await made.run()
    expect(await made.read(jobId)).toMatchObject({ state: 'DELIVERED', tries: 2 })
    expect(calls).toHaveLength(1)
  })
})

describe('the signature', () => {
  test('of every try is accepted by the reference library', async () => {
    const made = await dispatcher()
    const { url, calls } = await receiver(statuses(500, 500, 500, 204))
    await made.endJob(url, JSON.stringify({ type: 'schedule.solved', name: 'Zoë ☃' }))
    await made.run()
    const { organizationId: organization, departmentId: department } = made.caller
    const secret = await departmentSigningSecret({ db: database.db, key }, { organization, department })
    expect(calls).toHaveLength(4)
    for (const call of calls) expect(verify(secret, call)).toEqual({ type: 'schedule.solved', name: 'Zoë ☃' })
    expect(calls[0]!.headers).toMatchObject({ 'x-key': 's3cr3t', 'content-type': 'application/json' })
  })

  test('is made with both secrets while one is being changed, and with the new one alone after', async () => {
    const made = await dispatcher()
    const of = { organization: made.caller.organizationId, department: made.caller.departmentId }
    const deps = { db: database.db, key }
    const before = await departmentSigningSecret(deps, of)
    const after = await rotateSigningSecret(deps, { ...of, overlapHours: 1 })
    const { url, calls } = await receiver(statuses(204))
    await made.endJob(url)
    await made.run()
    for (const secret of [before, after]) expect(verify(secret, calls[0]!)).toMatchObject({ type: 'schedule.solved' })

    await database.db.query(`update departments set previous_secret_until = now() - interval '1 second' where id = $1`, [made.caller.departmentId])
    await made.endJob(url)
    await made.run()
    expect(verify(after, calls[1]!)).toMatchObject({ type: 'schedule.solved' })
    expect(() => verify(before, calls[1]!)).toThrow()
  })
})
