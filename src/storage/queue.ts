import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { ConstructorOptions, Job, Db as PgBossDb } from 'pg-boss'
import { keepPlanOf } from './db.ts'
import type { Queryable } from './db.ts'
import type { QueuedDelivery } from './deliveries.ts'
import { dispatch } from './dispatch.ts'
import type { Dispatch, EntrySource } from './dispatch.ts'
import { listenUntil } from './listen.ts'
import type { Log } from './log.ts'
import { createFailureLog } from './outage.ts'
import { connectQueue } from './queue-connections.ts'

/** Leave to take up one job, whichever's turn it is then: a node that gets one claims the next job, see storage/claim-job.ts. */
export interface Ticket {
  /**
   * Takes the entry off the queue for good, inside the caller's transaction: from its commit on the row alone says what
   * happens next. Without it the entry is taken off when the worker resolves and given out again when it rejects.
   */
  settle(tx: Queryable): Promise<void>
}

/** One delivery that is due, unless its row says by now that a newer entry stands for it. */
export interface Entry extends Ticket, Pick<QueuedDelivery, 'id' | 'queueNumber'> {}

/** Works on one entry. `signal` aborts when the node shuts down: hand the work back and resolve. */
export type EntryWorker = (entry: Entry, signal: AbortSignal) => Promise<void>
/** Takes up one job and works on it; as above. */
export type TicketWorker = (ticket: Ticket, signal: AbortSignal) => Promise<void>

/** The queue: who may start what next. Entries are written in the caller's transaction, so a row and its entry are stored both or neither. */
export interface Queue {
  /** Lets a node take up one more job, or `count` more. A ticket too many does no harm. */
  enqueueSolve(tx: Queryable, count?: number): Promise<void>
  /** Lets a node try a delivery, at once or after `delayMs` by the clock of the database. */
  enqueueDelivery(tx: Queryable, delivery: QueuedDelivery, options?: { readonly delayMs?: number }): Promise<void>
  /** True when no ticket waits, as of about a second ago. */
  isOutOfTickets(): Promise<boolean>
  /** Works on at most `concurrency` solves at a time until `stop`. */
  workSolves(options: { readonly concurrency: number }, work: TicketWorker): Promise<void>
  /** Works on at most `concurrency` deliveries at a time until `stop`, of which at most `perOrigin` lead to one origin. */
  workDeliveries(options: { readonly concurrency: number; readonly perOrigin: number }, work: EntryWorker): Promise<void>
  /** Works on nothing more: aborts the signals of all workers and waits for them, 3.2 s at most. Entries can be written still. */
  drain(): Promise<void>
  /** Drains, gives back what is still running, and closes. */
  stop(): Promise<void>
}

const SOLVES = 'solves'
const DELIVERIES = 'deliveries'
/** On which a delivery that is due at once is announced. */
const DELIVERIES_CHANNEL = 'turnus_deliveries'

// An entry whose node died before it settled is given out again: 10 s without a heartbeat (the least that pg-boss takes),
// looked for every second, fetched within 2 s: 13 s at most. A running solve is watched by its lease instead, see jobs/sweep.ts.
const HEARTBEAT_SECONDS = 10
const HEARTBEAT_REFRESH_SECONDS = 3
const MONITOR_SECONDS = 1
// Nodes are woken by NOTIFY; this polling serves retries and delayed entries, which send none, and lost notifications.
const POLLING_SECONDS = 2

/** What is still running after this is given back without it. */
const DRAIN_MS = 3200
/** Of that, time for giving back deliveries that did not end. */
const GIVE_BACK_MS = 300

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

const BOSS_OPTIONS: ConstructorOptions = {
  useListenNotify: true,
  superviseIntervalSeconds: MONITOR_SECONDS,
  monitorIntervalSeconds: MONITOR_SECONDS,
  maintenanceIntervalSeconds: 300,
  schedule: false,
}

/** Creates or upgrades the queue's own tables (schema `pgboss`). Safe to call by several processes at once. */
export async function migrateQueue(url: string): Promise<void> {
  const failures: Error[] = []
  const connections = connectQueue(url, (error) => failures.push(error))
  const boss = new PgBoss({ ...BOSS_OPTIONS, db: connections, useListenNotify: false, supervise: false })
  boss.on('error', (error) => failures.push(error))
  try {
    await boss.start()
    for (const name of [SOLVES, DELIVERIES]) {
      // Deliveries announce themselves, because pg-boss wakes nobody but its own workers.
      const options = { ...QUEUE_OPTIONS, notify: name === SOLVES }
      await boss.createQueue(name, options)
      await boss.updateQueue(name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
    await connections.close()
  }
  if (failures[0]) throw failures[0]
}

/** How often a queue looks by itself; as written above when absent. */
export interface QueuePace {
  /** Between two looks for what was not announced, in milliseconds. */
  readonly pollMs?: number
  /** How long a delivery that was rejected is held before it is given back, in milliseconds. */
  readonly rejectedPauseMs?: number
}

/** Opens the queue of a migrated database. Nothing is worked on until `workSolves` or `workDeliveries`. */
export async function openQueue(url: string, log: Log, pace: QueuePace = {}): Promise<Queue> {
  const tell = createFailureLog(log, 'error', 'queue')
  const connections = connectQueue(url, tell)
  const boss = new PgBoss({ ...BOSS_OPTIONS, db: connections })
  boss.on('error', tell)
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue'))
  await boss.start()
  const stopping = new AbortController()
  const dispatches: Pick<Dispatch, 'stop'>[] = []
  const endWork = async (): Promise<void> => {
    stopping.abort()
    const ended = Promise.allSettled([
      boss.offWork(SOLVES, { wait: true }),
      ...dispatches.map((dispatched) => dispatched.stop(DRAIN_MS - GIVE_BACK_MS)),
    ])
    await Promise.race([ended, sleep(DRAIN_MS, undefined, { ref: false })])
  }
  let draining: Promise<void> | null = null
  const drain = (): Promise<void> => (draining ??= endWork())
  return {
    async enqueueSolve(tx, count = 1) {
      if (count === 1) await boss.send(SOLVES, null, { db: inside(tx) })
      else
        await boss.insert(
          SOLVES,
          Array.from({ length: count }, () => ({})),
          { db: inside(tx) },
        )
    },
    async enqueueDelivery(tx, { id, jobId, origin, queueNumber }, { delayMs = 0 } = {}) {
      const startAfter = delayMs > 0 ? { startAfter: delayMs / 1000 } : {}
      await boss.send(DELIVERIES, { id, jobId, queueNumber }, { ...startAfter, group: { id: origin }, db: inside(tx) })
      if (delayMs <= 0) await tx.query(`select pg_notify('${DELIVERIES_CHANNEL}', '')`)
    },
    async isOutOfTickets() {
      const [stats] = await boss.getQueueStats(SOLVES)
      return stats?.readyCount === 0
    },
    async workSolves({ concurrency }, run) {
      for (let i = 0; i < concurrency; i += 1) await workTickets(boss, { signal: stopping.signal, pace }, run)
    },
    async workDeliveries(options, run) {
      dispatches.push(workEntries(boss, { ...options, ...pace, url, log }, run))
    },
    drain,
    async stop() {
      await drain()
      await boss.stop({ graceful: false })
      await connections.close()
    },
  }
}

/** One worker. Each has a name of its own in pg-boss, by which it is woken. */
async function workTickets(boss: PgBoss, { signal, pace }: { signal: AbortSignal; pace: QueuePace }, run: TicketWorker): Promise<void> {
  const pollingSeconds = pace.pollMs === undefined ? POLLING_SECONDS : pace.pollMs / 1000
  let workerId = ''
  workerId = await boss.work<null>(
    SOLVES,
    {
      batchSize: 1,
      pollingIntervalSeconds: pollingSeconds,
      notifyPollingIntervalSeconds: pollingSeconds,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    },
    async (taken: Job<null>[]) => {
      for (const { id, signal: lost } of taken) await run({ settle: settling(boss, SOLVES, id) }, AbortSignal.any([signal, lost]))
      // Else it looks for the next entry no sooner than two seconds after it looked for this one, however many wait. Not when it rejects:
      // what is given out again at once would be rejected again at once.
      boss.notifyWorker(workerId)
    },
  )
}

/** What an entry says of its delivery; one of an older version says no number, and was the first, or no job. */
type EntryContent = Pick<QueuedDelivery, 'id'> & Partial<Pick<QueuedDelivery, 'queueNumber' | 'jobId'>>

/**
 * Not by the workers of pg-boss: of those each polls for itself and holds one entry, so that calls which hang would use them up. One loop takes
 * entries for all calls.
 */
function workEntries(
  boss: PgBoss,
  { url, log, ...options }: { url: string; log: Log; concurrency: number; perOrigin: number } & QueuePace,
  run: EntryWorker,
): Pick<Dispatch, 'stop'> {
  const tell = createFailureLog(log, 'error', 'a callback could not be worked on')
  const dispatched = dispatch<EntryContent>(
    entrySource(boss),
    { ...options, onError: (error, of) => tell(error, of === undefined ? {} : { deliveryId: of.id, jobId: of.jobId }) },
    async ({ id, content }, signal) => {
      let isSettled = false
      const settle: Ticket['settle'] = async (tx) => {
        await settling(boss, DELIVERIES, id)(tx)
        isSettled = true
      }
      await run({ id: content.id, queueNumber: content.queueNumber ?? 1, settle }, signal)
      if (!isSettled) await boss.complete(DELIVERIES, id)
    },
  )
  const closing = new AbortController()
  const listening = listenUntil(closing.signal, {
    url,
    name: 'turnus-deliveries',
    channel: DELIVERIES_CHANNEL,
    onListening: () => dispatched.wake(),
    onNotice: () => dispatched.wake(),
    onLost: createFailureLog(log, 'warn', 'listening for callbacks was interrupted'),
  })
  return {
    async stop(timeoutMs) {
      closing.abort()
      await Promise.all([listening, dispatched.stop(timeoutMs)])
    },
  }
}

function entrySource(boss: PgBoss): EntrySource<EntryContent> {
  return {
    async take(most, without) {
      const taken = await boss.fetch<EntryContent>(DELIVERIES, { batchSize: most, ignoreGroups: [...without] })
      // An entry of an older version names no origin, and is limited by nothing.
      return taken.map(({ id, groupId, data }) => ({ id, origin: groupId ?? id, content: data }))
    },
    async keep(ids) {
      await boss.touch(DELIVERIES, [...ids])
    },
    async giveBack(ids) {
      await boss.fail(DELIVERIES, [...ids])
    },
  }
}

function settling(boss: PgBoss, name: string, id: string): Ticket['settle'] {
  return async (tx) => {
    await boss.complete(name, id, null, { db: inside(tx) })
  }
}

/** Our connection in pg-boss' words, so that its statements run in our transaction. */
function inside(tx: Queryable): PgBossDb {
  // Sending takes PostgreSQL 0.2 ms by a plan that is kept, and 0.7 ms without.
  return { executeSql: (text, values) => tx.query(keepPlanOf(text), values) }
}
