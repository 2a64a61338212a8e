import { Type } from 'typebox'
import type { UserChange as WantedChange } from '../../access/update-user.ts'
import { MOST_DEPARTMENTS, ROLES } from '../../access/users.ts'
import type { NewUser as WantedUser } from '../../access/users.ts'
import { choiceOf, flagOf, listOf, type Place, requiredChoice, requiredText, textOf } from '../../api/fields.ts'
import { NewUser, toUser, UserChange } from '../administration-schemas.ts'
import { administrationFor } from '../caller.ts'
import { bodyOf } from '../json-body.ts'
import { linkNextPage, NEXT_PAGE, pageAnswer, pageAsked, pageQuery } from '../paging.ts'
import { idOrNameFrom, readRequest } from '../read-request.ts'
import { described, problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'
import type { UseCases } from '../use-cases.ts'

const USERS = '/api/v1/users'
const MAX_EMAIL = 320
/** Above what a password may have, so that one that is too long is told by the rules of passwords. */
const MAX_PASSWORD_TEXT = 10_000
const common = { tags: ['administration'], security: [{ token: [] }] }
const config = { access: 'tokens:admin' } as const

/** Users of the organization: list, make, change. */
export function addUserRoutes(app: App, useCases: Pick<UseCases, 'administration'>): void {
  app.get(
    USERS,
    {
      config,
      schema: {
        ...common,
        operationId: 'listUsers',
        summary: "List the organization's users",
        description: NEXT_PAGE,
        querystring: pageQuery({}),
        response: { 200: pageAnswer('User', 'The users.'), ...problems(401, 403, 406, 422, 429, 503) },
      },
    },
    async (request, reply) => {
      const { rows, nextCursor } = await administrationFor(request, useCases).listUsers(pageAsked(request.query))
      linkNextPage(request, reply, nextCursor)
      return rows.map(toUser)
    },
  )
  addCreateRoute(app, useCases)
  addUpdateRoute(app, useCases)
}

function addCreateRoute(app: App, useCases: Pick<UseCases, 'administration'>): void {
  app.post(
    USERS,
    {
      config,
      schema: {
        ...common,
        operationId: 'createUser',
        summary: 'Make a user, who logs in with e-mail and password',
        body: Type.Ref('NewUser'),
        response: { 201: described('User', 'The user.'), ...problems(400, 401, 403, 404, 406, 409, 413, 415, 422, 429, 503) },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const user = readRequest(bodyOf(request).document, { name: 'the user', schema: NewUser }, readNewUser)
      return reply.status(201).send(toUser(await administrationFor(request, useCases).createUser(user)))
    },
  )
}

function addUpdateRoute(app: App, useCases: Pick<UseCases, 'administration'>): void {
  app.patch(
    `${USERS}/:id`,
    {
      config,
      schema: {
        ...common,
        operationId: 'updateUser',
        summary: 'Change the role, the departments or the password of a user, or disable the user',
        description:
          'What is absent stays. Who is disabled or gets another role is logged out at once, and who is taken out of a department is for that one; a new password ends no token.',
        params: Type.Object({ id: Type.String({ description: 'The id of the user, as the list has it.' }) }),
        body: Type.Ref('UserChange'),
        response: { 200: described('User', 'The user as it is now.'), ...problems(400, 401, 403, 404, 406, 409, 413, 415, 422, 429, 503) },
      },
      validatorCompiler: () => () => true,
    },
    async (request) => {
      const change = readRequest(bodyOf(request).document, { name: 'the change', schema: UserChange }, readChange)
      return toUser(await administrationFor(request, useCases).updateUser(request.params.id, change))
    },
  )
}

function readNewUser(place: Place): Omit<WantedUser, 'organization'> {
  return {
    email: requiredText(place, 'email', MAX_EMAIL),
    password: requiredText(place, 'password', MAX_PASSWORD_TEXT),
    role: requiredChoice(place, 'role', ROLES),
    departments: readDepartments(place) ?? [],
  }
}

function readChange(place: Place): WantedChange {
  const change = {
    role: choiceOf(place, 'role', ROLES) ?? undefined,
    departments: readDepartments(place) ?? undefined,
    disabled: flagOf(place, 'disabled', null) ?? undefined,
    password: textOf(place, 'password', MAX_PASSWORD_TEXT) ?? undefined,
  }
  if (Object.keys(place.fields).length === 0) {
    place.issues.error('', 'field-missing', 'The change names nothing.', `Give at least one of ${Object.keys(change).join(', ')}.`)
  }
  return change
}

function readDepartments(place: Place): readonly (number | string)[] | null {
  const value = place.fields['departments']
  if (value === undefined || value === null) return null
  return listOf(place, 'departments', MOST_DEPARTMENTS).flatMap((entry, i) => {
    const read = idOrNameFrom(place.issues, { pointer: `/departments/${i}`, name: 'each of departments' }, entry)
    return read === null ? [] : [read]
  })
}
