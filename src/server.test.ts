// Slow: a callback is tried again after five seconds, and whole servers start and stop.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { until } from '../test/patience.ts'
import { type ReceivedCall, type Receiver, startReceiver } from '../test/receiver.ts'
import { createDepartment, createOrganization, departmentSigningSecret } from './access/organizations.ts'
import { createToken } from './access/tokens.ts'
import { createUser } from './access/users.ts'
import { type Client, createClient, RequestRefused, verifyCallback } from './client/client.ts'
import { type Config, readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'
import { OUTCOME } from './solved-at-once.fixture.ts'
import { listDeliveries, listDeliveryAttempts } from './storage/deliveries.ts'
import { openDb } from './storage/db.ts'
import type { SolveOutcome, StartSolve } from './threads/pool.ts'

const KEY = randomBytes(32)
const SOLUTION = { stopReason: 'CONVERGED', score: [0, 0, 0, 7], bound: null, gap: null, shifts: [{ id: 1, employee: 1 }], unassigned: [] }

/** Solves in no time, except schedules that ask for a long search: those find a first roster and end only when they are told to stop. */
const instantSolve: StartSolve = ({ document }, { onProgress }) => {
  const { termination } = JSON.parse(Buffer.from(document).toString()) as { termination?: { maxSeconds?: number } }
  const outcome: SolveOutcome = { ...OUTCOME, solution: Buffer.from(JSON.stringify(SOLUTION)) }
  const result = Promise.withResolvers<SolveOutcome>()
  if (termination?.maxSeconds === 3600) onProgress({ elapsedMs: 1, score: [0, 0, 0, 0], moves: 3, roster: Int32Array.of(0) })
  else result.resolve(outcome)
  return {
    result: result.promise,
    stop: () => result.resolve({ ...outcome, stopReason: 'STOPPED' }),
    cancel: () => result.reject(new DOMException('cancelled', 'AbortError')),
  }
}

let database: TestDatabase
let server: RunningServer
let receiver: Receiver
let client: Client
let secret = ''
let headers: Record<string, string>

const configOf = (url: string): Config =>
  readConfig(
    { port: 0, databaseUrl: url, callbackAllow: '127.0.0.0/8', threads: 1 },
    // Tests ask until something is so, which is no reason to refuse them.
    { TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal', TURNUS_REQUESTS_PER_MINUTE: '1000000' },
  )

beforeAll(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver((response, _number, { url }) => response.writeHead(callsTo(url!).length === 1 ? firstStatusOf(url!) : 200).end())
  server = await startServer(configOf(database.url), { startSolve: instantSolve })
  const of = { organization: 'Turnus', department: 'main' }
  const { token } = await createToken(database, of)
  headers = { authorization: `Bearer ${token}` }
  client = createClient({ baseUrl: server.address!, token, retry: { tries: 1 } })
  secret = await departmentSigningSecret({ db: database.db, key: KEY }, of)
})

afterAll(async () => {
  await server?.close()
  await receiver?.close()
  await database?.close()
})

const schedule = (more: object = {}) => ({
  callbackUrl: receiver.url,
  callbackAuthenticationHeaderName: 'X-API-Key',
  callbackAuthenticationHeaderValue: 'sesame',
  timeZone: 'Europe/Copenhagen',
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
  ...more,
})

/** An address of the receiver with words of its own. `first=410` says the status of its first answer; the others are 200. */
const hook = (words: string): string => `${receiver.url}&${words}`
const firstStatusOf = (url: string): number => Number(/&first=(\d+)/.exec(url)?.[1] ?? 200)
const callsTo = (url: string): readonly ReceivedCall[] => receiver.calls.filter((call) => url.endsWith(call.url))

async function callFor(solverProblemId: string, count = 1): Promise<readonly ReceivedCall[]> {
  const mine = () => receiver.calls.filter(({ body }) => (JSON.parse(body) as { solverProblemId: string }).solverProblemId === solverProblemId)
  await until(`${count} calls for ${solverProblemId}`, () => mine().length >= count)
  return mine()
}

async function statusOf(promise: Promise<unknown>): Promise<number | null> {
  return promise.then(
    () => null,
    (error: unknown) => (error instanceof RequestRefused ? error.status : Promise.reject(error)),
  )
}

describe('a server', () => {
  test('makes an administrator at its very first start, whose password opens it', async () => {
    const { email, password } = server.firstAdministrator!
    const login = await fetch(`${server.address}/v1/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(login.status).toBe(200)
    const { access_token } = (await login.json()) as { access_token: string }
    expect(access_token).toMatch(/^tns_/)
    expect(await createClient({ baseUrl: server.address!, token: access_token, retry: { tries: 1 } }).list()).toEqual(expect.any(Array))
  })

  test('refuses a wrong password and an unknown e-mail with the same answer', async () => {
    const answers = await Promise.all(
      [server.firstAdministrator!.email, 'nobody@turnus.localhost', 'odd\0\ud800@x'].map(async (email) => {
        const answer = await fetch(`${server.address}/v1/auth`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: 'wrong password' }),
        })
        return [answer.status, await answer.text()]
      }),
    )
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]![0]).toBe(401)
  })

  test('solves a submission and calls back, signed, with the header that the client named', async () => {
    const { solverProblemId, status } = await client.submit(schedule())
    expect(status).toBe('QUEUED')
    const [call] = await callFor(solverProblemId)
    expect(verifyCallback(call!.body, call!.headers, secret)).toEqual({
      type: 'schedule.solved',
      solverProblemId,
      status: 'SOLVED',
      name: null,
      reference: null,
      labels: {},
      basedOn: null,
      ...SOLUTION,
    })
    expect(call!.headers['x-api-key']).toBe('sesame')
    expect(await client.waitForEnd(solverProblemId, { everyMs: 50 })).toMatchObject({
      status: 'SOLVED',
      stopReason: 'CONVERGED',
      score: [0, 0, 0, 7],
    })
    expect(await client.solution(solverProblemId)).toEqual({ solverProblemId, status: 'SOLVED', ...SOLUTION })
    expect((await client.list())[0]).toMatchObject({ solverProblemId })
  })

  test('gives a delivery up when the receiver says that it is gone', async () => {
    const { solverProblemId } = await client.submit(schedule({ callbackUrl: hook('first=410') }))
    await callFor(solverProblemId)
    await until('the delivery is given up', async () => (await listDeliveries(database.db, Number(solverProblemId)))[0]?.state === 'GIVEN_UP')
  })

  test('ends a long search when it is told to, and delivers it', async () => {
    const { solverProblemId } = await client.submit(schedule({ termination: { maxSeconds: 3600 } }))
    await until('the search has begun', async () => (await client.entry(solverProblemId)).status === 'SOLVING')
    expect(await client.stop(solverProblemId)).toMatchObject({ status: 'SOLVING', progress: { stopRequested: true } })
    await callFor(solverProblemId)
    expect(await client.waitForEnd(solverProblemId, { everyMs: 50 })).toMatchObject({ stopReason: 'STOPPED' })
    expect(await statusOf(client.stop(solverProblemId))).toBe(409)
  })

  test('shows the best schedule so far while it searches, and late pick-up still has nothing', async () => {
    const { solverProblemId } = await client.submit(schedule({ termination: { maxSeconds: 3600 } }))
    await until('a first roster', () => client.solution(solverProblemId))
    const url = `${server.address}/api/v1/gateway/${solverProblemId}/solution`
    const answer = await fetch(url, { headers })
    expect(await answer.json()).toMatchObject({
      solverProblemId,
      status: 'SOLVING',
      stopReason: null,
      score: [0, 0, 0, 0],
      shifts: [{ id: 1, employee: 1 }],
      constraintRelease: [],
      statistics: { moves: 3 },
    })
    const etag = answer.headers.get('etag')!
    expect((await fetch(url, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(`${server.address}/api/v1/${solverProblemId}`, { headers })).status).toBe(204)
    await client.withdraw(solverProblemId)
  })

  test('withdraws a running search once, without a callback', async () => {
    const { solverProblemId } = await client.submit(schedule({ termination: { maxSeconds: 3600 } }))
    await client.withdraw(solverProblemId)
    expect(await statusOf(client.withdraw(solverProblemId))).toBe(404)
    expect(await statusOf(client.entry(solverProblemId))).toBe(404)
    expect(receiver.calls.some(({ body }) => body.includes(`"solverProblemId":"${solverProblemId}"`))).toBe(false)
  })

  test('answers a repeated idempotency key with the first request, and refuses it with another body', async () => {
    const body = JSON.stringify(schedule())
    const first = await client.submit(body, { idempotencyKey: 'key-1' })
    expect(await client.submit(body, { idempotencyKey: 'key-1' })).toEqual(first)
    await client.waitForEnd(first.solverProblemId, { everyMs: 50 })
    expect(await client.submit(body, { idempotencyKey: 'key-1' })).toEqual(first)
    expect(await statusOf(client.submit(`${body} `, { idempotencyKey: 'key-1' }))).toBe(422)
  })

  test("does not show one department another's requests", async () => {
    const { solverProblemId } = await client.submit(schedule())
    await createDepartment({ db: database.db, key: KEY }, { organization: 'Turnus', name: 'neighbours' })
    const { token } = await createToken(database, { organization: 'Turnus', department: 'neighbours' })
    const neighbour = createClient({ baseUrl: server.address!, token, retry: { tries: 1 } })
    for (const ask of [neighbour.entry, neighbour.solution, neighbour.stop, neighbour.withdraw])
      expect(await statusOf(ask(solverProblemId))).toBe(403)
    expect(await neighbour.list()).toEqual([])
  })

  test('answers 404 for identifiers that cannot be', async () => {
    for (const id of ['999999999', '0', '01', '-1', 'x', '9'.repeat(400), '1e3', '9223372036854775808', '\0', '../1', '1;--']) {
      for (const ask of [client.entry, client.solution, client.stop, client.withdraw]) expect([id, await statusOf(ask(id))]).toEqual([id, 404])
    }
  })

  test('stores what a client writes, whatever the characters', async () => {
    const answer = await client.submit(schedule({ ['odd\0\ud800']: 1, note: '\0' }))
    expect(answer.warnings).toHaveLength(2)
    await callFor(answer.solverProblemId)
  })

  test('refuses a callback address that is not public, with its pointer', async () => {
    const hint = expect.stringMatching(/public address.*TURNUS_CALLBACK_ALLOW or --callback-allow, such as 127\.0\.0\.1 /)
    const refused = { pointer: '/callbackUrl', code: 'callback-address-refused', hint }
    const refusal = await client.submit(schedule({ callbackUrl: 'http://169.254.169.254/latest' })).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 422, problem: { errors: [refused] } })
  })

  test('is ready while its database answers', async () => {
    expect((await fetch(`${server.address}/health/ready`)).status).toBe(200)
  })
})

// What waits has a database of its own, or an address of the receiver, and waits side by side.
describe.concurrent('side by side,', () => {
  test('a callback is tried again after 5 s when the receiver fails, under the same webhook-id', async () => {
    const { solverProblemId } = await client.submit(schedule({ callbackUrl: hook('first=500') }))
    const [first, second] = await callFor(solverProblemId, 2)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    await until('it is delivered', async () => (await listDeliveries(database.db, Number(solverProblemId)))[0]?.state === 'DELIVERED')
    const [delivery] = await listDeliveries(database.db, Number(solverProblemId))
    const attempts = await listDeliveryAttempts(database.db, delivery!.id)
    expect(attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 200],
    ])
    expect(attempts[1]!.startedAt.getTime() - attempts[0]!.startedAt.getTime()).toBeGreaterThanOrEqual(5000)
  })

  test('a server that is closed in mid-search hands the job to the next one, which starts without a new administrator', async () => {
    const own = await createTestDatabase()
    const config = configOf(own.url)
    const first = await startServer(config, { startSolve: instantSolve })
    const { token } = await createToken(own, { organization: 'Turnus', department: 'main' })
    const { solverProblemId } = await createClient({ baseUrl: first.address!, token, retry: { tries: 1 } }).submit(
      schedule({ callbackUrl: hook('mid-search'), termination: { maxSeconds: 3600 } }),
    )
    const db = openDb(own.url)
    const stateOf = async () => (await db.query<{ state: string }>('select state from jobs where id = $1', [solverProblemId])).rows[0]!.state
    await until('the search runs', async () => (await stateOf()) === 'SOLVING')
    await first.close()
    await first.close()

    const second = await startServer(config, {
      startSolve: (request, events) => {
        const handle = instantSolve(request, events)
        handle.stop()
        return handle
      },
    })
    expect(second.firstAdministrator).toBeNull()
    await until('it is called back', () => callsTo(hook('mid-search')).length > 0)
    expect(await stateOf()).toBe('SOLVED')
    await second.close()
    await db.close()
    await own.close()
  })

  test('a server whose every connection to the database broke off answers 503 at most for a moment, and goes on solving', async () => {
    const own = await createTestDatabase()
    const running = await startServer(configOf(own.url), { startSolve: instantSolve })
    const { token } = await createToken(own, { organization: 'Turnus', department: 'main' })
    const ownClient = createClient({ baseUrl: running.address!, token, retry: { tries: 1 } })
    await ownClient.submit(schedule())
    await own.db.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
    const statuses = new Set<number | null>()
    await until('a list is answered', async () => {
      const status = await statusOf(ownClient.list())
      statuses.add(status)
      return status === null
    })
    expect([...statuses].filter((status) => status !== null && status !== 503)).toEqual([])
    const { solverProblemId } = await ownClient.submit(schedule())
    expect(await ownClient.waitForEnd(solverProblemId, { everyMs: 50 })).toMatchObject({ status: 'SOLVED' })
    await running.close()
    await own.close()
  })

  test('a start without a secret key is refused before anything is made in the database', async () => {
    const own = await createTestDatabase('empty')
    const config = readConfig({ port: 0, databaseUrl: own.url }, { TURNUS_LOG_LEVEL: 'fatal' })
    await expect(startServer(config)).rejects.toMatchObject({ code: 'usage-wrong' })
    expect((await own.db.query(`select from pg_tables where schemaname in ('public', 'pgboss')`)).rowCount).toBe(0)
    await own.close()
  })

  test('a start that fails makes no administrator, and the next start shows one', async () => {
    const own = await createTestDatabase()
    const port = Number(new URL(receiver.url).port)
    await expect(startServer({ ...configOf(own.url), port })).rejects.toMatchObject({
      code: 'environment-unfit',
      message: expect.stringContaining(String(port)),
    })
    const next = await startServer(configOf(own.url))
    expect(next).toMatchObject({ firstAdministrator: { email: expect.any(String), password: expect.any(String) }, withoutAdministrator: null })
    await next.close()
    await own.close()
  })

  test('a first start beside an organization that somebody made makes none, and names it while it has no administrator', async () => {
    const own = await createTestDatabase()
    await createOrganization(own, 'City Hospital')
    const first = await startServer(configOf(own.url))
    expect(first).toMatchObject({ firstAdministrator: null, withoutAdministrator: { id: 1, name: 'City Hospital' } })
    await first.close()
    await createUser(own, { organization: 1, email: 'a@b.example', password: 'a long password', role: 'administrator', departments: [] })
    const second = await startServer(configOf(own.url))
    expect(second).toMatchObject({ firstAdministrator: null, withoutAdministrator: null })
    await second.close()
    await own.close()
  })
})
