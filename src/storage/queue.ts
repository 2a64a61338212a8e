import { PgBoss } from 'pg-boss'
import type { ConstructorOptions, Job, Db as PgBossDb } from 'pg-boss'
import type { Queryable } from './db.ts'
import type { Log } from './log.ts'
import { createFailureLog } from './outage.ts'

/** One entry that a worker has taken out of the queue. */
export interface Entry {
  /** The row that the entry is about: `jobs.id` or `deliveries.id`. */
  readonly id: number
  /**
   * Takes the entry off the queue for good, inside the caller's transaction: from its commit on the row alone says what
   * happens next. Without it the entry is taken off when the worker resolves and given out again when it rejects.
   */
  settle(tx: Queryable): Promise<void>
}

/** Works on one entry. `signal` aborts when the node shuts down: hand the work back and resolve. */
export type EntryWorker = (entry: Entry, signal: AbortSignal) => Promise<void>

/** The queue: who may start what next. Entries are written in the caller's transaction, so a row and its entry are stored both or neither. */
export interface Queue {
  /** Lets a node take up job `jobId`. A higher priority goes first; equal ones in order of arrival. */
  enqueueSolve(tx: Queryable, jobId: number, options?: { readonly priority?: number }): Promise<void>
  /** Lets a node try delivery `deliveryId`, at once or not before `startAfter`. */
  enqueueDelivery(tx: Queryable, deliveryId: number, options?: { readonly startAfter?: Date }): Promise<void>
  /** Works on at most `concurrency` solves at a time until `stop`. */
  workSolves(options: { readonly concurrency: number }, work: EntryWorker): Promise<void>
  /** Works on at most `concurrency` deliveries at a time until `stop`. */
  workDeliveries(options: { readonly concurrency: number }, work: EntryWorker): Promise<void>
  /** Aborts the signals of all workers, waits for them (10 s unless told), gives back what is still running, and closes. */
  stop(options?: { readonly timeoutMs?: number }): Promise<void>
}

const SOLVES = 'solves'
const DELIVERIES = 'deliveries'

// An entry whose node died before it settled is given out again: 10 s without a heartbeat (the least that pg-boss takes),
// looked for every second, fetched within 2 s: 13 s at most. A running solve is watched by its lease instead, see jobs/sweep.ts.
const HEARTBEAT_SECONDS = 10
const HEARTBEAT_REFRESH_SECONDS = 3
const MONITOR_SECONDS = 1
// Nodes are woken by NOTIFY; this polling serves retries and delayed entries, which send none, and lost notifications.
const POLLING_SECONDS = 2

const QUEUE_OPTIONS = {
  notify: true,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // Longer than any solve (1 h) with everything around it: an hour-long search is watched by heartbeats, not by its age.
  expireInSeconds: 3 * 60 * 60,
  // An entry may wait as long as its row does: rows count attempts, the queue never gives one up.
  retentionSeconds: 365 * 24 * 60 * 60,
  retryLimit: 1_000_000,
  // What a worker rejects waits for the next polling, not longer.
  retryDelay: 0,
  // Ended entries say nothing that the rows do not; pg-boss scans the whole table for its statistics, so it stays small.
  deleteAfterSeconds: 300,
} as const

function bossOptions(url: string): ConstructorOptions {
  return {
    connectionString: url,
    application_name: 'turnus-queue',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    maintenanceIntervalSeconds: 300,
    schedule: false,
  }
}

/** Creates or upgrades the queue's own tables (schema `pgboss`). Safe to call by several processes at once. */
export async function migrateQueue(url: string): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(url), useListenNotify: false, supervise: false })
  const failures: Error[] = []
  boss.on('error', (error) => failures.push(error))
  try {
    await boss.start()
    for (const name of [SOLVES, DELIVERIES]) {
      await boss.createQueue(name, QUEUE_OPTIONS)
      await boss.updateQueue(name, QUEUE_OPTIONS)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  if (failures[0]) throw failures[0]
}

/** Opens the queue of a migrated database. Nothing is worked on until `workSolves` or `workDeliveries`. */
export async function openQueue(url: string, log: Log): Promise<Queue> {
  const boss = new PgBoss(bossOptions(url))
  boss.on('error', createFailureLog(log, 'error', 'queue'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue'))
  await boss.start()
  const stopping = new AbortController()
  return {
    enqueueSolve: (tx, jobId, options = {}) => send(boss, tx, SOLVES, jobId, options),
    enqueueDelivery: (tx, deliveryId, options = {}) => send(boss, tx, DELIVERIES, deliveryId, options),
    workSolves: ({ concurrency }, run) => work(boss, { name: SOLVES, concurrency, signal: stopping.signal }, run),
    workDeliveries: ({ concurrency }, run) => work(boss, { name: DELIVERIES, concurrency, signal: stopping.signal }, run),
    async stop({ timeoutMs = 10_000 } = {}) {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: timeoutMs })
    },
  }
}

async function send(boss: PgBoss, tx: Queryable, name: string, id: number, options: { priority?: number; startAfter?: Date }): Promise<void> {
  await boss.send(name, { id }, { ...options, db: inside(tx) })
}

async function work(boss: PgBoss, options: { name: string; concurrency: number; signal: AbortSignal }, run: EntryWorker): Promise<void> {
  const { name, concurrency, signal } = options
  await boss.work<{ id: number }>(
    name,
    {
      localConcurrency: concurrency,
      batchSize: 1,
      pollingIntervalSeconds: POLLING_SECONDS,
      notifyPollingIntervalSeconds: POLLING_SECONDS,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    },
    async (taken: Job<{ id: number }>[]) => {
      for (const { id, data, signal: lost } of taken) {
        const settle = async (tx: Queryable): Promise<void> => {
          await boss.complete(name, id, null, { db: inside(tx) })
        }
        await run({ id: data.id, settle }, AbortSignal.any([signal, lost]))
      }
    },
  )
}

/** Our connection in pg-boss' words, so that its statements run in our transaction. */
function inside(tx: Queryable): PgBossDb {
  return { executeSql: (text, values) => tx.query(text, values) }
}
