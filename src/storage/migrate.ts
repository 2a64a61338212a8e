import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { GatewayError } from '../model/errors.ts'
import { inTransaction, onlyRow } from './db.ts'
import type { Db, Queryable, Transaction } from './db.ts'
import { grantQueue, makeGatewayRole } from './gateway-role.ts'
import { explainRefusal } from './refused-connection.ts'
import { migrateQueue } from './queue.ts'

/** A file of migrations/; its name is such as `0001-organizations-and-jobs`. */
interface Migration extends AppliedMigration {
  readonly sql: string
}

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url))
// Any number that nothing else in the database locks.
const MIGRATION_LOCK = 7_265_001
const OLDEST_POSTGRESQL = 15
/** A migration waits so long for the tables that it changes, and then gives way. Shorter than a request waits for its answer. */
const LOCK_MS = 2000
const LOCK_PAUSE_MS = 1000
/** A minute and a half: longer than most backups keep what they have read. */
const LOCK_TRIES = 30
/** SQLSTATE of a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** A migration that a database has, as it was applied. */
export interface AppliedMigration {
  readonly name: string
  readonly sha256: string
}

/**
 * Brings the database to the schema of this version: applies each file of migrations/ once, in order, all in one
 * transaction, after the queue's own tables. Safe to call by several processes at once: one works, the others wait.
 * Answers the names that were applied. Throws `environment-unfit` for a PostgreSQL that is too old, a schema that is
 * newer than this version, and a migration that was edited after it was applied.
 */
export async function migrate(db: Db): Promise<readonly string[]> {
  await refuseOldPostgres(db)
  await migrateServer(db)
  return migratePatiently(db, LOCK_TRIES)
}

/**
 * A statement that changes a table waits for everything that reads it, such as a backup, and everything that comes later waits behind that
 * statement. So nodes of the version before would stand still with us: rather give way for a moment, and try again.
 */
async function migratePatiently(db: Db, triesLeft: number): Promise<readonly string[]> {
  try {
    return await inTransaction(db, (tx) => migrateWithin(tx, { lockMs: LOCK_MS }))
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw cause
    if (triesLeft > 1) {
      await sleep(LOCK_PAUSE_MS)
      return migratePatiently(db, triesLeft - 1)
    }
    throw new GatewayError(
      'environment-unfit',
      'The tables could not be changed: something has been reading or changing them all the time.',
      'Wait until a backup or another long transaction has ended (pg_stat_activity shows it), and start again.',
      { cause },
    )
  }
}

/** What migrations stand on: the role of the HTTP interface, and the queue's own tables, which it may write into. */
export async function migrateServer(db: Db): Promise<void> {
  await makeGatewayRole(db)
  await migrateQueue(db.url)
  await inTransaction(db, grantQueue)
}

/**
 * As `migrate`, in the caller's transaction and without the queue's tables. With `through` it ends after the migration of that name,
 * at the schema of an older version. With `lockMs` it fails when it has to wait longer than that for a table.
 */
export async function migrateWithin(
  tx: Transaction,
  { through, lockMs }: { readonly through?: string; readonly lockMs?: number } = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations()
  await lockMigrations(tx)
  await tx.query(
    `create table if not exists migrations (
       name       text        primary key,
       sha256     text        not null,
       applied_at timestamptz not null default now()
     )`,
  )
  const applied = await readRows(tx)
  refuseForeignSchema(migrations, applied)
  const had = new Set(applied.map(({ name }) => name))
  // Not before: other processes that migrate are waited for as long as they take.
  if (lockMs !== undefined) await tx.query(`set local lock_timeout = ${lockMs}`)
  const pending = migrations.filter(({ name }) => !had.has(name) && (through === undefined || name <= through))
  for (const { name, sql, sha256 } of pending) {
    await tx.query(sql)
    await tx.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  }
  return pending.map((migration) => migration.name)
}

/** Keeps every other process from migrating until the transaction ends; waits for one that does. */
export async function lockMigrations(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
}

/** The migrations that a database has, in order; none when it was never migrated. Throws as `migrate` does for those that this version does not know. */
export async function readAppliedMigrations(db: Queryable): Promise<readonly AppliedMigration[]> {
  const { exists } = onlyRow(await db.query<{ exists: boolean }>(`select to_regclass('public.migrations') is not null as exists`))
  const applied = exists ? await readRows(db) : []
  refuseForeignSchema(await readMigrations(), applied)
  return applied
}

/** Every migration of this version, in order. */
export async function listMigrations(): Promise<readonly AppliedMigration[]> {
  return readMigrations()
}

async function readRows(db: Queryable): Promise<readonly AppliedMigration[]> {
  return (await db.query<AppliedMigration>('select name, sha256 from migrations order by name')).rows
}

function refuseForeignSchema(migrations: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.sha256]))
  for (const { name, sha256 } of applied) {
    if (!known.has(name)) {
      throw new GatewayError(
        'environment-unfit',
        `The database has the migration ${name}, which this version of Turnus does not know: the schema is newer than the program.`,
        'Start the version of Turnus that last used this database, or a newer one.',
      )
    }
    if (known.get(name) !== sha256) {
      throw new GatewayError(
        'environment-unfit',
        `The file migrations/${name}.sql is not the one that was applied to this database.`,
        'Put the file back as it was released; change the schema with a new migration.',
      )
    }
  }
}

async function readMigrations(): Promise<readonly Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(`${FOLDER}${file}`, 'utf8')
      return { name: file.slice(0, -'.sql'.length), sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Throws `environment-unfit` for a PostgreSQL older than 15, and for one that refuses the connection. */
export async function refuseOldPostgres(db: Queryable): Promise<void> {
  const asked = db.query<{ version: number }>(`select current_setting('server_version_num')::int / 10000 as version`)
  const { version } = onlyRow(
    await asked.catch((error: unknown) => {
      throw explainRefusal(error)
    }),
  )
  if (version >= OLDEST_POSTGRESQL) return
  throw new GatewayError('environment-unfit', `The database is PostgreSQL ${version}.`, `Use PostgreSQL ${OLDEST_POSTGRESQL} or newer.`)
}
