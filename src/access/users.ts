import { GatewayError } from '../model/errors.ts'
import { inTransaction } from '../storage/db.ts'
import type { Db, Queryable } from '../storage/db.ts'
import { insertMemberships } from '../storage/memberships.ts'
import { insertUser, listUsers as selectUsers, ROLES, updatePasswordHash } from '../storage/users.ts'
import type { Role, User } from '../storage/users.ts'
import { resolveDepartment, resolveOrganization } from './organizations.ts'
import { judgePassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

export { ROLES }
export type { Role, User }

const LONGEST_EMAIL = 320

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
export async function createUser(deps: { db: Db }, user: NewUser): Promise<number> {
  const email = checkEmail(user.email)
  refuseWeak(user.password, email)
  const organization = await resolveOrganization(deps, user.organization)
  const departments = await Promise.all(user.departments.map((department) => resolveDepartment(deps, { organization: organization.id, department })))
  const passwordHash = await hashPassword(user.password)
  return inTransaction(deps.db, async (tx) => {
    const userId = await insertUser(tx, { organizationId: organization.id, email, passwordHash, role: user.role })
    if (userId === null) throw new GatewayError('name-taken', `There is a user with the e-mail ${email} already.`, 'Use another e-mail.')
    await insertMemberships(tx, { organizationId: organization.id, userId, departmentIds: departments.map(({ id }) => id) })
    return userId
  })
}

/** Gives a user another password. Tokens and everything else of the user go on. Throws `not-found` and `request-invalid`. */
export async function setPassword(
  deps: { db: Queryable },
  user: { readonly organization: string | number; readonly email: string; readonly password: string },
): Promise<void> {
  const email = checkEmail(user.email)
  refuseWeak(user.password, email)
  const organization = await resolveOrganization(deps, user.organization)
  const passwordHash = await hashPassword(user.password)
  if (await updatePasswordHash(deps.db, { organizationId: organization.id, email, passwordHash })) return
  throw new GatewayError(
    'not-found',
    `Organization "${organization.name}" has no user with the e-mail ${email}.`,
    `List them: turnus user list --organization ${organization.id}`,
  )
}

/** Users of an organization, or of all when none is named; oldest first. Throws `not-found`. */
export async function listUsers(deps: { db: Queryable }, of: { organization?: string | number | undefined } = {}): Promise<readonly User[]> {
  const organization = of.organization === undefined ? null : await resolveOrganization(deps, of.organization)
  return selectUsers(deps.db, organization?.id ?? null)
}

/** An e-mail in the form in which it is stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

function checkEmail(email: string): string {
  const normal = normalizeEmail(email)
  if (/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(normal) && normal.length <= LONGEST_EMAIL) return normal
  throw new GatewayError('request-invalid', `"${email.slice(0, LONGEST_EMAIL)}" is not an e-mail address.`, 'Give one such as planner@ward.example.')
}

function refuseWeak(password: string, email: string): void {
  const issue = judgePassword(password, email)
  if (issue !== null) throw new GatewayError('request-invalid', issue.detail, issue.hint, { issues: [issue] })
}
