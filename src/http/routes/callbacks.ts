import { Type } from 'typebox'
import { DELIVERY_STATES } from '../../api/schemas/callback-log.ts'
import { toDelivery, toDepartmentDelivery, toOrigin } from '../callback-log.ts'
import { callerOf } from '../caller.ts'
import { linkNextPage, NEXT_PAGE, pageAnswer, pageAsked, pageQuery } from '../paging.ts'
import { described, problems, textHeaders } from '../schemas.ts'
import type { App } from '../typed-app.ts'
import type { UseCases } from '../use-cases.ts'

const DELIVERIES = '/api/v1/gateway/:solverProblemId/deliveries'
const ORIGINS = '/api/v1/callbacks'
const MAX_PAGE = 1000
const DEFAULT_PAGE = 100

const security = [{ token: [] }]
const solverProblemId = Type.String({ description: 'The identifier that the submission was answered with.' })

/** What became of callbacks, and asking for one again. */
export function addCallbackRoutes(app: App, useCases: UseCases): void {
  app.get(
    DELIVERIES,
    {
      config: { access: 'gateway:read' },
      schema: {
        operationId: 'listDeliveries',
        tags: ['gateway'],
        summary: 'Read what became of the callback of a request, try by try',
        description: 'Empty until the request has ended.',
        security,
        params: Type.Object({ solverProblemId }),
        response: {
          200: Type.Array(Type.Ref('Delivery'), { description: 'The deliveries, oldest first; usually one.' }),
          ...problems(401, 403, 404, 406, 503),
        },
      },
    },
    async (request) => (await useCases.listDeliveries(callerOf(request), request.params.solverProblemId)).map(toDelivery),
  )

  app.post(
    `${DELIVERIES}/:number/redeliver`,
    {
      config: { access: 'gateway:write' },
      schema: {
        operationId: 'redeliver',
        tags: ['gateway'],
        summary: 'Send a callback again, at once',
        description:
          'One that has ended is called again, one that waits for its next try waits no longer. The `webhook-id` stays, and tries go on being counted.',
        security,
        params: Type.Object({ solverProblemId, number: Type.String({ description: 'Which delivery of the request, counted from 1.' }) }),
        response: { 202: described('Delivery', 'It is due.'), ...problems(401, 403, 404, 406, 409, 503) },
      },
    },
    async (request, reply) => {
      const delivery = await useCases.redeliver(callerOf(request), request.params)
      return reply.status(202).send(toDelivery(delivery))
    },
  )

  addOriginsRoute(app, useCases)
  addDepartmentRoute(app, useCases)
}

function addDepartmentRoute(app: App, useCases: UseCases): void {
  const status = Type.Enum([...DELIVERY_STATES], {
    type: 'string',
    description: 'Only deliveries of this status. None is `CANCELLED` here: that is what withdrawing a request does.',
  })
  app.get(
    `${ORIGINS}/deliveries`,
    {
      config: { access: 'gateway:read' },
      schema: {
        operationId: 'listDepartmentDeliveries',
        tags: ['gateway'],
        summary: "List the department's callbacks, made and to be made",
        description: `${NEXT_PAGE} Those of a withdrawn request are left out.`,
        security,
        querystring: pageQuery({ status: Type.Optional(status) }),
        response: { 200: pageAnswer('DepartmentDelivery', 'The deliveries.'), ...problems(401, 403, 406, 422, 503) },
      },
    },
    async (request, reply) => {
      const asked = { ...pageAsked(request.query), state: request.query.status ?? null }
      const { rows, nextCursor } = await useCases.listDepartmentDeliveries(callerOf(request), asked)
      linkNextPage(request, reply, nextCursor)
      return rows.map(toDepartmentDelivery)
    },
  )
}

function addOriginsRoute(app: App, useCases: UseCases): void {
  const query = Type.Object({
    failing: Type.Optional(Type.Boolean({ description: 'true: only those that keep failing.' })),
    limit: Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE, description: `Entries of a page; ${DEFAULT_PAGE} when absent.` }),
    cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,4000}$', description: 'From the `next` link of the page before.' })),
  })
  app.get(
    ORIGINS,
    {
      config: { access: 'gateway:read' },
      schema: {
        operationId: 'listCallbackOrigins',
        tags: ['gateway'],
        summary: "List where the department's callbacks go, and how they fare there",
        description: 'By scheme, host and port, of the last 30 days. When there are more, `Link: <…>; rel="next"` leads to the next page (RFC 8288).',
        security,
        querystring: Type.Partial(query),
        response: {
          200: Type.Array(Type.Ref('CallbackOrigin'), {
            description: 'The origins, in their order.',
            headers: textHeaders({ Link: 'Leads to the next page, when there is one.' }),
          }),
          ...problems(401, 403, 406, 422, 503),
        },
      },
    },
    async (request, reply) => {
      const { failing = false, limit = DEFAULT_PAGE, cursor } = request.query
      const page = await useCases.listOrigins(callerOf(request), { which: failing ? 'failing' : 'all', limit, cursor: cursor ?? null })
      if (page.nextCursor !== null) {
        const next = new URLSearchParams({ limit: String(limit), cursor: page.nextCursor, ...(failing ? { failing: 'true' } : {}) })
        reply.header('link', `<${ORIGINS}?${next}>; rel="next"`)
      }
      return page.origins.map(toOrigin)
    },
  )
}
