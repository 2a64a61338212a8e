import { GatewayError, invariant } from '../model/errors.ts'
import { inTransaction } from '../storage/db.ts'
import type { Queryable, Transaction } from '../storage/db.ts'
import {
  findRevocation,
  findToken,
  insertToken,
  listTokens as selectTokens,
  lockToken,
  revokeToken as updateRevoked,
  SCOPES,
  shortenToken,
} from '../storage/tokens.ts'
import type { Scope, StoredToken, TokenEntry } from '../storage/tokens.ts'
import { actorOf, recordChange } from './audit.ts'
import type { ChangeDeps } from './audit.ts'
import type { Caller } from './authenticate.ts'
import { checkLabel, readId } from './names.ts'
import { resolveDepartment, resolveOrganization } from './organizations.ts'
import { hashToken, makeTokenText } from './token-text.ts'

export { SCOPES }
export type { Scope, StoredToken }

const SECONDS_PER_DAY = 86_400
const DEFAULT_EXPIRES_DAYS = 90
/** Longest life of a token that an administrator makes. */
export const MOST_EXPIRES_DAYS = 3650
// What a program that submits and reads needs, and not the power to make more tokens.
const DEFAULT_SCOPES: readonly Scope[] = ['gateway:read', 'gateway:write']
/** How long a token that was rotated goes on working when nothing else is said. */
export const DEFAULT_OVERLAP_SECONDS = SECONDS_PER_DAY
/** The longest that it can: who needs more than a week has two tokens, not a rotation. */
export const MOST_OVERLAP_SECONDS = 7 * SECONDS_PER_DAY

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

/** A token that was just made: its secret is shown this once, only its hash is stored. */
export interface MadeToken {
  readonly id: number
  readonly token: string
}

/** Makes a token for a department. Throws `not-found`, `request-invalid`. */
export async function createToken(deps: ChangeDeps, wanted: NewToken): Promise<MadeToken> {
  const scopes = checkScopes(wanted.scopes?.length ? wanted.scopes : DEFAULT_SCOPES)
  const expiresDays = wanted.expiresDays ?? DEFAULT_EXPIRES_DAYS
  const name = checkLabel(wanted.name ?? '')
  if (!Number.isInteger(expiresDays) || expiresDays < 1 || expiresDays > MOST_EXPIRES_DAYS) {
    throw new GatewayError('request-invalid', `A token cannot expire after ${expiresDays} days.`, `Give 1 to ${MOST_EXPIRES_DAYS} whole days.`)
  }
  const { organizationId, id: departmentId } = await resolveDepartment(deps, wanted)
  return inTransaction(deps.db, async (tx) => {
    const expiresInSeconds = expiresDays * SECONDS_PER_DAY
    const made = await makeToken(tx, { organizationId, departmentId, userId: null, name, scopes, expiresInSeconds, replaces: null })
    invariant(made !== null, 'a token that replaces none is made')
    const target = { type: 'token', id: made.id, name }
    await recordChange(tx, deps, { action: 'token.created', organizationId, departmentId, target, detail: { scopes, expiresDays } })
    return made
  })
}

/** Stores a token with a fresh secret; null when it is to replace one that was replaced before. */
export async function makeToken(tx: Transaction, token: Omit<Parameters<typeof insertToken>[1], 'hash'>): Promise<MadeToken | null> {
  const text = makeTokenText()
  const id = await insertToken(tx, { ...token, hash: hashToken(text) })
  return id === null ? null : { id, token: text }
}

/**
 * Makes a token with the department, the scopes, the name and the length of life of another, which goes on working for `overlapSeconds`
 * (0 to 604,800; a day when absent) and never longer than it would have. Throws `not-found` for one that is unknown or has ended,
 * `token-not-rotatable` for the token of a login and for one that was rotated before, and `request-invalid`.
 */
export async function rotateToken(deps: ChangeDeps, id: string | number, overlapSeconds = DEFAULT_OVERLAP_SECONDS): Promise<MadeToken> {
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > MOST_OVERLAP_SECONDS) {
    throw new GatewayError('request-invalid', `Two tokens cannot overlap by ${overlapSeconds} s.`, `Give 0 to ${MOST_OVERLAP_SECONDS} whole seconds.`)
  }
  const tokenId = readId(id)
  return inTransaction(deps.db, async (tx) => {
    const old = tokenId === null ? null : await lockToken(tx, tokenId)
    if (old === null) throw tokenNotFound(id, 'or it has ended')
    if (old.userId !== null) throw notRotatable(`Token ${old.id} comes from a login.`, 'Log in again: POST /v1/auth.')
    const { organizationId, departmentId, name, scopes } = old
    const made = await makeToken(tx, {
      organizationId,
      departmentId,
      name,
      scopes,
      userId: null,
      expiresInSeconds: old.lifeSeconds,
      replaces: old.id,
    })
    if (made === null) throw notRotatable(`Token ${old.id} was rotated before.`, 'Rotate the token that replaced it: its "replaces" has this id.')
    await shortenToken(tx, { id: old.id, seconds: overlapSeconds })
    const target = { type: 'token', id: old.id, name }
    await recordChange(tx, deps, { action: 'token.rotated', organizationId, departmentId, target, detail: { newTokenId: made.id, overlapSeconds } })
    return made
  })
}

function notRotatable(detail: string, remedy: string): GatewayError {
  return new GatewayError('token-not-rotatable', detail, remedy)
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

/** The token that a caller showed, without its secret. Throws `not-authenticated` when it was erased meanwhile. */
export async function describeToken(deps: { db: Queryable }, caller: { readonly tokenId: number }): Promise<TokenEntry> {
  const token = await findToken(deps.db, caller.tokenId)
  if (token !== null) return token
  throw new GatewayError('not-authenticated', 'The token is not there any more.', 'Get another from POST /v1/auth or from your administrator.')
}

/** Ends a token at once. Throws `not-found` for an id that is unknown or was revoked before, and says which. */
export async function revokeToken(deps: ChangeDeps, id: string | number): Promise<void> {
  const tokenId = readId(id)
  await inTransaction(deps.db, async (tx) => {
    const revoked = tokenId === null ? null : await updateRevoked(tx, tokenId)
    if (revoked === null) throw await whyNotRevoked(tx, id, tokenId)
    const { organizationId, departmentId, name } = revoked
    await recordChange(tx, deps, { action: 'token.revoked', organizationId, departmentId, target: { type: 'token', id: revoked.id, name } })
  })
}

/** Ends the token that a caller showed, as a logout does. Ending it twice at the same moment is ending it once. */
export async function endToken({ db }: Pick<ChangeDeps, 'db'>, caller: Caller, address: string): Promise<void> {
  const deps = { db, actor: actorOf(caller, address) }
  await inTransaction(db, async (tx) => {
    const revoked = await updateRevoked(tx, caller.tokenId)
    if (revoked === null) return
    const { id, organizationId, departmentId, name } = revoked
    await recordChange(tx, deps, { action: 'token.revoked', organizationId, departmentId, target: { type: 'token', id, name } })
  })
}

async function whyNotRevoked(tx: Transaction, id: string | number, tokenId: number | null): Promise<GatewayError> {
  const revokedAt = tokenId === null ? null : await findRevocation(tx, tokenId)
  if (revokedAt === null) return tokenNotFound(id)
  const detail = `Token ${tokenId} was revoked already, at ${revokedAt.toISOString()}.`
  return new GatewayError('not-found', detail, 'Nothing is left to do; GET /api/v1/tokens or turnus token list shows the others.')
}

function tokenNotFound(id: string | number, or = ''): GatewayError {
  const detail = `There is no token ${String(id).slice(0, 40)}${or === '' ? '' : `, ${or}`}.`
  return new GatewayError('not-found', detail, 'Use an id shown by: GET /api/v1/tokens, or turnus token list')
}

function checkScopes(scopes: readonly string[]): readonly Scope[] {
  return [...new Set(scopes)].map((scope) => {
    const known = SCOPES.find((candidate) => candidate === scope)
    if (known) return known
    throw new GatewayError('request-invalid', `There is no scope "${scope}".`, `Use any of ${SCOPES.join(', ')}.`)
  })
}
