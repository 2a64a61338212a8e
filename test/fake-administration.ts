import type { Administration, Department, DepartmentQueue, SeenNode, TokenEntry, UserEntry } from '../src/access/administration.ts'
import type { AuditEvent } from '../src/access/audit.ts'
import type { Caller } from '../src/access/authenticate.ts'
import type { Scope } from '../src/access/tokens.ts'
import { pageOf } from '../src/api/cursor.ts'
import { GatewayError } from '../src/model/errors.ts'

/** What a fake administration was asked to do, in order: the name of the use-case and what it was given. */
export type Asked = readonly [useCase: keyof Administration, given: unknown]

/** An administration in memory: three tokens, departments, users and events, each with the ids 1 to 3. What was asked can be looked at. */
export interface FakeAdministration {
  readonly asked: Asked[]
  /** Who asked last, and from where. */
  last: { readonly caller: Caller; readonly address: string } | null
  of(caller: Caller, address: string): Administration
}

const AT = new Date('2026-03-01T12:00:00Z')

/** Makes one. */
export function createFakeAdministration(): FakeAdministration {
  const asked: Asked[] = []
  const find = <Row extends { readonly id: number }>(rows: readonly Row[], id: string): Row => {
    const row = rows.find((candidate) => String(candidate.id) === id)
    if (row === undefined) throw new GatewayError('not-found', `There is no ${id}.`, 'Use an id of the list.')
    return row
  }
  const page = <Row extends { readonly id: number }>(rows: readonly Row[], of: { readonly limit: number; readonly cursor: string | null }) =>
    pageOf(of, async ({ before, limit }) => rows.filter(({ id }) => before === null || id < before).slice(0, limit))
  const [tokens, departments, users, events] = [ids().map(makeToken), ids().map(makeDepartment), ids().map(makeUser), ids().map(makeEvent)]
  const administration: Administration = {
    listTokens: async (of) => (asked.push(['listTokens', of]), page(tokens, of)),
    createToken: async (wanted) => (asked.push(['createToken', wanted]), { ...tokens[0]!, token: 'tns_secret' }),
    rotateToken: async (id, overlap) => (
      asked.push(['rotateToken', [id, overlap]]), { ...find(tokens, id), id: 4, replaces: Number(id), token: 'tns_secret' }
    ),
    revokeToken: async (id) => (asked.push(['revokeToken', id]), void find(tokens, id)),
    listDepartments: async (of) => (asked.push(['listDepartments', of]), page(departments, of)),
    createDepartment: async (name) => (asked.push(['createDepartment', name]), { ...departments[0]!, name }),
    listUsers: async (of) => (asked.push(['listUsers', of]), page(users, of)),
    createUser: async (user) => (asked.push(['createUser', user]), { ...users[0]!, email: user.email }),
    updateUser: async (id, change) => (asked.push(['updateUser', [id, change]]), find(users, id)),
    listAudit: async (of) => (asked.push(['listAudit', of]), page(events, of)),
    listNodes: async () => (asked.push(['listNodes', null]), { nodes: [makeNode()], queues: [makeQueue()] }),
  }
  const fake: FakeAdministration = {
    asked,
    last: null,
    of(caller, address) {
      fake.last = { caller, address }
      return administration
    },
  }
  return fake
}

const ids = (): number[] => [3, 2, 1]
const of = { organizationId: 1, departmentId: 1 }

function makeToken(id: number): TokenEntry {
  const scopes: Scope[] = ['gateway:read']
  const whose = { ...of, departmentName: 'main', userId: id === 3 ? 1 : null }
  return { id, ...whose, name: `token ${id}`, scopes, createdAt: AT, expiresAt: AT, lastUsedAt: null, revokedAt: null, replaces: null }
}

function makeDepartment(id: number): Department {
  return { id, organizationId: 1, name: `department ${id}`, createdAt: AT }
}

function makeUser(id: number): UserEntry {
  const departments = [{ id: 1, name: 'main' }]
  return { id, organizationId: 1, email: `${id}@x.example`, role: 'planner', departments, createdAt: AT, disabledAt: id === 3 ? AT : null }
}

function makeEvent(id: number): AuditEvent {
  const who = { actor: 'token', tokenId: 1, userId: null, address: '192.0.2.1' } as const
  return { id, at: AT, ...of, ...who, action: 'token.revoked', target: { type: 'token', id, name: 'x' }, detail: { why: ['so', 1] } }
}

function makeNode(): SeenNode {
  const work = { roles: ['gateway', 'solver'], version: '1.2.3', threads: 2, state: 'alive' } as const
  return { id: '7b9c1f6e-1111-4222-8333-444455556666', name: 'ward:1', ...work, startedAt: AT, seenAt: AT }
}

function makeQueue(): DepartmentQueue {
  return { departmentId: 1, departmentName: 'main', waiting: 3, solving: 1, oldestAt: AT }
}
