import { pageOf } from '../api/cursor.ts'
import type { Page, PageOf } from '../api/cursor.ts'
import { invariant } from '../model/errors.ts'
import { findDepartment, pageDepartments } from '../storage/departments.ts'
import type { Department } from '../storage/departments.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { listQueues, listSeenNodes } from '../storage/nodes.ts'
import type { DepartmentQueue, SeenNode } from '../storage/nodes.ts'
import type { SecretKey } from '../storage/seal.ts'
import { findToken, pageTokens } from '../storage/tokens.ts'
import type { TokenEntry } from '../storage/tokens.ts'
import { findUser, pageUsers } from '../storage/users.ts'
import type { UserEntry } from '../storage/users.ts'
import { actorOf, listAudit } from './audit.ts'
import type { AuditEvent, AuditQuery, ChangeDeps } from './audit.ts'
import type { Caller } from './authenticate.ts'
import { createDepartment, resolveDepartment } from './organizations.ts'
import { createToken, revokeToken, rotateToken } from './tokens.ts'
import type { MadeToken, NewToken } from './tokens.ts'
import { updateUser } from './update-user.ts'
import type { UserChange } from './update-user.ts'
import { createUser } from './users.ts'
import type { NewUser } from './users.ts'

export type { Department, DepartmentQueue, SeenNode, TokenEntry, UserEntry }

/** A token as it is listed, with the secret that is shown this once. */
export interface ShownToken extends TokenEntry {
  readonly token: string
}

/** The processes of Turnus, and the queues of an organization. */
export interface Capacity {
  readonly nodes: readonly SeenNode[]
  readonly queues: readonly DepartmentQueue[]
}

/**
 * What an administrator may do over HTTP, within the organization of the token and nowhere else. Lists are newest first. Every change is in the
 * audit log. All throw `GatewayError`; what belongs to another organization is `not-found`.
 */
export interface Administration {
  listTokens(page: PageOf & { readonly department: string | number | null }): Promise<Page<TokenEntry>>
  createToken(wanted: Omit<NewToken, 'organization'>): Promise<ShownToken>
  rotateToken(id: string, overlapSeconds: number): Promise<ShownToken>
  revokeToken(id: string): Promise<void>
  listDepartments(page: PageOf): Promise<Page<Department>>
  createDepartment(name: string): Promise<Department>
  listUsers(page: PageOf): Promise<Page<UserEntry>>
  createUser(user: Omit<NewUser, 'organization'>): Promise<UserEntry>
  updateUser(id: string, change: UserChange): Promise<UserEntry>
  listAudit(query: Omit<AuditQuery, 'organizationId'>): Promise<Page<AuditEvent>>
  /** The processes that serve everybody, and what of the organization's waits for them. */
  listNodes(): Promise<Capacity>
}

/** The administration of a caller's organization. `address`: IP address that the request came from. */
export function administrationOf(
  deps: { readonly db: Pick<GuardedDb, 'within'>; readonly key: SecretKey },
  caller: Caller,
  address: string,
): Administration {
  const organization = caller.organizationId
  const change = { db: deps.db.within({ organizationId: organization, departmentId: null }), actor: actorOf(caller, address), key: deps.key }
  const { db } = change
  return {
    async listTokens({ department, ...page }) {
      const departmentId = department === null ? null : (await resolveDepartment(change, { organization, department })).id
      return pageOf(page, (at) => pageTokens(db, { organizationId: organization, departmentId, ...at }))
    },
    createToken: async (wanted) => show(change, await createToken(change, { ...wanted, organization })),
    rotateToken: async (id, overlapSeconds) => show(change, await rotateToken(change, id, overlapSeconds)),
    revokeToken: (id) => revokeToken(change, id),
    listDepartments: (page) => pageOf(page, (at) => pageDepartments(db, { organizationId: organization, ...at })),
    async createDepartment(name) {
      const made = await findDepartment(db, { organizationId: organization, id: await createDepartment(change, { organization, name }) })
      invariant(made !== null, 'a department that was made is there')
      return made
    },
    listUsers: (page) => pageOf(page, (at) => pageUsers(db, { organizationId: organization, ...at })),
    createUser: async (user) => readUser(change, organization, await createUser(change, { ...user, organization })),
    async updateUser(id, userChange) {
      return readUser(change, organization, await updateUser(change, { organization, user: { id } }, userChange))
    },
    listAudit: (query) => listAudit(change, { ...query, organizationId: organization }),
    async listNodes() {
      const [nodes, queues] = await Promise.all([listSeenNodes(db), listQueues(db)])
      return { nodes, queues }
    },
  }
}

async function show({ db }: ChangeDeps, { id, token }: MadeToken): Promise<ShownToken> {
  const made = await findToken(db, id)
  invariant(made !== null, 'a token that was made is there')
  return { ...made, token }
}

async function readUser({ db }: ChangeDeps, organizationId: number, user: number): Promise<UserEntry> {
  const found = await findUser(db, { organizationId, user })
  invariant(found !== null, 'a user who was made or changed is there')
  return found
}
