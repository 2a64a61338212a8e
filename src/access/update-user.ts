import { GatewayError } from '../model/errors.ts'
import type { AuditAction, AuditDetail } from '../storage/audit-events.ts'
import { inTransaction, storableText } from '../storage/db.ts'
import type { Transaction } from '../storage/db.ts'
import { deleteMemberships, insertMemberships, listMemberships } from '../storage/memberships.ts'
import type { Organization } from '../model/organization.ts'
import { revokeTokensOfUser } from '../storage/tokens.ts'
import { disableUser, enableUser, findUser, lockAdministrators, lockUser, updatePasswordHash, updateRole } from '../storage/users.ts'
import type { Role, User } from '../storage/users.ts'
import { recordChange } from './audit.ts'
import type { ChangeDeps } from './audit.ts'
import { readId } from './names.ts'
import { resolveOrganization } from './organizations.ts'
import { judgePassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { MOST_DEPARTMENTS, normalizeEmail, refuse, resolveDepartments } from './users.ts'

/** Whom a change is about. */
export interface UserKey {
  readonly organization: string | number
  readonly user: { readonly id: string } | { readonly email: string }
}

/** What is to become of a user; what is absent stays. Departments by id or name. */
export interface UserChange {
  readonly role?: Role | undefined
  /** All that the user is to be a member of. */
  readonly departments?: readonly (string | number)[] | undefined
  readonly addDepartments?: readonly (string | number)[] | undefined
  readonly removeDepartments?: readonly (string | number)[] | undefined
  readonly disabled?: boolean | undefined
  readonly password?: string | undefined
}

/** What a change does within its transaction. */
interface Work {
  readonly tx: Transaction
  readonly deps: ChangeDeps
  readonly user: User
  /** Writes into the audit log what was done. */
  note(action: AuditAction, detail?: AuditDetail): Promise<void>
}

/**
 * Changes a user, all of it or nothing, and answers the id. Who is disabled or gets another role is logged out at once, and who is taken out of a department is for
 * that one; a new password ends no token. What is so already is not written down again. Throws `not-found`, `request-invalid`, and
 * `last-administrator` for a change after which nobody could administer the organization.
 */
export async function updateUser(deps: ChangeDeps, key: UserKey, change: UserChange): Promise<number> {
  const organization = await resolveOrganization(deps, key.organization)
  const user = 'id' in key.user ? readId(key.user.id) : storableText(normalizeEmail(key.user.email))
  const found = user === null ? null : await findUser(deps.db, { organizationId: organization.id, user })
  if (found === null) throw userNotFound(organization, key)
  if (change.password !== undefined) refuse([judgePassword(change.password, found.email)])
  const named = await nameDepartments(deps, organization.id, change)
  const passwordHash = change.password === undefined ? null : await hashPassword(change.password)

  await inTransaction(deps.db, async (tx) => {
    const endsAdministrator = change.disabled === true || (change.role !== undefined && change.role !== 'administrator')
    // Before the user, and by everybody in the same order: two administrators who disable one another wait here, and the later is the last one.
    const administrators = endsAdministrator ? await lockAdministrators(tx, organization.id) : []
    const user = await lockUser(tx, found.id)
    if (administrators.length === 1 && administrators[0] === user.id) throw lastAdministrator(user)
    const work: Work = {
      tx,
      deps,
      user,
      note(action, detail = {}) {
        const target = { type: 'user', id: user.id, name: null }
        return recordChange(tx, deps, { action, organizationId: organization.id, departmentId: null, target, detail })
      },
    }
    const role = await changeRole(work, change.role ?? user.role)
    await changeMemberships(work, role, named)
    if (change.disabled !== undefined) await changeDisabled(work, change.disabled)
    if (passwordHash !== null) {
      await updatePasswordHash(tx, { id: user.id, passwordHash })
      await work.note('user.password-changed')
    }
  })
  return found.id
}

/** Gives a user another password. Tokens and everything else of the user go on. Throws `not-found` and `request-invalid`. */
export async function setPassword(
  deps: ChangeDeps,
  { organization, email, password }: { readonly organization: string | number; readonly email: string; readonly password: string },
): Promise<void> {
  await updateUser(deps, { organization, user: { email } }, { password })
}

async function changeRole({ tx, user, note }: Work, role: Role): Promise<Role> {
  if (role === user.role) return role
  await updateRole(tx, { id: user.id, role })
  // Their scopes are those of the role that the user had.
  const tokensRevoked = await revokeTokensOfUser(tx, { userId: user.id, departmentIds: null })
  await note('user.role-changed', { from: user.role, to: role, tokensRevoked })
  return role
}

async function changeDisabled({ tx, user, note }: Work, disabled: boolean): Promise<void> {
  if (disabled === (user.disabledAt !== null)) return
  if (disabled) {
    await disableUser(tx, user.id)
    await note('user.disabled', { tokensRevoked: await revokeTokensOfUser(tx, { userId: user.id, departmentIds: null }) })
  } else {
    await enableUser(tx, user.id)
    await note('user.enabled')
  }
}

/** Departments as ids. */
interface NamedDepartments {
  /** Null: those that the user has. */
  readonly all: readonly number[] | null
  readonly add: readonly number[]
  readonly remove: readonly number[]
}

async function nameDepartments(deps: ChangeDeps, organizationId: number, change: UserChange): Promise<NamedDepartments> {
  const resolve = (departments: readonly (string | number)[] = []): Promise<readonly number[]> =>
    resolveDepartments(deps, organizationId, departments)
  const [all, add, remove] = await Promise.all([resolve(change.departments), resolve(change.addDepartments), resolve(change.removeDepartments)])
  return { all: change.departments === undefined ? null : all, add, remove }
}

async function changeMemberships({ tx, user, note }: Work, role: Role, { all, add, remove }: NamedDepartments): Promise<void> {
  const before = await listMemberships(tx, user.id)
  const after = new Set([...(all ?? before), ...add].filter((id) => !remove.includes(id)))
  const added = [...after].filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.has(id))
  if (added.length === 0 && removed.length === 0) return
  await insertMemberships(tx, { organizationId: user.organizationId, userId: user.id, departmentIds: added })
  await deleteMemberships(tx, { userId: user.id, departmentIds: removed })
  // An administrator acts for every department, member or not.
  const tokensRevoked = role === 'administrator' ? 0 : await revokeTokensOfUser(tx, { userId: user.id, departmentIds: removed })
  await note('user.memberships-changed', {
    added: added.slice(0, MOST_DEPARTMENTS),
    removed: removed.slice(0, MOST_DEPARTMENTS),
    departments: after.size,
    tokensRevoked,
  })
}

function userNotFound(organization: Organization, { user }: UserKey): GatewayError {
  return new GatewayError(
    'not-found',
    `Organization "${organization.name}" has no user ${'id' in user ? user.id.slice(0, 40) : `with the e-mail ${user.email.slice(0, 320)}`}.`,
    `List them: GET /api/v1/users, or turnus user list --organization ${organization.id}`,
  )
}

function lastAdministrator(user: User): GatewayError {
  return new GatewayError(
    'last-administrator',
    `User ${user.id} is the last administrator of the organization who can log in.`,
    'Make or enable another administrator first.',
  )
}
