import { GatewayError } from '../model/errors.ts'
import type { Issue } from '../model/issue.ts'
import { NO_MARKS, type RequestMarks } from '../model/job.ts'
import { compress } from '../storage/compress.ts'
import { inTransaction } from '../storage/db.ts'
import type { Db, Transaction } from '../storage/db.ts'
import { countQueuedJobs, findJobByIdempotencyKey, insertJobUnlessFull, lockIdempotencyKey } from '../storage/jobs.ts'
import type { Job } from '../storage/jobs.ts'
import type { Queue } from '../storage/queue.ts'
import { keyedDigests, sealSecret } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'
import type { Owner } from './find-job.ts'

export interface StoreDeps {
  readonly db: Db
  readonly queue: Pick<Queue, 'enqueueSolve'>
  readonly key: SecretKey
  /** Jobs of one department that may wait. Submissions that arrive at the very same moment may pass it together. */
  readonly queuedPerDepartment: number
}

/** A submission that has been read and found valid. */
export interface NewSubmission {
  readonly caller: Owner & { readonly organizationId: number; readonly tokenId: number | null }
  /** As posted: UTF-8 JSON, not compressed. */
  readonly document: Uint8Array
  /** What the key of a repetition stands for; absent = the document. */
  readonly sent?: Uint8Array | undefined
  /** The document as `compress` makes it, where somebody has done that already. */
  readonly packed?: Uint8Array | null
  readonly callback: { readonly url: string; readonly headerName: string | null; readonly headerValue: string | null } | null
  readonly termination: { readonly maxSeconds: number }
  readonly employees: number
  readonly shifts: number
  readonly warnings: readonly Issue[]
  /** Among the department's waiting jobs a higher one goes first; 0 when absent. */
  readonly queuePriority?: number | undefined
  /** What the client calls it; nothing when absent. */
  readonly marks?: Partial<RequestMarks>
  /** 1 to 255 characters; null or absent for none. */
  readonly idempotencyKey?: string | null | undefined
  /** The span of the submission, for a trace that follows the job; null or absent for none. */
  readonly traceparent?: string | null
}

/** A submission as it is stored. */
export interface PreparedSubmission {
  readonly submission: NewSubmission
  /** Packed and sealed. */
  readonly document: Buffer
  /** Under each key. */
  readonly digests: readonly [Buffer, ...Buffer[]]
}

/** A submission that is stored, now or by an earlier request with the same key. */
export interface StoredSubmission {
  readonly job: Job
  readonly replayed: boolean
}

/** Packs and seals the document as a whole: it holds the client's callback secret, and people's working lives. */
export async function prepare(key: SecretKey, submission: NewSubmission): Promise<PreparedSubmission> {
  const digests = keyedDigests(key, submission.sent ?? submission.document)
  return { submission, digests, document: sealSecret(key, 'document', submission.packed ?? (await compress(submission.document))) }
}

/**
 * Stores a job and its queue entry in one transaction: when it resolves, both are committed. A submission that repeats
 * an idempotency key with the same document answers the first job, `replayed`. Throws `idempotency-in-progress`,
 * `idempotency-key-reused` and `queue-full`.
 */
export function storeAlone(deps: StoreDeps, prepared: PreparedSubmission): Promise<StoredSubmission> {
  return inTransaction(deps.db, async (tx) => {
    const first = await findFirst(tx, prepared)
    if (first) return { job: first, replayed: true }
    // Sent one behind the other, without waiting for answers: what a full queue refuses is rolled back.
    const [job] = await Promise.all([store(deps, tx, prepared), deps.queue.enqueueSolve(tx)])
    if (job === null) throw await queueFull(deps, tx, prepared.submission.caller)
    return { job, replayed: false }
  })
}

/**
 * The job that an earlier request with the same key and body stored; null where there is none. For what is made of something else, which may be gone by now. Throws as `storeAlone` does.
 */
export function findRepeated(
  { db, key }: Pick<StoreDeps, 'db' | 'key'>,
  { sent, ...asked }: Pick<NewSubmission, 'caller' | 'idempotencyKey'> & { readonly sent: Uint8Array },
): Promise<Job | null> {
  return inTransaction(db, (tx) => findFirst(tx, { submission: asked, digests: keyedDigests(key, sent) }))
}

interface Repeatable {
  readonly submission: Pick<NewSubmission, 'caller' | 'idempotencyKey'>
  readonly digests: readonly Buffer[]
}

async function findFirst(tx: Transaction, { submission, digests }: Repeatable): Promise<Job | null> {
  const { idempotencyKey } = submission
  if (idempotencyKey === null || idempotencyKey === undefined) return null
  const key = { departmentId: submission.caller.departmentId, idempotencyKey }
  if (!(await lockIdempotencyKey(tx, key))) {
    throw new GatewayError(
      'idempotency-in-progress',
      'A request with this Idempotency-Key is being stored at this moment.',
      'Repeat the request in a second.',
    )
  }
  const first = await findJobByIdempotencyKey(tx, key)
  if (!first) return null
  // Under either key: the first submission may have come before the key was changed.
  if (digests.some((digest) => first.requestHash.equals(digest))) return first.job
  throw new GatewayError(
    'idempotency-key-reused',
    'This Idempotency-Key came with another body before.',
    'Use a new key for a new request, and the same body for a repetition.',
  )
}

/** The refusal of a department whose queue is full. */
export async function queueFull(deps: Pick<StoreDeps, 'queuedPerDepartment'>, tx: Transaction, caller: Owner): Promise<GatewayError> {
  return new GatewayError(
    'queue-full',
    `${await countQueuedJobs(tx, caller.departmentId)} requests of the department are waiting; the limit is ${deps.queuedPerDepartment}.`,
    'Wait until some are solved, or withdraw some.',
  )
}

/** Stores the job without its queue entry; null, and nothing is stored, when the department's queue is full. */
export function store(
  deps: Pick<StoreDeps, 'key' | 'queuedPerDepartment'>,
  tx: Transaction,
  { submission, document, digests }: PreparedSubmission,
): Promise<Job | null> {
  const { caller, callback } = submission
  const job = {
    organizationId: caller.organizationId,
    departmentId: caller.departmentId,
    tokenId: caller.tokenId,
    document,
    documentBytes: submission.document.length,
    employees: submission.employees,
    shifts: submission.shifts,
    maxSeconds: Math.ceil(submission.termination.maxSeconds),
    priority: submission.queuePriority ?? 0,
    ...NO_MARKS,
    ...submission.marks,
    warnings: submission.warnings,
    callbackUrl: callback?.url ?? null,
    callbackHeaderName: callback?.headerName ?? null,
    callbackHeaderValue: callback?.headerValue ? sealSecret(deps.key, 'callback-header', callback.headerValue) : null,
    idempotencyKey: submission.idempotencyKey ?? null,
    requestHash: digests[0],
    traceparent: submission.traceparent ?? null,
  }
  return insertJobUnlessFull(tx, job, deps.queuedPerDepartment)
}
