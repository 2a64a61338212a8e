import type { Queryable } from './db.ts'

/** What a user may do: administrators manage the organization, planners submit, readers look. */
export const ROLES = ['administrator', 'planner', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** A person who can log in. */
export interface User {
  readonly id: number
  readonly organizationId: number
  /** Lower case. */
  readonly email: string
  readonly role: Role
  readonly createdAt: Date
}

const COLUMNS = 'id, organization_id as "organizationId", email, role, created_at as "createdAt"'

/** Stores a user and answers the id; null when the e-mail is taken, by whichever organization. */
export async function insertUser(
  db: Queryable,
  user: { organizationId: number; email: string; passwordHash: string; role: Role },
): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `insert into users (organization_id, email, password_hash, role)
     values ($1, $2, $3, $4)
         on conflict do nothing
      returning id`,
    [user.organizationId, user.email, user.passwordHash, user.role],
  )
  return rows[0]?.id ?? null
}

/** Users of one organization, or of all when `organizationId` is null; oldest first. */
export async function listUsers(db: Queryable, organizationId: number | null): Promise<readonly User[]> {
  const sql = `select ${COLUMNS} from users where $1::bigint is null or organization_id = $1 order by id`
  return (await db.query<User>(sql, [organizationId])).rows
}

/** The user who may log in with this e-mail (lower case), with the password hash; null when there is none or it is disabled. */
export async function findLogin(db: Queryable, email: string): Promise<(User & { readonly passwordHash: string }) | null> {
  const sql = `select ${COLUMNS}, password_hash as "passwordHash" from find_login($1)`
  return (await db.query<User & { passwordHash: string }>(sql, [email])).rows[0] ?? null
}

/** Puts another password hash in the place of a user's. False when the organization has no user with this e-mail (lower case). */
export async function updatePasswordHash(db: Queryable, user: { organizationId: number; email: string; passwordHash: string }): Promise<boolean> {
  const { rowCount } = await db.query('update users set password_hash = $3 where organization_id = $1 and email = $2', [
    user.organizationId,
    user.email,
    user.passwordHash,
  ])
  return rowCount === 1
}
