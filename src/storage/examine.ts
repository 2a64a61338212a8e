import { randomBytes } from 'node:crypto'
import { onlyRow } from './db.ts'
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
