import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { GatewayError, invariant } from '../model/errors.ts'
import { FORMAT, MAX_BATCH, SESSION } from './backup-format.ts'
import type { BackupEnd, BackupHead, BackupProgress, BackupSection, BackupSummary } from './backup-format.ts'
import { describeTables, listSequences, quoteName } from './backup-tables.ts'
import type { BackupColumn, BackupTable } from './backup-tables.ts'
import { inTransaction, onlyRow } from './db.ts'
import type { Db, Transaction } from './db.ts'
import { readAppliedMigrations } from './migrate.ts'

export interface BackupOptions {
  /** Of the program. */
  readonly version: string
  /** Takes the file; is ended when it is whole, and destroyed when it will not be. */
  readonly sink: Writable
  readonly onProgress: (progress: BackupProgress) => void
  /** Breaks off. */
  readonly signal: AbortSignal
}

/**
 * Writes everything that is ours in the database into `sink`, as of one moment, also while it is served: see `backup-format.ts`. The queue's
 * own tables are not in it: restoring fills them from the rows. Memory is bounded by the largest row. Throws `not-found` for a database without
 * our tables, and `environment-unfit` for one that is newer than this version, which would leave out what it does not know.
 */
export async function writeBackup(db: Db, options: BackupOptions): Promise<BackupSummary> {
  const names = (await describeTables(db)).map(({ name }) => quoteName(name))
  if (names.length === 0) throw nothingThere()
  return inTransaction(db, async (tx) => {
    await tx.query(`set transaction isolation level repeatable read, read only; ${SESSION}`)
    // Before the first look at any row: what is migrated meanwhile waits for us, and what was is seen.
    await tx.query(`lock table ${names.join(', ')} in access share mode`)
    const content = createContent()
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    let head: BackupHead | null = null
    const lines = async function* (): AsyncGenerator<Buffer> {
      const { tables, ...begun } = await begin(tx, options.version)
      head = begun.head
      yield content.add(`${JSON.stringify(head)}\n`)
      for (const table of tables) yield* writeTable(tx, table, { content, onProgress: options.onProgress })
      yield content.finish()
    }
    // Read when it is asked for, so that only a batch or two are in memory.
    const source = Readable.from(lines(), { objectMode: false, highWaterMark: 1 })
    await pipeline(source, gzip, options.sink, { signal: options.signal })
    invariant(head !== null, 'a backup that was written has a head')
    return { head, rows: content.rows(), bytes: content.bytes() }
  })
}

/** Everything that goes into the file, counted and digested on its way. */
interface Content {
  add(lines: string, of?: { table: string; rows: number }): Buffer
  finish(): Buffer
  rows(): Readonly<Record<string, number>>
  rowsInAll(): number
  bytes(): number
}

function createContent(): Content {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let rowsInAll = 0
  let bytes = 0
  return {
    add(lines, of) {
      const chunk = Buffer.from(lines)
      hash.update(chunk)
      bytes += chunk.length
      if (of) {
        rows[of.table] = (rows[of.table] ?? 0) + of.rows
        rowsInAll += of.rows
      }
      return chunk
    },
    finish() {
      const end: BackupEnd = { end: { rows, sha256: hash.digest('hex') } }
      return Buffer.from(`${JSON.stringify(end)}\n`)
    },
    rows: () => rows,
    rowsInAll: () => rowsInAll,
    bytes: () => bytes,
  }
}

async function begin(tx: Transaction, version: string): Promise<{ head: BackupHead; tables: readonly BackupTable[] }> {
  const { madeAt } = onlyRow(await tx.query<{ madeAt: Date }>('select clock_timestamp() as "madeAt"'))
  const migrations = await readAppliedMigrations(tx)
  if (migrations.length === 0) throw nothingThere()
  const sequences = await listSequences(tx)
  const head = { turnusBackup: FORMAT, turnus: version, madeAt: madeAt.toISOString(), migrations, sequences }
  return { head, tables: await describeTables(tx) }
}

function nothingThere(): GatewayError {
  return new GatewayError(
    'not-found',
    'There is nothing to back up: the database has no tables of Turnus.',
    'Look at --data or --database-url/DATABASE_URL.',
  )
}

async function* writeTable(
  tx: Transaction,
  table: BackupTable,
  { content, onProgress }: { content: Content; onProgress: (progress: BackupProgress) => void },
): AsyncGenerator<Buffer> {
  const section: BackupSection = { table: table.name, columns: table.columns.map(({ name }) => name) }
  yield content.add(`${JSON.stringify(section)}\n`, { table: table.name, rows: 0 })
  const order = `order by ${table.key.map(quoteName).join(', ')}`
  const from = `from ${quoteName(table.name)} ${order}`
  await tx.query(`declare backup_sizes no scroll cursor for select ${sizeOf(table.columns)} as bytes ${from}`)
  await tx.query(`declare backup_rows no scroll cursor for select ${table.columns.map(readable).join(', ')} ${from}`)
  for (;;) {
    const { rows: sizes } = await tx.query<{ bytes: number }>(`fetch ${MAX_BATCH.rows} from backup_sizes`)
    if (sizes.length === 0) break
    for (const count of splitBySize(sizes.map(({ bytes }) => bytes))) {
      const { rows } = await tx.query<BackupRow>(`fetch ${count} from backup_rows`)
      invariant(rows.length === count, 'both cursors walk over the same rows')
      yield content.add(rows.map((row) => `[${section.columns.map((name) => toJson(row[name]!)).join(',')}]\n`).join(''), {
        table: table.name,
        rows: count,
      })
      onProgress({ table: table.name, rows: content.rowsInAll(), bytes: content.bytes() })
    }
  }
  await tx.query('close backup_sizes; close backup_rows')
}

/** How many rows to take at a time, so that none but a single one is larger than a batch. */
export function splitBySize(sizes: readonly number[]): readonly number[] {
  const counts: number[] = []
  let bytes = 0
  for (const size of sizes) {
    const isFull = bytes + size > MAX_BATCH.bytes
    if (isFull || counts.length === 0) {
      counts.push(1)
      bytes = size
    } else {
      counts[counts.length - 1]! += 1
      bytes += size
    }
  }
  return counts
}

/** Roughly what a row takes, without reading what is stored apart from it. */
function sizeOf(columns: readonly BackupColumn[]): string {
  const sizes = columns.map(({ name, type }) => `coalesce(${type === 'bytea' ? 'octet_length' : 'pg_column_size'}(${quoteName(name)}), 0)`)
  return `(${sizes.join(' + ')})::bigint`
}

/** A value as the driver gives it; by the name of its column. */
type BackupRow = Readonly<Record<string, string | Buffer | null>>

/** Everything but bytes as PostgreSQL writes it: text keeps what a number or a date of ours could not. */
function readable({ name, type }: BackupColumn): string {
  return type === 'bytea' ? quoteName(name) : `${quoteName(name)}::text as ${quoteName(name)}`
}

function toJson(value: string | Buffer | null): string {
  if (value === null) return 'null'
  return typeof value === 'string' ? JSON.stringify(value) : `"${value.toString('base64')}"`
}
