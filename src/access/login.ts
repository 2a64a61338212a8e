import { GatewayError, invariant } from '../model/errors.ts'
import { insertAuditEvent } from '../storage/audit-events.ts'
import { inTransaction } from '../storage/db.ts'
import type { Transaction } from '../storage/db.ts'
import type { Department } from '../storage/departments.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { listDepartmentsOfUser } from '../storage/memberships.ts'
import type { Scope } from '../storage/tokens.ts'
import { findLogin, lockUser } from '../storage/users.ts'
import type { Role, User } from '../storage/users.ts'
import { readId } from './names.ts'
import { LONGEST_PASSWORD } from './password-rules.ts'
import { verifyPassword } from './passwords.ts'
import type { Refusals } from './refusals.ts'
import { countAttempt } from './throttle.ts'
import type { CountedAttempt, ThrottleDeps } from './throttle.ts'
import { makeToken } from './tokens.ts'
import { normalizeEmail } from './users.ts'

const TOKEN_SECONDS = 12 * 60 * 60

const SCOPES_OF_ROLE = {
  administrator: ['gateway:read', 'gateway:write', 'tokens:admin'],
  planner: ['gateway:read', 'gateway:write'],
  reader: ['gateway:read'],
} as const satisfies Record<Role, readonly Scope[]>

export interface Credentials {
  readonly email: string
  readonly password: string
  /** Id or name; needed only by a user of several departments who does not want the oldest. */
  readonly department?: string | number | undefined
  /** IP address that the request came from. */
  readonly address: string
}

export interface LoginDeps extends ThrottleDeps {
  readonly db: Pick<GuardedDb, 'query' | 'within'>
  readonly refusals: Pick<Refusals, 'recordLogin'>
}

/** The answer to a login, with RFC 6749 names. */
export interface Login {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** Seconds. */
  readonly expires_in: number
  /** What the token opens. */
  readonly department: { readonly id: number; readonly name: string }
  /** All that the user may name as `department` of a login, oldest first. */
  readonly departments: readonly { readonly id: number; readonly name: string }[]
}

/**
 * Makes a token of 12 hours for a user. Throws `credentials-wrong`, after the same work and with the same words, for an
 * unknown e-mail and a wrong password; `too-many-requests` after too many failures and while too many log in at once; `permission-missing` when the user may not act for the department.
 * Every attempt is in the audit log.
 */
export async function login(deps: LoginDeps, credentials: Credentials): Promise<Login> {
  const user = await proveUser(deps, credentials)
  const own = deps.db.within({ organizationId: user.organizationId, departmentId: null })
  const answer = await inTransaction(own, (tx) => admit(tx, user.id, credentials))
  if (answer !== null) return answer
  await deps.refusals.recordLogin({ action: 'login.failed', email: user.email, address: credentials.address, isUserSure: true })
  throw notAMember(credentials.department)
}

/** The user of an e-mail and a password, which are right. Throws `credentials-wrong` and `too-many-requests` as a login does, and writes the attempt down. */
export async function proveUser(deps: LoginDeps, { email: given, password, address }: Omit<Credentials, 'department'>): Promise<User> {
  const email = normalizeEmail(given.replaceAll('\0', '').toWellFormed())
  const who = { email, address }
  const attempt = await countOrRecord(deps, who)
  const user = await findLogin(deps.db, email)
  const isRight = await verifyPassword(password.slice(0, LONGEST_PASSWORD + 1), user?.passwordHash ?? null).catch(async (error: unknown) => {
    // Nobody looked at it, so it is no failed one.
    await attempt.forgive()
    throw error
  })
  if (!user || !isRight) {
    await deps.refusals.recordLogin({ action: 'login.failed', ...who, isUserSure: false })
    throw new GatewayError('credentials-wrong', 'The e-mail or the password is wrong.', 'Check both, or ask your administrator.')
  }
  await attempt.succeed()
  return user
}

async function countOrRecord(deps: LoginDeps, who: { readonly email: string; readonly address: string }): Promise<CountedAttempt> {
  try {
    return await countAttempt(deps, who)
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'too-many-requests') {
      await deps.refusals.recordLogin({ action: 'login.throttled', ...who, isUserSure: false })
    }
    throw error
  }
}

/** Makes a token for a user, whose password was right, and writes it down. Null when the user may not act for the department, or is disabled by now. */
async function admit(tx: Transaction, userId: number, { department: wanted, address }: Credentials): Promise<Login | null> {
  // Read again, and held: who is demoted or disabled while the password is looked at gets no token that would outlive it.
  const user = await lockUser(tx, userId)
  const departments = user.disabledAt === null ? await listDepartmentsOfUser(tx, user) : []
  const department = choose(departments, wanted)
  if (department === null) return null
  const whose = { organizationId: user.organizationId, departmentId: department.id }
  const made = await makeToken(tx, {
    ...whose,
    userId,
    name: 'login',
    scopes: SCOPES_OF_ROLE[user.role],
    expiresInSeconds: TOKEN_SECONDS,
    replaces: null,
  })
  invariant(made !== null, 'a token that replaces none is made')
  const target = { type: 'token', id: made.id, name: null }
  await insertAuditEvent(tx, { ...whose, actor: { kind: 'user', userId, address }, action: 'login.succeeded', target })
  return {
    access_token: made.token,
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    department: { id: department.id, name: department.name },
    departments: departments.map(({ id, name }) => ({ id, name })),
  }
}

/** The department that is wanted, by id or name; the oldest when none is. Null when the user may not act for it. */
function choose(departments: readonly Department[], wanted: string | number | undefined): Department | null {
  if (wanted === undefined) return departments[0] ?? null
  const id = readId(wanted)
  return departments.find((department) => (id === null ? department.name === wanted : department.id === id)) ?? null
}

function notAMember(wanted: string | number | undefined): GatewayError {
  return new GatewayError(
    'permission-missing',
    wanted === undefined ? 'The user belongs to no department.' : `The user does not belong to a department "${String(wanted).slice(0, 200)}".`,
    'Ask your administrator for membership of the department.',
  )
}
