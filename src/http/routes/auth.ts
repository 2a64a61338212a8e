import { Type } from 'typebox'
import type { Credentials } from '../../access/login.ts'
import type { PasswordChange } from '../../access/own-password.ts'
import { isJsonObject } from '../../api/fields.ts'
import { GatewayError } from '../../model/errors.ts'
import type { Issue } from '../../model/issue.ts'
import type { App } from '../typed-app.ts'
import { bodyOf } from '../json-body.ts'
import { described, problems } from '../schemas.ts'
import type { UseCases } from '../use-cases.ts'

/** Longest text of a credential, in characters. */
const MAX_CREDENTIAL = 1024

/** `POST /v1/auth`: e-mail and password for a token. `POST /v1/auth/password`: for another password. */
export function addAuthRoutes(app: App, useCases: Pick<UseCases, 'login' | 'changeOwnPassword'>): void {
  app.post(
    '/v1/auth',
    {
      config: { access: 'everybody' },
      schema: {
        operationId: 'login',
        tags: ['auth'],
        summary: 'Get a token for e-mail and password',
        description: 'The names are those of RFC 6749. An unknown e-mail and a wrong password are answered alike.',
        body: Type.Ref('AuthRequest'),
        response: { 200: described('AuthAnswer', 'The token, shown this once.'), ...problems(400, 401, 403, 406, 413, 415, 422, 429, 503) },
      },
      validatorCompiler: () => () => true,
    },
    async (request) => useCases.login({ ...readCredentials(bodyOf(request).document), address: request.ip }),
  )
  app.post(
    '/v1/auth/password',
    {
      config: { access: 'everybody' },
      schema: {
        operationId: 'changeOwnPassword',
        tags: ['auth'],
        summary: 'Change your own password',
        description: 'Takes the password that there was. Every token that your logins made ends; log in again with the new password.',
        body: Type.Ref('PasswordChange'),
        response: {
          204: Type.Null({ description: 'The new password holds.' }),
          ...problems(400, 401, 403, 406, 413, 415, 422, 429, 503),
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      await useCases.changeOwnPassword({ ...readPasswordChange(bodyOf(request).document), address: request.ip })
      return reply.status(204).send(null)
    },
  )
}

function readPasswordChange(document: unknown): Omit<PasswordChange, 'address'> {
  const { email, password, newPassword } = fieldsOf(document)
  const issues = [...issuesOf('email', email), ...issuesOf('password', password), ...issuesOf('newPassword', newPassword)]
  if (issues.length > 0 || typeof email !== 'string' || typeof password !== 'string' || typeof newPassword !== 'string') {
    const hint = 'Send {"email": "…", "password": "…", "newPassword": "…"}.'
    throw new GatewayError('request-invalid', 'The change lacks the e-mail or a password.', hint, { issues })
  }
  return { email, password, newPassword }
}

function fieldsOf(document: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(document) ? document : {}
}

function readCredentials(document: unknown): Omit<Credentials, 'address'> {
  const { email, password, department } = fieldsOf(document)
  const issues = [...issuesOf('email', email), ...issuesOf('password', password)]
  if (department !== undefined && department !== null && typeof department !== 'number') issues.push(...issuesOf('department', department))
  if (issues.length > 0 || typeof email !== 'string' || typeof password !== 'string') {
    throw new GatewayError('request-invalid', 'The login lacks its e-mail or password.', 'Send {"email": "…", "password": "…"}.', { issues })
  }
  const chosen = typeof department === 'string' || typeof department === 'number' ? { department } : {}
  return { email, password, ...chosen }
}

function issuesOf(field: string, value: unknown): Issue[] {
  const pointer = `/${field}`
  const hint = `Give ${field} as a text of 1 to ${MAX_CREDENTIAL} characters.`
  if (value === undefined || value === null) return [{ pointer, code: 'field-missing', detail: `${field} is missing.`, hint }]
  if (typeof value !== 'string') return [{ pointer, code: 'wrong-type', detail: `${field} is not a text.`, hint }]
  if (value === '') return [{ pointer, code: 'text-empty', detail: `${field} is empty.`, hint }]
  if (value.length > MAX_CREDENTIAL) return [{ pointer, code: 'text-too-long', detail: `${field} has ${value.length} characters.`, hint }]
  return []
}
