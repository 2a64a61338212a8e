import { Type } from 'typebox'
import { AuthAnswer, AuthRequest, CallbackPayload, PasswordChange, ProblemDetails, SubmissionAnswer } from '../api/schemas/answers.ts'
import { CallbackOrigin, Delivery, DepartmentDelivery } from '../api/schemas/callback-log.ts'
import { Entry, ProgressCurve } from '../api/schemas/entry.ts'
import { Lineage } from '../api/schemas/lineage.ts'
import { PLAN_SCHEMAS } from '../api/schemas/plans.ts'
import { ReplanRequest } from '../api/schemas/replan.ts'
import { SolutionAnswer } from '../api/schemas/solution-answer.ts'
import { ScheduleSubmission } from '../api/schemas/submission.ts'
import { ADMINISTRATION_SCHEMAS } from './administration-schemas.ts'
import type { App } from './typed-app.ts'
import { PROBLEM_TYPE } from './problem-details.ts'
import { CALL_SCHEMAS } from './rpc/schemas.ts'

/** Every schema that openapi.json names in its components, by `$id`. */
export const SHARED_SCHEMAS = [
  ScheduleSubmission,
  ReplanRequest,
  SubmissionAnswer,
  Entry,
  SolutionAnswer,
  ProgressCurve,
  Lineage,
  Delivery,
  DepartmentDelivery,
  CallbackOrigin,
  CallbackPayload,
  ...PLAN_SCHEMAS,
  AuthRequest,
  PasswordChange,
  AuthAnswer,
  ProblemDetails,
  ...CALL_SCHEMAS,
  ...ADMINISTRATION_SCHEMAS,
] as const

/** Shared schemas that are the body of an answer. */
type AnswerName =
  | 'ScheduleSubmission'
  | 'SubmissionAnswer'
  | 'Entry'
  | 'SolutionAnswer'
  | 'ProgressCurve'
  | 'Lineage'
  | 'Delivery'
  | 'AuthAnswer'
  | 'Plan'
  | 'SavedPlan'
  | 'PlanAnswer'
  | 'PlanComparison'
  | 'PriorityNames'
  | 'NewTokenAnswer'
  | 'Department'
  | 'Capacity'
  | 'User'

/** Makes the shared schemas known to the routes, which refer to them by name. */
export function addSharedSchemas(app: App): void {
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema)
}

/** An answer whose body is a shared schema, with the headers that it carries and what they say. */
export function described(schema: AnswerName, description: string, headers: Readonly<Record<string, string>> = {}) {
  return Type.Ref(schema, Object.keys(headers).length === 0 ? { description } : { description, headers: textHeaders(headers) })
}

/** Describes headers in OpenAPI's way. */
export function textHeaders(headers: Readonly<Record<string, string>>): Record<string, { readonly type: 'string'; readonly description: string }> {
  return Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, { type: 'string', description }]))
}

const PROBLEM_DESCRIPTIONS = {
  400: 'The body is not readable JSON.',
  401: 'The token is missing, unknown, malformed, expired or revoked; or the credentials are wrong.',
  403: 'The token is valid, the resource exists, and the token may not do this.',
  404: 'There is no such identifier, or none within the organization.',
  406: 'The Accept header does not take what is answered.',
  409: 'The state of things does not permit this now.',
  412: 'Somebody else saved a version meanwhile: conflict says what is new in it.',
  413: 'The body is too large after decompression.',
  415: 'The body is not declared as JSON.',
  422: 'The request is readable, and wrong: errors says where.',
  428: 'If-Match is missing: which version the change begins with is not known.',
  429: 'More at a time than the limit allows; Retry-After says when to come again.',
  503: 'The queue is full, the database cannot be worked with, or the node is shutting down; Retry-After says when to come again.',
} as const

const PROBLEM_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Bearer.' },
  429: { 'Retry-After': 'Seconds.' },
  503: { 'Retry-After': 'Seconds.' },
}

/** The failures that a route can answer, all of them problem details. */
export function problems(...statuses: (keyof typeof PROBLEM_DESCRIPTIONS)[]): Record<number, unknown> {
  // Who is asked for a token is counted by it.
  const all = statuses.includes(401) ? new Set([...statuses, 429 as const]) : new Set(statuses)
  return Object.fromEntries(
    [...all].map((status) => {
      const headers = PROBLEM_HEADERS[status] === undefined ? {} : { headers: textHeaders(PROBLEM_HEADERS[status]) }
      return [status, { description: PROBLEM_DESCRIPTIONS[status], ...headers, content: { [PROBLEM_TYPE]: { schema: Type.Ref('ProblemDetails') } } }]
    }),
  )
}
