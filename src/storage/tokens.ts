import type { Queryable } from './db.ts'

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
}

const COLUMNS = `id, organization_id as "organizationId", department_id as "departmentId", user_id as "userId", name, scopes,
  created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"`

/** Stores a token by its SHA-256 and answers its id. */
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
  },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into tokens (organization_id, department_id, user_id, name, hash, scopes, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')
  returning id`,
    [token.organizationId, token.departmentId, token.userId, token.name, token.hash, token.scopes, token.expiresInSeconds],
  )
  return rows[0]!.id
}

/**
 * The token with this hash, when it is neither expired nor revoked, nor its user disabled; null otherwise.
 * Notes the use, at most once a minute, so that a busy token does not write on every request.
 */
export async function useToken(db: Queryable, hash: Uint8Array): Promise<StoredToken | null> {
  return (await db.query<StoredToken>(`select ${COLUMNS} from use_token($1)`, [hash])).rows[0] ?? null
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

/** Ends a token at once. False when there is none with this id or it was revoked before. */
export async function revokeToken(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query('update tokens set revoked_at = now() where id = $1 and revoked_at is null', [id])
  return rowCount === 1
}
