import { keepPlanOf } from './db.ts'
import type { Queryable, Transaction } from './db.ts'

/** What a token may do. */
export const SCOPES = ['gateway:read', 'gateway:write', 'tokens:admin'] as const
export type Scope = (typeof SCOPES)[number]

/** A token without its secret, which is nowhere stored. */
export interface StoredToken {
  readonly id: number
  readonly organizationId: number
  readonly departmentId: number
  /** Who logged in; null for a token that an administrator made. */
  readonly userId: number | null
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  /** Id of the token that this one was made to replace; null when it replaces none. */
  readonly replaces: number | null
}

/** A token with the name of its department. */
export interface TokenEntry extends StoredToken {
  readonly departmentName: string
}

const COLUMNS = `id, organization_id as "organizationId", department_id as "departmentId", user_id as "userId", name, scopes,
  created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt", replaces`

/** Stores a token by its SHA-256 and answers its id; null when it replaces one that was replaced before. */
export async function insertToken(
  db: Queryable,
  token: {
    organizationId: number
    departmentId: number
    userId: number | null
    name: string
    hash: Uint8Array
    scopes: readonly Scope[]
    expiresInSeconds: number
    replaces: number | null
  },
): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `insert into tokens (organization_id, department_id, user_id, name, hash, scopes, expires_at, replaces)
     values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second', $8)
         on conflict (replaces) where replaces is not null do nothing
  returning id`,
    [token.organizationId, token.departmentId, token.userId, token.name, token.hash, token.scopes, token.expiresInSeconds, token.replaces],
  )
  return rows[0]?.id ?? null
}

const USE_TOKEN = keepPlanOf(`select ${COLUMNS} from use_token($1)`)

/**
 * The token with this hash, when it is neither expired nor revoked, nor its user disabled; null otherwise.
 * Notes the use, at most once a minute, so that a busy token does not write on every request.
 */
export async function useToken(db: Queryable, hash: Uint8Array): Promise<StoredToken | null> {
  return (await db.query<StoredToken>(USE_TOKEN, [hash])).rows[0] ?? null
}

/** Tokens of one organization, or of all when it is null, and of one department, or of all when it is null; oldest first. */
export async function listTokens(db: Queryable, of: { organizationId: number | null; departmentId: number | null }): Promise<readonly StoredToken[]> {
  const { rows } = await db.query<StoredToken>(
    `select ${COLUMNS}
       from tokens
      where ($1::bigint is null or organization_id = $1)
        and ($2::bigint is null or department_id = $2)
      order by id`,
    [of.organizationId, of.departmentId],
  )
  return rows
}

/** When the token with this id was revoked; null when it was not, or there is none. */
export async function findRevocation(db: Queryable, id: number): Promise<Date | null> {
  const { rows } = await db.query<{ revokedAt: Date | null }>('select revoked_at as "revokedAt" from tokens where id = $1', [id])
  return rows[0]?.revokedAt ?? null
}

/** Ends a token at once and answers it; null when there is none with this id or it was revoked before. */
export async function revokeToken(db: Queryable, id: number): Promise<StoredToken | null> {
  const { rows } = await db.query<StoredToken>(`update tokens set revoked_at = now() where id = $1 and revoked_at is null returning ${COLUMNS}`, [id])
  return rows[0] ?? null
}

/** Ends at once what a user got by logging in, for some departments or, when that is null, for all. Answers how many worked until now. */
export async function revokeTokensOfUser(db: Queryable, of: { userId: number; departmentIds: readonly number[] | null }): Promise<number> {
  const { rowCount } = await db.query(
    `update tokens set revoked_at = now()
      where user_id = $1 and revoked_at is null and expires_at > now() and ($2::bigint[] is null or department_id = any ($2))`,
    [of.userId, of.departmentIds],
  )
  return rowCount ?? 0
}

/** A token that works, held until the transaction ends, with how long it was made for; null when it has ended or there is none with this id. */
export async function lockToken(tx: Transaction, id: number): Promise<(StoredToken & { readonly lifeSeconds: number }) | null> {
  const { rows } = await tx.query<StoredToken & { lifeSeconds: number }>(
    `select ${COLUMNS}, ceil(extract(epoch from expires_at - created_at))::integer as "lifeSeconds"
       from tokens
      where id = $1 and revoked_at is null and expires_at > now()
        for update`,
    [id],
  )
  return rows[0] ?? null
}

/** Lets a token end after so many seconds, unless it ends earlier anyway. */
export async function shortenToken(db: Queryable, { id, seconds }: { id: number; seconds: number }): Promise<void> {
  await db.query(`update tokens set expires_at = least(expires_at, now() + $2 * interval '1 second') where id = $1`, [id, seconds])
}

const ENTRY = `select ${COLUMNS}, (select d.name from departments d where d.id = department_id) as "departmentName" from tokens`

/** Tokens of an organization, newest first, at most `limit`, with ids below `before` unless that is null. */
export async function pageTokens(
  db: Queryable,
  page: { organizationId: number; departmentId: number | null; before: number | null; limit: number },
): Promise<readonly TokenEntry[]> {
  const { rows } = await db.query<TokenEntry>(
    `${ENTRY}
      where organization_id = $1
        and ($2::bigint is null or department_id = $2)
        and ($3::bigint is null or id < $3)
      order by id desc
      limit $4`,
    [page.organizationId, page.departmentId, page.before, page.limit],
  )
  return rows
}

/** The token with this id; null when there is none. */
export async function findToken(db: Queryable, id: number): Promise<TokenEntry | null> {
  return (await db.query<TokenEntry>(`${ENTRY} where id = $1`, [id])).rows[0] ?? null
}

/** A token that was shown although it does not work any more. */
export interface RefusedToken {
  readonly id: number
  readonly organizationId: number
  readonly departmentId: number
  readonly reason: 'revoked' | 'expired' | 'user-disabled'
}

/** The token with this SHA-256 that does not work any more; null when there never was one. */
export async function findRefusedToken(db: Queryable, hash: Uint8Array): Promise<RefusedToken | null> {
  const { rows } = await db.query<RefusedToken>(
    'select id, organization_id as "organizationId", department_id as "departmentId", reason from find_refused_token($1)',
    [hash],
  )
  return rows[0] ?? null
}
