import { onlyRow } from './db.ts'
import type { Queryable, Transaction } from './db.ts'

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
  /** Since when the user can neither log in nor use a token; null when enabled. */
  readonly disabledAt: Date | null
}

/** A user with the departments of the memberships, oldest first; an administrator acts for all others too. */
export interface UserEntry extends User {
  readonly departments: readonly { readonly id: number; readonly name: string }[]
}

const COLUMNS = 'id, organization_id as "organizationId", email, role, created_at as "createdAt", disabled_at as "disabledAt"'

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

const ENTRY = `select ${COLUMNS},
  coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name) order by d.id)
              from memberships m join departments d on d.id = m.department_id where m.user_id = users.id), '[]') as departments
  from users`

/** Users of an organization, newest first, at most `limit`, with ids below `before` unless that is null. */
export async function pageUsers(
  db: Queryable,
  page: { organizationId: number; before: number | null; limit: number },
): Promise<readonly UserEntry[]> {
  const sql = `${ENTRY} where organization_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`
  return (await db.query<UserEntry>(sql, [page.organizationId, page.before, page.limit])).rows
}

/** The user with this id, or with this e-mail (lower case), within the organization; null when there is none. */
export async function findUser(db: Queryable, key: { organizationId: number; user: number | string }): Promise<UserEntry | null> {
  const sql = `${ENTRY} where organization_id = $1 and ${typeof key.user === 'number' ? 'id' : 'email'} = $2`
  return (await db.query<UserEntry>(sql, [key.organizationId, key.user])).rows[0] ?? null
}

/** The user with this id, held until the transaction ends. */
export async function lockUser(tx: Transaction, id: number): Promise<User> {
  return onlyRow(await tx.query<User>(`select ${COLUMNS} from users where id = $1 for update`, [id]))
}

/** Ids of the administrators of an organization who can log in, held until the transaction ends: two changes at once wait for one another. */
export async function lockAdministrators(tx: Transaction, organizationId: number): Promise<readonly number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from users where organization_id = $1 and role = 'administrator' and disabled_at is null order by id for update`,
    [organizationId],
  )
  return rows.map(({ id }) => id)
}

/** Puts another password hash in the place of a user's. */
export async function updatePasswordHash(db: Queryable, { id, passwordHash }: { id: number; passwordHash: string }): Promise<void> {
  await db.query('update users set password_hash = $2 where id = $1', [id, passwordHash])
}

/** Gives a user another role. */
export async function updateRole(db: Queryable, { id, role }: { id: number; role: Role }): Promise<void> {
  await db.query('update users set role = $2 where id = $1', [id, role])
}

/** Lets a user neither log in nor use a token from now on; nothing when that is so already. */
export async function disableUser(db: Queryable, id: number): Promise<void> {
  await db.query('update users set disabled_at = now() where id = $1 and disabled_at is null', [id])
}

/** Lets a user log in again. */
export async function enableUser(db: Queryable, id: number): Promise<void> {
  await db.query('update users set disabled_at = null where id = $1', [id])
}

/** Whom an e-mail (lower case) belongs to, also a disabled one; null when it belongs to nobody. */
export async function findUserOfEmail(
  db: Queryable,
  email: string,
): Promise<{ readonly id: number; readonly organizationId: number; readonly disabled: boolean } | null> {
  const sql = 'select id, organization_id as "organizationId", disabled from find_user_of_email($1)'
  return (await db.query<{ id: number; organizationId: number; disabled: boolean }>(sql, [email])).rows[0] ?? null
}
