import { GatewayError } from '../model/errors.ts'
import type { Issue } from '../model/issue.ts'
import { inTransaction } from '../storage/db.ts'
import type { Queryable } from '../storage/db.ts'
import { insertMemberships } from '../storage/memberships.ts'
import { insertUser, listUsers as selectUsers, ROLES } from '../storage/users.ts'
import type { Role, User } from '../storage/users.ts'
import { recordChange } from './audit.ts'
import type { ChangeDeps } from './audit.ts'
import { resolveDepartment, resolveOrganization } from './organizations.ts'
import { judgePassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

export { ROLES }
export type { Role, User }

const LONGEST_EMAIL = 320
/** Departments that one request may name for a user. */
export const MOST_DEPARTMENTS = 200

/** Whom to make. Names work wherever ids do. */
export interface NewUser {
  readonly organization: string | number
  readonly email: string
  readonly password: string
  readonly role: Role
  /** The departments that a planner or reader may act for; an administrator acts for all. */
  readonly departments: readonly (string | number)[]
}

/** Makes a user and answers the id. Throws `not-found`, `name-taken`, and `request-invalid` for an e-mail or password that will not do. */
export async function createUser(deps: ChangeDeps, user: NewUser): Promise<number> {
  const email = normalizeEmail(user.email)
  refuse([judgeEmail(email), judgePassword(user.password, email)])
  const organization = await resolveOrganization(deps, user.organization)
  const departments = await resolveDepartments(deps, organization.id, user.departments)
  const passwordHash = await hashPassword(user.password)
  const { role } = user
  return inTransaction(deps.db, async (tx) => {
    const id = await insertUser(tx, { organizationId: organization.id, email, passwordHash, role })
    if (id === null) throw new GatewayError('name-taken', `There is a user with the e-mail ${email} already.`, 'Use another e-mail.')
    await insertMemberships(tx, { organizationId: organization.id, userId: id, departmentIds: departments })
    const target = { type: 'user', id, name: null }
    await recordChange(tx, deps, {
      action: 'user.created',
      organizationId: organization.id,
      departmentId: null,
      target,
      detail: { role, departments },
    })
    return id
  })
}

/** Users of an organization, or of all when none is named; oldest first. Throws `not-found`. */
export async function listUsers(deps: { db: Queryable }, of: { organization?: string | number | undefined } = {}): Promise<readonly User[]> {
  const organization = of.organization === undefined ? null : await resolveOrganization(deps, of.organization)
  return selectUsers(deps.db, organization?.id ?? null)
}

/** Ids of departments of an organization, each once. Throws `not-found`, and `request-invalid` for more than `MOST_DEPARTMENTS`. */
export async function resolveDepartments(
  deps: { db: Queryable },
  organization: number,
  departments: readonly (string | number)[],
): Promise<readonly number[]> {
  if (departments.length > MOST_DEPARTMENTS) {
    const detail = `${departments.length} departments are named at once.`
    throw new GatewayError('request-invalid', detail, `Name at most ${MOST_DEPARTMENTS}; an administrator acts for all without being named.`)
  }
  const found = await Promise.all([...new Set(departments)].map((department) => resolveDepartment(deps, { organization, department })))
  return [...new Set(found.map(({ id }) => id))].sort((a, b) => a - b)
}

/** An e-mail in the form in which it is stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Throws `request-invalid` with these issues, unless all are null. */
export function refuse(judgements: readonly (Issue | null)[]): void {
  const issues = judgements.filter((issue) => issue !== null)
  const [first] = issues
  if (first !== undefined) throw new GatewayError('request-invalid', first.detail, first.hint, { issues })
}

function judgeEmail(email: string): Issue | null {
  if (/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) && email.isWellFormed() && email.length <= LONGEST_EMAIL) return null
  const detail = `"${email.slice(0, LONGEST_EMAIL)}" is not an e-mail address.`
  return { pointer: '/email', code: 'email-invalid', detail, hint: 'Give one such as planner@ward.example.' }
}
