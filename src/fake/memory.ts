import { createHash } from 'node:crypto'
import { type Page, type PageOf, pageOf } from '../api/cursor.ts'
import type { Caller } from '../access/authenticate.ts'
import type { NewSubmission, RepeatedRequest } from '../http/use-cases.ts'
import { jobNotFound } from '../jobs/find-job.ts'
import type { LoggedDelivery } from '../jobs/list-deliveries.ts'
import { GatewayError } from '../model/errors.ts'
import { NO_MARKS, type RequestFilter } from '../model/job.ts'
import type { Job } from '../storage/jobs.ts'
import type { Scenario } from './scenario.ts'

/** Everything that is kept of one submission. */
export interface Play {
  job: Job
  readonly submission: NewSubmission
  readonly scenario: Scenario
  /** The solution document so far, UTF-8 JSON; null before there is one. */
  solution: Buffer | null
  /** The body of the callback; null before the end. */
  body: Buffer | null
  delivery: LoggedDelivery | null
  /** Aborts when the request is withdrawn. */
  readonly withdrawn: AbortController
  /** Called at every change. */
  readonly watchers: Set<() => void>
}

/** The requests of a fake gateway, in memory; the oldest are forgotten when there are too many. */
export interface Memory {
  /** The play of an earlier submission with the same key and document; null when there is none. Throws `idempotency-key-reused`. */
  findFirst(submission: NewSubmission | RepeatedRequest): Play | null
  add(submission: NewSubmission, scenario: Scenario): Play
  /** Throws as the gateway does. */
  find(caller: Pick<Caller, 'departmentId'>, solverProblemId: string): Play
  forget(play: Play): void
  /** Remembers how a submission is to be played that was told to come again. */
  putOff(submission: NewSubmission, scenario: Scenario): void
  /** How a submission that comes again is to be played, which is forgotten by that; null when it comes for the first time. */
  takePutOff(submission: NewSubmission): Scenario | null
  list(caller: Caller, page: PageOf & RequestFilter): Promise<Page<Job>>
  all(): Iterable<Play>
}

const MOST_PLAYS = 1000

/** An empty one. */
export function createMemory(): Memory {
  const plays = new Map<number, Play>()
  const waiting = new Map<string, Scenario>()
  let lastId = 0
  const keyed = new Map<string, { readonly play: Play; readonly digest: string }>()
  const forget = (play: Play): void => {
    plays.delete(play.job.id)
    const key = keyOf(play.submission)
    if (key !== null && keyed.get(key)?.play === play) keyed.delete(key)
  }
  return {
    findFirst(submission) {
      const key = keyOf(submission)
      const known = key === null ? undefined : keyed.get(key)
      if (known === undefined) return null
      if (known.digest === digestOf(submission)) return known.play
      throw new GatewayError('idempotency-key-reused', 'This Idempotency-Key came with another body before.', 'Use a new key for a new request.')
    },
    add(submission, scenario) {
      lastId += 1
      const play = newPlay(newJob(lastId, submission), submission, scenario)
      plays.set(lastId, play)
      const key = keyOf(submission)
      if (key !== null) keyed.set(key, { play, digest: digestOf(submission) })
      const [oldest] = plays.values()
      if (plays.size > MOST_PLAYS && oldest !== undefined) {
        forget(oldest)
        oldest.withdrawn.abort()
      }
      return play
    },
    find(caller, solverProblemId) {
      const play = /^[1-9]\d{0,14}$/.test(solverProblemId) ? plays.get(Number(solverProblemId)) : undefined
      if (play === undefined) throw jobNotFound(solverProblemId)
      if (play.job.departmentId === caller.departmentId) return play
      throw new GatewayError(
        'department-foreign',
        `Request ${solverProblemId} belongs to another department than the token.`,
        'Use a token of the department that submitted it.',
      )
    },
    forget,
    putOff(submission, scenario) {
      if (waiting.size >= MOST_PLAYS) waiting.clear()
      waiting.set(digestOf(submission), scenario)
    },
    takePutOff(submission) {
      const digest = digestOf(submission)
      const scenario = waiting.get(digest) ?? null
      waiting.delete(digest)
      return scenario
    },
    list: (caller, page) => listJobs([...plays.values()].reverse(), caller, page),
    all: () => plays.values(),
  }
}

/** A page of a department's jobs, of `plays` newest first. */
function listJobs(
  plays: readonly Play[],
  { departmentId }: Caller,
  { status, reference = null, labels = {}, basedOn = null, ...page }: PageOf & RequestFilter,
): Promise<Page<Job>> {
  const isAsked = (job: Job): boolean =>
    job.departmentId === departmentId &&
    (status ?? job.state) === job.state &&
    (reference ?? job.reference) === job.reference &&
    (basedOn ?? job.basedOn) === job.basedOn &&
    Object.entries(labels).every(([name, text]) => job.labels[name] === text)
  const jobs = plays.map(({ job }) => job).filter(isAsked)
  return pageOf(page, async ({ before, limit }) => jobs.filter(({ id }) => before === null || id < before).slice(0, limit))
}

/** Changes the job of a play, and wakes who follows it. */
export function change(play: Play, changed: Partial<Job>): void {
  play.job = { ...play.job, ...changed }
  for (const wake of play.watchers) wake()
}

function keyOf({ caller, idempotencyKey }: Pick<NewSubmission, 'caller' | 'idempotencyKey'>): string | null {
  return idempotencyKey === null ? null : `${caller.departmentId} ${idempotencyKey}`
}

function digestOf(submission: NewSubmission | RepeatedRequest): string {
  return createHash('sha256')
    .update('document' in submission ? (submission.sent ?? submission.document) : submission.sent)
    .digest('hex')
}

function newPlay(job: Job, submission: NewSubmission, scenario: Scenario): Play {
  return { job, submission, scenario, solution: null, body: null, delivery: null, withdrawn: new AbortController(), watchers: new Set() }
}

function newJob(id: number, { caller, outline, warnings }: NewSubmission): Job {
  return {
    id,
    organizationId: caller.organizationId,
    departmentId: caller.departmentId,
    state: 'QUEUED',
    attempt: 0,
    createdAt: new Date(),
    startedAt: null,
    endedAt: null,
    stopRequestedAt: null,
    employees: outline.employees,
    shifts: outline.shifts,
    maxSeconds: outline.termination.maxSeconds,
    priority: outline.queuePriority ?? 0,
    ...(outline.marks ?? NO_MARKS),
    warnings,
    callbackUrl: outline.callback?.url ?? null,
    revision: 0,
    score: null,
    bound: null,
    gap: null,
    noBoundReason: null,
    boundLeavesOut: [],
    moves: 0,
    solveMs: 0,
    improvedAt: null,
    stopReason: null,
    failureReason: null,
  }
}
