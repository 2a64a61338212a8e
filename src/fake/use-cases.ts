import type { IssueCode } from '../api/issues.ts'
import { withoutSecret } from '../api/without-secret.ts'
import { type Page, pageOf } from '../api/cursor.ts'
import type { OriginPage } from '../callbacks/list-origins.ts'
import type { Caller } from '../access/authenticate.ts'
import type { StoredRoster } from '../http/read-posted.ts'
import type { NewSubmission, UseCases } from '../http/use-cases.ts'
import type { DeliveriesRequest } from '../jobs/list-deliveries.ts'
import { eventsSince, type JobEvent, type Position, readPosition } from '../jobs/job-events.ts'
import { type Lineage, lineageOf } from '../jobs/read-lineage.ts'
import { GatewayError, invariant } from '../model/errors.ts'
import type { Issue } from '../model/issue.ts'
import { hasEnded } from '../model/job.ts'
import type { ListedDelivery } from '../storage/deliveries.ts'
import type { Job } from '../storage/jobs.ts'
import type { LineJob } from '../storage/lineage.ts'
import { type CallBackDeps, callBack } from './call-back.ts'
import { checkFakePassword, fakeCaller, fakeLogin, fakeTokenEntry } from './callers.ts'
import { change, type Memory, type Play } from './memory.ts'
import { createLinkMemory } from './links.ts'
import { createPlanMemory } from './plans.ts'
import { play } from './play.ts'
import { readScenario, scenarioOf } from './scenario.ts'

/** What the use-cases work with. */
export interface FakeDeps extends CallBackDeps {
  readonly memory: Memory
  /** The words for the next submission whose address has none. */
  readonly nextWords: () => string
  readonly checkCallbackUrl: UseCases['checkCallbackUrl']
  readonly startedAt: Date
}

const PUT_OFF_SECONDS = 1
const WORDS_WRONG = 'callback-url-invalid' satisfies IssueCode

/** What the HTTP edge can ask for, over what is in memory. */
export function fakeUseCases(deps: FakeDeps): UseCases {
  const { memory } = deps
  const withdraw = (caller: Pick<Caller, 'departmentId'>, id: string): void => {
    const found = memory.find(caller, id)
    memory.forget(found)
    found.withdrawn.abort()
    change(found, {})
  }
  return {
    ...keptPlans(memory, withdraw),
    authenticate: async (authorization) => fakeCaller(authorization),
    recordRefusal: async () => undefined,
    login: async (credentials) => fakeLogin(credentials),
    changeOwnPassword: async ({ password }) => checkFakePassword(password),
    administration() {
      invariant(false, 'no token of the fake gateway administers')
    },
    checkCallbackUrl: async (url) => (await deps.checkCallbackUrl(url)) ?? faultOfWords(url),
    submit: async (submission) => submit(deps, submission),
    findRepeated: async (repeated) => memory.findFirst(repeated)?.job ?? null,
    async listJobs(caller, page) {
      const { rows, nextCursor } = await memory.list(caller, page)
      return { jobs: rows, nextCursor }
    },
    findJob: async (caller, id) => memory.find(caller, id).job,
    // The tokens of the fake gateway are known to everybody, and stay.
    endToken: async () => undefined,
    describeToken: async (caller) => fakeTokenEntry(caller, deps.startedAt),
    readSchedule: async (caller, id) => memory.find(caller, id).submission.document,
    openSolved: async (caller, id) => openSolved(memory.find(caller, id)),
    readLineage: async (caller, id) => readLineage(memory, memory.find(caller, id)),
    async showSchedule(caller, id) {
      const { job, submission } = memory.find(caller, id)
      return { jobId: job.id, read: async () => withoutSecret(submission.document) }
    },
    async readProgress(caller, id) {
      const { score, bound, solveMs } = memory.find(caller, id).job
      return score === null ? [] : [{ solveMs, score, bound }]
    },
    async readSolution(caller, id) {
      const { job, solution } = memory.find(caller, id)
      return solution === null ? null : { jobId: job.id, state: job.state, revision: job.revision, read: async () => solution }
    },
    async followJob(caller, { solverProblemId, since, signal }) {
      const found = memory.find(caller, solverProblemId)
      const known = since === null ? null : readPosition(since)
      return known?.ended === true ? null : follow(found, known, signal)
    },
    withdraw: async (caller, id) => withdraw(caller, id),
    stop: async (caller, id) => stop(memory.find(caller, id)),
    async listDeliveries(caller, id) {
      const { delivery } = memory.find(caller, id)
      return delivery === null ? [] : [delivery]
    },
    listDepartmentDeliveries: async (caller, page) => listDepartmentDeliveries(memory, caller, page),
    redeliver: async (caller, { solverProblemId, number }) => redeliver(deps, memory.find(caller, solverProblemId), number),
    listOrigins: async (caller, { which }) => listOrigins(memory, caller, which),
    readiness: async () => 'ready',
  }
}

/** Plans and their links, as the gateway keeps them. */
function keptPlans(
  memory: Memory,
  withdraw: (caller: Pick<Caller, 'departmentId'>, id: string) => void,
): Pick<UseCases, 'plans' | 'employeeLinks' | 'openLink'> {
  const jobOf = (jobId: number) => [...memory.all()].find(({ job }) => job.id === jobId)?.job
  const plans = createPlanMemory({
    withdraw: (owner, jobId) => {
      if (jobOf(jobId) !== undefined) withdraw(owner, String(jobId))
    },
    stateOf: (jobId) => jobOf(jobId)?.state ?? null,
  })
  const links = createLinkMemory(plans)
  return {
    plans: (caller) => plans.of(caller),
    employeeLinks: (caller) => links.of(caller),
    openLink: (secret) => links.open(secret),
  }
}

function openSolved({ job, submission, solution }: Play): StoredRoster {
  if (job.state === 'SOLVED' && solution !== null) return { document: submission.document, solution }
  throw new GatewayError(
    'job-not-solved',
    `Request ${job.id} is ${job.state}, and only a solved one can be planned again.`,
    'Wait until it is SOLVED.',
  )
}

function readLineage(memory: Memory, { job }: Play): Lineage {
  const jobs = [...memory.all()].map((play) => play.job)
  const line: LineJob[] = []
  for (let next: Job | undefined = job; next !== undefined; next = jobs.find(({ id }) => String(id) === line.at(-1)!.basedOn?.toString()))
    line.push(lineJobOf(next))
  const newer = jobs.filter(({ basedOn }) => basedOn === String(job.id)).map(lineJobOf)
  return lineageOf(job.id, line, newer.reverse())
}

function lineJobOf({ basedOn, ...job }: Job): LineJob {
  return { ...job, basedOn: basedOn === null ? null : Number(basedOn), isErased: false }
}

/** What is wrong with the words of a callback address; null when they are understood, or there are none. */
function faultOfWords(url: string): Issue | null {
  try {
    readScenario(scenarioOf(url) ?? '')
    return null
  } catch (error) {
    if (error instanceof GatewayError) return { pointer: '/callbackUrl', code: WORDS_WRONG, detail: error.message, hint: error.remedy }
    throw error
  }
}

/** Stores a submission and begins to play it, unless its scenario wants it to come twice. */
function submit(deps: FakeDeps, submission: NewSubmission): { job: Play['job']; replayed: boolean } {
  const { memory } = deps
  const first = memory.findFirst(submission)
  if (first !== null) return { job: first.job, replayed: true }
  const waiting = memory.takePutOff(submission)
  const scenario = waiting ?? readScenario(scenarioOf(submission.outline.callback?.url ?? '') ?? deps.nextWords())
  if (waiting === null && (scenario.submission === 'unavailable' || scenario.submission === 'throttled')) {
    memory.putOff(submission, scenario)
    throw refusalOf(scenario.submission)
  }
  const stored = memory.add(submission, scenario)
  void play(deps, stored)
  if (scenario.submission === 'unanswered') throw refusalOf('unavailable')
  return { job: stored.job, replayed: false }
}

function refusalOf(word: 'unavailable' | 'throttled'): GatewayError {
  const code = word === 'throttled' ? 'too-many-requests' : 'database-unavailable'
  const later = { retryAfterSeconds: PUT_OFF_SECONDS }
  return new GatewayError(code, 'The fake gateway was told to put this submission off once.', 'Send it again, with the same Idempotency-Key.', later)
}

function stop(found: Play): Play['job'] {
  const { job } = found
  if (hasEnded(job.state))
    throw new GatewayError('job-already-ended', `Request ${job.id} is already ${job.state}.`, 'Read its solution, or submit again.')
  change(found, { stopRequestedAt: job.stopRequestedAt ?? new Date() })
  return found.job
}

/** The life of a request as it happens, from what is known of it on. */
async function* follow(found: Play, from: Position | null, signal: AbortSignal): AsyncGenerator<readonly JobEvent[]> {
  let known = from
  let changed = Promise.withResolvers<void>()
  const wake = (): void => changed.resolve()
  found.watchers.add(wake)
  signal.addEventListener('abort', wake)
  try {
    while (!signal.aborted) {
      changed = Promise.withResolvers<void>()
      const { events, position } = eventsSince(known, found.withdrawn.signal.aborted ? null : found.job)
      known = position
      if (events.length > 0) yield events
      if (position.ended) return
      if (!signal.aborted) await changed.promise
    }
  } finally {
    signal.removeEventListener('abort', wake)
    found.watchers.delete(wake)
  }
}

function listDepartmentDeliveries(memory: Memory, { departmentId }: Caller, { state, ...page }: DeliveriesRequest): Promise<Page<ListedDelivery>> {
  const newestFirst = [...memory.all()].reverse()
  const listed = newestFirst.flatMap(({ job, delivery }): readonly ListedDelivery[] => {
    if (delivery === null || delivery.departmentId !== departmentId || (state ?? delivery.state) !== delivery.state) return []
    const { attempts, ...entry } = delivery
    const { status = null, error = null, startedAt = null } = attempts.at(-1) ?? {}
    return [{ ...entry, name: job.name, reference: job.reference, lastStatus: status, lastError: error, lastTriedAt: startedAt }]
  })
  return pageOf(page, async ({ before, limit }) => listed.filter(({ id }) => before === null || id < before).slice(0, limit))
}

function redeliver(deps: FakeDeps, found: Play, number: string): NonNullable<Play['delivery']> {
  const { delivery, job } = found
  if (delivery === null || number !== '1') {
    const detail = `Request ${job.id} has no delivery ${JSON.stringify(number.slice(0, 20))}.`
    throw new GatewayError('delivery-not-found', detail, 'A request has a delivery, with the number 1, once it has ended.')
  }
  const due = { ...delivery, state: 'PENDING' as const, nextTryAt: new Date(), endedAt: null }
  found.delivery = due
  void callBack({ ...deps, pausesMs: [] }, found)
  return due
}

function listOrigins(memory: Memory, { departmentId }: Caller, which: 'all' | 'failing'): OriginPage {
  const origins = new Map<string, OriginPage['origins'][number]>()
  for (const { delivery } of memory.all()) {
    if (delivery === null || delivery.departmentId !== departmentId) continue
    const origin = new URL(delivery.url).origin
    const before = origins.get(origin)
    const isFailing = delivery.state === 'GIVEN_UP'
    const last = delivery.attempts.at(-1)
    origins.set(origin, {
      departmentId,
      origin,
      failing: isFailing,
      failures: isFailing ? delivery.tries : 0,
      lastStatus: isFailing ? (last?.status ?? null) : (before?.lastStatus ?? null),
      lastError: isFailing ? (last?.error ?? null) : (before?.lastError ?? null),
      lastFailedAt: isFailing ? delivery.endedAt : (before?.lastFailedAt ?? null),
      lastSucceededAt: delivery.state === 'DELIVERED' ? delivery.endedAt : (before?.lastSucceededAt ?? null),
      putOffUntil: null,
      pending: (before?.pending ?? 0) + (delivery.state === 'PENDING' ? 1 : 0),
    })
  }
  const found = [...origins.values()].filter(({ failing }) => which === 'all' || failing)
  return { origins: found.sort((a, b) => (a.origin < b.origin ? -1 : 1)), nextCursor: null }
}
