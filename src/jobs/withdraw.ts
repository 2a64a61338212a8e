import { inTransaction } from '../storage/db.ts'
import type { Db } from '../storage/db.ts'
import { eraseDeliveries } from '../storage/deliveries.ts'
import { eraseJob } from '../storage/jobs.ts'
import type { Queue } from '../storage/queue.ts'
import { passTurn } from './end-job.ts'
import { findJob, jobNotFound } from './find-job.ts'
import type { Owner } from './find-job.ts'

/**
 * Withdraws the caller's job: a waiting or running search is cancelled, a pending callback is not sent, and everything
 * the client sent or was to get is erased. A node that works on it notices when it renews its lease. Throws as `findJob`
 * does, so a second call finds nothing.
 */
export async function withdraw(deps: { db: Db; queue: Pick<Queue, 'enqueueSolve'> }, caller: Owner, solverProblemId: string): Promise<void> {
  const job = await findJob(deps, caller, solverProblemId)
  await inTransaction(deps.db, async (tx) => {
    if (!(await eraseJob(tx, job.id))) throw jobNotFound(solverProblemId)
    await eraseDeliveries(tx, job.id)
    await passTurn(deps, tx, job.id)
  })
}
