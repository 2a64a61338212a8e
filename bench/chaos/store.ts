import { setTimeout as sleep } from 'node:timers/promises'
import type { JobState } from '../../src/model/job.ts'
import type { Db, Queryable } from '../../src/storage/db.ts'
import type { DeliveryState, DeliveryType } from '../../src/storage/deliveries.ts'
import { isOutage } from '../../src/storage/outage.ts'

/** A row of `jobs`. */
export interface JobRow {
  readonly id: number
  readonly departmentId: number
  readonly state: JobState
  readonly attempt: number
  /** Attempts that bring it nearer to FAILED. */
  readonly countedAttempts: number
  readonly isLeased: boolean
  readonly isErased: boolean
  readonly employees: number
  readonly shifts: number
  readonly createdAt: Date
  readonly endedAt: Date | null
}

/** A row of `deliveries`. */
export interface DeliveryRow {
  readonly id: number
  readonly jobId: number
  readonly type: DeliveryType
  readonly state: DeliveryState
  readonly messageId: string
  readonly tries: number
  /** Rows of `delivery_attempts`. */
  readonly recorded: number
}

/** Everything that the tables say of a run. */
export interface Store {
  readonly jobs: readonly JobRow[]
  readonly deliveries: readonly DeliveryRow[]
  /** Entries of the queue that are not done with, such as `solves 12 retry`. */
  readonly entries: readonly string[]
}

/** What has not come to its end yet. */
export interface Unsettled {
  readonly jobs: number
  readonly deliveries: number
  readonly entries: number
}

const POLL_MS = 500
const UNSETTLED = `
  select (select count(*) from jobs where state in ('QUEUED', 'SOLVING')) as jobs,
         (select count(*) from deliveries where state = 'PENDING') as deliveries,
         (select count(*) from pgboss.job where name in ('solves', 'deliveries') and state in ('created', 'retry', 'active')) as entries`

/** Counts what has not come to its end; null while the database is away. */
export async function countUnsettled(db: Queryable): Promise<Unsettled | null> {
  try {
    return (await db.query<Unsettled & Record<string, number>>(UNSETTLED)).rows[0]!
  } catch (error) {
    if (isOutage(error)) return null
    throw error
  }
}

/**
 * Resolves once everything has come to its end, or nothing has changed for `stallMs`, or at the latest after `withinMs`: what is left then is for
 * the judge to see.
 */
export async function waitUntilSettled(
  db: Queryable,
  { stallMs, withinMs, signal }: { stallMs: number; withinMs: number; signal: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + withinMs
  let seen = ''
  let changedMs = performance.now()
  while (performance.now() < Math.min(deadline, changedMs + stallMs)) {
    const unsettled = await countUnsettled(db)
    if (unsettled !== null && unsettled.jobs + unsettled.deliveries + unsettled.entries === 0) return
    if (JSON.stringify(unsettled) !== seen) changedMs = performance.now()
    seen = JSON.stringify(unsettled)
    await sleep(POLL_MS, undefined, { signal })
  }
}

/** Reads the tables of a run. */
export async function readStore(db: Db): Promise<Store> {
  const jobs = await db.query<JobRow & Record<string, unknown>>(
    `select id, department_id as "departmentId", state, attempt, attempt - handed_back as "countedAttempts", leased_until is not null as "isLeased",
            erased_at is not null as "isErased", employees, shifts, created_at as "createdAt", ended_at as "endedAt"
       from jobs order by id`,
  )
  const deliveries = await db.query<DeliveryRow & Record<string, unknown>>(
    `select d.id, job_id as "jobId", type, state, message_id as "messageId", tries,
            (select count(*) from delivery_attempts a where a.delivery_id = d.id) as recorded
       from deliveries d order by d.id`,
  )
  const entries = await db.query<{ entry: string }>(
    `select concat_ws(' ', name, data->>'id', state) as entry
       from pgboss.job
      where name in ('solves', 'deliveries') and state in ('created', 'retry', 'active') order by 1`,
  )
  return { jobs: jobs.rows, deliveries: deliveries.rows, entries: entries.rows.map(({ entry }) => entry) }
}
