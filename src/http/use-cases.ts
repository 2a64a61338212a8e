import type { Caller } from '../access/authenticate.ts'
import type { Credentials, Login } from '../access/login.ts'
import type { Scope } from '../access/tokens.ts'
import type { Submission } from '../api/read-schedule.ts'
import type { Issue } from '../model/issue.ts'
import type { JobEvents } from '../jobs/job-events.ts'
import type { SolutionSoFar } from '../jobs/read-solution.ts'
import type { JobState } from '../model/job.ts'
import type { Job } from '../storage/jobs.ts'

/**
 * What the HTTP edge can be asked to do, each with everything it needs bound to it already. The server binds the use-cases of jobs/, access/
 * and callbacks/; tests of the edge alone bind others. All throw `GatewayError`.
 */
export interface UseCases {
  /** Who calls, by the `Authorization` header. Throws `not-authenticated`, and `permission-missing` without the scope. */
  authenticate(authorization: string | undefined, scope: Scope): Promise<Caller>
  login(credentials: Credentials): Promise<Login>
  /** What is wrong with a callback address, in one sentence; null when it may be called. */
  checkCallbackUrl(url: string): Promise<string | null>
  submit(request: NewSubmission): Promise<{ readonly job: Job; readonly replayed: boolean }>
  listJobs(caller: Caller, page: PageRequest): Promise<{ readonly jobs: readonly Job[]; readonly nextCursor: string | null }>
  findJob(caller: Caller, solverProblemId: string): Promise<Job>
  /** Null until there is a schedule. */
  readSolution(caller: Caller, solverProblemId: string): Promise<SolutionSoFar | null>
  /** Null when the caller knows the end already. */
  followJob(
    caller: Caller,
    at: { readonly solverProblemId: string; readonly since: string | null; readonly signal: AbortSignal },
  ): Promise<JobEvents | null>
  withdraw(caller: Caller, solverProblemId: string): Promise<void>
  stop(caller: Caller, solverProblemId: string): Promise<Job>
  /** True when the database answers. */
  isReady(): Promise<boolean>
}

/** A schedule that was found valid, and the bytes that it was posted as. */
export interface NewSubmission {
  readonly caller: Caller
  readonly document: Uint8Array
  readonly submission: Submission
  readonly warnings: readonly Issue[]
  readonly idempotencyKey: string | null
}

export interface PageRequest {
  readonly limit: number
  /** `nextCursor` of the page before; null = from the newest. */
  readonly cursor: string | null
  /** Only jobs in this state; null = all. */
  readonly status: JobState | null
}
