import { GatewayError } from '../model/errors.ts'
import { MAX_BATCH, SESSION } from './backup-format.ts'
import type { BackupHead, BackupProgress, BackupSection, BackupSummary } from './backup-format.ts'
import { describeTables, listSequences, quoteName } from './backup-tables.ts'
import type { BackupColumn, BackupSequence } from './backup-tables.ts'
import { countClaimableJobs } from './claim-job.ts'
import { inTransaction } from './db.ts'
import type { Db, Transaction } from './db.ts'
import { listPendingDeliveries } from './deliveries.ts'
import { refuseFullStore } from './empty-store.ts'
import { freeLeases } from './job-attempts.ts'
import { SILENT_LOG } from './log.ts'
import { listMigrations, lockMigrations, migrateServer, migrateWithin, refuseOldPostgres } from './migrate.ts'
import { openQueue } from './queue.ts'
import type { Queue } from './queue.ts'
import { readBackup } from './read-backup.ts'

export interface RestoreOptions {
  readonly file: string
  readonly onProgress: (progress: BackupProgress) => void
  /** Breaks off. */
  readonly signal: AbortSignal
  /** Called when everything is in its place, before it counts: throws when it is not to. */
  readonly judge: (tx: Transaction) => Promise<void>
}

/** What was restored. */
export interface Restored extends BackupSummary {
  /** Searches that were running when the backup was made; they go on from their best rosters. */
  readonly interruptedJobs: number
  /** Jobs that wait to be taken up, the interrupted ones among them. */
  readonly waitingJobs: number
  /** Callbacks that still have to be made. */
  readonly pendingDeliveries: number
  /** Migrations that the backup did not have yet. */
  readonly migrations: readonly string[]
}

/**
 * Puts a backup into an empty database, all of it in one transaction, so that one that fails leaves it empty: the schema as it was, every row
 * with its id, then the migrations that came since. Leases are free, and everything that waits is in the queue. Throws `store-not-empty`, and as `readBackup` does;
 * `environment-unfit` when the backup is newer than this version.
 */
export async function restoreBackup(db: Db, options: RestoreOptions): Promise<Restored> {
  await refuseOldPostgres(db)
  await inTransaction(db, refuseFullStore)
  await migrateServer(db)
  const queue = await openQueue(db.url, SILENT_LOG)
  try {
    return await inTransaction(db, async (tx) => {
      // One process at a time, be it to restore or to migrate; the second finds that it is not empty any more.
      await lockMigrations(tx)
      await refuseFullStore(tx)
      await tx.query(SESSION)
      const summary = await insertEverything(tx, options)
      const migrations = await migrateWithin(tx)
      const interruptedJobs = await freeLeases(tx)
      await options.judge(tx)
      return { ...summary, migrations, interruptedJobs, ...(await enqueueEverything(tx, queue)) }
    })
  } finally {
    await queue.stop()
  }
}

async function insertEverything(tx: Transaction, { file, onProgress, signal }: RestoreOptions): Promise<BackupSummary> {
  const reading = readBackup(file)
  let sequences: readonly BackupSequence[] = []
  let table: OpenTable | null = null
  let rows = 0
  let bytes = 0
  for (let next = await reading.next(); ; next = await reading.next()) {
    signal.throwIfAborted()
    if (next.done === true) {
      await table?.flush()
      await setSequences(tx, sequences)
      return next.value
    }
    const part = next.value
    if ('row' in part) {
      await table!.add(part.row)
      rows += 1
      bytes += part.row.length
      onProgress({ table: table!.name, rows, bytes })
    } else if ('section' in part) {
      await table?.flush()
      table = await openTable(tx, part.section)
    } else {
      await makeSchema(tx, part.head)
      sequences = part.head.sequences
    }
  }
}

/** The schema of the version that wrote the backup. */
async function makeSchema(tx: Transaction, { turnus, migrations }: BackupHead): Promise<void> {
  const known = await listMigrations()
  const remedy = `Restore it with Turnus ${turnus} or a newer one.`
  for (const [i, { name, sha256 }] of migrations.entries()) {
    const ours = known[i]
    if (ours === undefined || ours.name < name) {
      throw new GatewayError(
        'environment-unfit',
        `The backup is newer than this version of Turnus, which does not know the migration ${name}.`,
        remedy,
      )
    }
    if (ours.name !== name || ours.sha256 !== sha256) {
      throw new GatewayError('environment-unfit', `The backup has the migration ${name} in another form than this version of Turnus.`, remedy)
    }
  }
  await migrateWithin(tx, { through: migrations.at(-1)?.name ?? '' })
}

interface OpenTable {
  readonly name: string
  add(row: string): Promise<void>
  flush(): Promise<void>
}

async function openTable(tx: Transaction, { table: name, columns }: BackupSection): Promise<OpenTable> {
  const table = (await describeTables(tx)).find((known) => known.name === name)
  const ours = table?.columns.map((column) => column.name).sort() ?? []
  if (table === undefined || ours.join() !== [...columns].sort().join()) {
    throw new GatewayError(
      'backup-unreadable',
      `The table ${name} of the backup has other columns than its migrations make.`,
      'Take the backup again.',
    )
  }
  const byName = new Map(table.columns.map((column) => [column.name, column]))
  const ordered = columns.map((column) => byName.get(column)!)
  let waiting: string[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) await insertRows(tx, { name, columns: ordered, rows: waiting })
    waiting = []
    bytes = 0
  }
  return {
    name,
    async add(row) {
      if (waiting.length >= MAX_BATCH.rows || bytes + row.length > MAX_BATCH.bytes) await flush()
      waiting.push(row)
      bytes += row.length
    },
    flush,
  }
}

async function insertRows(
  tx: Transaction,
  { name, columns, rows }: { name: string; columns: readonly BackupColumn[]; rows: readonly string[] },
): Promise<void> {
  const values: unknown[] = []
  const tuples = rows.map((row) => {
    const read = JSON.parse(row) as readonly (string | null)[]
    const places = columns.map(({ type }, i) => {
      const text = read[i] ?? null
      return `$${values.push(type === 'bytea' && text !== null ? Buffer.from(text, 'base64') : text)}::${type}`
    })
    return `(${places.join(', ')})`
  })
  const into = columns.map((column) => quoteName(column.name)).join(', ')
  await tx.query(`insert into ${quoteName(name)} (${into}) overriding system value values ${tuples.join(', ')}`, values)
}

/** The next ids are those that the store of the backup would have given. */
async function setSequences(tx: Transaction, sequences: readonly BackupSequence[]): Promise<void> {
  const known = new Set((await listSequences(tx)).map(({ name }) => name))
  for (const { name, last } of sequences) {
    if (!known.has(name)) throw new GatewayError('backup-unreadable', `The backup has an unknown sequence ${name}.`, 'Take the backup again.')
    if (last !== null) await tx.query('select setval($1::regclass, $2::bigint)', [`public.${quoteName(name)}`, last])
  }
}

async function enqueueEverything(tx: Transaction, queue: Queue): Promise<Pick<Restored, 'waitingJobs' | 'pendingDeliveries'>> {
  const waitingJobs = await countClaimableJobs(tx)
  for (let i = 0; i < waitingJobs; i += 1) await queue.enqueueSolve(tx)
  const deliveries = await listPendingDeliveries(tx)
  for (const { delayMs, ...delivery } of deliveries) await queue.enqueueDelivery(tx, delivery, { delayMs })
  return { waitingJobs, pendingDeliveries: deliveries.length }
}
