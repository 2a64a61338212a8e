import type { Issue } from '../model/issue.ts'
import { NO_MARKS } from '../model/job.ts'
import type { JobState, RequestFilter, RequestMarks, StopReason } from '../model/job.ts'
import type { Score } from '../model/score.ts'
import type { NoBoundReason } from '../model/solution.ts'
import type { Queryable, Transaction } from './db.ts'
import { keepPlanOf, onlyRow, storableText } from './db.ts'
import { announceChange } from './job-changes.ts'

/** A job as it is shown: no document, no roster, no secret. */
export interface Job extends RequestMarks {
  readonly id: number
  readonly organizationId: number
  readonly departmentId: number
  readonly state: JobState
  readonly attempt: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly stopRequestedAt: Date | null
  readonly employees: number
  readonly shifts: number
  /** Longest search, in seconds. */
  readonly maxSeconds: number
  readonly priority: number
  readonly warnings: readonly Issue[]
  readonly callbackUrl: string | null
  /** Counts the stored rosters; 0 is none yet. */
  readonly revision: number
  readonly score: Score | null
  readonly bound: Score | null
  readonly gap: number | null
  /** Of a solved job without a bound; null for those that ended before it was stored. */
  readonly noBoundReason: NoBoundReason | null
  /** Settings of rules that no bound of the schedule follows; empty before the end, and of those that ended before it was stored. */
  readonly boundLeavesOut: readonly string[]
  /** Moves evaluated, over all attempts. */
  readonly moves: number
  /** Searched so far, in milliseconds, over all attempts. */
  readonly solveMs: number
  readonly improvedAt: Date | null
  readonly stopReason: StopReason | null
  readonly failureReason: string | null
}

/** What a submission stores. `document` is gzip and sealed, `callbackHeaderValue` sealed. */
export interface NewJob extends Partial<RequestMarks> {
  readonly organizationId: number
  readonly departmentId: number
  readonly tokenId: number | null
  readonly document: Uint8Array
  readonly documentBytes: number
  readonly employees: number
  readonly shifts: number
  readonly maxSeconds: number
  readonly priority: number
  readonly warnings: readonly Issue[]
  readonly callbackUrl: string | null
  readonly callbackHeaderName: string | null
  readonly callbackHeaderValue: Uint8Array | null
  readonly idempotencyKey: string | null
  readonly requestHash: Uint8Array
  /** The span of the submission; null or absent where nothing is traced. */
  readonly traceparent?: string | null
}

const COLUMNS = `id, organization_id as "organizationId", department_id as "departmentId", state, attempt,
  created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt", stop_requested_at as "stopRequestedAt",
  name, reference, labels, based_on::text as "basedOn", employees, shifts, max_seconds as "maxSeconds", priority, warnings, callback_url as "callbackUrl",
  revision, score, bound, gap, no_bound_reason as "noBoundReason", bound_leaves_out as "boundLeavesOut", moves, solve_ms as "solveMs", improved_at as "improvedAt",
  stop_reason as "stopReason", failure_reason as "failureReason"`

const INSERT_JOB = keepPlanOf(
  `insert into jobs (organization_id, department_id, token_id, document, document_bytes, employees, shifts, max_seconds, priority,
                     warnings, callback_url, callback_header_name, callback_header_value, idempotency_key, request_hash, traceparent,
                     name, reference, labels, based_on)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20
    where $21::integer is null or (select count(*) from jobs where department_id = $2 and state = 'QUEUED') < $21
  returning ${COLUMNS}`,
)

/** Stores a job in state QUEUED. Its queue entry belongs into the same transaction. */
export async function insertJob(tx: Transaction, job: NewJob): Promise<Job> {
  return onlyRow(await tx.query<Job>(INSERT_JOB, [...valuesOf(job), null]))
}

/** As `insertJob`, unless as many jobs of the department as `mostQueued` wait in state QUEUED: then null. */
export async function insertJobUnlessFull(tx: Transaction, job: NewJob, mostQueued: number): Promise<Job | null> {
  return (await tx.query<Job>(INSERT_JOB, [...valuesOf(job), mostQueued])).rows[0] ?? null
}

function valuesOf(job: NewJob): readonly unknown[] {
  return [
    job.organizationId,
    job.departmentId,
    job.tokenId,
    job.document,
    job.documentBytes,
    job.employees,
    job.shifts,
    job.maxSeconds,
    job.priority,
    JSON.stringify(job.warnings.map(storableIssue)),
    job.callbackUrl,
    job.callbackHeaderName,
    job.callbackHeaderValue,
    job.idempotencyKey,
    job.requestHash,
    job.traceparent ?? null,
    job.name ?? null,
    job.reference ?? null,
    JSON.stringify(job.labels ?? NO_MARKS.labels),
    job.basedOn ?? null,
  ]
}

function storableIssue({ pointer, code, detail, hint }: Issue): Issue {
  return { pointer: storableText(pointer), code, detail: storableText(detail), hint: storableText(hint) }
}

const FIND_JOB = keepPlanOf(`select ${COLUMNS} from jobs where id = $1 and erased_at is null`)

/** The job with this id, of whichever department the connection may see; null when there is none or it was withdrawn. */
export async function findJobById(db: Queryable, id: number): Promise<Job | null> {
  return (await db.query<Job>(FIND_JOB, [id])).rows[0] ?? null
}

/** The department that a job belongs to, whichever of the organization asks; null when there is no such job there or it was withdrawn. */
export async function findDepartmentOfJob(db: Queryable, id: number): Promise<number | null> {
  const { rows } = await db.query<{ departmentId: number | null }>('select department_of_job($1) as "departmentId"', [id])
  return rows[0]?.departmentId ?? null
}

/** What the client called a job; nothing of one that was withdrawn. */
export async function findMarks(db: Queryable, id: number): Promise<RequestMarks> {
  const { rows } = await db.query<RequestMarks>(
    'select name, reference, labels, based_on::text as "basedOn" from jobs where id = $1 and erased_at is null',
    [id],
  )
  return rows[0] ?? NO_MARKS
}

/** Jobs of a department, newest first, at most `limit`, with ids below `before` when it is not null. */
export async function listJobsOfDepartment(
  db: Queryable,
  page: { departmentId: number; limit: number; before: number | null; basedOn: number | null } & Required<Omit<RequestFilter, 'basedOn'>>,
): Promise<readonly Job[]> {
  const { rows } = await db.query<Job>(
    `select ${COLUMNS}
       from jobs
      where department_id = $1
        and erased_at is null
        and ($2::bigint is null or id < $2)
        and ($3::text is null or state = $3)
        and ($5::text is null or reference = $5)
        and labels @> $6::jsonb
        and ($7::bigint is null or based_on = $7)
      order by id desc
      limit $4`,
    [page.departmentId, page.before, page.status, page.limit, page.reference, JSON.stringify(page.labels), page.basedOn],
  )
  return rows
}

/** How many jobs of a department wait in state QUEUED. */
export async function countQueuedJobs(db: Queryable, departmentId: number): Promise<number> {
  return onlyRow(await db.query<{ count: number }>(`select count(*) from jobs where department_id = $1 and state = 'QUEUED'`, [departmentId])).count
}

/** False when another transaction is storing a submission with the same key at this moment. Held until this one ends. */
export async function lockIdempotencyKey(tx: Transaction, key: { departmentId: number; idempotencyKey: string }): Promise<boolean> {
  const { locked } = onlyRow(
    await tx.query<{ locked: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 7265)) as locked', [
      `${key.departmentId} ${key.idempotencyKey}`,
    ]),
  )
  return locked
}

/** The job that a key stored within the last 24 hours, with the digest of its request; null when there is none. An older key is set free. */
export async function findJobByIdempotencyKey(
  tx: Transaction,
  key: { departmentId: number; idempotencyKey: string },
): Promise<{ job: Job; requestHash: Buffer } | null> {
  await tx.query(
    `update jobs set idempotency_key = null
      where department_id = $1 and idempotency_key = $2 and created_at < now() - interval '24 hours'`,
    [key.departmentId, key.idempotencyKey],
  )
  const { rows } = await tx.query<Job & { requestHash: Buffer }>(
    `select ${COLUMNS}, request_hash as "requestHash" from jobs where department_id = $1 and idempotency_key = $2`,
    [key.departmentId, key.idempotencyKey],
  )
  if (!rows[0]) return null
  const { requestHash, ...job } = rows[0]
  return { job, requestHash }
}

/** What there is to show of a search: its solution, or its best roster so far. */
export interface BestSoFar {
  readonly state: JobState
  readonly revision: number
  /** True when a solution is stored; the roster is then null. */
  readonly isSolved: boolean
  /** Packed. */
  readonly roster: Buffer | null
  /** Moves evaluated until it was found. */
  readonly moves: number
  readonly startedAt: Date | null
  readonly improvedAt: Date | null
}

/** The best of a job, all of one moment; null while there is neither solution nor roster. */
export async function findBestSoFar(db: Queryable, id: number): Promise<BestSoFar | null> {
  const { rows } = await db.query<BestSoFar>(
    `select state, revision, solution is not null as "isSolved", roster, moves, started_at as "startedAt", improved_at as "improvedAt"
       from jobs
      where id = $1 and erased_at is null and (solution is not null or roster is not null)`,
    [id],
  )
  return rows[0] ?? null
}

/** The posted document of a job, gzip and sealed; null when it was erased. */
export async function findSealedDocument(db: Queryable, id: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ document: Buffer | null }>('select document from jobs where id = $1 and erased_at is null', [id])
  return rows[0]?.document ?? null
}

/** The stored solution of a job, gzip and sealed; null while there is none. */
export async function findPackedSolution(db: Queryable, id: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ solution: Buffer | null }>('select solution from jobs where id = $1 and erased_at is null', [id])
  return rows[0]?.solution ?? null
}

/** Asks for the end of the search. Null when the job is unknown or has ended; asking twice is asking once. */
export async function requestStop(db: Queryable, id: number): Promise<Job | null> {
  const { rows } = await db.query<Job>(
    `with stopped as (
       update jobs set stop_requested_at = coalesce(stop_requested_at, now())
        where id = $1 and state in ('QUEUED', 'SOLVING') and erased_at is null
    returning ${COLUMNS}
     )
     select stopped.* from stopped, ${announceChange('stopped.id')}`,
    [id],
  )
  return rows[0] ?? null
}

/** Erases a job's contents for good and cancels it unless it has ended. False when it is unknown or erased already. */
export async function eraseJob(tx: Transaction, id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update jobs
        set erased_at = now(),
            state = case when ended_at is null then 'CANCELLED' else state end,
            ended_at = coalesce(ended_at, now()),
            leased_until = null, node = null, idempotency_key = null, request_hash = '',
            document = null, roster = null, solution = null, warnings = '[]',
            name = null, reference = null, labels = '{}', callback_url = null, callback_header_name = null, callback_header_value = null
      where id = $1 and erased_at is null
  returning ${announceChange('id')}`,
    [id],
  )
  return rowCount === 1
}
