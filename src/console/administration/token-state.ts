import type { Token } from '../gateway/documents.ts'

/** Whether a token still opens anything. */
export type TokenState = 'active' | 'expired' | 'revoked'

/** `now` in milliseconds since 1970. */
export function tokenState({ revokedAt, expiresAt }: Pick<Token, 'revokedAt' | 'expiresAt'>, now: number): TokenState {
  if (revokedAt !== null) return 'revoked'
  return Date.parse(expiresAt) <= now ? 'expired' : 'active'
}

/** Whether a token may be rotated: not one of a login, and not one that another of those listed replaces already. */
export function mayRotate({ id, userId }: Pick<Token, 'id' | 'userId'>, listed: readonly Pick<Token, 'replaces'>[]): boolean {
  return userId === null && !listed.some(({ replaces }) => replaces === id)
}
