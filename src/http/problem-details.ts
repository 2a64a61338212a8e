import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Conflict, ERROR_TITLES, GatewayError, type ErrorCode } from '../model/errors.ts'
import type { Issue } from '../model/issue.ts'
import { explainOutage } from '../storage/outage.ts'

/** RFC 9457, with our `code`, `hint` and `errors`. */
export interface ProblemDetails {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly hint: string
  readonly errors: readonly Issue[]
  /** Only where there are any. */
  readonly warnings?: readonly Issue[]
  /** Only of `plan-changed`. */
  readonly conflict?: Conflict
}

export const PROBLEM_TYPE = 'application/problem+json'

/** Seconds after which a client that was put off may come again. */
export const RETRY_AFTER_S = 5
const MAX_ERRORS = 100
/** A detail repeats what was posted; of a value of a megabyte its beginning is enough. */
const MAX_TEXT = 1000

/** The status of each failure; `satisfies` makes a code without one a compile error. */
export const STATUS = {
  'body-unreadable': 400,
  'schedule-invalid': 422,
  'request-invalid': 422,
  'not-authenticated': 401,
  'credentials-wrong': 401,
  'permission-missing': 403,
  'department-foreign': 403,
  'route-not-found': 404,
  'method-not-allowed': 405,
  'console-not-built': 404,
  'job-not-found': 404,
  'job-already-ended': 409,
  'plan-not-found': 404,
  'plan-version-not-found': 404,
  'plan-changed': 412,
  'precondition-missing': 428,
  'plan-incomplete': 409,
  'link-not-found': 404,
  'plans-full': 409,
  'job-not-solved': 409,
  'delivery-not-found': 404,
  'redelivery-refused': 409,
  'call-invalid': 400,
  'method-unknown': 404,
  'solution-missing': 409,
  'search-too-long': 500,
  'call-too-long': 503,
  'call-too-large': 413,
  'calls-full': 503,
  'origin-not-permitted': 403,
  'not-acceptable': 406,
  'body-too-large': 413,
  'media-type-unsupported': 415,
  'idempotency-key-reused': 422,
  'idempotency-in-progress': 409,
  'too-many-requests': 429,
  'queue-full': 503,
  'interim-too-large': 503,
  'shutting-down': 503,
  'database-unavailable': 503,
  'name-taken': 409,
  'last-administrator': 409,
  'token-not-rotatable': 409,
  'not-found': 404,
  'backup-unreadable': 500,
  'format-unfit': 500,
  'store-not-empty': 500,
  'usage-wrong': 500,
  'environment-unfit': 500,
  internal: 500,
} as const satisfies Record<ErrorCode, number>

/** What is sent for a failure. A failure of ours says nothing of its cause: that is for the log. */
export function toProblemDetails(error: GatewayError): ProblemDetails {
  const status = STATUS[error.code]
  const shown = status < 500 || status === 503 ? error : internalError()
  return {
    type: `urn:turnus:error:${shown.code}`,
    title: ERROR_TITLES[shown.code],
    status,
    detail: short(shown.message),
    code: shown.code,
    hint: short(shown.remedy),
    errors: shown.issues.slice(0, MAX_ERRORS).map(shortIssue),
    ...(shown.conflict === null ? {} : { conflict: shown.conflict }),
    ...(shown.warnings.length === 0 ? {} : { warnings: shown.warnings.slice(0, MAX_ERRORS).map(shortIssue) }),
  }
}

/** The issue with texts of bounded length that can be stored anywhere. */
export function shortIssue(issue: Issue): Issue {
  return { pointer: short(issue.pointer), code: issue.code, detail: short(issue.detail), hint: short(issue.hint) }
}

/** Answers a failure, with the headers that its status asks for. */
export function sendProblem(reply: FastifyReply, error: GatewayError): FastifyReply {
  const problem = toProblemDetails(error)
  if (problem.status === 401) reply.header('www-authenticate', error.code === 'credentials-wrong' ? 'Bearer' : bearerChallenge(reply.request))
  if (problem.status === 415) reply.header('accept-post', 'application/json').header('accept-encoding', 'gzip')
  if ((problem.status === 429 || problem.status === 503) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', error.retryAfterSeconds ?? RETRY_AFTER_S)
  // As bytes: to a text the framework would add a charset, which the media type does not have.
  return reply
    .status(problem.status)
    .header('content-type', PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify(problem)))
}

/** Turns whatever was thrown into a failure that can be answered. Codes decide, never texts. */
export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  const { code, statusCode, validation } = error as Partial<FastifyError>
  if (validation !== undefined) return requestInvalid(validation)
  const byCode = FRAMEWORK_ERRORS[code ?? '']
  if (byCode !== undefined) return byCode()
  // Only a client's doing has a status below 500 here: a broken stream, a broken compression, a length that does not fit.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return unreadable(`The body could not be read (${STATUS_CODES[statusCode] ?? statusCode}).`)
  const explained = explainOutage(error)
  return explained instanceof GatewayError ? explained : internalError(error)
}

/** A body that is not JSON. */
export function unreadable(detail: string, cause?: unknown): GatewayError {
  return new GatewayError('body-unreadable', detail, 'Send one JSON document in UTF-8.', { cause })
}

/** An address that is not served. */
export function routeNotFound(method: string, url: string): GatewayError {
  const isSlashed = /.\/$/.test(url)
  const hint = isSlashed ? 'Leave out the slash at the end, or see /openapi.json for the addresses.' : hintForRoute(url)
  return new GatewayError('route-not-found', `There is no ${method} ${short(url)}.`, hint)
}

/** Where is what people look for elsewhere, by a word of their address; the first that fits. */
const PLACES: readonly (readonly [word: RegExp, place: string])[] = [
  [/auth|login|logon|signin|token|session/i, 'Tokens come from POST /v1/auth.'],
  [/rpc|evaluat|validat|recommend|explain/i, 'Questions about schedules go to POST /v1, in JSON-RPC 2.0.'],
  [
    /gateway|schedul|submit|solv|problem|roster|plan|job|request|queue|result/i,
    'Schedules are submitted to POST /api/v1/gateway, listed by GET /api/v1/gateway, and withdrawn by DELETE /api/v1/gateway/{solverProblemId}.',
  ],
]
const ALL_PLACES = 'Schedules go to POST /api/v1/gateway, logins to POST /v1/auth, questions to POST /v1; see /openapi.json for all addresses.'

function hintForRoute(url: string): string {
  const place = placeMeant(url)
  return place === null ? ALL_PLACES : `${place} See /openapi.json for all addresses.`
}

/** Where is what somebody looks for at an address, by its words; null when they say nothing. */
function placeMeant(url: string): string | null {
  return PLACES.find(([word]) => word.test(url.slice(0, MAX_TEXT)))?.[1] ?? null
}

/** An address that takes other methods. Who posts there may be looking for another: any word behind `/api/v1/` is an address of late pick-up. */
export function methodNotAllowed(method: string, url: string, methods: readonly string[]): GatewayError {
  const place = method === 'POST' ? placeMeant(url) : null
  const hint = `Use ${methods.join(' or ')}.${place === null ? '' : ` ${place}`}`
  return new GatewayError('method-not-allowed', `${url.slice(0, 200)} does not take ${method}.`, hint)
}

const FRAMEWORK_ERRORS: Readonly<Record<string, () => GatewayError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new GatewayError(
      'body-too-large',
      'The body is longer than is taken, counted after decompression.',
      'Split the schedule, or ask the operator for a higher limit.',
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new GatewayError('media-type-unsupported', 'The body is not declared as JSON.', 'Send Content-Type: application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => unreadable('The body is not as long as Content-Length says.'),
  Z_DATA_ERROR: () => notGzip('is not valid gzip'),
  Z_BUF_ERROR: () => notGzip('is not valid gzip: it breaks off'),
}

function notGzip(what: string): GatewayError {
  return new GatewayError(
    'body-unreadable',
    `The body is declared as gzip, and ${what}.`,
    'Compress the whole body with gzip, or send it without Content-Encoding.',
  )
}

/** What the schema of a route objects to, as the framework tells it. */
interface Objection {
  readonly instancePath: string
  readonly keyword?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly message?: string
}

const SEE_OPENAPI = 'See /openapi.json for what is taken.'

function requestInvalid(validation: readonly Objection[]): GatewayError {
  const issues = validation
    .slice(0, MAX_ERRORS)
    .map((objection) => ({ pointer: objection.instancePath, code: 'value-invalid', ...explain(objection) }))
  return new GatewayError('request-invalid', 'The request is not as documented.', SEE_OPENAPI, { issues })
}

function explain({ instancePath, keyword, params, message }: Objection): Pick<Issue, 'detail' | 'hint'> {
  const subject = instancePath === '' ? 'The value' : instancePath.slice(1)
  const words: unknown = keyword === 'enum' ? params?.['allowedValues'] : null
  if (!Array.isArray(words)) return { detail: `${subject} ${message ?? 'is not as documented'}.`, hint: SEE_OPENAPI }
  return { detail: `${subject} must be one of ${words.join(', ')}.`, hint: 'Give one of them, as it is written here.' }
}

function internalError(cause?: unknown): GatewayError {
  return new GatewayError(
    'internal',
    'Turnus failed; the fault is ours and has been logged.',
    'Try again; if it stays, tell the operator the time of the request.',
    {
      cause,
    },
  )
}

/** RFC 6750: a request without a token is only told to bring one, one with a bad token that it is bad. */
function bearerChallenge(request: FastifyRequest): string {
  return request.headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"'
}

/** Bounded, and of characters that every reader and PostgreSQL can hold: no NUL, no half of a surrogate pair. */
function short(text: string): string {
  return (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`).replaceAll('\0', '\u{fffd}').toWellFormed()
}
