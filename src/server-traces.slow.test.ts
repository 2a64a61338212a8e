// Slow: a request is followed over three nodes to its receiver, and whole servers start and stop.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { type Collector, type CollectedSpan, startCollector } from '../test/otlp-collector.ts'
import { type Receiver, startReceiver } from '../test/receiver.ts'
import { ROOT } from '../test/source-files.ts'
import { createToken } from './access/tokens.ts'
import { readConfig } from './config.ts'
import { instantSolve } from './instant-solve.fixture.ts'
import { type RunningServer, startServer } from './server.ts'
import { PATIENT } from '../test/patience.ts'

const KEY = randomBytes(32)
const TRACE_ID = randomBytes(16).toString('hex')
const CALLER_SPAN = randomBytes(8).toString('hex')
const SERVER_KIND = 2
const CLIENT_KIND = 3

let database: TestDatabase
let receiver: Receiver
let collector: Collector
let token = ''

const start = (role: string, endpoint: string): Promise<RunningServer> =>
  startServer(
    readConfig(
      { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1, role },
      { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
    ),
    { startSolve: instantSolve },
  )

async function submit(gateway: RunningServer, headers: Record<string, string>): Promise<number> {
  const schedule = {
    callbackUrl: receiver.url,
    employees: [{ id: 1, name: 'Florence Nightingale', contract: {} }],
    shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', importance: 'MANDATORY' }],
    spots: [{ id: 1, name: 'Ward' }],
  }
  const answer = await fetch(`${gateway.address}/api/v1/gateway`, {
    method: 'POST',
    headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(schedule),
  })
  expect(answer.status).toBe(201)
  return Number(((await answer.json()) as { solverProblemId: string }).solverProblemId)
}

/** The receiver has a call before the dispatcher has its answer, and a dispatcher that is closed in between hands the delivery back. */
async function countDelivered(): Promise<number> {
  const { rows } = await database.db.query<{ count: number }>(`select count(*)::int as count from deliveries where state = 'DELIVERED'`)
  return rows[0]!.count
}

beforeAll(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver((response) => response.writeHead(200).end())
  collector = await startCollector()
})
afterAll(async () => {
  await collector.close()
  await receiver.close()
  await database.close()
})

describe('a trace', () => {
  test('follows a request from its caller over three nodes to the receiver of its callback', async () => {
    const nodes = await Promise.all(['gateway', 'solver', 'dispatcher'].map((role) => start(role, collector.endpoint)))
    const [gateway, solver, dispatcher] = nodes as [RunningServer, RunningServer, RunningServer]
    token = (await createToken(database, { organization: 'Turnus', department: 'main' })).token
    const jobId = await submit(gateway, { traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01` })
    await expect.poll(countDelivered).toBe(1)
    await Promise.all(nodes.map((node) => node.close()))

    const spans = collector.spans.filter(({ traceId }) => traceId === TRACE_ID)
    expect(spans.map(({ name }) => name).sort()).toEqual(['POST /api/v1/gateway', 'deliver callback', 'solve', 'wait in queue'])
    const of = (name: string): CollectedSpan => spans.find((span) => span.name === name)!
    const [submission, wait, solve, call] = ['POST /api/v1/gateway', 'wait in queue', 'solve', 'deliver callback'].map(of) as [
      CollectedSpan,
      CollectedSpan,
      CollectedSpan,
      CollectedSpan,
    ]
    expect(submission).toMatchObject({ kind: SERVER_KIND, parentSpanId: CALLER_SPAN, status: 0 })
    for (const span of [wait, solve, call]) expect(span).toMatchObject({ parentSpanId: submission.spanId, status: 0 })
    expect(submission.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v1/gateway',
      'http.response.status_code': 201,
      'turnus.job.id': jobId,
    })
    expect(solve.attributes).toMatchObject({
      'turnus.job.id': jobId,
      'turnus.attempt': 1,
      'turnus.outcome': 'solved',
      'turnus.stop_reason': 'CONVERGED',
    })
    expect(call.kind).toBe(CLIENT_KIND)
    expect(call.attributes).toMatchObject({ 'turnus.callback.outcome': 'delivered', 'http.response.status_code': 200, 'server.address': '127.0.0.1' })
    expect([submission.instance, solve.instance, call.instance]).toEqual([gateway.node, solver.node, dispatcher.node])
    expect(solve.startMs).toBeGreaterThanOrEqual(wait.startMs)
    expect(call.endMs).toBeGreaterThanOrEqual(solve.startMs)
    expect(receiver.calls[0]!.headers['traceparent']).toBe(`00-${TRACE_ID}-${call.spanId}-01`)
  })

  test('holds no secret and nothing of a schedule', () => {
    const text = JSON.stringify(collector.spans)
    for (const hidden of [token, 'Florence', 'hook?x=1', KEY.toString('hex')]) expect(text).not.toContain(hidden)
  })

  test('is not begun by a traceparent that is none, nor recorded when its caller does not record it', async () => {
    const gateway = await start('gateway,solver,dispatcher', collector.endpoint)
    const ids: number[] = []
    for (const traceparent of ['nonsense', `00-${'0'.repeat(32)}-${CALLER_SPAN}-01`, `00-${'b'.repeat(32)}-${CALLER_SPAN}-00`]) {
      ids.push(await submit(gateway, { traceparent }))
    }
    await expect.poll(countDelivered).toBe(4)
    await gateway.close()
    const submissions = collector.spans.filter(
      ({ attributes }) => ids.includes(Number(attributes['turnus.job.id'])) && attributes['http.route'] !== undefined,
    )
    expect(submissions.map(({ parentSpanId }) => parentSpanId)).toEqual(['', ''])
    expect(collector.spans.filter(({ traceId }) => traceId === 'b'.repeat(32))).toEqual([])
  })

  test('costs spans and nothing else when its collector is away', async () => {
    const before = receiver.calls.length
    const gateway = await start('gateway,solver,dispatcher', 'http://127.0.0.1:9')
    await submit(gateway, {})
    await expect.poll(countDelivered).toBe(before + 1)
    // It ends, and nothing was repeated for want of a collector.
    await gateway.close()
    expect(receiver.calls).toHaveLength(before + 1)
  })

  test('is not made, and nothing of its library is loaded, without an endpoint', async () => {
    const script = `
      const { createRequire, registerHooks } = await import('node:module')
      const loaded = []
      registerHooks({ load(url, context, next) { if (/opentelemetry|prom-client/.test(url)) loaded.push(url); return next(url, context) } })
      const { startServer } = await import('./src/server.ts')
      const { readConfig } = await import('./src/config.ts')
      const config = readConfig({ port: 0, databaseUrl: process.env.URL_OF_TEST, threads: 1 }, { TURNUS_SECRET_KEY: '${KEY.toString('hex')}', TURNUS_LOG_LEVEL: 'fatal' })
      const server = await startServer(config)
      await server.close()
      const cached = Object.keys(createRequire(import.meta.url).cache).filter((path) => /opentelemetry|prom-client/.test(path))
      process.stdout.write(JSON.stringify([...loaded, ...cached]))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: ROOT,
      env: { ...process.env, URL_OF_TEST: database.url },
    })
    expect(JSON.parse(stdout)).toEqual([])
  })
})
