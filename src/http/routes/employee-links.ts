import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { networkOf } from '../../access/throttle.ts'
import { tellerOf } from '../../answers/tellers.ts'
import { integerOf, isGiven, type Place } from '../../api/fields.ts'
import { idsOf } from '../../api/identifiers.ts'
import { NewEmployeeLinks } from '../../api/schemas/plans.ts'
import { PERSONAL_STYLE, writeClosedPage } from '../../formats/personal-page.ts'
import { GatewayError } from '../../model/errors.ts'
import type { Language } from '../../model/language.ts'
import type { EmployeeLink } from '../../model/plan.ts'
import type { Identifier } from '../../model/units.ts'
import { DEFAULT_LINK_DAYS, linkNotFound, MOST_LINK_DAYS, MOST_NEW_LINKS } from '../../plans/employee-links.ts'
import { languageOf } from '../accept-language.ts'
import { callerOf } from '../caller.ts'
import { bodyOf } from '../json-body.ts'
import { linkNextPage, NEXT_PAGE, pageAnswer, pageAsked, pageQuery } from '../paging.ts'
import { partsOf } from '../plans/plan-task.ts'
import { personalRoster } from '../plans/plan-work.ts'
import { PLAN_COMMON, PLAN_PARAMS, PLANS } from '../plans/save-plan.ts'
import { readRequest } from '../read-request.ts'
import { createRequestRate, type RequestRate } from '../request-rate.ts'
import type { CallThreads } from '../rpc/call-threads.ts'
import { problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'
import type { UseCases } from '../use-cases.ts'
import { addVary } from '../vary.ts'

const LINKS = `${PLANS}/:planId/links`
const PAGE = '/my'
/** Requests to links, good ones and bad ones, from one address within a minute, on one node. */
export const LINK_REQUESTS_PER_MINUTE = 120
const write = { access: 'gateway:write' } as const

/** What a browser may do with the page of an employee: show it in its own style, and nothing else. Nobody indexes it, and no other page learns its address. */
const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(PERSONAL_STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
} as const

interface LinkMeans {
  readonly useCases: Pick<UseCases, 'employeeLinks' | 'openLink'>
  readonly threads: CallThreads
  readonly stopping: AbortSignal
}

/** Links by which employees read their own rosters: making them, and what they open. */
export function addEmployeeLinkRoutes(app: App, means: LinkMeans): void {
  addCreateRoute(app, means)
  addListRoute(app, means)
  addRevokeRoute(app, means)
  const rate = createRequestRate<string>({ perMinute: LINK_REQUESTS_PER_MINUTE, clock: () => performance.now(), of: 'address' })
  addPageRoute(app, means, { path: `${PAGE}/:secret`, form: 'page', type: 'text/html; charset=utf-8', rate })
  addPageRoute(app, means, { path: `${PAGE}/:secret/calendar.ics`, form: 'calendar', type: 'text/calendar; charset=utf-8', rate })
}

function toLink({ id, employeeId, createdAt, expiresAt, revokedAt, lastUsedAt }: EmployeeLink) {
  return {
    linkId: String(id),
    employeeId,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

function addCreateRoute(app: App, { useCases }: LinkMeans): void {
  app.post(
    LINKS,
    {
      config: write,
      schema: {
        ...PLAN_COMMON,
        operationId: 'createEmployeeLinks',
        summary: 'Make links by which employees read their own rosters',
        description:
          'A link shows the roster of one employee in the version that is published, as a page and as a calendar, to whoever has it. The links that these employees had for the plan end.',
        params: PLAN_PARAMS,
        body: Type.Ref('NewEmployeeLinks'),
        response: {
          201: Type.Array(Type.Ref('NewEmployeeLink'), { description: 'The links, shown this once; no cache keeps them.' }),
          ...problems(400, 401, 403, 404, 406, 413, 415, 422, 503),
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const wanted = readRequest(bodyOf(request).document, { name: 'the links', schema: NewEmployeeLinks }, readWanted)
      const made = await useCases.employeeLinks(callerOf(request), request.ip).create(request.params.planId, wanted)
      reply.status(201).header('cache-control', 'no-store')
      return made.map(({ secret, ...link }) => ({ path: `${PAGE}/${secret}`, calendarPath: `${PAGE}/${secret}/calendar.ics`, ...toLink(link) }))
    },
  )
}

function readWanted(place: Place): { readonly employeeIds: readonly Identifier[]; readonly expiresDays: number } {
  const ids = isGiven(place, 'employeeIds') ? [...new Set(idsOf(place, 'employeeIds', () => true))] : []
  const hint = `Name 1 to ${MOST_NEW_LINKS} employees.`
  if (ids.length > MOST_NEW_LINKS) place.issues.error('/employeeIds', 'list-too-long', `employeeIds has ${ids.length} entries.`, hint)
  return { employeeIds: ids, expiresDays: integerOf(place, 'expiresDays', { min: 1, max: MOST_LINK_DAYS }) ?? DEFAULT_LINK_DAYS }
}

function addListRoute(app: App, { useCases }: LinkMeans): void {
  app.get(
    LINKS,
    {
      config: { access: 'gateway:read' },
      schema: {
        ...PLAN_COMMON,
        operationId: 'listEmployeeLinks',
        summary: 'List the links of a plan, without their secrets',
        description: NEXT_PAGE,
        params: PLAN_PARAMS,
        querystring: pageQuery({}),
        response: { 200: pageAnswer('EmployeeLink', 'The links.'), ...problems(401, 403, 404, 406, 422, 503) },
      },
    },
    async (request, reply) => {
      const links = useCases.employeeLinks(callerOf(request), request.ip)
      const { rows, nextCursor } = await links.list(request.params.planId, pageAsked(request.query))
      linkNextPage(request, reply, nextCursor)
      return rows.map(toLink)
    },
  )
}

function addRevokeRoute(app: App, { useCases }: LinkMeans): void {
  app.delete(
    `${LINKS}/:linkId`,
    {
      config: write,
      schema: {
        ...PLAN_COMMON,
        operationId: 'revokeEmployeeLink',
        summary: 'End a link at once',
        description: 'A second call is answered 404.',
        params: Type.Object({ ...PLAN_PARAMS.properties, linkId: Type.String({ description: 'The id of the link, as the list has it.' }) }),
        response: { 204: Type.Null({ description: 'Ended.' }), ...problems(401, 403, 404, 406, 503) },
      },
    },
    async (request, reply) => {
      const { planId, linkId } = request.params
      await useCases.employeeLinks(callerOf(request), request.ip).revoke(planId, linkId)
      return reply.status(204).send(null)
    },
  )
}

interface LinkPage {
  readonly path: string
  readonly form: 'page' | 'calendar'
  readonly type: string
  readonly rate: RequestRate<string>
}

function addPageRoute(app: App, means: LinkMeans, { path, form, type, rate }: LinkPage): void {
  const params = Type.Object({ secret: Type.String() })
  app.get(
    path,
    { config: { access: 'everybody', answers: 'file', secret: 'in address' }, schema: { hide: true, params } },
    async (request, reply) => {
      const { refused } = rate.count(networkOf(request.ip))
      if (refused !== null) throw refused
      const language = languageOf(request.headers['accept-language'])
      addVary(reply, 'Accept-Language')
      try {
        const shown = await showRoster(reply, means, { secret: request.params.secret, form, language })
        return reply.headers(PAGE_HEADERS).header('content-type', type).send(shown)
      } catch (error) {
        if (!(error instanceof GatewayError && error.code === 'link-not-found' && wantsPage(request))) throw error
        return reply
          .status(404)
          .headers(PAGE_HEADERS)
          .header('content-type', 'text/html; charset=utf-8')
          .send(writeClosedPage(tellerOf(language)))
      }
    },
  )
}

/** A browser that shows a page to somebody says so; programs get problem details. */
function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') === true
}

async function showRoster(
  reply: FastifyReply,
  means: LinkMeans,
  { secret, ...as }: { readonly secret: string; readonly form: 'page' | 'calendar'; readonly language: Language },
): Promise<string> {
  const { departmentId, employeeId, planName, publishedAt, content } = await means.useCases.openLink(secret)
  const calendarPath = `${PAGE}/${secret}/calendar.ics`
  const { schedule } = partsOf(content)
  const asked = { ...as, departmentId, employeeId, schedule, title: planName, calendarPath, publishedMs: publishedAt.getTime() }
  const shown = await personalRoster(reply, means, asked)
  if (shown === null) throw linkNotFound()
  return shown
}
