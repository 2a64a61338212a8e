import { Type } from 'typebox'
import { integerOf, type Place, requiredText, textOf } from '../../api/fields.ts'
import { MAX_PLAN_TEXT, PlanAcceptance, PlanPublication } from '../../api/schemas/plans.ts'
import { GatewayError, invariant } from '../../model/errors.ts'
import { callerOf } from '../caller.ts'
import { linksOf } from '../entry.ts'
import { bodyOf } from '../json-body.ts'
import { partsOf } from '../plans/plan-task.ts'
import { contentOf, planWorkOf } from '../plans/plan-work.ts'
import {
  answerSaved,
  IF_MATCH,
  MAX_VERSION,
  PLAN_COMMON,
  PLAN_PARAMS,
  type PlanMeans,
  PLANS,
  plansFor,
  saveOnTop,
  scheduleOf,
  VERSION_TAG,
  versionToChange,
} from '../plans/save-plan.ts'
import { toPlan } from '../plans/show-plan.ts'
import { readRequest } from '../read-request.ts'
import { described, problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'
import { checkSchedule } from './submitting.ts'

const write = { access: 'gateway:write' } as const

/** From a plan to a roster that everybody works by: improve, accept, publish. */
export function addRosterRoutes(app: App, means: PlanMeans): void {
  addImproveRoute(app, means)
  addAcceptRoute(app, means)
  addPublishRoute(app, means)
}

function addImproveRoute(app: App, means: PlanMeans): void {
  const { useCases, reader } = means
  app.post(
    `${PLANS}/:planId/improve`,
    {
      config: write,
      schema: {
        ...PLAN_COMMON,
        operationId: 'improvePlan',
        summary: 'Submit the newest version of a plan to be solved',
        description:
          'A request of the department like every other; it is called back where the schedule has a `callbackUrl`. Its roster is taken over with `accept`.',
        params: PLAN_PARAMS,
        response: {
          201: described('SubmissionAnswer', 'Stored and queued.', { Location: 'Where the entry of the request can be read.' }),
          ...problems(401, 403, 404, 406, 413, 422, 503),
        },
      },
    },
    async (request, reply) => {
      const plans = plansFor(request, means)
      const { plan, version, ...shown } = await plans.read(request.params.planId, null)
      const document = partsOf(await shown.read()).schedule
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const posted = await reader.read(document, { strict: false, callback: 'optional', signal: gone.signal })
      const { outline, warnings } = await checkSchedule(posted, useCases)
      const marks = { ...outline.marks, name: outline.marks.name ?? plan.name }
      const submission = { caller: callerOf(request), document, packed: posted.packed, outline: { ...outline, marks }, warnings }
      const { job } = await useCases.submit({ ...submission, idempotencyKey: null, traceparent: request.span?.traceparent ?? null })
      request.jobId = job.id
      await plans.noteRequest(request.params.planId, { version: version.number, jobId: job.id })
      const id = String(job.id)
      reply.status(201).header('location', `/api/v1/gateway/${id}`)
      return { solverProblemId: id, status: job.state, warnings: [...job.warnings], links: linksOf(id) }
    },
  )
}

function addAcceptRoute(app: App, means: PlanMeans): void {
  const { useCases } = means
  app.post(
    `${PLANS}/:planId/accept`,
    {
      config: write,
      schema: {
        ...PLAN_COMMON,
        operationId: 'acceptRoster',
        summary: 'Take over the roster of a request as the next version',
        description:
          'The people of the roster come onto the shifts of the newest version, by their ids; what was edited since the request was made stays. Also while the search goes on: then the best so far.',
        params: PLAN_PARAMS,
        headers: IF_MATCH,
        body: Type.Ref('PlanAcceptance'),
        response: {
          201: described('SavedPlan', 'The plan with its new version.', VERSION_TAG),
          ...problems(400, 401, 403, 404, 406, 409, 412, 413, 415, 422, 428, 503),
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const { planId } = request.params
      const plans = plansFor(request, means)
      await plans.find(planId)
      const base = versionToChange(request, planId)
      const body = { name: 'the acceptance', schema: PlanAcceptance }
      const { solverProblemId, comment } = readRequest(bodyOf(request).document, body, readAcceptance)
      const job = await useCases.findJob(callerOf(request), solverProblemId)
      const solution = await useCases.readSolution(callerOf(request), solverProblemId)
      if (solution === null) throw noSolution(solverProblemId)
      const work = planWorkOf(request, reply, means)
      const { jobMemoryMib } = means.limits
      const schedule = await scheduleOf(plans, planId, null)
      const taken = await work.read({ kind: 'accept', schedule, solution: await solution.read(), jobMemoryMib })
      const content = await contentOf(taken, { source: 'ACCEPTED', acceptedJobId: job.id, comment })
      const saved = await saveOnTop({ plans, work, planId, base }, content)
      reply.status(201)
      return answerSaved(reply, saved, taken)
    },
  )
}

function readAcceptance(place: Place) {
  return { solverProblemId: requiredText(place, 'solverProblemId', MAX_ID), comment: textOf(place, 'comment', MAX_PLAN_TEXT) ?? '' }
}

const MAX_ID = 40

function noSolution(solverProblemId: string): GatewayError {
  return new GatewayError('solution-missing', `Request ${solverProblemId} has no solution yet.`, 'Accept it when it is solved.')
}

function addPublishRoute(app: App, means: PlanMeans): void {
  app.post(
    `${PLANS}/:planId/publish`,
    {
      config: write,
      schema: {
        ...PLAN_COMMON,
        operationId: 'publishPlan',
        summary: 'Publish a version, in the place of the one that was',
        description: 'One version of a plan is published at a time; which were before stays known. A version with errors is not published.',
        params: PLAN_PARAMS,
        body: Type.Ref('PlanPublication'),
        response: { 200: described('Plan', 'The plan.'), ...problems(400, 401, 403, 404, 406, 409, 413, 415, 422, 503) },
      },
      validatorCompiler: () => () => true,
    },
    async (request) => {
      const version = readRequest(bodyOf(request).document, { name: 'the publication', schema: PlanPublication }, readPublished)
      invariant(version !== null, 'a version that was read is a number')
      return toPlan(await plansFor(request, means).publish(request.params.planId, version))
    },
  )
}

function readPublished(place: Place): number | null {
  const version = integerOf(place, 'version', { min: 1, max: MAX_VERSION })
  if (version === null && place.issues.errorCount === 0) place.issues.error('/version', 'field-missing', 'version is required.', 'Add version.')
  return version
}
