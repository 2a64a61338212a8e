import { GatewayError } from '../model/errors.ts'
import type { Queryable } from '../storage/db.ts'
import { requestStop } from '../storage/jobs.ts'
import type { Job } from '../storage/jobs.ts'
import { findJob } from './find-job.ts'
import type { Owner } from './find-job.ts'

/**
 * Ends the search of the caller's job early; its best roster so far is delivered. The node notices when it renews its
 * lease. Throws as `findJob` does, and `job-already-ended`.
 */
export async function stop(deps: { db: Queryable }, caller: Owner, solverProblemId: string): Promise<Job> {
  const job = await findJob(deps, caller, solverProblemId)
  const stopped = await requestStop(deps.db, job.id)
  if (stopped) return stopped
  throw new GatewayError('job-already-ended', `Request ${job.id} has already ended.`, 'Read its solution, or submit again.')
}
