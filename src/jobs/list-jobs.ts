import { pageOf } from '../api/cursor.ts'
import type { PageOf } from '../api/cursor.ts'
import type { RequestFilter } from '../model/job.ts'
import type { Queryable } from '../storage/db.ts'
import { listJobsOfDepartment } from '../storage/jobs.ts'
import type { Job } from '../storage/jobs.ts'
import { readJobId } from './find-job.ts'
import type { Owner } from './find-job.ts'

export interface JobPage {
  readonly jobs: readonly Job[]
  /** Give it as `cursor` for the next page; null on the last. */
  readonly nextCursor: string | null
}

/** The caller's jobs, newest first, at most `limit`. Throws `request-invalid` for a cursor that is not ours. */
export async function listJobs(deps: { db: Queryable }, caller: Owner, page: PageOf & RequestFilter): Promise<JobPage> {
  const { departmentId } = caller
  const { status, reference = null, labels = {}, basedOn = null } = page
  // No job has the number 0: what is no number of ours is what nothing is based on.
  const base = basedOn === null ? null : (readJobId(basedOn) ?? 0)
  const { rows, nextCursor } = await pageOf(page, (at) =>
    listJobsOfDepartment(deps.db, { departmentId, ...at, status, reference, labels, basedOn: base }),
  )
  return { jobs: rows, nextCursor }
}
