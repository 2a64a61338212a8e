import { GatewayError } from '../model/errors.ts'
import { withNullAsAbsent } from './null-as-absent.ts'
import { CALLBACK_EXAMPLES } from './openapi-callbacks.ts'
import { EXAMPLES } from './openapi-examples.ts'
import type { OperationExamples } from './operation-examples.ts'
import { PROBLEM_TYPE, STATUS, toProblemDetails } from './problem-details.ts'

type Code = keyof typeof STATUS

/** The parts of OpenAPI that are looked at here. */
export interface OpenApi {
  readonly paths?: Record<string, Record<string, Operation>>
  readonly webhooks?: Record<string, { readonly post: Operation }>
  readonly components?: { examples?: Readonly<Record<string, object>>; readonly schemas?: Record<string, object> }
}
interface Operation {
  readonly operationId: string
  requestBody?: { required?: boolean; readonly content: Record<string, Media> }
  readonly responses: Record<string, Answer>
  callbacks?: unknown
}
interface Answer {
  readonly content?: Record<string, Media>
  links?: Readonly<Record<string, object>>
}
interface Media {
  example?: unknown
  examples?: unknown
}

/** The failure that is shown for a status where an operation names none of its own. */
const USUAL_FAILURES: Readonly<Record<string, Code>> = {
  400: 'body-unreadable',
  401: 'not-authenticated',
  403: 'permission-missing',
  404: 'job-not-found',
  406: 'not-acceptable',
  413: 'body-too-large',
  415: 'media-type-unsupported',
  422: 'request-invalid',
  429: 'too-many-requests',
  503: 'database-unavailable',
}

const DETAILS: Partial<Readonly<Record<Code, readonly [detail: string, remedy: string]>>> = {
  'body-unreadable': ['The body is not JSON: it breaks off at line 2, column 17.', 'Send one JSON document in UTF-8.'],
  'not-authenticated': ['The token is unknown, expired or revoked.', 'Send a valid token: Authorization: Bearer tns_…'],
  'job-not-found': ['There is no request "4711".', 'Check the solverProblemId that the submission returned.'],
}

/** What an operation can be followed by, and how it is named there: the identifier in its answer is a parameter of these. */
const FOLLOWED_BY: Readonly<Record<string, readonly string[]>> = {
  submitSchedule: ['readEntry', 'readSchedule', 'readProgress', 'stopSearch', 'readSolution', 'pickUp', 'followEvents', 'listDeliveries', 'withdraw'],
  createPlan: ['readPlan', 'savePlan', 'changePlan', 'listPlanVersions', 'improvePlan', 'acceptRoster', 'publishPlan', 'deletePlan'],
  improvePlan: ['readEntry', 'stopSearch', 'readSolution', 'followEvents', 'withdraw'],
  createToken: ['rotateToken', 'revokeToken'],
  createUser: ['updateUser'],
}
const IDENTIFIERS: Readonly<Record<string, string>> = {
  submitSchedule: 'solverProblemId',
  createPlan: 'planId',
  improvePlan: 'solverProblemId',
  createToken: 'id',
  createUser: 'id',
}
/** Schemas of what is posted. */
const POSTED = [
  'ScheduleSubmission',
  'ReplanRequest',
  'AuthRequest',
  'PasswordChange',
  'NewToken',
  'TokenRotation',
  'NewDepartment',
  'NewUser',
  'UserChange',
  'NewPlan',
  'NewPlanVersion',
  'PlanPatch',
  'PlanAcceptance',
  'PlanPublication',
  'NewEmployeeLinks',
  'NewPriorityNames',
] as const
/** Operations whose body may be left out, which the framework cannot say. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['rotateToken'])

/**
 * Adds to the description that the routes make of themselves what they cannot say: examples of every body, where an answer leads to, and the
 * callback as part of the submission. Changes `api` and answers it.
 */
export function completeOpenApi<Api extends object>(api: Api): Api {
  const { paths = {}, webhooks = {}, components } = api as OpenApi
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) completeOperation(operation)
  if (components !== undefined) {
    components.examples = Object.fromEntries(SHOWN_FAILURES.map((code) => [code, { value: failureExample(code) }]))
    const { schemas = {} } = components
    for (const name of POSTED) if (schemas[name] !== undefined) schemas[name] = withNullAsAbsent(schemas[name])
  }
  const callback = webhooks['callback']?.post
  const submission = paths['/api/v1/gateway']?.['post']
  if (callback === undefined || submission === undefined) return api
  for (const media of Object.values(callback.requestBody?.content ?? {})) {
    media.examples = Object.fromEntries(Object.entries(CALLBACK_EXAMPLES).map(([type, value]) => [type, { value }]))
  }
  const { operationId: _operationId, ...unnamed } = callback
  submission.callbacks = { ended: { '{$request.body#/callbackUrl}': { post: unnamed } } }
  return api
}

function completeOperation(operation: Operation): void {
  const { operationId, requestBody, responses } = operation
  const { requests, answers = {}, failures = [] } = EXAMPLES[operationId] ?? {}
  if (requestBody !== undefined) {
    if (WITHOUT_BODY.has(operationId)) requestBody.required = false
    for (const media of Object.values(requestBody.content)) if (requests !== undefined) media.examples = requests
  }
  for (const [status, answer] of Object.entries(responses)) {
    for (const [type, media] of Object.entries(answer.content ?? {})) {
      if (type === PROBLEM_TYPE) media.examples = failureExamples(status, failures)
      else if (answers[status] !== undefined) media.example = answers[status]
    }
    if (status.startsWith('2') && answer.content !== undefined) addLinks(operationId, answer)
  }
}

/** The failures of an operation that have this status, by their names in the components. */
function failureExamples(status: string, own: NonNullable<OperationExamples['failures']>): object {
  const named = own.filter((code) => String(STATUS[code]) === status)
  const usual = USUAL_FAILURES[status]
  const codes = named.length > 0 || usual === undefined ? named : [usual]
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
}

/** Every failure that some operation shows. */
const SHOWN_FAILURES = [...new Set([...Object.values(USUAL_FAILURES), ...Object.values(EXAMPLES).flatMap(({ failures = [] }) => failures)])].sort()

/** A failure as it is sent. */
function failureExample(code: Code): object {
  const [detail, remedy] = DETAILS[code] ?? ['What is wrong in this case, with the value.', 'What to do about it.']
  const issue = { pointer: '/shifts/0/spot', code: 'spot-unknown', detail: 'No spot has the id 9.', hint: 'Add the spot, or correct the id.' }
  return toProblemDetails(new GatewayError(code, detail, remedy, code === 'schedule-invalid' ? { issues: [issue] } : {}))
}

function addLinks(operationId: string, answer: Answer): void {
  const next = FOLLOWED_BY[operationId]
  const identifier = IDENTIFIERS[operationId]
  if (next === undefined || identifier === undefined) return
  answer.links = Object.fromEntries(next.map((name) => [name, { operationId: name, parameters: { [identifier]: `$response.body#/${identifier}` } }]))
}
