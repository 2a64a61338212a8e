import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { largeDocument } from '../../bench/large-document.ts'
import { createToken } from '../../src/access/tokens.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import { openDatabaseProxy } from '../database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { idsOf, type Receiver, startReceiver } from '../receiver.ts'
import { inTemporaryFolder, type ServeProcess, startServe } from './turnus.ts'

const WARD = JSON.parse(readFileSync(new URL('../../examples/hospital-month.json', import.meta.url), 'utf8')) as object
/** One shift and one employee: solved at once. */
const SMALL = {
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
}

let database: TestDatabase
let receiver: Receiver
/** False while the receiver takes calls and says nothing. */
let answers = false

beforeAll(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver((response) => {
    if (answers) response.end()
  })
})
beforeEach(async () => {
  answers = false
  await database.db.query('truncate jobs, progress_points, deliveries, delivery_attempts')
  await database.db.query('delete from pgboss.job')
})
afterAll(async () => {
  await receiver.close()
  await database.close()
})

const env = { TURNUS_SECRET_KEY: randomBytes(32).toString('hex'), TURNUS_CALLBACK_ALLOW: '127.0.0.0/8', TURNUS_LOG_LEVEL: 'fatal' }

const start = async (data: string, url = database.url): Promise<ServeProcess> => {
  const node = await startServe(data, { args: ['--threads', '2'], env: { ...env, DATABASE_URL: url } })
  onTestFinished(() => node.kill())
  return node
}

async function rowOf(id: string): Promise<Record<string, unknown>> {
  return (await database.db.query<Record<string, unknown>>('select * from jobs where id = $1', [id])).rows[0]!
}

async function submit(client: Client, document: object, more: object = {}): Promise<string> {
  return (await client.submit({ ...document, callbackUrl: receiver.url, ...more })).solverProblemId
}

/** Asks the node to end, and answers its exit code and how long that took, in milliseconds. */
async function stop(node: ServeProcess): Promise<{ code: number | null; tookMs: number }> {
  const askedMs = performance.now()
  const code = await node.stop()
  return { code, tookMs: performance.now() - askedMs }
}

/** Submits what keeps a node busy: a call that nobody answers, a search with a first roster, a large schedule that is still being compiled. */
async function keepBusy(client: Client): Promise<{ called: string; searched: string; compiled: string }> {
  const callsBefore = receiver.calls.length
  const called = await submit(client, SMALL)
  await expect.poll(() => receiver.calls.length, { timeout: 20_000 }).toBeGreaterThan(callsBefore)
  const searched = await submit(client, WARD, { termination: { maxSeconds: 60 } })
  await expect.poll(async () => (await rowOf(searched)).revision as number, { timeout: 20_000 }).toBeGreaterThan(0)
  const compiled = await submit(client, largeDocument(), { termination: { maxSeconds: 60 } })
  await expect.poll(async () => (await rowOf(compiled)).state, { timeout: 20_000 }).toBe('SOLVING')
  return { called, searched, compiled }
}

/** Follows a job. `ended` has all that was told, once the stream ends by itself; it rejects when the connection breaks off. */
async function follow(node: ServeProcess, token: string, id: string): Promise<{ ended: Promise<string> }> {
  const stream = await fetch(`${node.address}/api/v1/gateway/${id}/events`, { headers: { authorization: `Bearer ${token}` } })
  let told = ''
  const first = Promise.withResolvers<void>()
  const ended = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
      told += chunk
      if (told.includes('event: better')) first.resolve()
    }
    return told
  })()
  await Promise.race([first.promise, ended])
  return { ended }
}

test('a node that is told to stop hands over what it has within five seconds, and the next one goes on', { timeout: 120_000 }, () =>
  inTemporaryFolder(async (data) => {
    const first = await start(data)
    const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
    const client = createClient({ baseUrl: first.address, token, retry: { tries: 1 } })
    const { called, searched, compiled } = await keepBusy(client)
    const { ended } = await follow(first, token, searched)
    await expect.poll(async () => Number((await rowOf(searched)).solve_ms), { timeout: 20_000 }).toBeGreaterThan(2500)
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    expect(await ask(first, agent)).toMatchObject({ status: 200 })

    const ending = stop(first)
    await expect.poll(() => ask(first, agent), { timeout: 2000, interval: 10 }).toEqual({ status: 503, retryAfter: '5', connection: 'close' })
    const told = await ended
    const { code, tookMs } = await ending
    expect(code).toBe(0)
    expect(tookMs).toBeLessThan(5000)
    const handedOver = await rowOf(searched)
    expect(handedOver).toMatchObject({ state: 'SOLVING', attempt: 1, handed_back: 1, leased_until: null, node: null, roster: expect.any(Buffer) })
    const [shown] = [...told.matchAll(/^id: 1-SOLVING-(\d+)$/gm)].map((match) => Number(match[1])).slice(-1)
    expect(shown).toBeGreaterThan(0)
    expect(handedOver.revision).toBeGreaterThanOrEqual(shown!)
    expect(await rowOf(compiled)).toMatchObject({ state: 'SOLVING', attempt: 1, handed_back: 1 })

    await database.db.query('delete from jobs where id = $1', [compiled])
    answers = true
    const callsBefore = receiver.calls.length
    const second = await start(data)
    const next = createClient({ baseUrl: second.address, token, retry: { tries: 1 } })
    await expect.poll(() => idsOf(receiver.calls.slice(callsBefore)), { timeout: 20_000 }).toContain(called)
    await expect.poll(async () => (await rowOf(searched)).attempt, { timeout: 20_000 }).toBe(2)
    expect(await next.solution(searched)).not.toBeNull()
    // A renewal of the lease notes the time spent so far.
    await expect.poll(async () => Number((await rowOf(searched)).solve_ms), { timeout: 10_000 }).toBeGreaterThan(Number(handedOver.solve_ms))
    await next.stop(searched)
    expect(await next.waitForEnd(searched)).toMatchObject({ status: 'SOLVED', stopReason: 'STOPPED' })
    expect(await rowOf(searched)).toMatchObject({ attempt: 2, handed_back: 1 })
    expect(await second.stop()).toBe(0)
  }),
)

test('a request under way is answered while the node stops, and one that does not arrive holds it up five seconds at most', { timeout: 60_000 }, () =>
  inTemporaryFolder(async (data) => {
    const node = await start(data)
    const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
    const body = JSON.stringify({ ...SMALL, callbackUrl: receiver.url })
    const [arriving, stuck] = await Promise.all([openSubmission(node, token, body.length), openSubmission(node, token, body.length)])
    const ending = stop(node)
    await sleep(1000)
    arriving.write(body)
    const answer = await text(arriving)
    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(answer).toMatch(/connection: close/i)
    const { code, tookMs } = await ending
    expect(code).toBe(0)
    expect(tookMs).toBeLessThan(5000)
    expect(stuck.destroyed || (await once(stuck, 'close'))).toBeTruthy()
    const { solverProblemId } = JSON.parse(answer.slice(answer.indexOf('{'))) as { solverProblemId: string }
    expect(await rowOf(solverProblemId)).toMatchObject({ state: 'QUEUED' })
  }),
)

for (const { outage, name } of [
  { outage: 'cut', name: 'refuses connections' },
  { outage: 'hang', name: 'does not answer' },
] as const) {
  test(`a node whose database ${name} stops within five seconds`, { timeout: 90_000 }, () =>
    inTemporaryFolder(async (data) => {
      const proxy = await openDatabaseProxy(database.url)
      onTestFinished(() => proxy.close())
      const node = await start(data, proxy.url)
      const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
      const { searched } = await keepBusy(createClient({ baseUrl: node.address, token, retry: { tries: 1 } }))
      const { ended } = await follow(node, token, searched)
      proxy[outage]()
      await sleep(500)
      const { code, tookMs } = await stop(node)
      expect(code).toBe(0)
      expect(tookMs).toBeLessThan(5000)
      expect(await ended).toContain('event: better')
    }),
  )
}

/** One request on a connection that `agent` keeps. */
function ask(
  node: ServeProcess,
  agent: Agent,
): Promise<{ status: number | undefined; retryAfter: string | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(`${node.address}/health/live`, { agent }, (answer) => {
      answer.resume().on('end', () => {
        resolve({ status: answer.statusCode, retryAfter: answer.headers['retry-after'], connection: answer.headers.connection })
      })
    }).on('error', reject)
  })
}

/** A submission of which the node has read the headers, and waits for the body. */
async function openSubmission(node: ServeProcess, token: string, bytes: number): Promise<Socket> {
  const socket = connect(Number(new URL(node.address).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const headers = [
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
    'Expect: 100-continue',
  ]
  socket.write(`POST /api/v1/gateway HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString()).toMatch(/^HTTP\/1\.1 100 /)
  return socket
}
