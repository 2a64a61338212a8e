// Slow: costly questions run in threads while others are answered.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { PATIENT } from '../test/patience.ts'
import { createDepartment } from './access/organizations.ts'
import { createToken } from './access/tokens.ts'
import { type Client, createClient, RequestRefused } from './client/client.ts'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'

const KEY = randomBytes(32)
const TOO_BIG_FOR_THE_EVENT_LOOP = 300 * 1024

let database: TestDatabase
let server: RunningServer
let client: Client
let neighbour: Client
let token = ''
let headers: Record<string, string>
let id: string

const start = (env: Record<string, string> = {}) =>
  startServer(
    readConfig(
      { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1 },
      { TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal', ...PATIENT, ...env },
    ),
  )

const SCHEDULE = {
  callbackUrl: 'http://127.0.0.1:9/hook-of-ours',
  callbackAuthenticationHeaderName: 'X-Key',
  callbackAuthenticationHeaderValue: 'sesame',
  employees: [
    { id: 11, name: 'Anna', skills: [{ id: 7 }], contract: { hoursBetweenShift: 660 } },
    { id: 12, name: 'Bo', skills: [], contract: { hoursBetweenShift: 660 } },
  ],
  shifts: [
    { id: 101, spot: 1, start: '2026-03-02T15:00:00+01:00', end: '2026-03-02T23:00:00+01:00', importance: 'MANDATORY' },
    { id: 102, spot: 1, start: '2026-03-03T07:00:00+01:00', end: '2026-03-03T15:00:00+01:00', importance: 'MANDATORY' },
  ],
  spots: [{ id: 1, skills: [7] }],
  // The search ends when its roster is proved to be the best, long before: in one second a busy machine may find none.
  termination: { maxSeconds: 120 },
}
/** A house in which evaluating takes seconds: every employee has every rule of a contract, and thousands of shifts. */
const HOUSE = (() => {
  const contract = {
    hoursBetweenShift: 660,
    maxHoursWeek: 2400,
    minHoursWeek: 2000,
    maxConsecutiveDays: 5,
    weekendWorkFrequency: 2,
    completeWeekends: true,
  }
  const employees = Array.from({ length: 2000 }, (_, i) => ({ id: i, contract }))
  const at = (day: number, hour: number): string => new Date(Date.UTC(2026, 2, 2 + day, hour)).toISOString()
  const shifts = Array.from({ length: 60_000 }, (_, i) => ({ id: i, spot: 1, start: at(i % 90, 8), end: at(i % 90, 16), employee: i % 2000 }))
  return { employees, shifts, spots: [{ id: 1 }] }
})()

beforeAll(async () => {
  database = await createTestDatabase()
  server = await start()
  await createDepartment({ db: database.db, key: KEY }, { organization: 'Turnus', name: 'other' })
  token = (await createToken(database, { organization: 'Turnus', department: 'main' })).token
  headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  client = createClient({ baseUrl: server.address!, token, retry: { tries: 1 } })
  const other = await createToken(database, { organization: 'Turnus', department: 'other' })
  neighbour = createClient({ baseUrl: server.address!, token: other.token, retry: { tries: 1 } })
  id = (await client.submit(SCHEDULE)).solverProblemId
  await client.waitForEnd(id, { everyMs: 50 })
})

afterAll(async () => {
  await server?.close()
  await database?.close()
})

const refusalOf = (asked: Promise<unknown>): Promise<RequestRefused> =>
  asked.then(
    () => {
      throw new Error('It was answered.')
    },
    (error: unknown) => {
      if (error instanceof RequestRefused) return error
      throw error
    },
  )
const post = (body: string): Promise<Response> => fetch(`${server.address}/v1`, { method: 'POST', headers, body })
const callOf = (method: string, params: object, callId: number = 1) => ({ jsonrpc: '2.0', id: callId, method, params })

describe('a solved request', () => {
  test('is explained, and its empty shift, without being sent again', async () => {
    const { score } = await client.entry(id)
    const explained = await client.call('schedule.explain', { solverProblemId: id })
    expect(explained.score).toEqual(score)
    expect(explained.employees.map(({ name }) => name)).toEqual(['Anna', 'Bo'])
    expect(explained.unassigned).toHaveLength(1)
    const recommended = await client.call('schedule.recommend', { solverProblemId: id, shiftId: explained.unassigned[0]!.shiftId, others: true })
    // Bo lacks the skill, and Anna would not rest.
    expect(recommended).toMatchObject({ employees: [], otherCount: 2, otherEmployees: [{ name: 'Bo' }, { name: 'Anna' }] })
  })

  test('is compared with what was submitted', async () => {
    const { changes } = await client.call('schedule.diff', { solverProblemId: id })
    expect(changes).toMatchObject([{ before: null, after: 11 }])
  })

  test('tells nothing of its callback', async () => {
    const texts = await Promise.all(
      ['schedule.validate', 'schedule.explain', 'schedule.estimate'].map(async (method) =>
        (await post(JSON.stringify(callOf(method, { solverProblemId: id })))).text(),
      ),
    )
    expect(texts.join('')).not.toMatch(/sesame|X-Key|hook-of-ours/)
  })

  test('is closed to another department, as it is on every other address', async () => {
    const foreign = await refusalOf(neighbour.call('schedule.explain', { solverProblemId: id }))
    expect(foreign).toMatchObject({ status: 403, problem: { code: 'department-foreign' } })
    expect(foreign.problem).toEqual({ ...(await refusalOf(neighbour.entry(id))).problem })
    const unknown = await refusalOf(client.call('schedule.explain', { solverProblemId: '999999' }))
    expect(unknown.problem).toEqual({ ...(await refusalOf(client.entry('999999'))).problem })
  })

  test('that was withdrawn is not there', async () => {
    const { solverProblemId } = await client.submit(SCHEDULE)
    await client.withdraw(solverProblemId)
    expect(await refusalOf(client.call('schedule.estimate', { solverProblemId }))).toMatchObject({ status: 404, problem: { code: 'job-not-found' } })
  })
})

test('token.describe says whose the token is', async () => {
  expect(await client.call('token.describe')).toMatchObject({ department: { name: 'main' }, scopes: ['gateway:read', 'gateway:write'] })
})

test('a large body is answered as a small one is', async () => {
  const blanks = ' '.repeat(TOO_BIG_FOR_THE_EVENT_LOOP)
  const batch = [
    callOf('schedule.validate', { schedule: SCHEDULE }),
    callOf('schedule.evaluate', { solverProblemId: id }, 2),
    callOf('rpc.nothing', {}, 3),
    4,
    callOf('token.describe', { of: 'another' }, 5),
    callOf('token.describe', [5], 6),
  ]
  const [small, large] = await Promise.all([post(JSON.stringify(batch)), post(`${blanks}${JSON.stringify(batch)}`)])
  const answers = await small.json()
  expect(answers).toMatchObject([
    { id: 1, result: { valid: true } },
    { id: 2, result: { assignedShifts: 1 } },
    { error: { code: -32601 } },
    { error: { code: -32600 } },
    { error: { code: -32602, data: { errors: [{ pointer: '/of' }] } } },
    { error: { code: -32602, data: { errors: [{ pointer: '/0' }] } } },
  ])
  expect(await large.json()).toEqual(answers)
  expect(await (await post(`${blanks}{`)).json()).toMatchObject({ id: null, error: { code: -32700 } })
})

test('the requests of the department are listed to an assistant whose message is large as to any', async () => {
  await client.submit(SCHEDULE)
  const call = JSON.stringify(callOf('tools/call', { name: 'requests_list', arguments: { limit: 1 } }))
  const ask = async (body: string) => (await fetch(`${server.address}/mcp`, { method: 'POST', headers, body })).text()
  const [small, large] = await Promise.all([ask(call), ask(`${' '.repeat(TOO_BIG_FOR_THE_EVENT_LOOP)}${call}`)])
  expect(small.match(/solverProblemId/g)).toHaveLength(1)
  expect(large.match(/solverProblemId/g)).toHaveLength(1)
})

describe('a call that takes long', () => {
  const long = JSON.stringify(callOf('schedule.explain', { schedule: HOUSE }))
  const small = JSON.stringify(callOf('schedule.validate', { schedule: SCHEDULE }))

  /** Asks a server that has no thread yet for what takes long, and comes back when a thread has it. */
  async function begin(at: RunningServer) {
    const gone = new AbortController()
    const hasThread = once(process, 'worker')
    let isAnswered = false
    const asked = fetch(`${at.address}/v1`, { method: 'POST', headers, body: long, signal: gone.signal }).finally(() => (isAnswered = true))
    const leave = async (): Promise<void> => {
      gone.abort()
      await asked.catch(() => null)
    }
    await Promise.race([hasThread, asked])
    return { asked, leave, isAnswered: () => isAnswered }
  }

  test('does not hold up others', async () => {
    const fresh = await start()
    const { leave, isAnswered } = await begin(fresh)
    const other = createClient({ baseUrl: fresh.address!, token, retry: { tries: 1 } })
    for (let i = 0; i < 20; i += 1) await other.entry(id)
    expect(isAnswered()).toBe(false)
    await leave()
    await fresh.close()
  })

  test('is ended when its client is gone, and its thread is free for the next', async () => {
    const single = await start({ TURNUS_CALL_THREADS: '1' })
    const twin = await start()
    // First, so that it is done first.
    const kept = await begin(twin)
    const abandoned = await begin(single)
    const next = fetch(`${single.address}/v1`, { method: 'POST', headers, body: small })
    await abandoned.leave()
    expect(await (await next).json()).toMatchObject({ result: { valid: true } })
    // Had it been worked out to its end, the next would have waited for as long as the same call takes that somebody waits for.
    expect(kept.isAnswered()).toBe(false)
    await kept.leave()
    await Promise.all([single.close(), twin.close()])
  })

  test('is ended when its time is over, in words', async () => {
    const short = await start({ TURNUS_CALL_SECONDS: '1' })
    try {
      const body = JSON.stringify([callOf('token.describe', {}), callOf('schedule.explain', { schedule: HOUSE }, 2)])
      const answer = await fetch(`${short.address}/v1`, { method: 'POST', headers, body })
      // On a machine so busy that the body alone took the time, no call is answered by itself.
      expect([200, 503]).toContain(answer.status)
      expect(JSON.stringify(await answer.json())).toContain('"code":"call-too-long"')
    } finally {
      await short.close()
    }
  })

  test('is ended when the node stops, which is answered', async () => {
    const leaving = await start()
    const { asked } = await begin(leaving)
    const closing = leaving.close()
    const answer = await asked
    expect(JSON.stringify(await answer.json())).toContain('shutting-down')
    await closing
  })
})
