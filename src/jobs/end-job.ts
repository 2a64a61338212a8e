import { MAX_ATTEMPTS } from '../model/job.ts'
import { compress } from '../storage/compress.ts'
import { inTransaction } from '../storage/db.ts'
import type { Db, Transaction } from '../storage/db.ts'
import { insertDelivery } from '../storage/deliveries.ts'
import type { DeliveryType } from '../storage/deliveries.ts'
import { departmentWaits } from '../storage/claim-job.ts'
import { failExhaustedJob, markSolved, releaseLease } from '../storage/job-attempts.ts'
import type { Attempt, SolvedJob } from '../storage/job-attempts.ts'
import { findMarks } from '../storage/jobs.ts'
import type { Queue } from '../storage/queue.ts'
import type { Log } from '../storage/log.ts'
import { sealSecret } from '../storage/seal.ts'
import type { SealPurpose, SecretKey } from '../storage/seal.ts'
import type { Measures } from '../telemetry/measures.ts'
import { MemoryExceeded } from '../threads/memory-watch.ts'
import { TimeExceeded } from '../threads/wall.ts'
import { failedBody, makeMessageId, solvedBody } from './callback-body.ts'

export interface EndDeps {
  readonly db: Db
  readonly key: SecretKey
  readonly queue: Pick<Queue, 'enqueueSolve' | 'enqueueDelivery'>
  readonly log: Log
  readonly measures?: Measures | undefined
}

/** Said to the client of a job that was given up; what happened inside is in our log. */
const EXHAUSTED = 'The search was started three times and did not come to an end; the log of the gateway says why.'

/** What the client of a job is told whose last attempt crashed with `error`. */
export function reasonOfCrash(error: unknown): string {
  if (error instanceof TimeExceeded) return `${error.detail} ${error.remedy}`
  if (!(error instanceof MemoryExceeded) || error.limitMib === null) return EXHAUSTED
  const { limitMib } = error
  return `The search needs more than the ${limitMib} MiB of memory that a job may take. Send a smaller schedule, or ask the operator to raise TURNUS_JOB_MEMORY_MIB.`
}

/** Stores the solution, ends the job and makes its callback due, all or nothing. False when the attempt owns the job no longer. */
export async function endSolved(deps: EndDeps, solved: Omit<SolvedJob, 'solution'> & { solution: Uint8Array }): Promise<boolean> {
  const callback = solvedBody(solved.jobId, await findMarks(deps.db, solved.jobId), solved.solution)
  // Both are large, and side by side on threads of their own.
  const [solution, body] = await Promise.all([packed(deps, 'solution', solved.solution), packed(deps, 'callback-body', callback)])
  return inTransaction(deps.db, async (tx) => {
    const owned = await markSolved(tx, { ...solved, solution })
    if (owned) {
      await makeCallbackDue(deps, tx, { jobId: solved.jobId, type: 'schedule.solved', body })
      await passTurn(deps, tx, solved.jobId)
    }
    return owned
  })
}

/**
 * Ends a job that nobody owns and that has used up its attempts, or `attempts` of them, with its callback. `reason` is for its client. False when that
 * is not so.
 */
export async function endExhausted(
  deps: EndDeps,
  tx: Transaction,
  jobId: number,
  { reason = EXHAUSTED, attempts = MAX_ATTEMPTS }: { readonly reason?: string | undefined; readonly attempts?: number } = {},
): Promise<boolean> {
  const ended = await failExhaustedJob(tx, { jobId, reason, attempts })
  if (ended) {
    const body = await packed(deps, 'callback-body', failedBody(jobId, await findMarks(tx, jobId), reason))
    await makeCallbackDue(deps, tx, { jobId, type: 'schedule.failed', body })
    await passTurn(deps, tx, jobId)
  }
  return ended
}

/**
 * Lets another job of the same department be taken up in the place of one that ran: its ticket may have come when the department had as
 * many running jobs as it may. Belongs into the transaction that ends the run.
 */
export async function passTurn(deps: { queue: Pick<Queue, 'enqueueSolve'> }, tx: Transaction, jobId: number): Promise<void> {
  if (await departmentWaits(tx, jobId)) await deps.queue.enqueueSolve(tx)
}

/**
 * Gives a job back so that another node, or this one, goes on with it; after its last attempt it is FAILED instead.
 * `counted` says whether the attempt counts; `reason`, for the client, why the job fails if it was the last; `isLast`, that it was. False when the
 * attempt owns the job no longer.
 */
export async function giveBack(
  deps: EndDeps,
  at: Attempt & { solveMs: number; counted: 'yes' | 'no'; reason?: string; isLast?: boolean },
): Promise<boolean> {
  const outcome = await inTransaction(deps.db, async (tx) => {
    if (!(await releaseLease(tx, at))) return 'lost'
    if (await endExhausted(deps, tx, at.jobId, { reason: at.reason, attempts: at.isLast === true ? 1 : MAX_ATTEMPTS })) return 'failed'
    await deps.queue.enqueueSolve(tx)
    return 'queued'
  })
  if (outcome === 'failed') tellFailed(deps, at.jobId)
  return outcome !== 'lost'
}

/** Tells that a job has FAILED, once that is committed. */
export function tellFailed(deps: Pick<EndDeps, 'log' | 'measures'>, jobId: number): void {
  deps.log.warn({ jobId }, 'job failed')
  deps.measures?.jobFailed()
}

async function packed({ key }: EndDeps, purpose: SealPurpose, contents: Uint8Array): Promise<Buffer> {
  return sealSecret(key, purpose, await compress(contents))
}

/** `body` is packed. */
async function makeCallbackDue(deps: EndDeps, tx: Transaction, due: { jobId: number; type: DeliveryType; body: Buffer }): Promise<void> {
  const delivery = await insertDelivery(tx, { ...due, messageId: makeMessageId() })
  if (delivery !== null) await deps.queue.enqueueDelivery(tx, delivery)
}
