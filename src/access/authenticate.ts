import { GatewayError } from '../model/errors.ts'
import type { Queryable } from '../storage/db.ts'
import { useToken } from '../storage/tokens.ts'
import type { Scope } from '../storage/tokens.ts'
import { hashToken, isTokenText } from './token-text.ts'

/** Who calls, as the token says. */
export interface Caller {
  readonly tokenId: number
  /** Whose login made the token; null for one that an administrator made. */
  readonly userId: number | null
  readonly organizationId: number
  readonly departmentId: number
  readonly scopes: readonly Scope[]
}

/**
 * The caller that an `Authorization` header names. Throws `not-authenticated` when it is missing or malformed, or the
 * token is unknown, expired or revoked; the answer does not tell these apart.
 */
export async function authenticate(deps: { db: Queryable }, authorization: string | undefined): Promise<Caller> {
  const text = bearerText(authorization)
  const token = text !== null && isTokenText(text) ? await useToken(deps.db, hashToken(text)) : null
  if (token) {
    const { id: tokenId, userId, organizationId, departmentId, scopes } = token
    return { tokenId, userId, organizationId, departmentId, scopes }
  }
  throw new GatewayError(
    'not-authenticated',
    authorization === undefined ? 'The request carries no Authorization header.' : 'The Authorization header holds no valid token.',
    'Send "Authorization: Bearer <token>" with a token from POST /v1/auth or from your administrator.',
  )
}

/** What an `Authorization` header shows as a token, whether it is one or not; null when it shows none. */
export function bearerText(authorization: string | undefined): string | null {
  // RFC 9110 §11.1: the scheme's case does not matter.
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Throws `permission-missing` unless the caller's token has the scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return
  throw new GatewayError(
    'permission-missing',
    `The token lacks the scope ${scope}.`,
    `Use a token that has ${scope}; your administrator can make one.`,
  )
}
