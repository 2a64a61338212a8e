import { GatewayError } from '../model/errors.ts'
import type { Department } from '../storage/departments.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { listDepartmentsOfUser } from '../storage/memberships.ts'
import { insertToken } from '../storage/tokens.ts'
import type { Scope } from '../storage/tokens.ts'
import { findLogin } from '../storage/users.ts'
import type { Role } from '../storage/users.ts'
import { readId } from './names.ts'
import { LONGEST_PASSWORD } from './password-rules.ts'
import { verifyPassword } from './passwords.ts'
import { hashToken, makeTokenText } from './token-text.ts'
import { countAttempt } from './throttle.ts'
import type { ThrottleDeps } from './throttle.ts'
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
}

/** The answer to a login, with RFC 6749 names. */
export interface Login {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** Seconds. */
  readonly expires_in: number
  readonly department: { readonly id: number; readonly name: string }
}

/**
 * Makes a token of 12 hours for a user. Throws `credentials-wrong`, after the same work and with the same words, for an
 * unknown e-mail and a wrong password; `too-many-requests` after too many failures; `permission-missing` when the user may not act for the department.
 */
export async function login(deps: LoginDeps, credentials: Credentials): Promise<Login> {
  const email = normalizeEmail(credentials.email.replaceAll('\0', ''))
  const attempt = await countAttempt(deps, { email, address: credentials.address })
  const user = await findLogin(deps.db, email)
  const isRight = await verifyPassword(credentials.password.slice(0, LONGEST_PASSWORD + 1), user?.passwordHash ?? null)
  if (!user || !isRight) {
    throw new GatewayError('credentials-wrong', 'The e-mail or the password is wrong.', 'Check both, or ask your administrator.')
  }
  await attempt.forgive()
  const own = deps.db.within({ organizationId: user.organizationId, departmentId: null })
  const department = choose(await listDepartmentsOfUser(own, user), credentials.department)
  const token = makeTokenText()
  await insertToken(own, {
    organizationId: user.organizationId,
    departmentId: department.id,
    userId: user.id,
    name: 'login',
    hash: hashToken(token),
    scopes: SCOPES_OF_ROLE[user.role],
    expiresInSeconds: TOKEN_SECONDS,
  })
  return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, department: { id: department.id, name: department.name } }
}

function choose(departments: readonly Department[], wanted: string | number | undefined): Department {
  if (wanted === undefined && departments[0]) return departments[0]
  const id = wanted === undefined ? null : readId(wanted)
  const found = departments.find((department) => (id === null ? department.name === wanted : department.id === id))
  if (found) return found
  throw new GatewayError(
    'permission-missing',
    wanted === undefined ? 'The user belongs to no department.' : `The user does not belong to a department "${String(wanted).slice(0, 200)}".`,
    'Ask your administrator for membership of the department.',
  )
}
