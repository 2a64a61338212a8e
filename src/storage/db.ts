import type { Writable } from 'node:stream'
import pg from 'pg'
import type { QueryResult, QueryResultRow } from 'pg'
import { invariant } from '../model/errors.ts'
import { explainOutage } from './outage.ts'

/**
 * Whatever runs SQL: the pool, or the one connection of a transaction. Storage functions take it first. A `Db` throws `database-unavailable`
 * when it cannot be reached, also from within a transaction.
 */
export interface Queryable {
  query<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<QueryResult<Row>>
}

/** Statements of which connections keep the plans, with the names that they give them. */
const keptPlans = new Map<string, string>()
// Each takes some memory of every connection: for a few that run all the time, not for texts that are made up as they are needed.
const MOST_KEPT_PLANS = 40

/**
 * Lets every connection plan a statement once instead of every time, which takes PostgreSQL longer than most statements do; answers the
 * statement. Not for one whose best plan depends on its values.
 */
export function keepPlanOf(sql: string): string {
  if (!keptPlans.has(sql) && keptPlans.size < MOST_KEPT_PLANS) keptPlans.set(sql, `turnus-${keptPlans.size}`)
  return sql
}

/** Asks the driver, by the name of the statement if its plan is kept. */
export function ask<Row extends QueryResultRow>(
  driver: Pick<pg.ClientBase | pg.Pool, 'query'>,
  sql: string,
  values: readonly unknown[] | undefined,
): Promise<QueryResult<Row>> {
  const name = keptPlans.get(sql)
  return name === undefined ? driver.query<Row>(sql, values as unknown[]) : driver.query<Row>({ name, text: sql, values: values as unknown[] })
}

declare const inside: unique symbol
/** The connection of an open transaction. What asks for it must not be given the pool. */
export type Transaction = Queryable & { readonly [inside]: true }

/** A pool of connections to one PostgreSQL, 15 or newer. */
export interface Db extends Queryable {
  readonly url: string
  /** Runs `run` in one transaction: commits when it resolves, rolls back when it rejects. See `inTransaction`. */
  transaction<Result>(run: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Closes every connection once its query has ended. */
  close(): Promise<void>
}

export interface DbOptions {
  /** Most connections at a time; 10 when absent. */
  readonly maxConnections?: number
  /** How long the server keeps a transaction open in which nothing happens, in milliseconds; `IDLE_TRANSACTION_MS` when absent. */
  readonly idleTransactionMs?: number
  /** Told of a connection that broke while idle; the pool replaces it by itself. */
  readonly onError?: (error: Error) => void
  /** Given, once, what tells how many connections of the pool there are. */
  readonly onOpen?: (use: () => PoolUse) => void
}

/** Connections of a pool: open, in use or not; idle; and who waits for one. */
export interface PoolUse {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

const DEFAULT_MAX_CONNECTIONS = 10
// A database that is restarting is waited for; one that is gone must not hang a request for minutes.
const CONNECT_SECONDS = 10
/**
 * A node that sleeps or loses its network in mid-transaction keeps others from the rows that it locked, and claims wait for them. Without a
 * limit that lasts until the system notices that the connection is dead: two hours on Linux. As long as a lease.
 */
export const IDLE_TRANSACTION_MS = 10_000

/** Opens a pool on a `postgres://` address. Connects at the first query, so a wrong address shows there. */
export function openDb(url: string, options: DbOptions = {}): Db {
  const pool = createPool(url, options)
  return {
    url,
    query: (sql, values) => explained(ask(pool, sql, values)),
    transaction: (run) => explained(runTransaction(pool, run, beginning(options))),
    close: () => pool.end(),
  }
}

/** How long a connection to `url` may take to be made, in milliseconds: as its `connect_timeout` says in seconds, as everywhere in PostgreSQL, else ten seconds. */
export function connectMsOf(url: string): number {
  const seconds = Number(new URL(url).searchParams.get('connect_timeout'))
  return 1000 * (Number.isInteger(seconds) && seconds > 0 ? seconds : CONNECT_SECONDS)
}

/** A pool of the driver as we use it, connecting as `connection` says beside the address. */
export function createPool(url: string, options: DbOptions, connection: pg.PoolConfig = {}): pg.Pool {
  // Statements that do not wait for one another leave one behind the other.
  const pipelined = { pipeline: true, ...connection }
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
    connectionTimeoutMillis: connectMsOf(url),
    application_name: 'turnus',
    types: { getTypeParser },
    ...pipelined,
  })
  // Without a listener a connection that breaks while idle would end the process. While the pool ends, its connections may break all the same: it does not wait for their
  // ends, and a database that stops right after it tells each of them.
  pool.on('error', (error) => {
    if (!pool.ending) options.onError?.(error)
  })
  // The pool itself listens only while a connection is idle, and whoever is given one listens a moment later: a server that shuts down as it
  // greets says both in one piece, before that moment.
  pool.on('connect', (client) => client.on('error', () => undefined))
  options.onOpen?.(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }))
  return pool
}

/** What opens a transaction; more statements may follow. The limit is set in the transaction, so that it holds behind a pooler too. */
export function beginning(options: DbOptions): string {
  return `begin; set local idle_in_transaction_session_timeout = ${options.idleTransactionMs ?? IDLE_TRANSACTION_MS}`
}

/** What was asked of the driver, rejecting with `database-unavailable` for an outage. */
export async function explained<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked
  } catch (error) {
    throw explainOutage(error)
  }
}

/** Runs `run` in one transaction of `db`: commits when it resolves, rolls back when it rejects, and rethrows. */
export function inTransaction<Result>(db: Db, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return db.transaction(run)
}

/** Lets what `send` gives to the driver leave together with all else of this turn: PostgreSQL wakes up once for it, and so do we. */
export function inOnePiece<Sent>(client: pg.PoolClient, send: () => Sent): Sent {
  // The driver does not type it. Where it has none, the pieces leave one by one.
  const { stream } = (client as { readonly connection?: { readonly stream?: Writable } }).connection ?? {}
  stream?.cork()
  process.nextTick(() => stream?.uncork())
  return send()
}

/** Runs `run` between `begin`, from `beginning`, and a commit or rollback. */
export async function runTransaction<Result>(pool: pg.Pool, run: (tx: Transaction) => Promise<Result>, begin: string): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool listens only while a connection is idle. Without a listener, one that breaks between two statements would end the process.
  const onError = (error: Error): void => {
    broken = error
  }
  client.on('error', onError)
  try {
    // Not waited for: it cannot fail by itself, and what follows stands behind it.
    const begun = inOnePiece(client, () => client.query(begin))
    begun.catch(() => undefined)
    const result = await run({ query: (sql, values) => inOnePiece(client, () => ask(client, sql, values)) } as Transaction)
    await begun
    const commit = await client.query('commit')
    // PostgreSQL answers ROLLBACK to the commit of a transaction in which a statement failed and somebody swallowed the error.
    invariant(commit.command === 'COMMIT', 'a transaction that resolves has no failed statement in it')
    return result
  } catch (error) {
    // A connection that cannot roll back is thrown away, not handed to the next caller in mid-transaction.
    await client.query('rollback').catch((cause: unknown) => {
      broken = cause instanceof Error ? cause : new Error('rollback failed', { cause })
    })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

const OID_INT8 = 20
const OID_INT8_ARRAY = 1016

/** The one int8 parser: `bigint` columns are numbers. Ids, penalties and milliseconds stay far below 2⁵³; past it we stop rather than round. */
function parseInt8(text: string): number {
  const value = Number(text)
  invariant(Number.isSafeInteger(value), `a bigint column fits a number, got ${text}`)
  return value
}

function parseInt8Array(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(parseInt8)
}

/** How values of PostgreSQL become ours, for whoever connects without `openDb`. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
  if (oid === OID_INT8) return parseInt8 as (value: never) => unknown
  if (oid === OID_INT8_ARRAY) return parseInt8Array as (value: never) => unknown
  return pg.types.getTypeParser(oid, format as 'text') as (value: never) => unknown
}

/** The only row of an answer; stops at a bug when there is none. */
export function onlyRow<Row extends QueryResultRow>(result: QueryResult<Row>): Row {
  const row = result.rows[0]
  invariant(row !== undefined && result.rows.length === 1, 'the statement answers exactly one row')
  return row
}

/** A text that PostgreSQL stores: without NUL and lone surrogates, which clients can write in JSON and no text column or jsonb takes. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\u{fffd}').toWellFormed()
}
