import type { JobState } from '../model/job.ts'
import { decompress } from '../storage/compress.ts'
import type { Queryable } from '../storage/db.ts'
import { findPackedSolution } from '../storage/jobs.ts'
import { findJob } from './find-job.ts'
import type { Owner } from './find-job.ts'

/** The best solution so far. */
export interface SolutionSoFar {
  readonly jobId: number
  readonly state: JobState
  /** Grows with every better roster. */
  readonly revision: number
  /** The solution document: UTF-8 JSON. */
  readonly document: Buffer
}

/** The solution of the caller's job; null until there is one. Throws as `findJob` does. */
export async function readSolution(deps: { db: Queryable }, caller: Owner, solverProblemId: string): Promise<SolutionSoFar | null> {
  const job = await findJob(deps, caller, solverProblemId)
  const packed = await findPackedSolution(deps.db, job.id)
  return packed && { jobId: job.id, state: job.state, revision: job.revision, document: await decompress(packed) }
}
