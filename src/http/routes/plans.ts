import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { flagOf, type Place, textOf } from '../../api/fields.ts'
import { MAX_PLAN_TEXT, PlanPatch } from '../../api/schemas/plans.ts'
import { languageOf } from '../accept-language.ts'
import { bodyOf, type BodyShape, bytesOf } from '../json-body.ts'
import { linkNextPage, NEXT_PAGE, pageAnswer, pageAsked, pageQuery } from '../paging.ts'
import { nameOf } from '../plans/plan-task.ts'
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
import { planTag, toPlan, toVersion, writePlan } from '../plans/show-plan.ts'
import { readRequest } from '../read-request.ts'
import { described, problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'
import { addVary } from '../vary.ts'
import { addEmployeeLinkRoutes } from './employee-links.ts'
import { addPriorityRoutes } from './priorities.ts'
import { addRosterRoutes } from './plan-rosters.ts'

const MAX_SEARCH = 200
const versionParams = Type.Object({ ...PLAN_PARAMS.properties, version: Type.String({ description: 'The number of the version.' }) })
const read = { access: 'gateway:read' } as const
const write = { access: 'gateway:write' } as const
const LOCATION = { Location: 'Where it can be read.' }
const number = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_VERSION, description })

/** Schedules that are kept and edited, with their versions. */
export function addPlanRoutes(app: App, means: PlanMeans): void {
  addListRoute(app, means)
  addCreateRoute(app, means)
  addReadRoutes(app, means)
  addSaveRoute(app, means)
  addChangeRoutes(app, means)
  addVersionsRoute(app, means)
  addCompareRoute(app, means)
  addRosterRoutes(app, means)
  addEmployeeLinkRoutes(app, means)
  addPriorityRoutes(app, means)
}

function addListRoute(app: App, means: PlanMeans): void {
  const query = pageQuery({
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_SEARCH, description: 'Only plans with this text in their name, in capitals or not.' }),
    ),
    archived: Type.Optional(Type.Boolean({ description: 'True: those that are archived. Those that are not when absent.' })),
  })
  app.get(
    PLANS,
    {
      config: { ...read, compressed: 'where accepted' },
      schema: {
        ...PLAN_COMMON,
        operationId: 'listPlans',
        summary: "List the department's plans, newest first",
        description: NEXT_PAGE,
        querystring: query,
        response: { 200: pageAnswer('Plan', 'The plans.'), ...problems(401, 403, 406, 422, 503) },
      },
    },
    async (request, reply) => {
      const { search = null, archived = false } = request.query
      const { rows, nextCursor } = await plansFor(request, means).list({ ...pageAsked(request.query), search, archived })
      linkNextPage(request, reply, nextCursor)
      return rows.map(toPlan)
    },
  )
}

function addCreateRoute(app: App, means: PlanMeans): void {
  app.post(
    PLANS,
    {
      config: { ...write, takes: 'schedule' },
      schema: {
        ...PLAN_COMMON,
        operationId: 'createPlan',
        summary: 'Make a plan of a schedule, which may be incomplete',
        description:
          'What is wrong with the schedule keeps it from being solved, not from being stored: `errors` and `warnings` stand in the answer.',
        body: Type.Ref('NewPlan'),
        response: {
          201: described('SavedPlan', 'The plan with its first version.', { ...LOCATION, ...VERSION_TAG }),
          ...problems(400, 401, 403, 406, 409, 413, 415, 422, 503),
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const posted = await planWorkOf(request, reply, means).read({ kind: 'create', posted: bytesOf(request), ...shapeOf(means) })
      const content = await contentOf(posted, EDITED)
      const saved = await plansFor(request, means).create({ name: posted.name, note: posted.note ?? '', content })
      reply.status(201).header('location', `${PLANS}/${saved.plan.id}`)
      return answerSaved(reply, saved, posted)
    },
  )
}

const EDITED = { source: 'EDITED', acceptedJobId: null } as const

function shapeOf({ limits }: PlanMeans): { readonly shape: BodyShape; readonly jobMemoryMib: number } {
  const { bodyDepth, bodyValues, jobMemoryMib } = limits
  return { shape: { bodyDepth, bodyValues }, jobMemoryMib }
}

function addReadRoutes(app: App, means: PlanMeans): void {
  const response = {
    200: described('PlanAnswer', 'The plan.', VERSION_TAG),
    ...problems(401, 403, 404, 406, 503),
  }
  const config = { ...read, compressed: 'where accepted' } as const
  app.get(
    `${PLANS}/:planId`,
    {
      config,
      schema: { ...PLAN_COMMON, operationId: 'readPlan', summary: 'Read a plan with its newest version', params: PLAN_PARAMS, response },
    },
    async (request, reply) => answerVersion(request, reply, { means, planId: request.params.planId, version: null }),
  )
  app.get(
    `${PLANS}/:planId/versions/:version`,
    {
      config,
      schema: { ...PLAN_COMMON, operationId: 'readPlanVersion', summary: 'Read a plan as it was', params: versionParams, response },
    },
    async (request, reply) => answerVersion(request, reply, { means, ...request.params }),
  )
}

async function answerVersion(
  request: FastifyRequest,
  reply: FastifyReply,
  { means, planId, version }: { readonly means: PlanMeans; readonly planId: string; readonly version: string | null },
): Promise<FastifyReply> {
  const shown = await plansFor(request, means).read(planId, version)
  // The name and the requests may have changed, so what is beside the version is always read anew.
  reply.header('etag', planTag(shown.plan.id, shown.version.number)).header('cache-control', 'private, no-cache')
  return reply.header('content-type', 'application/json; charset=utf-8').send(await writePlan(shown))
}

function addSaveRoute(app: App, means: PlanMeans): void {
  app.put(
    `${PLANS}/:planId`,
    {
      config: { ...write, takes: 'schedule' },
      schema: {
        ...PLAN_COMMON,
        operationId: 'savePlan',
        summary: 'Save the next version of a plan',
        description:
          'Only on top of the newest version. When somebody else saved one meanwhile, nothing is stored, and `conflict` says what is new in it.',
        params: PLAN_PARAMS,
        headers: IF_MATCH,
        body: Type.Ref('NewPlanVersion'),
        response: {
          200: described('SavedPlan', 'The plan with its new version.', VERSION_TAG),
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
      const work = planWorkOf(request, reply, means)
      const posted = await work.read({ kind: 'save', posted: bytesOf(request), ...shapeOf(means) })
      const saved = await saveOnTop({ plans, work, planId, base }, await contentOf(posted, EDITED))
      return answerSaved(reply, saved, posted)
    },
  )
}

function addChangeRoutes(app: App, means: PlanMeans): void {
  app.patch(
    `${PLANS}/:planId`,
    {
      config: write,
      schema: {
        ...PLAN_COMMON,
        operationId: 'changePlan',
        summary: 'Rename a plan, change its note, archive it',
        description: 'No version comes of it.',
        params: PLAN_PARAMS,
        body: Type.Ref('PlanPatch'),
        response: { 200: described('Plan', 'The plan.'), ...problems(400, 401, 403, 404, 406, 413, 415, 422, 503) },
      },
      validatorCompiler: () => () => true,
    },
    async (request) => {
      const change = readRequest(bodyOf(request).document, { name: 'the change', schema: PlanPatch }, readPatch)
      return toPlan(await plansFor(request, means).change(request.params.planId, change))
    },
  )
  app.delete(
    `${PLANS}/:planId`,
    {
      config: write,
      schema: {
        ...PLAN_COMMON,
        operationId: 'deletePlan',
        summary: 'Delete a plan with everything that belongs to it',
        description: 'Its versions are erased, and the requests that were made of it are withdrawn. A second call is answered 404.',
        params: PLAN_PARAMS,
        response: { 204: Type.Null({ description: 'Deleted.' }), ...problems(401, 403, 404, 406, 503) },
      },
    },
    async (request, reply) => {
      await plansFor(request, means).delete(request.params.planId)
      return reply.status(204).send(null)
    },
  )
}

function readPatch(place: Place) {
  const name = place.fields['name'] === undefined ? null : nameOf(place)
  const note = textOf(place, 'note', MAX_PLAN_TEXT)
  const archived = flagOf(place, 'archived', null)
  if (name === null && note === null && archived === null && place.issues.errorCount === 0) {
    place.issues.error('', 'field-missing', 'Nothing is to be changed.', 'Give name, note or archived.')
  }
  return { ...(name === null ? {} : { name }), ...(note === null ? {} : { note }), ...(archived === null ? {} : { archived }) }
}

function addVersionsRoute(app: App, means: PlanMeans): void {
  app.get(
    `${PLANS}/:planId/versions`,
    {
      config: { ...read, compressed: 'where accepted' },
      schema: {
        ...PLAN_COMMON,
        operationId: 'listPlanVersions',
        summary: 'List the versions of a plan, newest first',
        description: NEXT_PAGE,
        params: PLAN_PARAMS,
        querystring: pageQuery({}),
        response: { 200: pageAnswer('PlanVersion', 'The versions.'), ...problems(401, 403, 404, 406, 422, 503) },
      },
    },
    async (request, reply) => {
      const { rows, nextCursor } = await plansFor(request, means).listVersions(request.params.planId, pageAsked(request.query))
      linkNextPage(request, reply, nextCursor)
      return rows.map(toVersion)
    },
  )
}

function addCompareRoute(app: App, means: PlanMeans): void {
  app.get(
    `${PLANS}/:planId/compare`,
    {
      config: { ...read, compressed: 'where accepted' },
      schema: {
        ...PLAN_COMMON,
        operationId: 'comparePlanVersions',
        summary: 'Compare two versions: what was edited, who works what otherwise',
        description: 'Sentences are in the language that `Accept-Language` asks for first: English, Danish, German or Swedish.',
        params: PLAN_PARAMS,
        querystring: Type.Object({ from: number('The older version.'), to: number('The newer version.') }),
        response: { 200: described('PlanComparison', 'What is different.'), ...problems(401, 403, 404, 406, 413, 422, 503) },
      },
    },
    async (request, reply) => {
      const { from, to } = request.query
      const { planId } = request.params
      const plans = plansFor(request, means)
      const [before, after] = await Promise.all([scheduleOf(plans, planId, from), scheduleOf(plans, planId, to)])
      const language = languageOf(request.headers['accept-language'])
      const compared = await planWorkOf(request, reply, means).compare(before, after, { of: 'rosters too', language })
      addVary(reply, 'Accept-Language')
      void reply.header('content-language', language)
      return { from, to, ...compared } as never
    },
  )
}
