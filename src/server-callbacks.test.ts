// Slow: whole servers call back, fail and try again on a real PostgreSQL.
import { randomBytes } from 'node:crypto'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { until } from '../test/patience.ts'
import { type ReceivedCall, type Receiver, startReceiver } from '../test/receiver.ts'
import { createDepartment } from './access/organizations.ts'
import { createToken } from './access/tokens.ts'
import { createClient } from './client/client.ts'
import { readConfig } from './config.ts'
import { CallbackOrigin, Delivery, DepartmentDelivery } from './api/schemas/callback-log.ts'
import { type RunningServer, startServer } from './server.ts'
import { solvedAtOnce } from './solved-at-once.fixture.ts'

const KEY = randomBytes(32)
const UNKNOWN_ORIGIN = 'https://nowhere.example'
let database: TestDatabase
let server: RunningServer
let receiver: Receiver
let token = ''
let neighbour = ''
/** What the receiver waits for before it answers a second call of an address that says `held`. */
const release = Promise.withResolvers<void>()

beforeAll(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver((response, _number, { url }) => {
    const count = callsTo(url!).length
    const answer = (): void => void response.writeHead(statusesOf(url!)[count - 1] ?? 204).end('what it says')
    if (url!.includes('&held') && count > 1) void release.promise.then(answer)
    else answer()
  })
  const config = readConfig(
    { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1 },
    // Tests ask until something is so, which is no reason to refuse them.
    { TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal', TURNUS_REQUESTS_PER_MINUTE: '1000000' },
  )
  server = await startServer(config, { startSolve: solvedAtOnce })
  token = (await createToken(database, { organization: 'Turnus', department: 'main' })).token
  await createDepartment({ db: database.db, key: KEY }, { organization: 'Turnus', name: 'neighbours' })
  neighbour = (await createToken(database, { organization: 'Turnus', department: 'neighbours' })).token
})
afterAll(async () => {
  await server?.close()
  await receiver?.close()
  await database?.close()
})

/** An address of the receiver with words of its own. `answers=500,500` says the statuses of its first answers; the others are 204. */
const hook = (words: string): string => `${receiver.url}&${words}`
const statusesOf = (url: string): readonly number[] => (/&answers=([\d,]+)/.exec(url)?.[1] ?? '').split(',').filter(Boolean).map(Number)
const callsTo = (url: string): readonly ReceivedCall[] => receiver.calls.filter((call) => url.endsWith(call.url))

async function ask(method: 'GET' | 'POST', path: string, as = token): Promise<{ status: number; body: unknown; headers: Headers }> {
  const answer = await fetch(server.address + path, { method, headers: { authorization: `Bearer ${as}` } })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

const pathOf = (id: string): string => `/api/v1/gateway/${id}/deliveries`
const deliveriesOf = async (id: string): Promise<ShownDelivery[]> => (await ask('GET', pathOf(id))).body as ShownDelivery[]
type ShownDelivery = {
  status: string
  tries: number
  webhookId: string
  nextTryAt: string | null
  attempts: { status: number | null; startedAt: string }[]
}
const untilDelivered = (id: string): Promise<ShownDelivery> =>
  until('it is delivered', async () => (await deliveriesOf(id)).find(({ status }) => status === 'DELIVERED'))

/** Submits a schedule and waits for the first try of its callback. */
async function solve(words = '', marks: object = {}): Promise<string> {
  const { solverProblemId: id } = await createClient({ baseUrl: server.address!, token }).submit({
    ...marks,
    callbackUrl: hook(words),
    employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
    shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
    spots: [{ id: 1, teams: [], skills: [] }],
  })
  await until('its first try', async () => (await deliveriesOf(id))[0]?.tries)
  return id
}

describe.concurrent('the deliveries of a request', () => {
  test('are listed with every try, as openapi.json says, and without what is secret', async () => {
    const id = await solve('answers=500')
    await untilDelivered(id)
    const { status, body } = await ask('GET', pathOf(id))
    expect(status).toBe(200)
    const deliveries = body as unknown[]
    for (const delivery of deliveries) expect([...Value.Errors(Delivery, delivery)]).toEqual([])
    expect(deliveries).toEqual([
      {
        number: 1,
        type: 'schedule.solved',
        webhookId: expect.stringMatching(/^msg_/),
        url: hook('answers=500'),
        status: 'DELIVERED',
        tries: 2,
        createdAt: expect.any(String),
        nextTryAt: null,
        endedAt: expect.any(String),
        redeliverable: true,
        attempts: [
          expect.objectContaining({ number: 1, status: 500, error: 'Answered 500.', answer: 'what it says', nextTryAt: expect.any(String) }),
          expect.objectContaining({ number: 2, status: 204, error: null, nextTryAt: null }),
        ],
      },
    ])
  })

  test("are nobody else's business", async () => {
    const id = await solve()
    expect(await ask('GET', pathOf(id), neighbour)).toMatchObject({ status: 403, body: { code: 'department-foreign' } })
    expect(await ask('POST', `${pathOf(id)}/1/redeliver`, neighbour)).toMatchObject({ status: 403, body: { code: 'department-foreign' } })
    expect(await ask('GET', pathOf('999999'))).toMatchObject({ status: 404, body: { code: 'job-not-found' } })
    expect((await deliveriesOf(id))[0]).toMatchObject({ tries: 1 })
  })
})

describe.concurrent('redelivering', () => {
  test('calls a receiver that had it already once more, under the same webhook-id, and counts on', async () => {
    const id = await solve()
    const [before] = await deliveriesOf(id)
    expect(before).toMatchObject({ status: 'DELIVERED', tries: 1 })
    const { status, body } = await ask('POST', `${pathOf(id)}/1/redeliver`)
    expect(status).toBe(202)
    expect([...Value.Errors(Delivery, body)]).toEqual([])
    expect(body).toMatchObject({ number: 1, status: 'PENDING', webhookId: before!.webhookId, endedAt: null })
    expect(await untilDelivered(id)).toMatchObject({ tries: 2 })
    const calls = receiver.calls.filter(({ headers }) => headers['webhook-id'] === before!.webhookId)
    expect(calls).toHaveLength(2)
    expect(calls[1]!.body).toBe(calls[0]!.body)
  })

  test('brings a delivery that was given up back, and one that waits forward', async () => {
    const goneFor = await solve('answers=410')
    await until('it is given up', async () => (await deliveriesOf(goneFor))[0]?.status === 'GIVEN_UP')
    await ask('POST', `${pathOf(goneFor)}/1/redeliver`)
    await untilDelivered(goneFor)

    const waiting = await solve('answers=500,500')
    // The third would come after five minutes.
    const { nextTryAt } = await until('its second try', async () => (await deliveriesOf(waiting)).find(({ tries }) => tries === 2))
    expect((await ask('POST', `${pathOf(waiting)}/1/redeliver`)).status).toBe(202)
    const { tries, attempts } = await untilDelivered(waiting)
    expect(tries).toBe(3)
    expect(Date.parse(attempts[2]!.startedAt)).toBeLessThan(Date.parse(nextTryAt!))
  })

  test('of one that is under way changes nothing', async () => {
    const id = await solve('held')
    const calls = (): readonly ReceivedCall[] => callsTo(hook('held'))
    await ask('POST', `${pathOf(id)}/1/redeliver`)
    await until('the second call', () => calls().length === 2)
    expect((await ask('POST', `${pathOf(id)}/1/redeliver`)).status).toBe(202)
    release.resolve()
    expect(await untilDelivered(id)).toMatchObject({ tries: 2 })
    expect(calls()).toHaveLength(2)
  })

  test('is refused where there is nothing to send any more, or it was sent often enough', async () => {
    const id = await solve()
    await database.db.query('update deliveries set tries = 100 where job_id = $1', [id])
    expect(await ask('POST', `${pathOf(id)}/1/redeliver`)).toMatchObject({ status: 409, body: { code: 'redelivery-refused' } })
    await database.db.query('update deliveries set tries = 1, body = null where job_id = $1', [id])
    expect(await ask('POST', `${pathOf(id)}/1/redeliver`)).toMatchObject({ status: 409, body: { code: 'redelivery-refused' } })
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: 'DELIVERED', redeliverable: false })
  })

  test('of a delivery that there is not is answered 404', async () => {
    const id = await solve()
    for (const number of ['2', '0', '01', '-1', 'x', '9'.repeat(30), '1e0']) {
      expect(await ask('POST', `${pathOf(id)}/${number}/redeliver`)).toMatchObject({ status: 404, body: { code: 'delivery-not-found' } })
    }
  })

  test('asked for twice at once makes one call', async () => {
    const id = await solve()
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('POST', `${pathOf(id)}/1/redeliver`)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
    const { tries } = await untilDelivered(id)
    expect(tries).toBeGreaterThanOrEqual(2)
    // One that came after the call was made is a wish of its own.
    expect(tries).toBeLessThanOrEqual(6)
  })
})

describe('the addresses of a department', () => {
  const add = (origin: string, failures: number) =>
    database.db.query(
      `insert into callback_origins (department_id, origin, failures, tried_at, failed_at, status, error)
       select id, $1, $2, now(), now(), 500, 'Answered 500.' from departments where name = 'main'`,
      [origin, failures],
    )

  test('are listed with how they fare, and those that keep failing alone', async () => {
    await solve()
    await add(UNKNOWN_ORIGIN, 3)
    const all = (await ask('GET', '/api/v1/callbacks')).body as { origin: string; failing: boolean }[]
    for (const origin of all) expect([...Value.Errors(CallbackOrigin, origin)]).toEqual([])
    expect(all).toEqual([
      expect.objectContaining({ origin: new URL(receiver.url).origin, failing: false, failures: 0, lastSucceededAt: expect.any(String), pending: 0 }),
      expect.objectContaining({ origin: UNKNOWN_ORIGIN, failing: true, failures: 3, lastStatus: 500, lastError: 'Answered 500.', putOffUntil: null }),
    ])
    const failing = (await ask('GET', '/api/v1/callbacks?failing=true')).body as { origin: string }[]
    expect(failing.map(({ origin }) => origin)).toEqual([UNKNOWN_ORIGIN])
    expect((await ask('GET', '/api/v1/callbacks', neighbour)).body).toEqual([])
  })

  test('come in pages that lead from one to the next', async () => {
    for (let i = 0; i < 4; i += 1) await add(`https://page-${i}.example`, 0)
    const seen: string[] = []
    let path: string | undefined = '/api/v1/callbacks?limit=2'
    for (let pages = 0; path !== undefined && pages < 10; pages += 1) {
      const { body, headers } = await ask('GET', path)
      seen.push(...(body as { origin: string }[]).map(({ origin }) => origin))
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    const { rows } = await database.db.query<{ origin: string }>('select origin from callback_origins order by origin')
    expect(seen).toEqual(rows.map(({ origin }) => origin))
    expect(await ask('GET', '/api/v1/callbacks?cursor=abc')).toMatchObject({ status: 422, body: { code: 'request-invalid' } })
    expect(await ask('GET', '/api/v1/callbacks?failing=perhaps')).toMatchObject({ status: 422, body: { code: 'request-invalid' } })
  })
})

describe('the deliveries of a department', () => {
  const LIST = '/api/v1/callbacks/deliveries'
  type Row = { solverProblemId: string; status: string; webhookId: string }
  const rowsAt = async (path: string, as = token): Promise<readonly Row[]> => (await ask('GET', path, as)).body as Row[]

  test('are listed newest first with their newest try, as openapi.json says, and without what is secret', async () => {
    const id = await solve('answers=500&listed', { name: 'Ward 3', reference: 'r-1' })
    const { webhookId } = await untilDelivered(id)
    const rows = await rowsAt(LIST)
    for (const row of rows) expect([...Value.Errors(DepartmentDelivery, row)]).toEqual([])
    expect(rows[0]).toEqual({
      solverProblemId: id,
      name: 'Ward 3',
      reference: 'r-1',
      number: 1,
      type: 'schedule.solved',
      webhookId,
      url: hook('answers=500&listed'),
      status: 'DELIVERED',
      tries: 2,
      createdAt: expect.any(String),
      nextTryAt: null,
      endedAt: expect.any(String),
      redeliverable: true,
      lastStatus: 204,
      lastError: null,
      lastTriedAt: expect.any(String),
    })
    const { rows: stored } = await database.db.query<Row>('select message_id as "webhookId" from deliveries order by id desc')
    expect(rows.map((row) => row.webhookId)).toEqual(stored.map((row) => row.webhookId))
    expect(await rowsAt(LIST, neighbour)).toEqual([])
  })

  test('are those of one status alone where that is asked for', async () => {
    const gone = await solve('answers=410&listed')
    await until('it is given up', async () => (await deliveriesOf(gone))[0]?.status === 'GIVEN_UP')
    const givenUp = await rowsAt(`${LIST}?status=GIVEN_UP`)
    expect(givenUp[0]).toMatchObject({ solverProblemId: gone, status: 'GIVEN_UP', lastStatus: 410, lastError: expect.any(String) })
    expect(new Set(givenUp.map(({ status }) => status))).toEqual(new Set(['GIVEN_UP']))
    for (const query of ['status=given', 'limit=0', 'limit=1001', 'cursor=abc']) {
      expect(await ask('GET', `${LIST}?${query}`)).toMatchObject({ status: 422, body: { code: 'request-invalid' } })
    }
  })

  test('come in pages that lead from one to the next, and keep to the status', async () => {
    for (let i = 0; i < 3; i += 1) await untilDelivered(await solve())
    const seen: Row[] = []
    let path: string | undefined = `${LIST}?status=DELIVERED&limit=2`
    for (let pages = 0; path !== undefined && pages < 20; pages += 1) {
      const { body, headers } = await ask('GET', path)
      seen.push(...(body as Row[]))
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen.length).toBeGreaterThan(2)
    expect(seen).toEqual(await rowsAt(`${LIST}?status=DELIVERED`))
  })

  test('have nothing of a request that was withdrawn', async () => {
    const id = await solve()
    expect((await rowsAt(LIST)).map(({ solverProblemId }) => solverProblemId)).toContain(id)
    const withdrawn = await fetch(`${server.address}/api/v1/gateway/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
    expect(withdrawn.status).toBe(204)
    expect((await rowsAt(LIST)).map(({ solverProblemId }) => solverProblemId)).not.toContain(id)
    expect(await rowsAt(`${LIST}?status=CANCELLED`)).toEqual([])
  })
})
