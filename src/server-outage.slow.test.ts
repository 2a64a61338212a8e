// Slow: a lease of ten seconds has to end while the database is away.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../test/patience.ts'
import { idsOf, type Receiver, startReceiver } from '../test/receiver.ts'
import { createToken } from './access/tokens.ts'
import { type Client, createClient, RequestRefused } from './client/client.ts'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'
import { OUTCOME } from './solved-at-once.fixture.ts'
import { type Db, openDb } from './storage/db.ts'
import { openEmbedded } from './storage/embedded.ts'
import { LEASE_SECONDS } from './storage/job-attempts.ts'
import type { SolveOutcome, StartSolve } from './threads/pool.ts'

/** Tests ask until something is so, which is no reason to refuse them. */
const ASKED_OFTEN = { TURNUS_REQUESTS_PER_MINUTE: '1000000' }

/** A search that was started, until the test or a shutdown ends it. */
interface Search {
  readonly end: () => void
  readonly isCancelled: () => boolean
}

let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver((response) => response.end())
})
afterAll(() => receiver.close())

const schedule = () => ({
  callbackUrl: receiver.url,
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
})

/** A server with an embedded database, and what tests do to them. */
class Store {
  readonly searches: Search[] = []
  readonly #data: string
  #server: RunningServer | null = null
  #client: Client | null = null

  constructor(data: string) {
    this.#data = data
  }

  static async open(): Promise<Store> {
    const data = await mkdtemp(join(tmpdir(), 'turnus-outage-'))
    await chmod(data, 0o755)
    const store = new Store(data)
    await store.start()
    return store
  }

  get server(): RunningServer {
    return this.#server!
  }

  get client(): Client {
    return this.#client!
  }

  async start(): Promise<void> {
    const startSolve: StartSolve = (_request, { onProgress }) => {
      const { promise, resolve, reject } = Promise.withResolvers<SolveOutcome>()
      let isCancelled = false
      onProgress({ elapsedMs: 1, score: [0, 0, 0, 9], moves: 3, roster: Int32Array.of(0) })
      this.searches.push({ end: () => resolve(OUTCOME), isCancelled: () => isCancelled })
      return {
        result: promise,
        stop: () => resolve(OUTCOME),
        cancel() {
          isCancelled = true
          reject(new DOMException('cancelled', 'AbortError'))
        },
      }
    }
    const config = readConfig({ port: 0, data: this.#data, threads: 2, callbackAllow: '127.0.0.0/8' }, { TURNUS_LOG_LEVEL: 'silent', ...ASKED_OFTEN })
    this.#server = await startServer(config, { startSolve })
    const { token } = await this.beside((db) => createToken({ db }, { organization: 'Turnus', department: 'main' }))
    this.#client = createClient({ baseUrl: this.server.address!, token, retry: { tries: 1 } })
  }

  async remove(): Promise<void> {
    await this.#server?.close()
    await rm(this.#data, { recursive: true, force: true })
  }

  /** Works on the database from beside the server, as a command would. */
  async beside<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const embedded = await openEmbedded(this.#data, 'administration')
    const db = openDb(embedded.url, { maxConnections: 1 })
    try {
      return await work(db)
    } finally {
      await db.close()
      await embedded.close()
    }
  }

  /** Submits a schedule and waits until its search has begun. */
  async beginSearch(): Promise<{ id: string; search: Search }> {
    const before = this.searches.length
    const { solverProblemId: id } = await this.client.submit(schedule())
    await until('the search begins', () => this.searches.length === before + 1)
    return { id, search: this.searches[before]! }
  }

  async readPostmaster(): Promise<{ pid: number; port: number }> {
    const lines = (await readFile(join(this.#data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]) }
  }

  async statusNow(): Promise<number> {
    return this.client.list().then(
      () => 200,
      (error: unknown) => (error instanceof RequestRefused ? error.status : Promise.reject(error)),
    )
  }

  attemptOf(id: string): Promise<number> {
    return this.beside(async (db) => (await db.query<{ attempt: number }>('select attempt from jobs where id = $1', [id])).rows[0]!.attempt)
  }
}

/** Ends the database with a signal, waits until a request notices, and until one is answered again; no status in between is another than 503. */
async function endDatabase(store: Store, signal: NodeJS.Signals): Promise<void> {
  process.kill((await store.readPostmaster()).pid, signal)
  await until('a request notices', async () => (await store.statusNow()) !== 200)
  await untilBack(store)
}

async function untilBack(store: Store): Promise<void> {
  const statuses = new Set<number>()
  await until('the database is back', async () => {
    const status = await store.statusNow()
    statuses.add(status)
    return status === 200
  })
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
}

async function expectDelivered(store: Store, id: string): Promise<void> {
  expect(await store.client.waitForEnd(id, { everyMs: 50 })).toMatchObject({ status: 'SOLVED' })
  await until(`${id} is delivered`, () => idsOf(receiver.calls).includes(id))
}

const IN_ORDER = { concurrent: false } as const

/** Adds a job in its last attempt whose node has gone, and waits until a sweep has taken it. */
async function untilSwept(db: Db): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `insert into jobs (organization_id, department_id, state, attempt, node, leased_until, document_bytes, max_seconds, request_hash)
     select organization_id, id, 'SOLVING', 3, 'gone:1', now() - interval '1 second', 1, 60, '' from departments returning id`,
  )
  const countSwept = async (): Promise<number | null> =>
    (await db.query('select from jobs where id = $1 and leased_until is null', [rows[0]!.id])).rowCount
  await until('a sweep', async () => (await countSwept()) === 1)
}

describe.concurrent('a server whose embedded database', () => {
  // Beside the others, with a server of its own: it waits for a lease.
  test('is away for longer than a lease lasts goes on with its search, and stores what ended meanwhile', async ({ onTestFinished }) => {
    const store = await Store.open()
    onTestFinished(() => store.remove())
    const [running, ended] = [await store.beginSearch(), await store.beginSearch()]
    const { pid, port } = await store.readPostmaster()
    const other = createTcpServer((socket) => socket.destroy())
    process.kill(pid, 'SIGKILL')
    const overMs = performance.now() + 1000 * LEASE_SECONDS
    const takePort = (): Promise<boolean> => new Promise((done) => other.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true)))
    await until('the port of the database is free', takePort)
    ended.search.end()
    // No lease was renewed since the signal; a little longer, for timers of another clock.
    await sleep(overMs - performance.now() + 500)
    expect(await store.client.list().catch((error: unknown) => error)).toMatchObject({ status: 503 })
    other.close()
    await untilBack(store)
    await expectDelivered(store, ended.id)
    // The search has its lease again before the first sweep, and nobody else has its job.
    await store.beside(untilSwept)
    expect(running.search.isCancelled()).toBe(false)
    running.search.end()
    await expectDelivered(store, running.id)
    for (const { id } of [ended, running]) expect(await store.attemptOf(id)).toBe(1)
  })

  describe('in one place', () => {
    let store: Store

    beforeAll(async () => {
      store = await Store.open()
    })
    afterAll(() => store.remove())

    for (const { how, signal } of [
      { how: 'is killed', signal: 'SIGKILL' },
      { how: 'is stopped fast', signal: 'SIGINT' },
      { how: 'is stopped at once', signal: 'SIGQUIT' },
    ] as const) {
      test(`${how} in mid-search answers 503, then goes on: its job keeps its attempt, is solved and called back`, IN_ORDER, async () => {
        const { id, search } = await store.beginSearch()
        await endDatabase(store, signal)
        await until('it is ready', async () => (await fetch(`${store.server.address}/health/ready`)).status === 200)
        search.end()
        await expectDelivered(store, id)
        expect(await store.attemptOf(id)).toBe(1)
        const next = await store.beginSearch()
        next.search.end()
        await expectDelivered(store, next.id)
      })
    }

    test('is killed twice in a row, and as a search ends, loses neither job nor callback', IN_ORDER, async () => {
      const [first, second] = [await store.beginSearch(), await store.beginSearch()]
      await endDatabase(store, 'SIGKILL')
      const again = endDatabase(store, 'SIGKILL')
      first.search.end()
      await again
      second.search.end()
      for (const { id } of [first, second]) {
        await expectDelivered(store, id)
        expect(await store.attemptOf(id)).toBe(1)
      }
    })

    test('is killed while it closes ends all the same, and its next start goes on with the job', IN_ORDER, async () => {
      const { id } = await store.beginSearch()
      const before = store.searches.length
      const { pid } = await store.readPostmaster()
      const closing = store.server.close()
      process.kill(pid, 'SIGKILL')
      await closing
      await store.start()
      await until('the search begins again', () => store.searches.length === before + 1)
      store.searches[before]!.end()
      await until('it is delivered', () => idsOf(receiver.calls).includes(id))
      expect(await store.client.entry(id)).toMatchObject({ status: 'SOLVED' })
    })
  })
})
