import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { readSamples, sumOf } from '../test/metrics-text.ts'
import { type Receiver, startReceiver } from '../test/receiver.ts'
import { createToken } from './access/tokens.ts'
import { type Client, createClient } from './client/client.ts'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'
import { instantSolve } from './instant-solve.fixture.ts'
import { PATIENT } from '../test/patience.ts'

const KEY = randomBytes(32)
const SCHEDULE = {
  employees: [{ id: 1, name: 'Anna', skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00', importance: 'MANDATORY' }],
  spots: [{ id: 1, name: 'Ward', teams: [], skills: [] }],
}

let database: TestDatabase
let receiver: Receiver
let server: RunningServer
let client: Client
/** Statuses of the next answers of the receiver; 200 when there is none. */
const statuses: number[] = []

const configOf = (more: Record<string, string> = {}, role?: string) =>
  readConfig(
    { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1, role },
    { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal', TURNUS_METRICS_PORT: '0', ...more },
  )

async function metricsOf(of: RunningServer): Promise<string> {
  const answer = await fetch(`${of.operatorAddress}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  return answer.text()
}

beforeAll(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver((response) => response.writeHead(statuses.shift() ?? 200).end())
  server = await startServer(configOf(), { startSolve: instantSolve })
  const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
  client = createClient({ baseUrl: server.address!, token })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
  await database.close()
})

describe('metrics', () => {
  test('count what a job goes through, from its submission to its callback', async () => {
    statuses.push(410)
    for (let i = 0; i < 3; i += 1) await client.submit({ ...SCHEDULE, callbackUrl: receiver.url }, { idempotencyKey: `key ${i}` })
    await client.submit({ ...SCHEDULE, callbackUrl: receiver.url }, { idempotencyKey: 'key 0' })
    await expect.poll(() => receiver.calls.length).toBe(3)
    // The receiver has answered before the try is stored, and an attempt is counted after its outcome was.
    const COUNTED_LAST = ['turnus_callback_tries_total', 'turnus_attempts_total', 'turnus_solve_seconds_count', 'turnus_searches']
    const countedLast = async (): Promise<number[]> => {
      const now = readSamples(await metricsOf(server))
      return COUNTED_LAST.map((name) => sumOf(now, name))
    }
    await expect.poll(countedLast).toEqual([3, 3, 3, 0])

    const samples = readSamples(await metricsOf(server))
    expect(sumOf(samples, 'turnus_submissions_total', { outcome: 'stored' })).toBe(3)
    expect(sumOf(samples, 'turnus_submissions_total', { outcome: 'replayed' })).toBe(1)
    expect(sumOf(samples, 'turnus_http_requests_total', { method: 'POST', route: '/api/v1/gateway', status: '201' })).toBe(3)
    expect(sumOf(samples, 'turnus_http_request_seconds_count', { route: '/api/v1/gateway' })).toBe(4)
    expect(sumOf(samples, 'turnus_queue_wait_seconds_count')).toBe(3)
    expect(sumOf(samples, 'turnus_attempts_total', { outcome: 'solved' })).toBe(3)
    expect(sumOf(samples, 'turnus_solve_seconds_count', { stop_reason: 'CONVERGED' })).toBe(3)
    expect(sumOf(samples, 'turnus_solve_gap_ratio_sum')).toBeCloseTo(0.06)
    expect(sumOf(samples, 'turnus_callback_tries_total', { outcome: 'given up', status: '4xx' })).toBe(1)
    expect(sumOf(samples, 'turnus_callback_tries_total', { outcome: 'delivered', status: '2xx' })).toBe(2)
    expect(sumOf(samples, 'turnus_searches')).toBe(0)
    expect(sumOf(samples, 'turnus_database_up')).toBe(1)
    expect(sumOf(samples, 'turnus_nodes', { role: 'solver' })).toBe(1)
    expect(sumOf(samples, 'turnus_database_connections', { pool: 'requests' })).toBeGreaterThan(0)
    expect(sumOf(samples, 'turnus_database_connections', { pool: 'work' })).toBeGreaterThan(0)
  })

  test('name queues and running jobs by department', async () => {
    const { solverProblemId } = await client.submit({ ...SCHEDULE, callbackUrl: receiver.url, termination: { maxSeconds: 3600 } })
    const { solverProblemId: waiting } = await client.submit({ ...SCHEDULE, callbackUrl: receiver.url, termination: { maxSeconds: 3600 } })
    const of = { organization: 'Turnus', department: 'main' }
    const loadOf = async (): Promise<readonly number[]> => {
      const samples = readSamples(await metricsOf(server))
      return [sumOf(samples, 'turnus_queue_jobs', of), sumOf(samples, 'turnus_running_jobs', of), sumOf(samples, 'turnus_searches')]
    }
    await expect.poll(loadOf).toEqual([1, 1, 1])
    expect(sumOf(readSamples(await metricsOf(server)), 'turnus_queue_oldest_seconds', of)).toBeGreaterThan(0)
    for (const id of [waiting, solverProblemId]) await client.withdraw(id)
    await expect.poll(loadOf).toEqual([0, 0, 0])
  })

  test('name routes by their pattern, so that no client can make up a label', async () => {
    for (const path of ['/api/v1/gateway/1', '/api/v1/gateway/2', `/${randomBytes(8).toString('hex')}`]) await fetch(`${server.address}${path}`)
    const text = await metricsOf(server)
    expect(text).toContain('route="/api/v1/gateway/:solverProblemId",status="401"')
    expect(text).toContain('route="none",status="404"')
    expect(text).not.toContain('route="/api/v1/gateway/1"')
    const routes = new Set(readSamples(text).map(({ labels }) => labels.route))
    expect(routes.size).toBeLessThan(10)
  })

  test('are not to be had on the port of clients', async () => {
    expect((await fetch(`${server.address}/metrics`)).status).toBe(404)
  })
})

describe('the port of operators', () => {
  test('a process without a port for clients has metrics and health of its own', async () => {
    const solver = await startServer(configOf({}, 'solver'), { startSolve: instantSolve })
    try {
      expect(solver.address).toBe(null)
      const ready = await fetch(`${solver.operatorAddress}/health/ready`)
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'ready', node: solver.node, roles: ['solver'], version: expect.any(String) },
      ])
      expect((await fetch(`${solver.operatorAddress}/health/live`)).status).toBe(200)
      const samples = readSamples(await metricsOf(solver))
      expect(sumOf(samples, 'turnus_solver_threads')).toBe(1)
      expect(sumOf(samples, 'turnus_nodes', { role: 'solver' })).toBe(2)
      expect(sumOf(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
      expect(sumOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
    } finally {
      await solver.close()
    }
    await expect(fetch(`${solver.operatorAddress}/health/live`)).rejects.toThrow()
  })

  test('answers nothing else, and only to those who read', async () => {
    expect((await fetch(`${server.operatorAddress}/`)).status).toBe(404)
    expect((await fetch(`${server.operatorAddress}/metrics`, { method: 'POST' })).status).toBe(405)
  })

  test('is not there unless it was asked for, and the port of another program is told with its remedy', async () => {
    expect(readConfig({}, {}).metrics).toBe(null)
    expect(readConfig({}, { TURNUS_METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
    const { port } = new URL(server.operatorAddress!)
    await expect(startServer(configOf({ TURNUS_METRICS_PORT: port }, 'dispatcher'))).rejects.toMatchObject({
      code: 'environment-unfit',
      remedy: expect.stringContaining('TURNUS_METRICS_PORT'),
    })
  })
})
