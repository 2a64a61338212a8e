import { Type } from 'typebox'
import type { Lineage } from '../../api/schemas/lineage.ts'
import type { Lineage as ReadLineage, Relative } from '../../jobs/read-lineage.ts'
import { callerOf } from '../caller.ts'
import { bytesOf } from '../json-body.ts'
import type { ScheduleReader } from '../schedule-reader.ts'
import { described, problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'
import type { UseCases } from '../use-cases.ts'
import { answerRepeated, IDEMPOTENCY, LOCATION, SECURITY, SOLVER_PROBLEM_ID, storePosted } from './submitting.ts'

const REQUEST = '/api/v1/gateway/:solverProblemId'
/** Stored schedules with their solutions that are in memory at a time: each can be larger than a body may be. */
const MOST_OPEN = 4

/** Planning a solved request again, and asking what came of what. */
export function addReplanRoutes(app: App, useCases: UseCases, reader: ScheduleReader): void {
  const params = Type.Object({ solverProblemId: SOLVER_PROBLEM_ID })
  const oneOfFew = createSlots(MOST_OPEN)
  app.post(
    `${REQUEST}/replan`,
    {
      config: { access: 'gateway:write', takes: 'schedule' },
      schema: {
        operationId: 'replan',
        tags: ['gateway'],
        summary: 'Plan a solved request again after what happened',
        description:
          'Stores a new request, with the schedule and the solution of the old one and what the events change; answered as a submission is. Every event that fits nothing is an error.',
        security: SECURITY,
        params,
        headers: Type.Object({ 'idempotency-key': IDEMPOTENCY }),
        body: Type.Ref('ReplanRequest'),
        response: {
          200: described('SubmissionAnswer', 'Replayed: this key and body were sent before.', { ...LOCATION, 'Idempotency-Replayed': 'true.' }),
          201: described('SubmissionAnswer', 'Stored and queued.', LOCATION),
          ...problems(400, 401, 403, 404, 406, 409, 413, 415, 422, 503),
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const body = bytesOf(request)
      const { solverProblemId } = request.params
      const sent = Buffer.concat([new TextEncoder().encode(`replan ${solverProblemId}\n`), body])
      // Before the old request is opened: it may be withdrawn or erased since the first time.
      const repeated = await answerRepeated(useCases, { request, reply }, sent)
      if (repeated !== null) return repeated
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const posted = await oneOfFew(async () => {
        const stored = await useCases.openSolved(callerOf(request), solverProblemId)
        return reader.read(body, { strict: false, signal: gone.signal, stored })
      })
      return storePosted(useCases, { request, reply }, { posted, basedOn: solverProblemId, sent, ignored: [] })
    },
  )

  app.get(
    `${REQUEST}/lineage`,
    {
      config: { access: 'gateway:read' },
      schema: {
        operationId: 'readLineage',
        tags: ['gateway'],
        summary: 'Read what a request plans again, and what plans it again',
        security: SECURITY,
        params,
        response: { 200: described('Lineage', 'The lineage.'), ...problems(401, 403, 404, 406, 503) },
      },
    },
    async (request) => toLineage(await useCases.readLineage(callerOf(request), request.params.solverProblemId)),
  )
}

function toLineage({ solverProblemId, basedOn, replans, isCut }: ReadLineage): Lineage {
  return { solverProblemId, basedOn: basedOn.map(toRelative), replans: replans.map(toRelative), cut: isCut }
}

function toRelative({ solverProblemId, state, name, createdAt, endedAt, score }: Relative): Lineage['basedOn'][number] {
  return {
    solverProblemId,
    status: state,
    name,
    createdAt: createdAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    score: score === null ? null : [...score],
  }
}

/** Runs at most so many at a time; the others wait, in order. */
function createSlots(atOnce: number): <Result>(run: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (run) => {
    if (running >= atOnce) await new Promise<void>((begin) => waiting.push(begin))
    running += 1
    try {
      return await run()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
