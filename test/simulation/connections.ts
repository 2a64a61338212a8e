import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { QueryResult, QueryResultRow } from 'pg'
import { getTypeParser } from '../../src/storage/db.ts'
import { HANG_MS } from '../patience.ts'

/** What something came to. */
export type Outcome<Value> = { readonly value: Value } | { readonly error: unknown }

/** Tickets, or deliveries. */
export type QueueName = 'solves' | 'deliveries'

/** What one look at the committed rows told, see look.sql. */
export interface Look {
  /** A law that is broken. */
  readonly broken: string | null
  /** Jobs that have not ended; deliveries that are pending. */
  readonly unfinished: number
  readonly undelivered: number
  /** Most jobs of one department that wait in state QUEUED. */
  readonly fullest: number
  /** Tickets that there should be beyond those that there are; below 0 there are more than needed. */
  readonly missing: number
  /** What is in the queue, the oldest first. */
  readonly entries: readonly { readonly id: number; readonly queue: QueueName; readonly atMs: number; readonly isTaken: boolean }[]
}

/** Who starts a transaction, and when. */
export interface Moment {
  readonly nowMs: number
  /** Such as a node, and the number of the work that it does. */
  readonly actor: string
  /** Statements that begin the transaction as well; '' for none. */
  readonly settings: string
}

/** A real connection to the database of the simulation. */
export interface Connection {
  readonly client: pg.Client
  readonly pid: number
  /** True while a transaction is open on it. */
  isOpen: boolean
  /** What opens it, until it is sent. */
  beginning: string | null
  /** True once a statement in it changed something; or locked something, at least. */
  hasWritten: boolean
  hasLocked: boolean
  /** True once a statement in it was refused that has to be: all that follow are refused too. */
  isSpoilt: boolean
  /** True once another transaction was open at the same time as this one. */
  isOverlapped: boolean
  /** True while a statement on it waits for another transaction. */
  isBlocked: boolean
  /** What was sent last without waiting for the answer. */
  sent: Promise<unknown>
  /** Transactions that have ended on it. */
  ended: number
}

/** A transaction that another waits for. */
interface Blocker {
  readonly connection: Connection
  /** What `connection.ended` was. */
  readonly ended: number
}

/** Something to be done on a connection. */
interface Errand {
  readonly connection: Connection
  /** It is one statement of a transaction that is open, and not a transaction of its own. */
  readonly isInside: boolean
  readonly work: () => Promise<unknown>
  readonly tell: (outcome: Outcome<unknown>) => void
}

const IDLE: Omit<Connection, 'client' | 'pid' | 'ended'> = {
  isOpen: false,
  beginning: null,
  hasWritten: false,
  hasLocked: false,
  isSpoilt: false,
  isOverlapped: false,
  isBlocked: false,
  sent: Promise.resolve(),
}
const SCHEMA = await readFile(new URL('schema.sql', import.meta.url), 'utf8')
const LOOK = await readFile(new URL('look.sql', import.meta.url), 'utf8')
// One plan for every statement, however many rows there are: the order of rows that nobody asked for depends on it.
const SETTINGS = `set search_path = simulation, pg_catalog, public; set synchronous_commit = off; set jit = off; set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_hashagg = off; set enable_bitmapscan = off`
const CONNECTIONS = 12
/** A statement that takes longer may be waiting for another transaction that has written or locked something; on a busy machine most are only slow. */
const POLL_MS = 1
/** One that cannot, as far as we know. */
const IDLE_POLL_MS = 50
const WRITING = /\b(?:insert into|delete from|update \S+\s+set)\b/i
const LOCKING = /_lock\b|\bfor (?:no key )?update\b/i

/**
 * The real PostgreSQL, used by one statement at a time: so what comes of it depends on the order of the statements alone. Transactions of several
 * nodes may be open side by side; a statement that has to wait for another's end is left waiting, and its step ends.
 */
export class Connections {
  readonly #all: readonly Connection[]
  readonly #watcher: pg.Client
  /** What waits for another transaction; and what would have to as well, and was taken back. */
  #blocked: (Errand & { readonly settled: Promise<Outcome<unknown>>; readonly blockers: readonly Blocker[] }) | null = null
  #putOff: (Errand & { readonly blockers: readonly Blocker[] })[] = []
  /** Who waits for a connection. */
  #waiting: (() => void)[] = []
  /** Transactions that have ended. */
  #ended = 0
  /** A prepared statement for every text: half the time. */
  readonly #names = new Map<string, string>()

  private constructor(all: readonly Connection[], watcher: pg.Client) {
    this.#all = all
    this.#watcher = watcher
  }

  /** Adds the schema of the simulation to the migrated database at `url`, and connects. */
  static async open(url: string): Promise<Connections> {
    const watcher = await connect(url)
    await watcher.query(`${SCHEMA}; set synchronous_commit = off`)
    const opened: Connection[] = []
    for (let i = 0; i < CONNECTIONS; i += 1) {
      const client = await connect(url)
      await client.query(`${SETTINGS}; prepare look as ${LOOK}`)
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      opened.push({ ...IDLE, ended: 0, client, pid: rows[0]!.pid })
    }
    return new Connections(opened, watcher)
  }

  async close(): Promise<void> {
    await this.#abandonAll()
    for (const { client } of [...this.#all, { client: this.#watcher }]) await client.end()
  }

  /**
   * Does `work` on the connection and tells what came of it: before this resolves, or, when it has to wait for another transaction, before
   * the call resolves that sets it free. In which order PostgreSQL sets several free is left to the machine, so only one waits at a time: the
   * others are put off, as if they arrived later.
   */
  async run<Value>(connection: Connection, work: () => Promise<Value>, tell: (outcome: Outcome<Value>) => void): Promise<void> {
    const ended = this.#ended
    await this.#start({ connection, isInside: connection.isOpen, work, tell: tell as Errand['tell'] })
    if (this.#ended !== ended) await this.#goOn()
  }

  /** A connection without a transaction; null when there is none. */
  free(): Connection | null {
    return this.#all.find(({ isOpen }) => !isOpen) ?? null
  }

  /** Calls `act` once when the next transaction ends. */
  whenFree(act: () => void): void {
    this.#waiting.push(act)
  }

  /** Opens a transaction. It is sent with its first statement, which saves a way there and back. */
  begin(connection: Connection, { nowMs, actor, settings }: Moment): void {
    const others = this.#all.filter((other) => other !== connection && other.isOpen)
    Object.assign(connection, {
      isOpen: true,
      hasWritten: false,
      hasLocked: false,
      isSpoilt: false,
      isOverlapped: others.length > 0,
      beginning: `begin; ${setting('now', new Date(nowMs).toISOString())}; ${setting('actor', actor)}; ${settings}`,
    })
    for (const other of others) other.isOverlapped = true
  }

  /** Does a statement in the transaction that is open. */
  async query<Row extends QueryResultRow>(connection: Connection, sql: string, values: readonly unknown[] = []): Promise<QueryResult<Row>> {
    if (connection.beginning !== null) this.#send(connection, connection.beginning)
    connection.beginning = null
    const result = await connection.client.query<Row>({ ...this.#nameOf(sql), text: sql, values: [...values] })
    connection.hasWritten ||= WRITING.test(sql) && result.rowCount !== 0
    connection.hasLocked ||= LOCKING.test(sql) && result.rowCount !== 0
    return result
  }

  /** Of several statements in one text none is prepared. */
  #nameOf(sql: string): { name: string } | undefined {
    if (sql.includes(';')) return undefined
    let name = this.#names.get(sql)
    if (name === undefined) this.#names.set(sql, (name = `statement_${this.#names.size}`))
    return { name }
  }

  /** Reads what is committed. */
  read<Row extends QueryResultRow>(sql: string): Promise<QueryResult<Row>> {
    return this.#watcher.query<Row>(sql)
  }

  /** Ends the transaction and looks at what is committed then. Rejects when PostgreSQL rolls back instead. */
  async commit(connection: Connection, look: { promised: readonly number[]; runningPerDepartment: number }): Promise<Look> {
    const sql = `commit; execute look('{${look.promised.join()}}', ${look.runningPerDepartment})`
    const [commit, looked] = (await connection.client.query(sql)) as unknown as QueryResult[]
    this.#end(connection)
    if (commit!.command !== 'COMMIT') throw new Error('a transaction that resolves has no failed statement in it')
    const row = looked!.rows[0] as Look
    return { ...row, missing: Number(row.missing), entries: row.entries ?? [] }
  }

  async rollback(connection: Connection): Promise<void> {
    if (connection.beginning === null) {
      if (connection.hasWritten || connection.hasLocked) await connection.client.query('rollback')
      else this.#send(connection, 'rollback')
    }
    this.#end(connection)
  }

  /** Reads something in a transaction of its own. */
  async readAlone<Row extends QueryResultRow>(
    connection: Connection,
    moment: Moment,
    sql: string,
    values: readonly unknown[] | undefined,
  ): Promise<QueryResult<Row>> {
    this.begin(connection, moment)
    const asked = this.query<Row>(connection, sql, values)
    this.#send(connection, 'rollback')
    try {
      return await asked
    } finally {
      this.#end(connection)
    }
  }

  /** Sends a statement whose answer is of no interest. */
  #send(connection: Connection, sql: string): void {
    connection.sent = connection.client.query(sql).catch(() => undefined)
  }

  #end(connection: Connection): void {
    connection.isOpen = false
    connection.ended += 1
    this.#ended += 1
    this.#waiting.shift()?.()
  }

  /** Ends whatever is open and empties the tables, so that a seed starts from nothing. */
  async reset(): Promise<void> {
    await this.#abandonAll()
    await this.#watcher.query(RESET)
    await this.#watcher.query(VACUUM)
  }

  async #abandonAll(): Promise<void> {
    if (this.#blocked) {
      await this.#watcher.query('select pg_cancel_backend($1)', [this.#blocked.connection.pid])
      await this.#blocked.settled
    }
    this.#blocked = null
    this.#putOff = []
    this.#waiting = []
    for (const connection of this.#all) {
      if (connection.isOpen) await this.rollback(connection)
      await connection.sent
      Object.assign(connection, IDLE)
    }
  }

  /** True when it is done; false when it waits, or is put off. */
  async #start(errand: Errand): Promise<boolean> {
    const { connection, isInside, work } = errand
    const mustNotWait = this.#blocked !== null
    if (mustNotWait && isInside && !connection.isSpoilt) await this.query(connection, 'savepoint put_off')
    const settled = work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const blockers = await this.#findBlockers(connection, settled)
    if (blockers.length === 0) {
      errand.tell(await settled)
      return true
    }
    connection.isBlocked = true
    if (mustNotWait) {
      await this.#watcher.query('select pg_cancel_backend($1)', [connection.pid])
      await settled
      if (isInside) await connection.client.query('rollback to savepoint put_off')
      // Nobody else may have it in the meantime.
      connection.isOpen = true
      this.#putOff.push({ ...errand, blockers })
    } else this.#blocked = { ...errand, settled, blockers }
    return false
  }

  /** Goes on with what was set free, over and over until all that is left waits for another transaction. */
  async #goOn(): Promise<void> {
    for (let isGoing = true; isGoing; ) {
      isGoing = false
      const blocked = this.#blocked
      if (blocked?.blockers.some(hasEnded)) {
        const blockers = await this.#findBlockers(blocked.connection, blocked.settled)
        this.#blocked = blockers.length === 0 ? null : { ...blocked, blockers }
        if (blockers.length === 0) {
          blocked.connection.isBlocked = false
          blocked.tell(await blocked.settled)
          isGoing = true
        }
      }
      for (const errand of this.#putOff.splice(0)) {
        if (!errand.blockers.some(hasEnded)) {
          this.#putOff.push(errand)
          continue
        }
        errand.connection.isBlocked = false
        errand.connection.isOpen = errand.isInside
        isGoing = (await this.#start(errand)) || isGoing
      }
    }
  }

  /** Waits until the statement is answered, or it is certain that it waits for some of our transactions: answers for which. */
  async #findBlockers(connection: Connection, settled: Promise<unknown>): Promise<readonly Blocker[]> {
    const isLikely = this.#all.some((other) => other !== connection && other.isOpen && (other.hasWritten || other.hasLocked || other.isBlocked))
    let pollMs = isLikely ? POLL_MS : IDLE_POLL_MS
    for (let waitedMs = 0; waitedMs < HANG_MS; waitedMs += pollMs, pollMs = Math.min(2 * pollMs, IDLE_POLL_MS)) {
      if (await answersWithin(pollMs, settled)) return []
      const { rows } = await this.#watcher.query<{ blockers: number[] }>('select pg_blocking_pids($1) as blockers', [connection.pid])
      // One that has ended for us sets it free as soon as PostgreSQL has read so: a rollback is not always waited for.
      const blockers = this.#all.filter(({ pid, isOpen }) => isOpen && rows[0]!.blockers.includes(pid))
      if (blockers.length > 0) return blockers.map((blocker) => ({ connection: blocker, ended: blocker.ended }))
    }
    throw new Error('A statement is neither answered nor waits for another transaction.')
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'turnus-simulation', pipeline: true, types: { getTypeParser } })
  await client.connect()
  return client
}

/** A lock lasts as long as its transaction: until then there is no sense in another try. */
function hasEnded({ connection, ended }: Blocker): boolean {
  return connection.ended !== ended
}

async function answersWithin(ms: number, settled: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  void settled.then(() => resolve(true))
  const answered = await promise
  clearTimeout(timer)
  return answered
}

/** True for a statement that may change something. */
export function isWriting(sql: string): boolean {
  return WRITING.test(sql)
}

// Deleted, not truncated, which takes a hundred times as long.
const RESET = `
  set simulation.actor = 'reset';
  delete from delivery_attempts; delete from deliveries; delete from callback_origins; delete from jobs; delete from simulation.entries; delete from simulation.claims;
  update departments set turn = 0;
  select setval(pg_get_serial_sequence('jobs', 'id'), 1, false), setval(pg_get_serial_sequence('deliveries', 'id'), 1, false),
         setval(pg_get_serial_sequence('simulation.entries', 'id'), 1, false), setval('turns', 1, false);`

// So that rows lie in the same order in every run of a seed.
const VACUUM = 'vacuum (index_cleanup on) jobs, deliveries, simulation.entries'

function setting(name: string, value: string): string {
  return `set simulation.${name} = '${value}'`
}
