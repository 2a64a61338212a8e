import type { Queryable } from '../storage/db.ts'
import { listProgressPoints } from '../storage/progress-points.ts'
import type { ProgressPoint } from '../storage/progress-points.ts'
import { findJob } from './find-job.ts'
import type { Owner } from './find-job.ts'

export type { ProgressPoint }

/** How the score of the caller's job went down over time, from any node: fewer than 400 points, the oldest first. Throws as `findJob` does. */
export async function readProgress(deps: { db: Queryable }, caller: Owner, solverProblemId: string): Promise<readonly ProgressPoint[]> {
  const { id } = await findJob(deps, caller, solverProblemId)
  return listProgressPoints(deps.db, id)
}
