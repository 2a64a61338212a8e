import { Type } from 'typebox'
import { AUDIT_ACTIONS } from '../../access/audit.ts'
import { GatewayError } from '../../model/errors.ts'
import { choice } from '../../api/schemas/values.ts'
import { toAuditEvent } from '../administration-schemas.ts'
import { administrationFor } from '../caller.ts'
import { linkNextPage, NEXT_PAGE, pageAnswer, pageAsked, pageQuery } from '../paging.ts'
import { problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'
import type { UseCases } from '../use-cases.ts'

const SINCE_HINT = 'Write it as 2026-03-02T07:00:00+01:00 or with Z; escape + as %2B.'

/** `GET /api/v1/audit`: who changed what about the organization's access, who came in, who was refused. */
export function addAuditRoute(app: App, useCases: Pick<UseCases, 'administration'>): void {
  const query = pageQuery({
    since: Type.Optional(Type.String({ format: 'date-time', description: 'Only what happened at this moment or later.' })),
    action: Type.Optional(choice(AUDIT_ACTIONS, 'Only this.')),
  })
  app.get(
    '/api/v1/audit',
    {
      config: { access: 'tokens:admin' },
      schema: {
        operationId: 'readAudit',
        tags: ['administration'],
        summary: "Read the organization's audit log",
        description: NEXT_PAGE,
        security: [{ token: [] }],
        querystring: query,
        response: { 200: pageAnswer('AuditEvent', 'What happened.'), ...problems(401, 403, 406, 422, 429, 503) },
      },
    },
    async (request, reply) => {
      const { since, action = null } = request.query
      const asked = { ...pageAsked(request.query), since: since === undefined ? null : readMoment(since), action }
      const { rows, nextCursor } = await administrationFor(request, useCases).listAudit(asked)
      linkNextPage(request, reply, nextCursor)
      return rows.map(toAuditEvent)
    },
  )
}

/** A moment that is written as the schema says, but need not be one: there is a 60th second, and no 25th hour. */
function readMoment(text: string): Date {
  const moment = new Date(text)
  if (!Number.isNaN(moment.getTime())) return moment
  const issue = { pointer: '/since', code: 'date-time-invalid', detail: 'since is not an ISO 8601 date-time.', hint: SINCE_HINT }
  throw new GatewayError('request-invalid', issue.detail, issue.hint, { issues: [issue] })
}
