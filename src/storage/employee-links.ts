import type { EmployeeLink } from '../model/plan.ts'
import type { Identifier } from '../model/units.ts'
import { onlyRow } from './db.ts'
import type { Queryable, Transaction } from './db.ts'
import type { Expiry } from './expired.ts'

const COLUMNS = `id, employee, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`

interface Row extends Omit<EmployeeLink, 'employeeId'> {
  readonly employee: string
}

function linkOf({ employee, ...link }: Row): EmployeeLink {
  return { ...link, employeeId: JSON.parse(employee) as Identifier }
}

/** Stores a link, and ends those that the employee had for the plan. */
export async function insertEmployeeLink(
  tx: Transaction,
  link: {
    readonly organizationId: number
    readonly departmentId: number
    readonly planId: number
    readonly employeeId: Identifier
    readonly hash: Uint8Array
    readonly expiresDays: number
  },
): Promise<EmployeeLink> {
  const employee = JSON.stringify(link.employeeId)
  await tx.query('update employee_links set revoked_at = now() where plan_id = $1 and employee = $2 and revoked_at is null', [link.planId, employee])
  return linkOf(
    onlyRow(
      await tx.query<Row>(
        `insert into employee_links (organization_id, department_id, plan_id, employee, hash, expires_at)
         values ($1, $2, $3, $4, $5, now() + $6 * interval '1 day') returning ${COLUMNS}`,
        [link.organizationId, link.departmentId, link.planId, employee, link.hash, link.expiresDays],
      ),
    ),
  )
}

/** Links of a plan, newest first, at most `limit`, with ids below `before` unless that is null. */
export async function pageEmployeeLinks(
  db: Queryable,
  page: { readonly planId: number; readonly before: number | null; readonly limit: number },
): Promise<readonly EmployeeLink[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from employee_links where plan_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [page.planId, page.before, page.limit],
  )
  return rows.map(linkOf)
}

/** How many links a plan has, those that have ended included. */
export async function countEmployeeLinks(db: Queryable, planId: number): Promise<number> {
  return onlyRow(await db.query<{ count: number }>('select count(*) from employee_links where plan_id = $1', [planId])).count
}

/** Ends a link at once. False when the plan has none with this id that has not ended. */
export async function revokeEmployeeLink(db: Queryable, at: { readonly planId: number; readonly id: number }): Promise<boolean> {
  const { rowCount } = await db.query('update employee_links set revoked_at = now() where plan_id = $1 and id = $2 and revoked_at is null', [
    at.planId,
    at.id,
  ])
  return rowCount === 1
}

/** What a link opens. */
export interface OpenedLink {
  readonly organizationId: number
  readonly departmentId: number
  readonly planId: number
  readonly employeeId: Identifier
}

/** What the link with this hash opens; null when it is unknown, has ended, or there is nothing published to read. */
export async function useEmployeeLink(db: Queryable, hash: Uint8Array): Promise<OpenedLink | null> {
  const { rows } = await db.query<Omit<OpenedLink, 'employeeId'> & { employee: string }>(
    'select organization_id as "organizationId", department_id as "departmentId", plan_id as "planId", employee from use_employee_link($1)',
    [hash],
  )
  if (rows[0] === undefined) return null
  const { employee, ...opened } = rows[0]
  return { ...opened, employeeId: JSON.parse(employee) as Identifier }
}

/** Deletes links that expired or were revoked longer ago than requests are kept. Answers how many they were. */
export async function deleteExpiredLinks(tx: Transaction, { retentionDays, limit }: Expiry): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from employee_links
      where id in (select id from employee_links
                    where least(expires_at, revoked_at) < now() - $1 * interval '24 hours'
                    limit $2 for update skip locked)`,
    [retentionDays, limit],
  )
  return rowCount ?? 0
}
