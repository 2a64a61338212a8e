import type { Caller } from '../src/access/authenticate.ts'
import { withoutSecret } from '../src/api/without-secret.ts'
import type { RefusedRequest } from '../src/access/refusals.ts'
import { GatewayError } from '../src/model/errors.ts'
import type { JobEvent } from '../src/jobs/job-events.ts'
import { hasEnded, NO_MARKS } from '../src/model/job.ts'
import type { ProgressPoint } from '../src/jobs/read-progress.ts'
import type { Job } from '../src/storage/jobs.ts'
import type { NewSubmission, UseCases } from '../src/http/use-cases.ts'
import { createLinkMemory } from '../src/fake/links.ts'
import { createPlanMemory } from '../src/fake/plans.ts'
import { createFakeAdministration, type FakeAdministration } from './fake-administration.ts'

/** Tokens that the fake knows, each with what it may do. */
export const FAKE_TOKENS = {
  planner: { tokenId: 1, userId: null, organizationId: 1, departmentId: 1, scopes: ['gateway:read', 'gateway:write'] },
  reader: { tokenId: 2, userId: null, organizationId: 1, departmentId: 1, scopes: ['gateway:read'] },
  writer: { tokenId: 3, userId: null, organizationId: 1, departmentId: 1, scopes: ['gateway:write'] },
  neighbour: { tokenId: 4, userId: null, organizationId: 1, departmentId: 2, scopes: ['gateway:read', 'gateway:write'] },
  administrator: { tokenId: 5, userId: 1, organizationId: 1, departmentId: 1, scopes: ['tokens:admin'] },
  // For tests that use up what a token may.
  hasty: { tokenId: 6, userId: null, organizationId: 1, departmentId: 1, scopes: ['gateway:read', 'gateway:write'] },
} as const satisfies Record<string, Caller>

const NOON = new Date('2026-03-01T12:00:00Z')

/** Use-cases in memory, for tests of the HTTP edge alone. What was submitted can be looked at; what is solved is set from outside. */
export interface FakeUseCases extends UseCases {
  readonly submissions: NewSubmission[]
  readonly jobs: Map<number, Job>
  readonly solutions: Map<number, Buffer>
  /** What a follower of any job is told, before it is left waiting. */
  readonly told: JobEvent[]
  /** What was to be written down of refused requests. */
  readonly refusals: RefusedRequest[]
  readonly administrated: FakeAdministration
  /** What is told of the curve of any job. */
  readonly points: ProgressPoint[]
  /** Ids of tokens that were ended by who showed them. */
  readonly ended: number[]
  ready: boolean
}

/** Makes them, empty. */
export function createFakeUseCases(): FakeUseCases {
  const submissions: NewSubmission[] = []
  const jobs = new Map<number, Job>()
  const solutions = new Map<number, Buffer>()
  const told: JobEvent[] = []
  const refusals: RefusedRequest[] = []
  const ended: number[] = []
  const points: ProgressPoint[] = []
  const administrated = createFakeAdministration()
  const plans = createPlanMemory()
  const links = createLinkMemory(plans)

  const findJob = async (caller: Caller, solverProblemId: string): Promise<Job> => {
    const job = /^[1-9]\d{0,17}$/.test(solverProblemId) ? jobs.get(Number(solverProblemId)) : undefined
    if (job === undefined) throw new GatewayError('job-not-found', 'There is no such request.', 'Check the solverProblemId.')
    if (job.departmentId === caller.departmentId) return job
    throw new GatewayError('department-foreign', 'The request belongs to another department.', 'Use a token of that department.')
  }

  const fake: FakeUseCases = {
    submissions,
    jobs,
    solutions,
    told,
    ready: true,
    refusals,
    administrated,
    ended,
    points,
    recordRefusal: async (refused) => void refusals.push(refused),
    administration: administrated.of,
    plans: (caller) => plans.of(caller),
    employeeLinks: (caller) => links.of(caller),
    openLink: (secret) => links.open(secret),
    async authenticate(authorization) {
      const caller = (FAKE_TOKENS as Record<string, Caller>)[authorization?.replace(/^Bearer /, '') ?? '']
      if (caller === undefined) throw new GatewayError('not-authenticated', 'No valid token.', 'Send one.')
      return caller
    },
    async login({ email, password }) {
      if (email !== 'a@b.example' || password !== 'right') throw new GatewayError('credentials-wrong', 'Wrong.', 'Check both.')
      const department = { id: 1, name: 'main' }
      return { access_token: 'tns_x', token_type: 'Bearer', expires_in: 43_200, department, departments: [department] }
    },
    async changeOwnPassword({ email, password }) {
      if (email !== 'a@b.example' || password !== 'right') throw new GatewayError('credentials-wrong', 'Wrong.', 'Check both.')
    },
    checkCallbackUrl: async (url) => (url.includes('forbidden') ? 'This host is forbidden.' : null),
    async submit(request) {
      submissions.push(request)
      const job = makeJob(jobs.size + 1, request)
      jobs.set(job.id, job)
      return { job, replayed: request.idempotencyKey === 'replayed' }
    },
    findRepeated: async () => null,
    async listJobs(caller, { limit, cursor, status, reference = null, labels = {}, basedOn = null }) {
      const before = cursor === null ? Number.POSITIVE_INFINITY : Number(cursor)
      const mine = [...jobs.values()].reverse().filter((job) => job.departmentId === caller.departmentId && job.id < before)
      const found = mine.filter(
        (job) =>
          (status === null || job.state === status) &&
          (reference === null || job.reference === reference) &&
          (basedOn === null || job.basedOn === basedOn) &&
          Object.entries(labels).every(([name, text]) => job.labels[name] === text),
      )
      const page = found.slice(0, limit)
      return { jobs: page, nextCursor: found.length > limit ? String(page.at(-1)!.id) : null }
    },
    findJob,
    async readSolution(caller, id) {
      const job = await findJob(caller, id)
      const document = solutions.get(job.id)
      return document === undefined ? null : { jobId: job.id, state: job.state, revision: job.revision, read: async () => document }
    },
    async readSchedule(caller, id) {
      const job = await findJob(caller, id)
      return submissions[job.id - 1]!.document
    },
    async openSolved(caller, id) {
      const job = await findJob(caller, id)
      if (job.state !== 'SOLVED') throw new GatewayError('job-not-solved', `Request ${id} is ${job.state}.`, 'Wait.')
      return { document: (submissions[job.id - 1] ?? submissions[0])!.document, solution: solutions.get(job.id)! }
    },
    async readLineage(caller, id) {
      const job = await findJob(caller, id)
      return { solverProblemId: String(job.id), basedOn: [], replans: [], isCut: false }
    },
    async showSchedule(caller, id) {
      const job = await findJob(caller, id)
      return { jobId: job.id, read: async () => withoutSecret(submissions[job.id - 1]!.document) }
    },
    async readProgress(caller, id) {
      await findJob(caller, id)
      return points
    },
    endToken: async ({ tokenId }) => void ended.push(tokenId),
    async describeToken({ tokenId, userId, organizationId, departmentId, scopes }) {
      const times = { createdAt: NOON, expiresAt: new Date(NOON.getTime() + 86_400_000), lastUsedAt: null, revokedAt: null }
      return { id: tokenId, userId, organizationId, departmentId, departmentName: 'main', name: 'fake', scopes, replaces: null, ...times }
    },
    async followJob(caller, { solverProblemId, since, signal }) {
      await findJob(caller, solverProblemId)
      return since?.endsWith('-end') ? null : tell(told, signal)
    },
    async withdraw(caller, id) {
      jobs.delete((await findJob(caller, id)).id)
    },
    async stop(caller, id) {
      const job = await findJob(caller, id)
      if (hasEnded(job.state)) throw new GatewayError('job-already-ended', `Request ${id} is already ${job.state}.`, 'Read its solution.')
      return { ...job, stopRequestedAt: new Date() }
    },
    async listDeliveries(caller, id) {
      await findJob(caller, id)
      return []
    },
    listDepartmentDeliveries: async () => ({ rows: [], nextCursor: null }),
    async redeliver(caller, { solverProblemId }) {
      await findJob(caller, solverProblemId)
      throw new GatewayError('delivery-not-found', 'There is no such delivery.', 'List them.')
    },
    listOrigins: async () => ({ origins: [], nextCursor: null }),
    readiness: async () => (fake.ready ? 'ready' : 'not answering'),
  }
  return fake
}

async function* tell(told: readonly JobEvent[], signal: AbortSignal): AsyncGenerator<readonly JobEvent[]> {
  yield told
  if (told.some(({ type }) => type === 'end') || signal.aborted) return
  await new Promise((done) => signal.addEventListener('abort', done))
}

function makeJob(id: number, { caller, outline, warnings }: NewSubmission): Job {
  return {
    id,
    organizationId: caller.organizationId,
    departmentId: caller.departmentId,
    state: 'QUEUED',
    attempt: 0,
    createdAt: NOON,
    startedAt: null,
    endedAt: null,
    stopRequestedAt: null,
    ...(outline.marks ?? NO_MARKS),
    employees: 1,
    shifts: 1,
    maxSeconds: 60,
    priority: 0,
    warnings,
    callbackUrl: null,
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
