import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { ConstructorOptions, Job, Db as PgBossDb } from 'pg-boss'
import type { Queryable } from './db.ts'
import type { Log } from './log.ts'
import { createFailureLog } from './outage.ts'

/** Leave to take up one job, whichever's turn it is then: a node that gets one claims the next job, see storage/claim-job.ts. */
export interface Ticket {
  /**
   * Takes the entry off the queue for good, inside the caller's transaction: from its commit on the row alone says what
   * happens next. Without it the entry is taken off when the worker resolves and given out again when it rejects.
   */
  settle(tx: Queryable): Promise<void>
}

/** One delivery that is due. */
export interface Entry extends Ticket {
  /** `deliveries.id`. */
  readonly id: number
}

/** Works on one entry. `signal` aborts when the node shuts down: hand the work back and resolve. */
export type EntryWorker = (entry: Entry, signal: AbortSignal) => Promise<void>
/** Takes up one job and works on it; as above. */
export type TicketWorker = (ticket: Ticket, signal: AbortSignal) => Promise<void>

/** The queue: who may start what next. Entries are written in the caller's transaction, so a row and its entry are stored both or neither. */
export interface Queue {
  /** Lets a node take up one more job. A ticket too many does no harm. */
  enqueueSolve(tx: Queryable): Promise<void>
  /** Lets a node try delivery `deliveryId`, at once or not before `startAfter`. */
  enqueueDelivery(tx: Queryable, deliveryId: number, options?: { readonly startAfter?: Date }): Promise<void>
  /** True when no ticket waits, as of about a second ago. */
  isOutOfTickets(): Promise<boolean>
  /** Works on at most `concurrency` solves at a time until `stop`. */
  workSolves(options: { readonly concurrency: number }, work: TicketWorker): Promise<void>
  /** Works on at most `concurrency` deliveries at a time until `stop`. */
  workDeliveries(options: { readonly concurrency: number }, work: EntryWorker): Promise<void>
  /** Works on nothing more: aborts the signals of all workers and waits for them, 3.2 s at most. Entries can be written still. */
  drain(): Promise<void>
  /** Drains, gives back what is still running, and closes. */
  stop(): Promise<void>
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

/** What is still running after this is given back without it. */
const DRAIN_MS = 3200

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
  const endWork = async (): Promise<void> => {
    stopping.abort()
    const ended = Promise.allSettled([SOLVES, DELIVERIES].map((name) => boss.offWork(name, { wait: true })))
    await Promise.race([ended, sleep(DRAIN_MS, undefined, { ref: false })])
  }
  let draining: Promise<void> | null = null
  const drain = (): Promise<void> => (draining ??= endWork())
  return {
    async enqueueSolve(tx) {
      await boss.send(SOLVES, null, { db: inside(tx) })
    },
    async enqueueDelivery(tx, deliveryId, options = {}) {
      await boss.send(DELIVERIES, { id: deliveryId }, { ...options, db: inside(tx) })
    },
    async isOutOfTickets() {
      const [stats] = await boss.getQueueStats(SOLVES)
      return stats?.readyCount === 0
    },
    workSolves: ({ concurrency }, run) =>
      work<null>(boss, { name: SOLVES, concurrency, signal: stopping.signal }, (_, ticket, signal) => run(ticket, signal)),
    workDeliveries: ({ concurrency }, run) =>
      work<{ id: number }>(boss, { name: DELIVERIES, concurrency, signal: stopping.signal }, ({ id }, ticket, signal) =>
        run({ id, ...ticket }, signal),
      ),
    drain,
    async stop() {
      await drain()
      await boss.stop({ graceful: false })
    },
  }
}

async function work<Content>(
  boss: PgBoss,
  options: { name: string; concurrency: number; signal: AbortSignal },
  run: (content: Content, ticket: Ticket, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  for (let i = 0; i < options.concurrency; i += 1) await workAlone(boss, options, run)
}

/** One worker. Each has a name of its own in pg-boss, by which it is woken. */
async function workAlone<Content>(
  boss: PgBoss,
  { name, signal }: { name: string; signal: AbortSignal },
  run: (content: Content, ticket: Ticket, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  let workerId = ''
  workerId = await boss.work<Content>(
    name,
    {
      batchSize: 1,
      pollingIntervalSeconds: POLLING_SECONDS,
      notifyPollingIntervalSeconds: POLLING_SECONDS,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    },
    async (taken: Job<Content>[]) => {
      for (const { id, data, signal: lost } of taken) {
        const settle = async (tx: Queryable): Promise<void> => {
          await boss.complete(name, id, null, { db: inside(tx) })
        }
        await run(data, { settle }, AbortSignal.any([signal, lost]))
      }
      // Else it looks for the next entry no sooner than two seconds after it looked for this one, however many wait. Not when it rejects:
      // what is given out again at once would be rejected again at once.
      boss.notifyWorker(workerId)
    },
  )
}

/** Our connection in pg-boss' words, so that its statements run in our transaction. */
function inside(tx: Queryable): PgBossDb {
  return { executeSql: (text, values) => tx.query(text, values) }
}
