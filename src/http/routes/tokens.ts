import { Type } from 'typebox'
import { LONGEST_NAME } from '../../access/names.ts'
import { DEFAULT_OVERLAP_SECONDS, MOST_EXPIRES_DAYS, MOST_OVERLAP_SECONDS, SCOPES } from '../../access/tokens.ts'
import type { NewToken as WantedToken } from '../../access/tokens.ts'
import { integerOf, listOf, type Place, textOf } from '../../api/fields.ts'
import { NewToken, toNewToken, TokenRotation, toToken } from '../administration-schemas.ts'
import { administrationFor, callerOf } from '../caller.ts'
import { bodyOf, type JsonBody } from '../json-body.ts'
import { linkNextPage, NEXT_PAGE, pageAnswer, pageAsked, pageQuery } from '../paging.ts'
import { readRequest, requiredIdOrName } from '../read-request.ts'
import { described, problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'
import type { UseCases } from '../use-cases.ts'

const TOKENS = '/api/v1/tokens'
const params = Type.Object({ id: Type.String({ description: 'The id of the token, as the list has it.' }) })
const common = { tags: ['administration'], security: [{ token: [] }] }
const config = { access: 'tokens:admin' } as const

/** Tokens of the organization: list, make, revoke, rotate. */
export function addTokenRoutes(app: App, useCases: Pick<UseCases, 'administration' | 'endToken'>): void {
  addListRoute(app, useCases)
  addCreateRoute(app, useCases)
  addRotateRoute(app, useCases)
  addEndRoute(app, useCases)

  app.delete(
    `${TOKENS}/:id`,
    {
      config,
      schema: {
        ...common,
        operationId: 'revokeToken',
        summary: 'End a token at once',
        description: 'A second call is answered 404.',
        params,
        response: { 204: Type.Null({ description: 'Revoked.' }), ...problems(401, 403, 404, 406, 429, 503) },
      },
    },
    async (request, reply) => {
      await administrationFor(request, useCases).revokeToken(request.params.id)
      return reply.status(204).send(null)
    },
  )
}

/** Logging out: whoever holds a token may end it, whatever else it may do. */
function addEndRoute(app: App, useCases: Pick<UseCases, 'endToken'>): void {
  app.delete(
    `${TOKENS}/current`,
    {
      config: { access: 'any token' },
      schema: {
        ...common,
        operationId: 'endOwnToken',
        summary: 'End the token of this request at once: log out',
        description: 'A second call is answered 401, as every other with this token.',
        response: { 204: Type.Null({ description: 'Ended.' }), ...problems(401, 406, 429, 503) },
      },
    },
    async (request, reply) => {
      await useCases.endToken(callerOf(request), request.ip)
      return reply.status(204).send(null)
    },
  )
}

function addListRoute(app: App, useCases: Pick<UseCases, 'administration'>): void {
  const query = pageQuery({
    department: Type.Optional(Type.String({ maxLength: LONGEST_NAME, description: 'Id or name: only tokens of this department.' })),
  })
  app.get(
    TOKENS,
    {
      config,
      schema: {
        ...common,
        operationId: 'listTokens',
        summary: "List the organization's tokens, without their secrets",
        description: NEXT_PAGE,
        querystring: query,
        response: { 200: pageAnswer('Token', 'The tokens.'), ...problems(401, 403, 404, 406, 422, 429, 503) },
      },
    },
    async (request, reply) => {
      const { department = null } = request.query
      const { rows, nextCursor } = await administrationFor(request, useCases).listTokens({ ...pageAsked(request.query), department })
      linkNextPage(request, reply, nextCursor)
      return rows.map(toToken)
    },
  )
}

function addCreateRoute(app: App, useCases: Pick<UseCases, 'administration'>): void {
  app.post(
    TOKENS,
    {
      config,
      schema: {
        ...common,
        operationId: 'createToken',
        summary: 'Make a token for a department',
        body: Type.Ref('NewToken'),
        response: {
          201: described('NewTokenAnswer', 'The token, shown this once; no cache keeps it.'),
          ...problems(400, 401, 403, 404, 406, 413, 415, 422, 429, 503),
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const wanted = readRequest(bodyOf(request).document, { name: 'the token', schema: NewToken }, readNewToken)
      const made = await administrationFor(request, useCases).createToken(wanted)
      return reply.status(201).header('cache-control', 'no-store').send(toNewToken(made))
    },
  )
}

function addRotateRoute(app: App, useCases: Pick<UseCases, 'administration'>): void {
  app.post(
    `${TOKENS}/:id/rotate`,
    {
      config,
      schema: {
        ...common,
        operationId: 'rotateToken',
        summary: 'Replace a token by a new one, while the old one goes on working for a time',
        description:
          'The new token has the department, the scopes, the name and the length of life of the old one. The body may be `{}`, or left out.',
        params,
        body: Type.Ref('TokenRotation'),
        response: {
          201: described('NewTokenAnswer', 'The new token, shown this once; no cache keeps it.'),
          ...problems(400, 401, 403, 404, 406, 409, 413, 415, 422, 429, 503),
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const body = request.body as JsonBody | null | undefined
      const overlapSeconds = readRequest(body?.document ?? {}, { name: 'the rotation', schema: TokenRotation }, readOverlap)
      const made = await administrationFor(request, useCases).rotateToken(request.params.id, overlapSeconds)
      return reply.status(201).header('cache-control', 'no-store').send(toNewToken(made))
    },
  )
}

function readNewToken(place: Place): Omit<WantedToken, 'organization'> {
  return {
    department: requiredIdOrName(place, 'department'),
    scopes: readScopes(place),
    expiresDays: integerOf(place, 'expiresDays', { min: 1, max: MOST_EXPIRES_DAYS }) ?? undefined,
    name: textOf(place, 'name', LONGEST_NAME) ?? undefined,
  }
}

function readOverlap(place: Place): number {
  return integerOf(place, 'overlapSeconds', { min: 0, max: MOST_OVERLAP_SECONDS }) ?? DEFAULT_OVERLAP_SECONDS
}

function readScopes(place: Place): readonly string[] {
  return listOf(place, 'scopes', SCOPES.length).filter((scope, i): scope is string => {
    if ((SCOPES as readonly unknown[]).includes(scope)) return true
    place.issues.error(`/scopes/${i}`, 'choice-unknown', 'The scope is none that there is.', `Use any of ${SCOPES.join(', ')}.`)
    return false
  })
}
