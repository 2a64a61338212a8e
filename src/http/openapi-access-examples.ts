import type { OperationExamples } from './operation-examples.ts'

const DEPARTMENT = { id: 2, name: 'Ward 3' }
const TOKEN = {
  id: 9,
  name: 'rostering system',
  department: DEPARTMENT,
  scopes: ['gateway:read', 'gateway:write'],
  userId: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-05-30T12:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  replaces: null,
}
const SHOWN_TOKEN = { token: 'tns_…', ...TOKEN }
const USER = {
  id: 5,
  email: 'planner@hospital.example',
  role: 'planner',
  departments: [DEPARTMENT],
  createdAt: '2026-03-01T12:00:00.000Z',
  disabledAt: null,
}
const EVENT = {
  id: 31,
  at: '2026-03-01T12:00:00.000Z',
  action: 'token.created',
  actor: { kind: 'token', tokenId: 3, userId: 1 },
  address: '192.0.2.7',
  departmentId: 2,
  target: { type: 'token', id: 9, name: 'rostering system' },
  detail: { scopes: ['gateway:read', 'gateway:write'], expiresDays: 90 },
}

/** What openapi.json shows of logging in, passwords, tokens, departments, users, nodes and the audit log, by `operationId`. */
export const ACCESS_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  login: {
    requests: { password: { summary: 'E-mail and password', value: { email: 'planner@hospital.example', password: 'correct horse battery' } } },
    answers: { 200: { access_token: 'tns_…', token_type: 'Bearer', expires_in: 43_200, department: DEPARTMENT, departments: [DEPARTMENT] } },
    failures: ['credentials-wrong'],
  },
  changeOwnPassword: {
    requests: {
      another: {
        summary: 'Another password',
        value: { email: 'planner@hospital.example', password: 'correct horse battery', newPassword: 'lamp river eleven moss' },
      },
    },
    answers: {},
    failures: ['credentials-wrong'],
  },
  listTokens: { answers: { 200: [TOKEN] } },
  createToken: {
    requests: { planner: { summary: 'For a system that submits and reads', value: { department: 'Ward 3', name: 'rostering system' } } },
    answers: { 201: SHOWN_TOKEN },
  },
  rotateToken: {
    requests: { hour: { summary: 'Both work for an hour', value: { overlapSeconds: 3600 } } },
    answers: { 201: { ...SHOWN_TOKEN, id: 10, replaces: 9 } },
    failures: ['not-found', 'token-not-rotatable'],
  },
  revokeToken: { failures: ['not-found'] },
  listDepartments: { answers: { 200: [{ ...DEPARTMENT, createdAt: '2026-03-01T12:00:00.000Z' }] } },
  listNodes: {
    answers: {
      200: {
        nodes: [
          {
            id: '0191f7a2-5f1d-7c63-9f0a-2b8f6c1d4e55',
            name: 'turnus-solver-1:31',
            roles: ['solver'],
            version: '0.1.0',
            threads: 4,
            state: 'alive',
            startedAt: '2026-03-01T08:00:00.000Z',
            seenAt: '2026-03-01T12:00:01.000Z',
          },
        ],
        queues: [{ department: { id: 3, name: 'Ward 3' }, waiting: 2, solving: 1, oldestAt: '2026-03-01T11:59:58.000Z' }],
      },
    },
  },
  createDepartment: {
    requests: { ward: { summary: 'Another ward', value: { name: 'Ward 3' } } },
    answers: { 201: { ...DEPARTMENT, createdAt: '2026-03-01T12:00:00.000Z' } },
    failures: ['name-taken'],
  },
  listUsers: { answers: { 200: [USER] } },
  createUser: {
    requests: {
      planner: {
        summary: 'A planner of one department',
        value: { email: 'planner@hospital.example', password: 'correct horse battery', role: 'planner', departments: ['Ward 3'] },
      },
    },
    answers: { 201: USER },
    failures: ['not-found', 'name-taken'],
  },
  updateUser: {
    requests: { disable: { summary: 'Keep somebody out from now on', value: { disabled: true } } },
    answers: { 200: { ...USER, disabledAt: '2026-03-02T08:00:00.000Z' } },
    failures: ['not-found', 'last-administrator'],
  },
  readAudit: { answers: { 200: [EVENT] } },
}
