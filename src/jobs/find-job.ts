import { GatewayError } from '../model/errors.ts'
import type { Queryable } from '../storage/db.ts'
import { findDepartmentOfJob, findJobById } from '../storage/jobs.ts'
import type { Job } from '../storage/jobs.ts'

/** The part of a caller that decides which jobs it sees. */
export interface Owner {
  readonly departmentId: number
}

const MOST_DIGITS = 15

/**
 * The caller's job with this identifier. Throws `job-not-found` for one that is unknown, withdrawn, not a number or
 * overlong or another organization's, and `department-foreign` for another department's of the same one.
 */
export async function findJob(deps: { db: Queryable }, caller: Owner, solverProblemId: string): Promise<Job> {
  const id = readJobId(solverProblemId)
  const job = id === null ? null : await findJobById(deps.db, id)
  if (job?.departmentId === caller.departmentId) return job
  if (id !== null && (await findDepartmentOfJob(deps.db, id)) !== null) {
    throw new GatewayError(
      'department-foreign',
      `Request ${solverProblemId} belongs to another department than the token.`,
      'Use a token of the department that submitted it.',
    )
  }
  throw jobNotFound(solverProblemId)
}

/** What is thrown for an identifier that names no job. */
export function jobNotFound(solverProblemId: string): GatewayError {
  return new GatewayError(
    'job-not-found',
    `There is no request ${JSON.stringify(solverProblemId.slice(0, 40))}.`,
    'Check the solverProblemId that the submission returned; a withdrawn request is gone.',
  )
}

/** The row that an identifier means; null when it cannot be one of ours. Only the exact text that we gave out counts: `007` is not `7`. */
export function readJobId(solverProblemId: string): number | null {
  return /^[1-9]\d*$/.test(solverProblemId) && solverProblemId.length <= MOST_DIGITS ? Number(solverProblemId) : null
}
