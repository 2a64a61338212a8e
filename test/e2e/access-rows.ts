import type { Scope } from '../../src/access/tokens.ts'

/** One route, and who may use it. */
export interface AccessRow {
  /** As it is registered. */
  readonly route: string
  /** The scope that a token needs, or that any will do; null for a route for everybody. */
  readonly needs: Scope | 'any token' | null
  /** The status of the right token, or of anybody on a route for everybody. */
  readonly right: number
  /** What is sent. */
  readonly body?: object
  readonly query?: string
  /** Headers beside; `ID` in them stands for what the id of the route names. */
  readonly headers?: Readonly<Record<string, string>>
  /** What of department A the id of the route names. */
  readonly id?: IdKind
  /** The status for a token of another department; when absent 403 where there is an id, and elsewhere that of the right one, about what is its own. */
  readonly otherDepartment?: number
  /** The same for a token of another organization. */
  readonly otherOrganization?: number
  /** True when a call ends the token that it was made with. */
  readonly endsToken?: true
}

/** What an id can name; `access-world.ts` makes each. */
export type IdKind = 'waiting job' | 'solved job' | 'called job' | 'plan' | 'employee link' | 'token' | 'user'

export const CREDENTIALS = { email: 'planner@city.example', password: 'a password of some length' }

/** In what is sent, stands for a name that nothing has yet. */
export const NEW_NAME = 'new-name'
/** In what is sent, stands for a request of department A that has a solution. */
export const SOLVED_JOB = 'solved-job'
const NEW_USER = { ...CREDENTIALS, email: `${NEW_NAME}@city.example`, role: 'planner', departments: [] }

const SCHEDULE = {
  callbackUrl: 'http://127.0.0.1:9/nobody',
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
}

const FIRST_VERSION = { 'if-match': '"ID-1"' }
const ACCEPTANCE = { solverProblemId: SOLVED_JOB }

/** Every route that the gateway has; the test fails for one that is missing here. HEAD goes with its GET. */
export const ACCESS_ROWS: readonly AccessRow[] = [
  { route: 'GET /health/live', needs: null, right: 200 },
  { route: 'GET /health/ready', needs: null, right: 200 },
  { route: 'GET /openapi.json', needs: null, right: 200 },
  { route: 'GET /schemas/schedule.json', needs: null, right: 200 },
  { route: 'GET /llms.txt', needs: null, right: 200 },
  { route: 'GET /reference', needs: null, right: 200 },
  { route: 'GET /', needs: null, right: 200 },
  { route: 'GET /icon.svg', needs: null, right: 200 },
  { route: 'GET /config.json', needs: null, right: 200 },
  { route: 'GET /assets/:name', needs: null, right: 200 },
  { route: 'POST /v1/auth', needs: null, right: 200, body: CREDENTIALS },
  // The same again, so that everybody who asks is right.
  { route: 'POST /v1/auth/password', needs: null, right: 204, body: { ...CREDENTIALS, newPassword: CREDENTIALS.password } },
  { route: 'POST /api/v1/gateway', needs: 'gateway:write', right: 201, body: SCHEDULE },
  { route: 'GET /api/v1/gateway', needs: 'gateway:read', right: 200 },
  { route: 'GET /api/v1/gateway/:solverProblemId', needs: 'gateway:read', right: 200, id: 'waiting job' },
  { route: 'GET /api/v1/gateway/:solverProblemId/schedule', needs: 'gateway:read', right: 200, id: 'waiting job' },
  { route: 'GET /api/v1/gateway/:solverProblemId/solution', needs: 'gateway:read', right: 200, id: 'solved job' },
  { route: 'GET /api/v1/gateway/:solverProblemId/progress', needs: 'gateway:read', right: 200, id: 'solved job' },
  { route: 'GET /api/v1/gateway/:solverProblemId/events', needs: 'gateway:read', right: 200, id: 'solved job' },
  { route: 'GET /api/v1/gateway/:solverProblemId/deliveries', needs: 'gateway:read', right: 200, id: 'called job' },
  { route: 'POST /api/v1/gateway/:solverProblemId/deliveries/:number/redeliver', needs: 'gateway:write', right: 202, id: 'called job' },
  { route: 'GET /api/v1/callbacks', needs: 'gateway:read', right: 200 },
  { route: 'GET /api/v1/callbacks/deliveries', needs: 'gateway:read', right: 200 },
  { route: 'POST /api/v1/gateway/:solverProblemId/replan', needs: 'gateway:write', right: 201, id: 'solved job', body: { events: [] } },
  { route: 'GET /api/v1/gateway/:solverProblemId/lineage', needs: 'gateway:read', right: 200, id: 'solved job' },
  { route: 'POST /api/v1/gateway/:solverProblemId/stop', needs: 'gateway:write', right: 200, id: 'waiting job' },
  { route: 'DELETE /api/v1/gateway/:solverProblemId', needs: 'gateway:write', right: 204, id: 'waiting job' },
  { route: 'GET /api/v1/:solverProblemId', needs: 'gateway:read', right: 200, id: 'solved job' },
  { route: 'GET /api/v1/plans', needs: 'gateway:read', right: 200 },
  { route: 'POST /api/v1/plans', needs: 'gateway:write', right: 201, body: { name: 'March', schedule: SCHEDULE } },
  { route: 'GET /api/v1/plans/:planId', needs: 'gateway:read', right: 200, id: 'plan' },
  { route: 'PUT /api/v1/plans/:planId', needs: 'gateway:write', right: 200, id: 'plan', body: { schedule: SCHEDULE }, headers: FIRST_VERSION },
  { route: 'PATCH /api/v1/plans/:planId', needs: 'gateway:write', right: 200, id: 'plan', body: { name: 'April' } },
  { route: 'DELETE /api/v1/plans/:planId', needs: 'gateway:write', right: 204, id: 'plan' },
  { route: 'GET /api/v1/plans/:planId/versions', needs: 'gateway:read', right: 200, id: 'plan' },
  { route: 'GET /api/v1/plans/:planId/versions/:version', needs: 'gateway:read', right: 200, id: 'plan' },
  { route: 'GET /api/v1/plans/:planId/compare', needs: 'gateway:read', right: 200, id: 'plan', query: '?from=1&to=1' },
  { route: 'POST /api/v1/plans/:planId/improve', needs: 'gateway:write', right: 201, id: 'plan' },
  { route: 'POST /api/v1/plans/:planId/accept', needs: 'gateway:write', right: 201, id: 'plan', body: ACCEPTANCE, headers: FIRST_VERSION },
  { route: 'POST /api/v1/plans/:planId/publish', needs: 'gateway:write', right: 200, id: 'plan', body: { version: 1 } },
  { route: 'POST /api/v1/plans/:planId/links', needs: 'gateway:write', right: 201, id: 'plan', body: { employeeIds: [1] } },
  { route: 'GET /api/v1/plans/:planId/links', needs: 'gateway:read', right: 200, id: 'plan' },
  { route: 'DELETE /api/v1/plans/:planId/links/:linkId', needs: 'gateway:write', right: 204, id: 'plan' },
  { route: 'GET /api/v1/priorities', needs: 'gateway:read', right: 200 },
  { route: 'PUT /api/v1/priorities', needs: 'gateway:write', right: 200, body: { first: 'Law' } },
  // Whoever has the link needs no token.
  { route: 'GET /my/:secret', needs: null, right: 200, id: 'employee link' },
  { route: 'GET /my/:secret/calendar.ics', needs: null, right: 200, id: 'employee link' },
  // What a call needs, it is refused for by itself.
  { route: 'POST /v1', needs: 'any token', right: 200, body: { jsonrpc: '2.0', id: 1, method: 'token.describe' } },
  { route: 'POST /mcp', needs: 'gateway:read', right: 200, body: { jsonrpc: '2.0', id: 1, method: 'ping' } },
  // A token that administers does so in all departments of its organization.
  { route: 'GET /api/v1/tokens', needs: 'tokens:admin', right: 200 },
  { route: 'POST /api/v1/tokens', needs: 'tokens:admin', right: 201, otherOrganization: 404, body: { department: 'A', scopes: ['gateway:read'] } },
  { route: 'POST /api/v1/tokens/:id/rotate', needs: 'tokens:admin', right: 201, id: 'token', otherDepartment: 201, otherOrganization: 404 },
  { route: 'DELETE /api/v1/tokens/current', needs: 'any token', right: 204, endsToken: true },
  { route: 'DELETE /api/v1/tokens/:id', needs: 'tokens:admin', right: 204, id: 'token', otherDepartment: 204, otherOrganization: 404 },
  { route: 'GET /api/v1/departments', needs: 'tokens:admin', right: 200 },
  { route: 'POST /api/v1/departments', needs: 'tokens:admin', right: 201, body: { name: NEW_NAME } },
  { route: 'GET /api/v1/users', needs: 'tokens:admin', right: 200 },
  { route: 'POST /api/v1/users', needs: 'tokens:admin', right: 201, body: NEW_USER },
  {
    route: 'PATCH /api/v1/users/:id',
    needs: 'tokens:admin',
    right: 200,
    id: 'user',
    otherDepartment: 200,
    otherOrganization: 404,
    body: { disabled: true },
  },
  { route: 'GET /api/v1/audit', needs: 'tokens:admin', right: 200 },
  { route: 'GET /api/v1/nodes', needs: 'tokens:admin', right: 200 },
]

/** What is submitted where a job is needed. */
export const JOB_SCHEDULE = SCHEDULE
