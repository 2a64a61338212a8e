import pg from 'pg'
import { GatewayError } from '../model/errors.ts'
import { type Db, onlyRow, type Queryable, type Transaction } from './db.ts'
import { GATEWAY_ROLE } from './guarded-db.ts'

// Any number that nothing else in the database locks.
const GRANT_LOCK = 7_265_002
const DUPLICATE = new Set(['42710', '23505'])
const NOT_PERMITTED = '42501'

/**
 * Makes the role that the HTTP interface works as, unless the server has it: it cannot log in, owns nothing and does not bypass row level
 * security. Roles belong to the whole server, so several databases share it. Throws `environment-unfit` when our own role may not make it.
 */
export async function makeGatewayRole(db: Db): Promise<void> {
  if (await mayBecome(db)) return
  try {
    await unlessThere(db.query(`create role ${GATEWAY_ROLE} nologin noinherit nosuperuser nobypassrls`))
    await db.query(`grant ${GATEWAY_ROLE} to current_user`)
  } catch (cause) {
    // Another process, for another database of the server, may have granted it at this moment.
    if (await mayBecome(db)) return
    if (!(cause instanceof pg.DatabaseError && cause.code === NOT_PERMITTED)) throw cause
    throw new GatewayError(
      'environment-unfit',
      `The role of DATABASE_URL may not make the role ${GATEWAY_ROLE}, which the HTTP interface works as.`,
      `Let an administrator of the server run: create role ${GATEWAY_ROLE} nologin; grant ${GATEWAY_ROLE} to <the role of DATABASE_URL>;`,
      { cause },
    )
  }
}

async function mayBecome(db: Db): Promise<boolean> {
  try {
    await db.transaction((tx) => tx.query(`set local role ${GATEWAY_ROLE}`))
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false
    throw error
  }
}

async function unlessThere(made: Promise<unknown>): Promise<void> {
  try {
    await made
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && DUPLICATE.has(error.code ?? ''))) throw error
  }
}

/** Lets the HTTP interface write tickets into the queue's tables, which hold ids and nothing of anybody. Safe to repeat. */
export async function grantQueue(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [GRANT_LOCK])
  await tx.query(`grant usage on schema pgboss to ${GATEWAY_ROLE}`)
  await tx.query(`grant select, insert on all tables in schema pgboss to ${GATEWAY_ROLE}`)
}

/**
 * Throws `environment-unfit` when the database has the schema, and the role of the HTTP interface none of its rights in it: a dump that was read in
 * where the role was not there yet looks whole, and refuses every request. For a database with all migrations.
 */
export async function refuseLostRights(db: Queryable): Promise<void> {
  const { hasRights } = onlyRow(
    await db.query<{ hasRights: boolean }>(
      `select has_function_privilege($1, 'use_token(bytea)', 'execute')
              and has_table_privilege($1, 'jobs', 'select')
              and exists (select from pg_policies where tablename = 'jobs' and $1 = any (roles)) as "hasRights"`,
      [GATEWAY_ROLE],
    ),
  )
  if (hasRights) return
  throw new GatewayError(
    'environment-unfit',
    `The role ${GATEWAY_ROLE} has lost its rights in this database, as in a dump that was read in before the role was made.`,
    `Read the dump into an empty database once more, now that the role is there; or take turnus backup and turnus restore, which need no role.`,
  )
}
