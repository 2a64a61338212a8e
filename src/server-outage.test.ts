import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsOf, type Receiver, startReceiver } from '../test/receiver.ts'
import { createToken } from './access/tokens.ts'
import { type Client, createClient, RequestRefused } from './client/client.ts'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'
import { OUTCOME } from './solved-at-once.fixture.ts'
import { type Db, openDb } from './storage/db.ts'
import { openEmbedded } from './storage/embedded.ts'
import type { SolveOutcome, StartSolve } from './threads/pool.ts'

/** The searches that were started, each until the test or a shutdown ends it. */
const searches: { readonly end: () => void; readonly isCancelled: () => boolean }[] = []
const startSolve: StartSolve = (_request, { onProgress }) => {
  const { promise, resolve, reject } = Promise.withResolvers<SolveOutcome>()
  let isCancelled = false
  onProgress({ elapsedMs: 1, score: [0, 0, 0, 9], moves: 3, roster: Int32Array.of(0) })
  searches.push({ end: () => resolve(OUTCOME), isCancelled: () => isCancelled })
  return {
    result: promise,
    stop: () => resolve(OUTCOME),
    cancel() {
      isCancelled = true
      reject(new DOMException('cancelled', 'AbortError'))
    },
  }
}

let data: string
let receiver: Receiver
let server: RunningServer
let client: Client

const start = (): Promise<RunningServer> => startServer(readConfig({ port: 0, data, threads: 2 }, { TURNUS_LOG_LEVEL: 'silent' }), { startSolve })

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'turnus-outage-'))
  await chmod(data, 0o755)
  receiver = await startReceiver((response) => response.end())
  server = await start()
  client = await makeClient()
})
afterAll(async () => {
  await server.close()
  await receiver.close()
  await rm(data, { recursive: true, force: true })
})

/** Works on the database from beside the server, as a command would. */
async function beside<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const embedded = await openEmbedded(data, 'administration')
  const db = openDb(embedded.url, { maxConnections: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
    await embedded.close()
  }
}

async function makeClient(): Promise<Client> {
  const { token } = await beside((db) => createToken({ db }, { organization: 'Turnus', department: 'main' }))
  return createClient({ baseUrl: server.address!, token, retry: { tries: 1 } })
}

const schedule = () => ({
  callbackUrl: receiver.url,
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
})

/** Submits a schedule and waits until its search has begun. */
async function beginSearch(): Promise<{ id: string; search: (typeof searches)[number] }> {
  const before = searches.length
  const { solverProblemId: id } = await client.submit(schedule())
  await expect.poll(() => searches.length).toBe(before + 1)
  return { id, search: searches[before]! }
}

async function readPostmaster(): Promise<{ pid: number; port: number }> {
  const lines = (await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

async function statusNow(): Promise<number> {
  return client.list().then(
    () => 200,
    (error: unknown) => (error instanceof RequestRefused ? error.status : Promise.reject(error)),
  )
}

/** Ends the database with a signal, waits until a request notices, and until one is answered again; no status in between is another than 503. */
async function endDatabase(signal: NodeJS.Signals): Promise<void> {
  process.kill((await readPostmaster()).pid, signal)
  await expect.poll(statusNow, { interval: 1 }).not.toBe(200)
  await untilBack()
}

async function untilBack(): Promise<void> {
  const statuses = new Set<number>()
  const note = async (): Promise<boolean> => {
    const status = await statusNow()
    statuses.add(status)
    return status === 200
  }
  await expect.poll(note).toBe(true)
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
}

async function expectDelivered(id: string): Promise<void> {
  expect(await client.waitForEnd(id)).toMatchObject({ status: 'SOLVED' })
  await expect.poll(() => idsOf(receiver.calls).filter((called) => called === id).length).toBeGreaterThan(0)
}

const attemptOf = (id: string): Promise<number> =>
  beside(async (db) => (await db.query<{ attempt: number }>('select attempt from jobs where id = $1', [id])).rows[0]!.attempt)

describe('a server whose embedded database', () => {
  for (const { how, signal } of [
    { how: 'is killed', signal: 'SIGKILL' },
    { how: 'is stopped fast', signal: 'SIGINT' },
    { how: 'is stopped at once', signal: 'SIGQUIT' },
  ] as const) {
    test(`${how} in mid-search answers 503, then goes on: its job keeps its attempt, is solved and called back`, async () => {
      const { id, search } = await beginSearch()
      await endDatabase(signal)
      expect((await fetch(`${server.address}/health/ready`)).status).toBe(200)
      search.end()
      await expectDelivered(id)
      expect(await attemptOf(id)).toBe(1)
      const next = await beginSearch()
      next.search.end()
      await expectDelivered(next.id)
    })
  }

  test('is killed twice in a row, and as a search ends, loses neither job nor callback', async () => {
    const [first, second] = [await beginSearch(), await beginSearch()]
    await endDatabase('SIGKILL')
    const again = endDatabase('SIGKILL')
    first.search.end()
    await again
    second.search.end()
    for (const { id } of [first, second]) {
      await expectDelivered(id)
      expect(await attemptOf(id)).toBe(1)
    }
  })

  test('is away for longer than a lease lasts goes on with its search, and stores what ended meanwhile', async () => {
    const [running, ended] = [await beginSearch(), await beginSearch()]
    const { pid, port } = await readPostmaster()
    const other = createTcpServer((socket) => socket.destroy())
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => new Promise((done) => other.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true))), { interval: 1 })
      .toBe(true)
    ended.search.end()
    await sleep(13_000)
    expect(await client.list().catch((error: unknown) => error)).toMatchObject({ status: 503 })
    other.close()
    await untilBack()
    await expectDelivered(ended.id)
    // Longer than the first sweep after it: the search has its lease again, and nobody else has its job.
    await sleep(8000)
    expect(running.search.isCancelled()).toBe(false)
    running.search.end()
    await expectDelivered(running.id)
    for (const { id } of [ended, running]) expect(await attemptOf(id)).toBe(1)
  })

  test('is killed while it closes ends all the same, and its next start goes on with the job', async () => {
    const { id } = await beginSearch()
    const before = searches.length
    const startedMs = performance.now()
    const closing = server.close()
    process.kill((await readPostmaster()).pid, 'SIGKILL')
    await closing
    expect(performance.now() - startedMs).toBeLessThan(20_000)
    server = await start()
    client = await makeClient()
    await expect.poll(() => searches.length).toBe(before + 1)
    searches[before]!.end()
    await expect.poll(() => idsOf(receiver.calls).filter((called) => called === id).length).toBeGreaterThan(0)
    expect(await client.entry(id)).toMatchObject({ status: 'SOLVED' })
  })
})
