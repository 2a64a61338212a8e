import { GatewayError } from '../model/errors.ts'
import type { Issue } from '../model/issue.ts'
import { compress } from '../storage/compress.ts'
import { inTransaction } from '../storage/db.ts'
import type { Db, Transaction } from '../storage/db.ts'
import { countQueuedJobs, findJobByIdempotencyKey, insertJob, lockIdempotencyKey } from '../storage/jobs.ts'
import type { Job } from '../storage/jobs.ts'
import type { Queue } from '../storage/queue.ts'
import { keyedDigests, sealSecret } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'
import type { Owner } from './find-job.ts'

export interface SubmitDeps {
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
  readonly callback: { readonly url: string; readonly headerName: string | null; readonly headerValue: string | null } | null
  readonly termination: { readonly maxSeconds: number }
  readonly employees: number
  readonly shifts: number
  readonly warnings: readonly Issue[]
  /** Among the department's waiting jobs a higher one goes first; 0 when absent. */
  readonly queuePriority?: number | undefined
  /** 1 to 255 characters; null or absent for none. */
  readonly idempotencyKey?: string | null | undefined
}

/**
 * Stores a job and its queue entry in one transaction: when it resolves, both are committed. A submission that repeats
 * an idempotency key with the same document answers the first job, `replayed`. Throws `idempotency-in-progress`,
 * `idempotency-key-reused` and `queue-full`.
 */
export async function submit(deps: SubmitDeps, submission: NewSubmission): Promise<{ job: Job; replayed: boolean }> {
  const digests = keyedDigests(deps.key, submission.document)
  // Sealed as a whole: it holds the client's callback secret, and people's working lives.
  const document = sealSecret(deps.key, 'document', await compress(submission.document))
  return inTransaction(deps.db, async (tx) => {
    const first = await findFirst(tx, submission, digests)
    if (first) return { job: first, replayed: true }
    await refuseFullQueue(deps, tx, submission.caller)
    const job = await store(deps, tx, { submission, document, requestHash: digests[0] })
    await deps.queue.enqueueSolve(tx)
    return { job, replayed: false }
  })
}

async function findFirst(tx: Transaction, submission: NewSubmission, digests: readonly Buffer[]): Promise<Job | null> {
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

async function refuseFullQueue(deps: SubmitDeps, tx: Transaction, caller: Owner): Promise<void> {
  const limit = deps.queuedPerDepartment
  const waiting = await countQueuedJobs(tx, caller.departmentId)
  if (waiting < limit) return
  throw new GatewayError(
    'queue-full',
    `${waiting} requests of the department are waiting; the limit is ${limit}.`,
    'Wait until some are solved, or withdraw some.',
  )
}

function store(
  deps: SubmitDeps,
  tx: Transaction,
  { submission, document, requestHash }: { submission: NewSubmission; document: Buffer; requestHash: Buffer },
): Promise<Job> {
  const { caller, callback } = submission
  return insertJob(tx, {
    organizationId: caller.organizationId,
    departmentId: caller.departmentId,
    tokenId: caller.tokenId,
    document,
    documentBytes: submission.document.length,
    employees: submission.employees,
    shifts: submission.shifts,
    maxSeconds: Math.ceil(submission.termination.maxSeconds),
    priority: submission.queuePriority ?? 0,
    warnings: submission.warnings,
    callbackUrl: callback?.url ?? null,
    callbackHeaderName: callback?.headerName ?? null,
    callbackHeaderValue: callback?.headerValue ? sealSecret(deps.key, 'callback-header', callback.headerValue) : null,
    idempotencyKey: submission.idempotencyKey ?? null,
    requestHash,
  })
}
