import { gather } from '../storage/gather.ts'
import type { Transaction } from '../storage/db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { isOutage } from '../storage/outage.ts'
import { prepare, queueFull, store, storeAlone } from './store-submission.ts'
import type { NewSubmission, PreparedSubmission, StoreDeps, StoredSubmission } from './store-submission.ts'

/** As what one submission is stored with, for rows of everybody who submits. */
export interface SubmitDeps extends Omit<StoreDeps, 'db'> {
  readonly db: Pick<GuardedDb, 'within' | 'transaction'>
}

/** While two transactions are on the way, what arrives waits for the next, which then has more of them. */
const RUNS = 2
const MOST_SUBMISSIONS = 16
/** Larger ones do not wait for one another. */
const MOST_BYTES = 1024 * 1024

/**
 * Makes the `submit` of a gateway, which stores a job and its queue entry: when it resolves, both are committed. A submission that repeats an
 * idempotency key with the same document answers the first job, `replayed`. It throws `idempotency-in-progress`, `idempotency-key-reused` and
 * `queue-full`.
 *
 * What arrives at the same time is stored in one transaction: a busy gateway commits once for many. Each still has its own answer, and what one
 * of them is refused for, or fails by, does not touch the others.
 */
export function createSubmit(deps: SubmitDeps): (submission: NewSubmission) => Promise<StoredSubmission> {
  const aloneDeps = (submission: NewSubmission): StoreDeps => ({ ...deps, db: deps.db.within(submission.caller) })
  const together = gather((group: readonly PreparedSubmission[]) => storeAll(deps, group, (one) => storeAlone(aloneDeps(one.submission), one)), {
    runs: RUNS,
    items: MOST_SUBMISSIONS,
    joins: (group, one) => group.reduce((bytes, { document }) => bytes + document.length, one.document.length) <= MOST_BYTES,
  })
  return async (submission) => {
    const prepared = await prepare(deps.key, submission)
    // A key is locked until its transaction ends, which should depend on nobody else.
    if (typeof submission.idempotencyKey === 'string') return storeAlone(aloneDeps(submission), prepared)
    const outcome = await together(prepared)
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
}

async function storeAll(
  deps: SubmitDeps,
  group: readonly PreparedSubmission[],
  alone: (one: PreparedSubmission) => Promise<StoredSubmission>,
): Promise<readonly PromiseSettledResult<StoredSubmission>[]> {
  if (group.length === 1) return Promise.allSettled(group.map(alone))
  try {
    return await deps.db.transaction((within) => storeIn(deps, within, group))
  } catch (error) {
    // When the connection broke, the commit may have been carried out: another try could store a submission twice.
    if (isOutage(error)) throw error
    return Promise.allSettled(group.map(alone))
  }
}

async function storeIn(
  deps: SubmitDeps,
  within: (caller: NewSubmission['caller']) => Transaction,
  group: readonly PreparedSubmission[],
): Promise<readonly PromiseSettledResult<StoredSubmission>[]> {
  const jobs = await Promise.all(group.map((one) => store(deps, within(one.submission.caller), one)))
  const stored = jobs.filter((job) => job !== null).length
  if (stored > 0) await deps.queue.enqueueSolve(within(group[0]!.submission.caller), stored)
  return Promise.all(
    jobs.map(async (job, i): Promise<PromiseSettledResult<StoredSubmission>> => {
      if (job !== null) return { status: 'fulfilled', value: { job, replayed: false } }
      const { caller } = group[i]!.submission
      return { status: 'rejected', reason: await queueFull(deps, within(caller), caller) }
    }),
  )
}
