import { GatewayError } from '../model/errors.ts'
import type { JobState } from '../model/job.ts'
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
export async function listJobs(
  deps: { db: Queryable },
  caller: Owner,
  page: { limit: number; cursor: string | null; status: JobState | null },
): Promise<JobPage> {
  const before = page.cursor === null ? null : readCursor(page.cursor)
  // One more than asked for tells whether there is a next page.
  const found = await listJobsOfDepartment(deps.db, { departmentId: caller.departmentId, limit: page.limit + 1, before, state: page.status })
  const jobs = found.slice(0, page.limit)
  const last = jobs.at(-1)
  return { jobs, nextCursor: found.length > page.limit && last ? writeCursor(last.id) : null }
}

// Opaque on purpose: clients follow it and cannot come to depend on what it holds.
function writeCursor(id: number): string {
  return Buffer.from(`b${id}`).toString('base64url')
}

function readCursor(cursor: string): number {
  const id = /^b([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (id !== undefined) return Number(id)
  throw new GatewayError(
    'request-invalid',
    'The cursor is not one that this list gave out.',
    'Follow the next link of the page before, or leave the cursor out.',
  )
}
