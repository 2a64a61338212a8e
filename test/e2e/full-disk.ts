import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient, RequestRefused } from '../../src/client/client.ts'
import { type Db, openDb } from '../../src/storage/db.ts'
import { openEmbedded } from '../../src/storage/embedded.ts'
import { until } from '../patience.ts'
import { idsOf, type Receiver, startReceiver } from '../receiver.ts'
import type { SmallDisk } from '../small-disk.ts'
import { administer } from './administer.ts'
import { type ServeProcess, startServe } from './turnus.ts'

const WARD = JSON.parse(readFileSync(new URL('../../examples/hospital-month.json', import.meta.url), 'utf8')) as object
/** One shift and one employee: solved at once. */
const SMALL = {
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
}
const CLIENTS = 2
/** Between two submissions of one client, in milliseconds. */
const SUBMIT_MS = 200

/** A gateway whose disk can be filled, clients that submit all the time, and a search that lasts. */
export class GatewayOnSmallDisk {
  readonly disk: SmallDisk
  readonly server: ServeProcess
  readonly client: Client
  readonly receiver: Receiver
  /** Submissions that were answered 201, in their order. */
  readonly accepted: string[] = []
  /** How often submissions were answered with what since the last look. */
  answers = new Map<number, number>()
  /** Answers of 503 that do not say when to come again. */
  readonly withoutRetryAfter: number[] = []
  #loads: Promise<void>[] = []
  #isLoaded = false

  private constructor(parts: { disk: SmallDisk; server: ServeProcess; client: Client; receiver: Receiver }) {
    this.disk = parts.disk
    this.server = parts.server
    this.client = parts.client
    this.receiver = parts.receiver
  }

  static async open(disk: SmallDisk): Promise<GatewayOnSmallDisk> {
    const data = join(disk.folder, 'data')
    const receiver = await startReceiver((response) => response.end())
    const env = { TURNUS_LOG_LEVEL: 'info', TURNUS_REQUESTS_PER_MINUTE: '1000000', TURNUS_METRICS_PORT: '0', TURNUS_CALLBACK_ALLOW: '127.0.0.0/8' }
    const server = await startServe(data, { args: ['--threads', '2'], env })
    const token = await administer(data, ['token', 'create', '--organization', 'Turnus', '--department', 'main'])
    return new GatewayOnSmallDisk({ disk, server, receiver, client: createClient({ baseUrl: server.address, token, retry: { tries: 1 } }) })
  }

  /** Begins a search that lasts until `client.stop`, and waits until it has stored a roster. */
  async beginLongSearch(): Promise<string> {
    const id = await this.#submit({ ...WARD, termination: { maxSeconds: 3600 } })
    await until('a roster is stored', async () => (await this.client.solution(id)) !== null)
    return id
  }

  beginLoad(): void {
    this.#isLoaded = true
    this.#loads = Array.from({ length: CLIENTS }, () => this.#load())
  }

  async endLoad(): Promise<void> {
    this.#isLoaded = false
    await Promise.all(this.#loads)
  }

  async readiness(): Promise<number> {
    return fetch(`${this.server.address}/health/ready`).then(({ status }) => status)
  }

  /** Works on the database from beside the server, as a command would. */
  async beside<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const embedded = await openEmbedded(join(this.disk.folder, 'data'), 'administration')
    const db = openDb(embedded.url, { maxConnections: 1 })
    try {
      return await work(db)
    } finally {
      await db.close()
      await embedded.close()
    }
  }

  /** How submissions were answered since the last time that this was asked. */
  takeAnswers(): object {
    const taken = Object.fromEntries(this.answers)
    this.answers = new Map()
    return taken
  }

  /** Has PostgreSQL write its log of changes until there is no room for more of it. */
  async useUpLog(): Promise<void> {
    await this.beside(async (db) => {
      while (true) await db.query(`select pg_logical_emit_message(true, 'turnus', repeat('x', 1000000))`)
    }).catch(() => undefined)
  }

  /** How many jobs are in which state, by the attempts that count against them. */
  states(): Promise<DiskOutcome['states']> {
    return this.beside(async (db) => {
      const { rows } = await db.query<DiskOutcome['states'][number]>(
        'select state, attempt - handed_back as counted, count(*) as jobs from jobs group by 1, 2 order by 1, 2',
      )
      return rows
    })
  }

  /** Waits until everything that was accepted has been called back. */
  async untilCalledBack(): Promise<void> {
    const missing = (): readonly string[] => {
      const called = new Set(idsOf(this.receiver.calls))
      return this.accepted.filter((id) => !called.has(id))
    }
    // As long as there is progress.
    for (let left = missing(); left.length > 0; left = missing())
      await until(`one of ${left.length} more is called back`, () => missing().length < left.length)
  }

  async close(): Promise<void> {
    this.#isLoaded = false
    await this.disk.free()
    await Promise.allSettled([...this.#loads, this.server.stop()])
    await this.receiver.close()
  }

  async #load(): Promise<void> {
    while (this.#isLoaded) {
      const status = await this.#submit(SMALL).then(
        () => 201,
        (error: unknown) => {
          if (!(error instanceof RequestRefused)) throw error
          if (error.status === 503 && error.retryAfterSeconds === null) this.withoutRetryAfter.push(error.status)
          return error.status
        },
      )
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
      await sleep(SUBMIT_MS)
    }
  }

  async #submit(document: object): Promise<string> {
    const { solverProblemId } = await this.client.submit({ ...document, callbackUrl: this.receiver.url } as never)
    this.accepted.push(solverProblemId)
    return solverProblemId
  }
}

/** How a full disk is played. */
export interface DiskCase {
  /** How many are accepted before, and after, at least. */
  readonly submissions: number
  /** How long it stays full once everybody has noticed, in milliseconds. */
  readonly fullMs: number
  /** Whether PostgreSQL needs more of its log than there is, which ends it. */
  readonly endsPostgres: boolean
}

/** What came of it, in numbers. */
export interface DiskOutcome {
  readonly accepted: number
  readonly answers: { readonly before: object; readonly full: object; readonly after: object }
  /** States of everything that was accepted, once it was called back, with attempts that counted. */
  readonly states: readonly { readonly state: string; readonly counted: number; readonly jobs: number }[]
  /** Callbacks that said FAILED. */
  readonly failures: number
  /** Calls beyond the first of each request. */
  readonly repeated: number
  /** Messages of the log of level warn and above, and how often they came. */
  readonly logged: ReadonlyMap<string, number>
}

/** Fills the disk under load, waits until that is noticed, frees it, and waits until everything that was accepted is called back. */
export async function playFullDisk(gateway: GatewayOnSmallDisk, { submissions, fullMs, endsPostgres }: DiskCase): Promise<DiskOutcome> {
  const callsBefore = gateway.receiver.calls.length
  const linesBefore = gateway.server.logged().length
  const long = await gateway.beginLongSearch()
  gateway.beginLoad()
  await until('submissions are accepted', () => (gateway.answers.get(201) ?? 0) >= submissions)
  const before = gateway.takeAnswers()
  await gateway.disk.fill()
  await until('the gateway is not ready', async () => (await gateway.readiness()) === 503)
  await until('a submission is refused', () => (gateway.answers.get(503) ?? 0) > 0)
  if (endsPostgres) {
    // A statement that finds no room for the log is refused; PostgreSQL ends when it is a commit that finds none.
    const hasGone = (): boolean => gateway.server.logged().slice(linesBefore).includes('the embedded database went away')
    await until('the database has gone', async () => hasGone() || (await gateway.useUpLog(), hasGone()))
  }
  await sleep(fullMs)
  const full = gateway.takeAnswers()
  await gateway.disk.free()
  await until('the gateway is ready', async () => (await gateway.readiness()) === 200)
  await until('submissions are accepted again', () => (gateway.answers.get(201) ?? 0) >= submissions)
  await gateway.endLoad()
  await gateway.client.stop(long)
  await gateway.untilCalledBack()
  const calls = gateway.receiver.calls.slice(callsBefore)
  return {
    accepted: gateway.accepted.length,
    answers: { before, full, after: gateway.takeAnswers() },
    states: await gateway.states(),
    failures: calls.filter(({ body }) => body.includes('schedule.failed')).length,
    repeated: calls.length - new Set(idsOf(calls)).size,
    logged: countMessages(gateway.server.logged().slice(linesBefore)),
  }
}

/** Of pino's levels. */
const WARN = 40

function countMessages(log: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of log.split('\n')) {
    if (!line.startsWith('{"level"')) continue
    const { level, msg, err, warning } = JSON.parse(line) as { level: number; msg: string; err?: { message: string }; warning?: string }
    const told = [msg, err?.message ?? warning].filter((part) => part !== undefined).join(': ')
    if (level >= WARN) counts.set(told, (counts.get(told) ?? 0) + 1)
  }
  return counts
}
