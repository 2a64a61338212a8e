// Slow: processes are stopped beside calls that hang, until their stages of seconds are over.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { largeDocument } from '../../bench/large-document.ts'
import { createToken } from '../../src/access/tokens.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import { openDatabaseProxy } from '../database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { until } from '../patience.ts'
import { idsOf, type Receiver, startReceiver } from '../receiver.ts'
import { inTemporaryFolder, type ServeProcess, startServe } from './turnus.ts'

const WARD = JSON.parse(readFileSync(new URL('../../examples/hospital-month.json', import.meta.url), 'utf8')) as object
/** One shift and one employee: solved at once. */
const SMALL = {
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
}

/** Requests that have begun when the node is told to stop: enough for whatever time it takes to hear that. */
const BEGUN = 200

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
beforeEach(() => {
  answers = false
})
afterAll(async () => {
  await receiver.close()
  await database.close()
})

const env = { TURNUS_SECRET_KEY: randomBytes(32).toString('hex'), TURNUS_CALLBACK_ALLOW: '127.0.0.0/8', TURNUS_LOG_LEVEL: 'fatal' }

const start = async (data: string): Promise<ServeProcess> => {
  const node = await startServe(data, { args: ['--threads', '2'], env: { ...env, DATABASE_URL: database.url } })
  onTestFinished(() => node.kill())
  return node
}

async function rowOf(id: string, { db }: TestDatabase = database): Promise<Record<string, unknown>> {
  return (await db.query<Record<string, unknown>>('select * from jobs where id = $1', [id])).rows[0]!
}

async function submit(client: Client, document: object, more: object = {}): Promise<string> {
  return (await client.submit({ ...document, callbackUrl: receiver.url, ...more })).solverProblemId
}

/** Submits what keeps a node busy: a call that nobody answers, a search with a first roster, a large schedule that is still being compiled. */
async function keepBusy(client: Client, on: TestDatabase = database): Promise<{ called: string; searched: string; compiled: string }> {
  const mark = `&of=${randomUUID()}`
  const called = await submit(client, SMALL, { callbackUrl: receiver.url + mark })
  await until('the call that nobody answers', () => receiver.calls.some(({ url }) => url.endsWith(mark)))
  const searched = await submit(client, WARD, { termination: { maxSeconds: 3600 } })
  await until('a first roster', async () => ((await rowOf(searched, on)).revision as number) > 0)
  const compiled = await submit(client, largeDocument(), { termination: { maxSeconds: 3600 } })
  await until('the large schedule is taken up', async () => (await rowOf(compiled, on)).state === 'SOLVING')
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

test('a node that is told to stop hands over what it has, waits for nobody who hangs, and the next one goes on', () =>
  inTemporaryFolder(async (data) => {
    const first = await start(data)
    const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
    const client = createClient({ baseUrl: first.address, token, retry: { tries: 30 } })
    const { called, searched, compiled } = await keepBusy(client)
    const { ended } = await follow(first, token, searched)
    await until('a lease that was renewed', async () => Number((await rowOf(searched)).solve_ms) > 2500)
    const begun = await Promise.all(Array.from({ length: BEGUN }, () => beginRequest(first)))
    expect(await begun.pop()!.end()).toMatch(/^HTTP\/1\.1 200 /)

    const ending = first.stop()
    // One after the other, until it has heard that it is to stop.
    await until('a request that is refused', async () =>
      /^HTTP\/1\.1 503 (?=[^]*retry-after: 5\r\n)[^]*connection: close\r\n/i.test(await begun.pop()!.end()),
    )
    for (const { breakOff } of begun) breakOff()
    const told = await ended
    // Nobody has answered the call: the node did not wait for that.
    expect(await ending).toBe(0)
    expect(answers).toBe(false)
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
    const next = createClient({ baseUrl: second.address, token })
    await until('the call that nobody answered comes again', () => idsOf(receiver.calls.slice(callsBefore)).includes(called))
    await until('a second attempt', async () => (await rowOf(searched)).attempt === 2)
    expect(await next.solution(searched)).not.toBeNull()
    // A renewal of the lease notes the time spent so far.
    await until('more time spent', async () => Number((await rowOf(searched)).solve_ms) > Number(handedOver.solve_ms))
    await next.stop(searched)
    expect(await next.waitForEnd(searched)).toMatchObject({ status: 'SOLVED', stopReason: 'STOPPED' })
    expect(await rowOf(searched)).toMatchObject({ attempt: 2, handed_back: 1 })
    expect(await second.stop()).toBe(0)
  }))

test('a request under way is answered while the node stops, and one that does not arrive is cut off', () =>
  inTemporaryFolder(async (data) => {
    const node = await start(data)
    const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
    const body = JSON.stringify({ ...SMALL, callbackUrl: receiver.url })
    const [arriving, stuck] = await Promise.all([openSubmission(node, token, body.length), openSubmission(node, token, body.length)])
    const ending = node.stop()
    await until('a node that takes no connection any more', () =>
      fetch(node.address).then(
        () => false,
        () => true,
      ),
    )
    arriving.write(body)
    const answer = await text(arriving)
    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(answer).toMatch(/connection: close/i)
    // The other body has not come: the node did not wait for it.
    expect(await ending).toBe(0)
    expect(stuck.destroyed || (await once(stuck, 'close'))).toBeTruthy()
    const { solverProblemId } = JSON.parse(answer.slice(answer.indexOf('{'))) as { solverProblemId: string }
    expect(await rowOf(solverProblemId)).toMatchObject({ state: 'QUEUED' })
  }))

// Side by side, each with a database of its own: most of it is waiting.
describe.concurrent('a node that stops while its database', () => {
  for (const { outage, name } of [
    { outage: 'cut', name: 'refuses connections' },
    { outage: 'hang', name: 'does not answer' },
  ] as const) {
    test(`${name} does not wait for it`, ({ onTestFinished: onFinished }) =>
      inTemporaryFolder(async (data) => {
        const own = await createTestDatabase()
        onFinished(() => own.close())
        const proxy = await openDatabaseProxy(own.url)
        onFinished(() => proxy.close())
        const node = await startServe(data, { args: ['--threads', '2'], env: { ...env, DATABASE_URL: proxy.url } })
        onFinished(() => node.kill())
        const { token } = await createToken(own, { organization: 'Turnus', department: 'main' })
        const { searched } = await keepBusy(createClient({ baseUrl: node.address, token, retry: { tries: 30 } }), own)
        const { ended } = await follow(node, token, searched)
        proxy[outage]()
        await sleep(500)
        // The database has not come back.
        expect(await node.stop()).toBe(0)
        expect(await ended).toContain('event: better')
      }))
  }
})

/** A request whose headers have begun. */
interface BegunRequest {
  /** Ends them, and gives what the node answers. */
  end(): Promise<string>
  breakOff(): void
}

async function beginRequest(node: ServeProcess): Promise<BegunRequest> {
  const socket = connect(Number(new URL(node.address).port), '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n')
  return {
    async end() {
      socket.write('\r\n')
      const [answer] = (await once(socket, 'data')) as [Buffer]
      return answer.toString()
    },
    breakOff: () => void socket.destroy(),
  }
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
