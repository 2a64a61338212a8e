import { GatewayError } from '../model/errors.ts'
import { type CallbackOrigin, listOrigins as selectOrigins } from '../storage/callback-origins.ts'
import type { Queryable } from '../storage/db.ts'

/** Which origins to list. */
export interface OriginsRequest {
  readonly which: 'all' | 'failing'
  /** At most so many. */
  readonly limit: number
  /** `nextCursor` of the page before; null = from the first. */
  readonly cursor: string | null
}

/** Origins in their order. */
export interface OriginPage {
  readonly origins: readonly CallbackOrigin[]
  /** Give it as `cursor` for the next page; null on the last. */
  readonly nextCursor: string | null
}

/**
 * The origins that callbacks of the caller's department were made to in the last 30 days, and how it went. Throws `request-invalid` for a cursor that is not ours.
 */
export async function listOrigins(
  deps: { db: Queryable },
  { departmentId }: { readonly departmentId: number },
  { which, limit, cursor }: OriginsRequest,
): Promise<OriginPage> {
  const after = cursor === null ? null : readCursor(cursor)
  // One more than asked for tells whether there is a next page.
  const found = await selectOrigins(deps.db, { departmentId, which, after, limit: limit + 1 })
  const origins = found.slice(0, limit)
  const last = origins.at(-1)
  return { origins, nextCursor: found.length > limit && last !== undefined ? Buffer.from(`o${last.origin}`).toString('base64url') : null }
}

function readCursor(cursor: string): string {
  const origin = /^o(https?:\/\/[^\0]+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (origin !== undefined) return origin
  throw new GatewayError(
    'request-invalid',
    'The cursor is not one that this list gave out.',
    'Follow the next link of the page before, or leave the cursor out.',
  )
}
