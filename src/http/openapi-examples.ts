import { DELIVERY, DEPARTMENT_DELIVERY, ID, MARKS, ORIGIN } from './openapi-callbacks.ts'
import { toCallFailure } from './rpc/call-failures.ts'
import { invalidCall, SUBMITTED_ELSEWHERE } from './rpc/json-rpc.ts'
import { ACCESS_EXAMPLES } from './openapi-access-examples.ts'
import type { OperationExamples } from './operation-examples.ts'
import { SCHEDULE_EXAMPLE, SOLUTION_EXAMPLE } from './openapi-schedule.ts'

/** What a schedule is answered that is posted where questions go. */
const NO_CALL = {
  jsonrpc: '2.0',
  id: null,
  error: toCallFailure(invalidCall('jsonrpc must be "2.0", and is absent.', SUBMITTED_ELSEWHERE)),
}
const SELF = `/api/v1/gateway/${ID}`
const LINKS = {
  self: SELF,
  schedule: `${SELF}/schedule`,
  solution: `${SELF}/solution`,
  progress: `${SELF}/progress`,
  events: `${SELF}/events`,
  deliveries: `${SELF}/deliveries`,
  stop: `${SELF}/stop`,
  replan: `${SELF}/replan`,
  lineage: `${SELF}/lineage`,
}
const PRIORITY_NAMES = { first: null, second: 'Staffing', third: 'Wishes', fourth: null }
const SUBMISSION = { solverProblemId: ID, status: 'QUEUED', warnings: [], links: LINKS }
const ENTRY = {
  solverProblemId: ID,
  status: 'SOLVED',
  ...MARKS,
  queuePriority: 0,
  createdAt: '2026-03-01T12:00:00.000Z',
  startedAt: '2026-03-01T12:00:00.012Z',
  improvedAt: '2026-03-01T12:00:00.041Z',
  endedAt: '2026-03-01T12:00:00.052Z',
  progress: { attempt: 1, revision: 1, moves: 0, solveMs: 17, maxSeconds: 10, stopRequested: false, employees: 2, shifts: 2 },
  score: SOLUTION_EXAMPLE.score,
  bound: SOLUTION_EXAMPLE.bound,
  gap: 0,
  noBoundReason: null,
  boundLeavesOut: [],
  stopReason: 'OPTIMAL',
  failureReason: null,
  links: LINKS,
}
const RELATIVE = { solverProblemId: ID, status: 'SOLVED', name: MARKS.name, createdAt: ENTRY.createdAt, endedAt: ENTRY.endedAt, score: ENTRY.score }
const SOLVING = {
  ...ENTRY,
  status: 'SOLVING',
  endedAt: null,
  progress: { ...ENTRY.progress, stopRequested: true },
  bound: null,
  gap: null,
  noBoundReason: null,
  boundLeavesOut: [],
  stopReason: null,
}
const SOLUTION = { solverProblemId: ID, status: 'SOLVED', ...SOLUTION_EXAMPLE }
const {
  callbackUrl: _address,
  callbackAuthenticationHeaderName: _header,
  callbackAuthenticationHeaderValue: _secret,
  ...KEPT_SCHEDULE
} = SCHEDULE_EXAMPLE as typeof SCHEDULE_EXAMPLE & Record<string, unknown>
const PLAN = {
  planId: '7',
  name: 'Ward 3, March',
  note: '',
  version: 2,
  publishedVersion: 1,
  createdAt: '2026-02-01T12:00:00.000Z',
  updatedAt: '2026-02-03T09:30:00.000Z',
  archivedAt: null,
}
const PLAN_VERSION = {
  version: 2,
  author: 'planner@hospital.example',
  source: 'ACCEPTED',
  comment: 'With the roster of Tuesday',
  solverProblemId: ID,
  employees: 2,
  shifts: 2,
  errors: 0,
  warnings: 0,
  createdAt: '2026-02-03T09:30:00.000Z',
  publishedAt: null,
}
const SAVED_PLAN = { ...PLAN, content: PLAN_VERSION, errors: [], warnings: [] }
const PLAN_ANSWER = {
  ...PLAN,
  content: PLAN_VERSION,
  requests: [{ solverProblemId: ID, version: 1, status: 'SOLVED', createdAt: '2026-02-03T09:00:00.000Z' }],
  publications: [{ version: 1, author: 'planner@hospital.example', publishedAt: '2026-02-02T15:00:00.000Z' }],
  errors: [],
  warnings: [],
  schedule: KEPT_SCHEDULE,
}
const PLAN_COMPARISON = {
  from: 1,
  to: 2,
  documentChanges: [{ kind: 'CHANGED', pointer: '/shifts/0', part: 'shifts', id: 1, fields: ['employee'] }],
  roster: null,
}
const LINK = {
  linkId: '31',
  employeeId: 1,
  createdAt: '2026-02-03T10:00:00.000Z',
  expiresAt: '2026-05-04T10:00:00.000Z',
  revokedAt: null,
  lastUsedAt: null,
}
const { callbackUrl: _callbackUrl, termination: _termination, ...ASKED } = SCHEDULE_EXAMPLE

const EVENTS = `retry: 1000

id: 1-SOLVING-0
event: status
data: {"status":"SOLVING","attempt":1}

id: 1-SOLVED-0
event: status
data: {"status":"SOLVED","attempt":1}

id: 1-SOLVED-1
event: better
data: {"score":[0,0,0,0],"bound":[0,0,0,0],"gap":0,"revision":1}

id: 1-SOLVED-1-end
event: end
data: {"status":"SOLVED","stopReason":"OPTIMAL","score":[0,0,0,0],"bound":[0,0,0,0],"gap":0}

`

/** What openapi.json shows of every operation, by its name. Tests hold all of it to the schemas, and the requests to the gateway. */
export const EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  ...ACCESS_EXAMPLES,
  readLiveness: { answers: { 200: { status: 'live' } } },
  readReadiness: { answers: { 200: { status: 'ready' } } },
  submitSchedule: {
    requests: { ward: { summary: 'Two shifts of a ward', value: SCHEDULE_EXAMPLE } },
    answers: { 200: SUBMISSION, 201: SUBMISSION },
    failures: ['schedule-invalid', 'idempotency-in-progress', 'queue-full'],
  },
  listEntries: { answers: { 200: [ENTRY] } },
  readEntry: { answers: { 200: ENTRY } },
  readSchedule: { answers: { 200: SCHEDULE_EXAMPLE } },
  readProgress: {
    answers: { 200: { solverProblemId: ID, points: [{ seconds: 0.017, score: SOLUTION_EXAMPLE.score, bound: SOLUTION_EXAMPLE.bound }] } },
  },
  stopSearch: { answers: { 200: SOLVING }, failures: ['job-already-ended'] },
  listPlans: { answers: { 200: [PLAN] } },
  createPlan: {
    requests: {
      whole: { summary: 'A schedule', value: { name: 'Ward 3, March', schedule: KEPT_SCHEDULE } },
      begun: {
        summary: 'People without shifts yet',
        value: { name: 'Ward 3, April', comment: 'Begun', schedule: { employees: [{ id: 1, name: 'Anna' }] } },
      },
    },
    answers: { 201: SAVED_PLAN },
    failures: ['plans-full'],
  },
  readPlan: { answers: { 200: PLAN_ANSWER }, failures: ['plan-not-found'] },
  readPlanVersion: { answers: { 200: PLAN_ANSWER }, failures: ['plan-not-found', 'plan-version-not-found'] },
  savePlan: {
    requests: { whole: { summary: 'The next version', value: { schedule: KEPT_SCHEDULE } } },
    answers: { 200: SAVED_PLAN },
    failures: ['plan-not-found', 'plans-full', 'plan-changed', 'precondition-missing'],
  },
  changePlan: {
    requests: {
      name: { summary: 'Another name', value: { name: 'Ward 3, March and April' } },
      archive: { summary: 'Put away', value: { archived: true } },
    },
    answers: { 200: PLAN },
    failures: ['plan-not-found'],
  },
  deletePlan: { failures: ['plan-not-found'] },
  listPlanVersions: { answers: { 200: [PLAN_VERSION] }, failures: ['plan-not-found'] },
  comparePlanVersions: { answers: { 200: PLAN_COMPARISON }, failures: ['plan-not-found', 'plan-version-not-found', 'call-too-large'] },
  improvePlan: { answers: { 201: SUBMISSION }, failures: ['plan-not-found', 'schedule-invalid', 'queue-full'] },
  acceptRoster: {
    requests: { roster: { summary: 'The roster of a request', value: { solverProblemId: ID, comment: 'With the roster of Tuesday' } } },
    answers: { 201: SAVED_PLAN },
    failures: ['plan-not-found', 'job-not-found', 'solution-missing', 'plans-full', 'plan-changed', 'precondition-missing'],
  },
  publishPlan: {
    requests: { first: { summary: 'The first version', value: { version: 1 } } },
    answers: { 200: PLAN },
    failures: ['plan-not-found', 'plan-version-not-found', 'plan-incomplete'],
  },
  createEmployeeLinks: {
    requests: { two: { summary: 'For two employees, for a month', value: { employeeIds: [1, 2], expiresDays: 31 } } },
    answers: { 201: [{ path: '/my/…', calendarPath: '/my/…/calendar.ics', ...LINK }] },
    failures: ['plan-not-found'],
  },
  listEmployeeLinks: { answers: { 200: [LINK] }, failures: ['plan-not-found'] },
  readPriorityNames: { answers: { 200: PRIORITY_NAMES } },
  replacePriorityNames: {
    requests: { two: { summary: 'Names for the second and the third', value: { second: 'Staffing', third: 'Wishes' } } },
    answers: { 200: PRIORITY_NAMES },
  },
  revokeEmployeeLink: { failures: ['plan-not-found', 'link-not-found'] },
  replan: {
    requests: {
      illness: {
        summary: 'Somebody is ill for two days, and the past stays as it was',
        value: {
          freezeUntil: '2026-03-02T00:00:00+01:00',
          events: [{ absent: { employeeId: 11, start: '2026-03-02', end: '2026-03-03', kind: 'illness' } }],
        },
      },
    },
    answers: { 200: SUBMISSION, 201: SUBMISSION },
    failures: ['schedule-invalid', 'job-not-solved', 'queue-full'],
  },
  readLineage: { answers: { 200: { solverProblemId: '4712', basedOn: [RELATIVE], replans: [], cut: false } } },
  readSolution: { answers: { 200: SOLUTION } },
  pickUp: { answers: { 200: SOLUTION } },
  followEvents: { answers: { 200: EVENTS } },
  call: {
    requests: {
      validate: {
        summary: 'Is this a schedule?',
        value: { jsonrpc: '2.0', id: 1, method: 'schedule.validate', params: { schedule: ASKED } },
      },
      batch: {
        summary: 'Two calls at once',
        value: [
          { jsonrpc: '2.0', id: 1, method: 'schedule.validate', params: { schedule: ASKED } },
          { jsonrpc: '2.0', id: 2, method: 'token.describe' },
        ],
      },
    },
    answers: { 200: { jsonrpc: '2.0', id: 1, result: { valid: true, errors: [], warnings: [] } }, 400: NO_CALL },
  },
  callTool: {
    requests: { list: { summary: 'Which tools are there?', value: { jsonrpc: '2.0', id: 1, method: 'tools/list' } } },
    answers: { 200: { jsonrpc: '2.0', id: 1, result: { tools: [] } } },
  },
  listDeliveries: { answers: { 200: [DELIVERY] } },
  redeliver: {
    answers: { 202: { ...DELIVERY, status: 'PENDING', nextTryAt: '2026-03-01T13:00:00.000Z', endedAt: null } },
    failures: ['delivery-not-found', 'redelivery-refused'],
  },
  listDepartmentDeliveries: { answers: { 200: [DEPARTMENT_DELIVERY] } },
  listCallbackOrigins: { answers: { 200: [ORIGIN] } },
}
