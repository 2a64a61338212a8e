import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { GatewayError } from '../model/errors.ts'
import { inTransaction, onlyRow } from './db.ts'
import type { Db, Queryable, Transaction } from './db.ts'
import { migrateQueue } from './queue.ts'

interface Migration {
  /** Such as `0001-organizations-and-jobs`. */
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url))
// Any number that nothing else in the database locks.
const MIGRATION_LOCK = 7_265_001
const OLDEST_POSTGRESQL = 15

/**
 * Brings the database to the schema of this version: applies each file of migrations/ once, in order, all in one
 * transaction, then the queue's own tables. Safe to call by several processes at once: one works, the others wait.
 * Answers the names that were applied. Throws `environment-unfit` for a PostgreSQL that is too old, a schema that is
 * newer than this version, and a migration that was edited after it was applied.
 */
export async function migrate(db: Db): Promise<readonly string[]> {
  await refuseOldPostgres(db)
  const migrations = await readMigrations()
  const applied = await inTransaction(db, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await tx.query(
      `create table if not exists migrations (
         name       text        primary key,
         sha256     text        not null,
         applied_at timestamptz not null default now()
       )`,
    )
    return applyPending(tx, migrations)
  })
  await migrateQueue(db.url)
  return applied
}

async function applyPending(tx: Transaction, migrations: readonly Migration[]): Promise<readonly string[]> {
  const { rows } = await tx.query<{ name: string; sha256: string }>('select name, sha256 from migrations order by name')
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  refuseForeignSchema(migrations, applied)
  const pending = migrations.filter((migration) => !applied.has(migration.name))
  for (const { name, sql, sha256 } of pending) {
    await tx.query(sql)
    await tx.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  }
  return pending.map((migration) => migration.name)
}

function refuseForeignSchema(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.sha256]))
  for (const [name, sha256] of applied) {
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

async function refuseOldPostgres(db: Queryable): Promise<void> {
  const { version } = onlyRow(await db.query<{ version: number }>(`select current_setting('server_version_num')::int / 10000 as version`))
  if (version >= OLDEST_POSTGRESQL) return
  throw new GatewayError('environment-unfit', `The database is PostgreSQL ${version}.`, `Use PostgreSQL ${OLDEST_POSTGRESQL} or newer.`)
}
