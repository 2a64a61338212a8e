import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { GatewayError } from '../model/errors.ts'
import { inTransaction, onlyRow } from './db.ts'
import type { Db, Queryable } from './db.ts'
import { GATEWAY_ROLE } from './guarded-db.ts'
import { listenUntil, pause } from './listen.ts'

/** What a database says of itself, without a table of ours being asked for. */
export interface DatabaseFacts {
  /** Such as `18.1`. */
  readonly version: string
  /** The role that we are in it. */
  readonly role: string
  /** Whether this role may make schemas in it, which migrations do. */
  readonly mayCreate: boolean
  /** Whether the role of the HTTP interface is there, or may be made. */
  readonly hasGatewayRole: boolean
  /** How far its clock is ahead of ours, in milliseconds; less than 0 when it is behind. As exact as half the round trip. */
  readonly clockAheadMs: number
  /** From question to answer, in milliseconds, on a connection that is open. */
  readonly roundTripMs: number
}

/** Asks a database who it is. */
export async function examineDatabase(db: Queryable): Promise<DatabaseFacts> {
  const facts = onlyRow(
    await db.query<Pick<DatabaseFacts, 'version' | 'role' | 'mayCreate' | 'hasGatewayRole'>>(
      `select split_part(current_setting('server_version'), ' ', 1) as version, current_user as role,
              has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate",
              exists (select from pg_roles where rolname = $1 and pg_has_role(oid, 'member'))
                or exists (select from pg_roles where rolname = current_user and (rolcreaterole or rolsuper)) as "hasGatewayRole"`,
      [GATEWAY_ROLE],
    ),
  )
  const startedMs = performance.now()
  const askedAt = Date.now()
  const { now } = onlyRow(await db.query<{ now: Date }>('select clock_timestamp() as now'))
  const roundTripMs = performance.now() - startedMs
  return { ...facts, roundTripMs, clockAheadMs: now.getTime() - (askedAt + roundTripMs / 2) }
}

/** What reading the tables of a database came to. */
export interface StoredTables {
  readonly damaged: readonly { readonly table: string; readonly reason: string }[]
  /** Names of those that would have taken too long, or may not be read by this role. */
  readonly unread: readonly string[]
  /** Checksums of pages that PostgreSQL found wrong since its statistics began; 0 where the database has none. */
  readonly failures: number
}

/** For all tables together, in milliseconds. */
const READING_MS = 10_000
/** A page that is damaged, and a file that cannot be read or is not there. */
const DAMAGED = /^(?:XX00[12]|58P01|58030)$/

/** Reads each page of each table in `public`, and of what belongs to these but indexes, for some seconds at most; PostgreSQL checks the page as it does. */
export async function readTables(db: Db): Promise<StoredTables> {
  const { rows } = await db.query<{ name: string }>(
    `select coalesce(toast.oid, main.oid)::regclass::text as name
       from pg_class main
       cross join lateral (select null::oid as oid union all select main.reltoastrelid where main.reltoastrelid <> 0) toast
      where main.relnamespace = 'public'::regnamespace and main.relkind = 'r'
      order by main.relpages, 1`,
  )
  const until = performance.now() + READING_MS
  const damaged: { table: string; reason: string }[] = []
  const unread: string[] = []
  for (const { name } of rows) {
    const leftMs = Math.floor(until - performance.now())
    const failure = leftMs < 1 ? 'late' : await readTable(db, name, leftMs)
    if (failure === null) continue
    if (failure instanceof pg.DatabaseError && DAMAGED.test(failure.code ?? '')) damaged.push({ table: name, reason: failure.message })
    else unread.push(name)
  }
  const { failures } = onlyRow(
    await db.query<{ failures: number }>(
      'select coalesce(checksum_failures, 0)::integer as failures from pg_stat_database where datname = current_database()',
    ),
  )
  return { damaged, unread, failures }
}

/** Null when a table was read whole within some milliseconds; else why not. */
async function readTable(db: Db, name: string, limitMs: number): Promise<unknown> {
  try {
    await inTransaction(db, async (transaction) => {
      await transaction.query(`set local statement_timeout = ${limitMs}`)
      // The name is as regclass writes it, quoted where it must be. Indexes would spare it the pages.
      await transaction.query('set local enable_indexonlyscan = off; set local enable_indexscan = off; set local enable_bitmapscan = off')
      await transaction.query(`select count(*) from only ${name}`)
    })
    return null
  } catch (error) {
    return error instanceof GatewayError && error.cause instanceof Error ? error.cause : error
  }
}

const NOTICE_MS = 5000

/** Whether what is announced in a database is heard on another connection: not so behind a pooler that shares connections between statements. */
export async function hearsNotices(db: Db): Promise<boolean> {
  const channel = `turnus_doctor_${randomBytes(6).toString('hex')}`
  const closing = new AbortController()
  let isHeard = false
  const listening = listenUntil(closing.signal, {
    url: db.url,
    name: 'turnus-doctor',
    channel,
    onListening: () => void db.query(`select pg_notify($1, '')`, [channel]).catch(() => closing.abort()),
    onNotice() {
      isHeard = true
      closing.abort()
    },
    onLost: () => closing.abort(),
  })
  await pause(NOTICE_MS, closing.signal)
  closing.abort()
  await listening
  return isHeard
}
