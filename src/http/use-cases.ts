import type { Administration, TokenEntry } from '../access/administration.ts'
import type { Caller } from '../access/authenticate.ts'
import type { Credentials, Login } from '../access/login.ts'
import type { PasswordChange } from '../access/own-password.ts'
import type { RefusedRequest } from '../access/refusals.ts'
import type { Page, PageOf } from '../api/cursor.ts'
import type { Issue } from '../model/issue.ts'
import type { OriginPage, OriginsRequest } from '../callbacks/list-origins.ts'
import type { JobEvents } from '../jobs/job-events.ts'
import type { DeliveriesRequest, LoggedDelivery } from '../jobs/list-deliveries.ts'
import type { Lineage } from '../jobs/read-lineage.ts'
import type { ProgressPoint } from '../jobs/read-progress.ts'
import type { ShownSchedule } from '../jobs/read-schedule.ts'
import type { SolutionSoFar } from '../jobs/read-solution.ts'
import type { RequestFilter } from '../model/job.ts'
import type { ListedDelivery } from '../storage/deliveries.ts'
import type { Job } from '../storage/jobs.ts'
import type { EmployeeLinks, LinkedRoster } from '../plans/employee-links.ts'
import type { Plans } from '../plans/plans.ts'
import type { StoredRoster, SubmissionOutline } from './read-posted.ts'
import type { Readiness } from './readiness.ts'

/**
 * What the HTTP edge can be asked to do, each with everything it needs bound to it already. The server binds the use-cases of jobs/, access/
 * and callbacks/; tests of the edge alone bind others. All throw `GatewayError`.
 */
export interface UseCases {
  /** Who calls, by the `Authorization` header. Throws `not-authenticated`. */
  authenticate(authorization: string | undefined): Promise<Caller>
  /** Writes down that a request was refused. Never throws. */
  recordRefusal(refused: RefusedRequest): Promise<void>
  login(credentials: Credentials): Promise<Login>
  changeOwnPassword(change: PasswordChange): Promise<void>
  /** What the caller may do as an administrator, which the route has to ask for. `address`: IP address that the request came from. */
  administration(caller: Caller, address: string): Administration
  /** Why a callback address may not be called, in one sentence, or as the issue that the client is answered; null when it may be called. */
  checkCallbackUrl(url: string): Promise<string | Issue | null>
  /** The plans of the caller's department. `address`: IP address that the request came from. */
  plans(caller: Caller, address: string): Plans
  /** The links of the plans of the caller's department. */
  employeeLinks(caller: Caller, address: string): EmployeeLinks
  /** What a link shows, which is all that it needs. Throws `link-not-found`. */
  openLink(secret: string): Promise<LinkedRoster>
  submit(request: NewSubmission): Promise<{ readonly job: Job; readonly replayed: boolean }>
  /** What a request with the same key and body stored before; null where nothing was. Throws as `submit` does of keys. */
  findRepeated(repeated: RepeatedRequest): Promise<Job | null>
  listJobs(caller: Caller, page: PageRequest): Promise<{ readonly jobs: readonly Job[]; readonly nextCursor: string | null }>
  findJob(caller: Caller, solverProblemId: string): Promise<Job>
  /** Ends the token that the caller showed, at once. `address`: IP address that the request came from. */
  endToken(caller: Caller, address: string): Promise<void>
  /** The token that the caller showed, without its secret. */
  describeToken(caller: Caller): Promise<TokenEntry>
  /** A request's schedule as it was posted: UTF-8 JSON. */
  readSchedule(caller: Caller, solverProblemId: string): Promise<Uint8Array>
  /** A solved request’s schedule as it was posted, and its solution. Throws `job-not-solved`. */
  openSolved(caller: Caller, solverProblemId: string): Promise<StoredRoster>
  readLineage(caller: Caller, solverProblemId: string): Promise<Lineage>
  /** The same for whoever may read it: without the value of the callback header. */
  showSchedule(caller: Caller, solverProblemId: string): Promise<ShownSchedule>
  /** Null until there is a schedule. */
  readSolution(caller: Caller, solverProblemId: string): Promise<SolutionSoFar | null>
  /** How the score went down over time, the oldest point first. */
  readProgress(caller: Caller, solverProblemId: string): Promise<readonly ProgressPoint[]>
  /** Null when the caller knows the end already. */
  followJob(
    caller: Caller,
    at: { readonly solverProblemId: string; readonly since: string | null; readonly signal: AbortSignal },
  ): Promise<JobEvents | null>
  withdraw(caller: Caller, solverProblemId: string): Promise<void>
  stop(caller: Caller, solverProblemId: string): Promise<Job>
  listDeliveries(caller: Caller, solverProblemId: string): Promise<readonly LoggedDelivery[]>
  listDepartmentDeliveries(caller: Caller, page: DeliveriesRequest): Promise<Page<ListedDelivery>>
  redeliver(caller: Caller, wanted: { readonly solverProblemId: string; readonly number: string }): Promise<LoggedDelivery>
  listOrigins(caller: Caller, page: OriginsRequest): Promise<OriginPage>
  /** True when the database answers. */
  readiness(): Promise<Readiness>
}

/** A schedule that was found valid, and the bytes that it was posted as. */
export interface NewSubmission {
  /** The document as it is stored, where it was packed as it was read. */
  readonly packed?: Uint8Array | null
  readonly caller: Caller
  readonly document: Uint8Array
  readonly outline: SubmissionOutline
  readonly warnings: readonly Issue[]
  readonly idempotencyKey: string | null
  /** What a repetition is compared with; absent = the document. */
  readonly sent?: Uint8Array | undefined
  /** The span of the request; null or absent where it is not traced. */
  readonly traceparent?: string | null
}

/** What a repetition is known by. */
export interface RepeatedRequest extends Pick<NewSubmission, 'caller'> {
  readonly idempotencyKey: string
  readonly sent: Uint8Array
}

/** A page of the requests that a filter leaves. */
export type PageRequest = PageOf & RequestFilter
