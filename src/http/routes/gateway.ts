import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { MAX_ID_TEXT, MAX_LABEL_TEXT, MAX_LABELS, MAX_NAME_TEXT } from '../../api/limits.ts'
import type { SolutionSoFar } from '../../jobs/read-solution.ts'
import { invariant } from '../../model/errors.ts'
import { JOB_STATES } from '../../model/job.ts'
import type { App } from '../typed-app.ts'
import { callerOf } from '../caller.ts'
import { isKnownTag, solutionTag } from '../conditional.ts'
import { toEntry, toProgressCurve } from '../entry.ts'
import { bytesOf } from '../json-body.ts'
import { linkNextPage, NEXT_PAGE, pageAnswer, pageAsked, pageQuery } from '../paging.ts'
import { refuseUnknownParameters, unknownParameters } from '../query-names.ts'
import type { ScheduleReader } from '../schedule-reader.ts'
import { described, problems, textHeaders } from '../schemas.ts'
import type { UseCases } from '../use-cases.ts'
import { addReplanRoutes } from './replan.ts'
import { GATEWAY, IDEMPOTENCY, LOCATION, SECURITY, SOLVER_PROBLEM_ID, storePosted } from './submitting.ts'

const params = Type.Object({ solverProblemId: SOLVER_PROBLEM_ID })
const security = SECURITY
const known = Type.Object({ 'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the schedule that the client has.' })) })
const LABEL = Type.String({ pattern: '^[^:]{1,64}:', maxLength: 1 + 64 + MAX_LABEL_TEXT })
const ETAG = { ETag: 'Names this schedule; send it back as If-None-Match.' }

/** Rows 1 to 3 of the contract, and reading, stopping and planning again one request. */
export function addGatewayRoutes(app: App, useCases: UseCases, reader: ScheduleReader): void {
  addSubmitRoute(app, useCases, reader)
  addListRoute(app, useCases)
  addEntryRoutes(app, useCases)
  addProgressRoute(app, useCases)
  addScheduleRoute(app, useCases)
  addSolutionRoutes(app, useCases)
  addReplanRoutes(app, useCases, reader)
}

function addSubmitRoute(app: App, useCases: UseCases, reader: ScheduleReader): void {
  app.post(
    GATEWAY,
    {
      config: { access: 'gateway:write', takes: 'schedule', unknownParameters: 'warned' },
      schema: {
        operationId: 'submitSchedule',
        tags: ['gateway'],
        summary: 'Submit a schedule to be solved and called back',
        description: 'Answered once the request is stored and queued. Unknown fields are warnings, or errors with `Prefer: handling=strict`.',
        security,
        headers: Type.Object({
          'idempotency-key': IDEMPOTENCY,
          prefer: Type.Optional(Type.String({ description: '`handling=strict` makes unknown fields and settings errors.' })),
        }),
        body: Type.Ref('ScheduleSubmission'),
        response: {
          200: described('SubmissionAnswer', 'Replayed: this key and body were submitted before.', { ...LOCATION, 'Idempotency-Replayed': 'true.' }),
          201: described('SubmissionAnswer', 'Stored and queued.', LOCATION),
          ...problems(400, 401, 403, 406, 409, 413, 415, 422, 503),
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const strict = /\bhandling\s*=\s*"?strict\b/i.test(String(request.headers.prefer ?? ''))
      const ignored = unknownParameters(request)
      if (strict) refuseUnknownParameters(request)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const posted = await reader.read(bytesOf(request), { strict, signal: gone.signal })
      const answer = await storePosted(useCases, { request, reply }, { posted, ignored })
      if (strict) reply.header('preference-applied', 'handling=strict')
      return answer
    },
  )
}

function addListRoute(app: App, useCases: UseCases): void {
  const query = pageQuery({
    status: Type.Optional(Type.Enum([...JOB_STATES], { type: 'string', description: 'Only requests of this status.' })),
    reference: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NAME_TEXT, description: 'Only requests with this reference.' })),
    basedOn: Type.Optional(
      Type.String({ maxLength: MAX_ID_TEXT, description: 'Only requests that plan this one again, at once: its `solverProblemId`.' }),
    ),
    label: Type.Optional(
      Type.Union([LABEL, Type.Array(LABEL, { maxItems: MAX_LABELS })], {
        description: 'Only requests with this label, `name:text`. It may be given several times: then only those that have them all.',
      }),
    ),
  })
  app.get(
    GATEWAY,
    {
      config: { access: 'gateway:read', compressed: 'where accepted' },
      schema: {
        operationId: 'listEntries',
        tags: ['gateway'],
        summary: "List the department's requests, newest first",
        description: NEXT_PAGE,
        security,
        querystring: query,
        response: { 200: pageAnswer('Entry', 'The entries.'), ...problems(401, 403, 406, 422, 503) },
      },
    },
    async (request, reply) => {
      const { status = null, reference = null, basedOn = null, label = [] } = request.query
      const filter = { status, reference, basedOn, labels: labelsAsked(label) }
      const { jobs, nextCursor } = await useCases.listJobs(callerOf(request), { ...pageAsked(request.query), ...filter })
      linkNextPage(request, reply, nextCursor)
      return jobs.map(toEntry)
    },
  )
}

/** The labels of `name:text`; a text may have colons. */
function labelsAsked(label: string | readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries([label].flat().map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1)]))
}

function addEntryRoutes(app: App, useCases: UseCases): void {
  app.get(
    `${GATEWAY}/:solverProblemId`,
    {
      config: { access: 'gateway:read' },
      schema: {
        operationId: 'readEntry',
        tags: ['gateway'],
        summary: 'Read how far a request is',
        security,
        params,
        response: { 200: described('Entry', 'The entry.'), ...problems(401, 403, 404, 406, 503) },
      },
    },
    async (request) => toEntry(await useCases.findJob(callerOf(request), request.params.solverProblemId)),
  )

  app.delete(
    `${GATEWAY}/:solverProblemId`,
    {
      config: { access: 'gateway:write' },
      schema: {
        operationId: 'withdraw',
        tags: ['gateway'],
        summary: 'Withdraw a request',
        description: 'A queued or running search is cancelled, no callback is sent, and its contents are erased. A second call is answered 404.',
        security,
        params,
        response: { 204: Type.Null({ description: 'Withdrawn.' }), ...problems(401, 403, 404, 406, 503) },
      },
    },
    async (request, reply) => {
      await useCases.withdraw(callerOf(request), request.params.solverProblemId)
      return reply.status(204).send(null)
    },
  )

  app.post(
    `${GATEWAY}/:solverProblemId/stop`,
    {
      config: { access: 'gateway:write' },
      schema: {
        operationId: 'stopSearch',
        tags: ['gateway'],
        summary: 'End the search early and deliver the best schedule so far',
        security,
        params,
        response: { 200: described('Entry', 'The search is being ended.'), ...problems(401, 403, 404, 406, 409, 503) },
      },
    },
    async (request) => toEntry(await useCases.stop(callerOf(request), request.params.solverProblemId)),
  )
}

function addProgressRoute(app: App, useCases: UseCases): void {
  app.get(
    `${GATEWAY}/:solverProblemId/progress`,
    {
      config: { access: 'gateway:read', compressed: 'where accepted' },
      schema: {
        operationId: 'readProgress',
        tags: ['gateway'],
        summary: 'Read how the score went down over time',
        description: 'What is stored of it, from any node; the stream of events says what comes.',
        security,
        params,
        response: { 200: described('ProgressCurve', 'The curve so far.'), ...problems(401, 403, 404, 406, 503) },
      },
    },
    async (request) => {
      const { solverProblemId } = request.params
      return toProgressCurve(solverProblemId, await useCases.readProgress(callerOf(request), solverProblemId))
    },
  )
}

function addScheduleRoute(app: App, useCases: UseCases): void {
  app.get(
    `${GATEWAY}/:solverProblemId/schedule`,
    {
      config: { access: 'gateway:read', compressed: 'where accepted' },
      schema: {
        operationId: 'readSchedule',
        tags: ['gateway'],
        summary: 'Read the schedule that was submitted',
        description: 'As it was posted, but without `callbackAuthenticationHeaderValue`. Numbers and the order of fields may be written differently.',
        security,
        params,
        headers: known,
        response: {
          200: described('ScheduleSubmission', 'The schedule, which never changes.', ETAG),
          304: Type.Null({ description: 'The client has it: `If-None-Match` names it.', headers: textHeaders(ETAG) }),
          ...problems(401, 403, 404, 406, 503),
        },
      },
    },
    async (request, reply) => {
      const schedule = await useCases.showSchedule(callerOf(request), request.params.solverProblemId)
      return answerDocument(request, reply, { tag: `"${schedule.jobId}-schedule"`, read: schedule.read })
    },
  )
}

function addSolutionRoutes(app: App, useCases: UseCases): void {
  const responses = {
    200: described('SolutionAnswer', 'The schedule; `ETag` changes with every better one.', ETAG),
    304: Type.Null({ description: 'The schedule is the one that `If-None-Match` names.', headers: textHeaders(ETAG) }),
    ...problems(401, 403, 404, 406, 503),
  }
  app.get(
    `${GATEWAY}/:solverProblemId/solution`,
    {
      config: { access: 'gateway:read', compressed: 'where accepted' },
      schema: {
        operationId: 'readSolution',
        tags: ['gateway'],
        summary: 'Read the best schedule so far, at any moment',
        description: 'While the search goes on, `stopReason` is null and `unassigned` is empty; the rules that are broken are told at any moment.',
        security,
        params,
        headers: known,
        response: { ...responses, 204: Type.Null({ description: 'There is none yet.' }) },
      },
    },
    async (request, reply) => answerSolution(request, reply, await useCases.readSolution(callerOf(request), request.params.solverProblemId)),
  )

  app.get(
    '/api/v1/:solverProblemId',
    {
      config: { access: 'gateway:read', compressed: 'where accepted' },
      schema: {
        operationId: 'pickUp',
        tags: ['gateway'],
        summary: 'Pick up the solved schedule late',
        security,
        params,
        headers: known,
        response: { ...responses, 204: Type.Null({ description: 'It is not solved, or not yet.' }) },
      },
    },
    async (request, reply) => {
      const solution = await useCases.readSolution(callerOf(request), request.params.solverProblemId)
      return answerSolution(request, reply, solution?.state === 'SOLVED' ? solution : null)
    },
  )
}

async function answerSolution(request: FastifyRequest, reply: FastifyReply, solution: SolutionSoFar | null): Promise<FastifyReply> {
  if (solution === null) return reply.status(204).send()
  const id = String(solution.jobId)
  return answerDocument(request, reply, {
    tag: solutionTag(id, solution.revision, solution.state !== 'SOLVING'),
    read: async () => withIdentity({ solverProblemId: id, status: solution.state }, await solution.read()),
  })
}

/** Answers a document with its tag, or 304 to who has it. */
export async function answerDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, read }: { readonly tag: string; readonly read: () => Promise<Uint8Array> },
): Promise<FastifyReply> {
  const isKnown = isKnownTag(request.headers['if-none-match'], tag)
  const document = isKnown ? null : await read()
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  if (document === null) return reply.status(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(document)
}

/** Puts two fields in front of a document without parsing it: it may be as large as the schedule. */
function withIdentity(identity: { solverProblemId: string; status: string }, document: Uint8Array): Buffer {
  invariant(document[0] === 0x7b, 'a solution document is a JSON object')
  const front = JSON.stringify(identity).slice(0, -1)
  return Buffer.concat([Buffer.from(document.length > 2 ? `${front},` : front), document.subarray(1)])
}
