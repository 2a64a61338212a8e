import { GatewayError } from '../model/errors.ts'
import type { Queryable } from '../storage/db.ts'
import { findRevocation, insertToken, listTokens as selectTokens, revokeToken as updateRevoked, SCOPES } from '../storage/tokens.ts'
import type { Scope, StoredToken } from '../storage/tokens.ts'
import { readId } from './names.ts'
import { resolveDepartment, resolveOrganization } from './organizations.ts'
import { hashToken, makeTokenText } from './token-text.ts'

export { SCOPES }
export type { Scope, StoredToken }

const SECONDS_PER_DAY = 86_400
const DEFAULT_EXPIRES_DAYS = 90
const MOST_EXPIRES_DAYS = 3650
// What a program that submits and reads needs, and not the power to make more tokens.
const DEFAULT_SCOPES: readonly Scope[] = ['gateway:read', 'gateway:write']

/** What an administrator asks for. Names work wherever ids do. */
export interface NewToken {
  readonly organization: string | number
  readonly department: string | number
  /** Read and write when absent or empty. */
  readonly scopes?: readonly string[] | undefined
  /** 1 to 3650, 90 when absent. */
  readonly expiresDays?: number | undefined
  /** For people, to tell tokens apart. */
  readonly name?: string | undefined
}

/** Makes a token for a department. `token` is shown this once: only its hash is stored. Throws `not-found`, `request-invalid`. */
export async function createToken(deps: { db: Queryable }, wanted: NewToken): Promise<{ id: number; token: string }> {
  const scopes = checkScopes(wanted.scopes?.length ? wanted.scopes : DEFAULT_SCOPES)
  const expiresDays = wanted.expiresDays ?? DEFAULT_EXPIRES_DAYS
  if (!Number.isInteger(expiresDays) || expiresDays < 1 || expiresDays > MOST_EXPIRES_DAYS) {
    throw new GatewayError('request-invalid', `A token cannot expire after ${expiresDays} days.`, `Give 1 to ${MOST_EXPIRES_DAYS} whole days.`)
  }
  const department = await resolveDepartment(deps, wanted)
  const token = makeTokenText()
  const id = await insertToken(deps.db, {
    organizationId: department.organizationId,
    departmentId: department.id,
    userId: null,
    name: (wanted.name ?? '').slice(0, 200),
    hash: hashToken(token),
    scopes,
    expiresInSeconds: expiresDays * SECONDS_PER_DAY,
  })
  return { id, token }
}

/** Tokens without their secrets, oldest first: of all, of an organization, or of one department. Throws `not-found`. */
export async function listTokens(
  deps: { db: Queryable },
  of: { organization?: string | number | undefined; department?: string | number | undefined } = {},
): Promise<readonly StoredToken[]> {
  if (of.organization === undefined) return selectTokens(deps.db, { organizationId: null, departmentId: null })
  const organization = await resolveOrganization(deps, of.organization)
  const department = of.department === undefined ? null : await resolveDepartment(deps, { organization: organization.id, department: of.department })
  return selectTokens(deps.db, { organizationId: organization.id, departmentId: department?.id ?? null })
}

/** Ends a token at once. Throws `not-found` for an id that is unknown or was revoked before, and says which. */
export async function revokeToken(deps: { db: Queryable }, id: string | number): Promise<void> {
  const tokenId = readId(id)
  if (tokenId !== null && (await updateRevoked(deps.db, tokenId))) return
  const revokedAt = tokenId === null ? null : await findRevocation(deps.db, tokenId)
  if (revokedAt !== null) {
    throw new GatewayError(
      'not-found',
      `Token ${tokenId} was revoked already, at ${revokedAt.toISOString()}.`,
      'Nothing is left to do; turnus token list shows the others.',
    )
  }
  throw new GatewayError('not-found', `There is no token ${String(id).slice(0, 40)}.`, 'Use the id shown by: turnus token list')
}

function checkScopes(scopes: readonly string[]): readonly Scope[] {
  return [...new Set(scopes)].map((scope) => {
    const known = SCOPES.find((candidate) => candidate === scope)
    if (known) return known
    throw new GatewayError('request-invalid', `There is no scope "${scope}".`, `Use any of ${SCOPES.join(', ')}.`)
  })
}
