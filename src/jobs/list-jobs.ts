import { pageOf } from '../api/cursor.ts'
import type { PageOf } from '../api/cursor.ts'
import type { RequestFilter } from '../model/job.ts'
import type { Queryable } from '../storage/db.ts'
import { listJobsOfDepartment } from '../storage/jobs.ts'
import type { Job } from '../storage/jobs.ts'
import type { Owner } from './find-job.ts'

export interface JobPage {
  readonly jobs: readonly Job[]
  /** Give it as `cursor` for the next page; null on the last. */
  readonly nextCursor: string | null
}

/** The caller's jobs, newest first, at most `limit`. Throws `request-invalid` for a cursor that is not ours. */
export async function listJobs(deps: { db: Queryable }, caller: Owner, page: PageOf & RequestFilter): Promise<JobPage> {
  const { departmentId } = caller
  const { status, reference = null, labels = {} } = page
  const { rows, nextCursor } = await pageOf(page, (at) => listJobsOfDepartment(deps.db, { departmentId, ...at, status, reference, labels }))
  return { jobs: rows, nextCursor }
}
