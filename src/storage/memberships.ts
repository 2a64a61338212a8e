import type { Queryable } from './db.ts'
import type { Department } from './departments.ts'
import type { User } from './users.ts'

/** Lets a user act for departments of the user's own organization. */
export async function insertMemberships(
  db: Queryable,
  membership: { organizationId: number; userId: number; departmentIds: readonly number[] },
): Promise<void> {
  await db.query(
    `insert into memberships (organization_id, user_id, department_id)
     select $1, $2, unnest($3::bigint[])
         on conflict do nothing`,
    [membership.organizationId, membership.userId, membership.departmentIds],
  )
}

/** Ends that a user acts for these departments. */
export async function deleteMemberships(
  db: Queryable,
  { userId, departmentIds }: { userId: number; departmentIds: readonly number[] },
): Promise<void> {
  await db.query('delete from memberships where user_id = $1 and department_id = any ($2::bigint[])', [userId, departmentIds])
}

/** Ids of the departments that a user is a member of, in their order. */
export async function listMemberships(db: Queryable, userId: number): Promise<readonly number[]> {
  const sql = 'select department_id as id from memberships where user_id = $1 order by 1'
  return (await db.query<{ id: number }>(sql, [userId])).rows.map(({ id }) => id)
}

/** The departments that a user may act for, oldest first: all of the organization for an administrator. */
export async function listDepartmentsOfUser(db: Queryable, user: User): Promise<readonly Department[]> {
  const { rows } = await db.query<Department>(
    `select d.id, d.organization_id as "organizationId", d.name, d.created_at as "createdAt"
       from departments d
      where d.organization_id = $1
        and ($2 = 'administrator' or exists (select from memberships m where m.user_id = $3 and m.department_id = d.id))
      order by d.id`,
    [user.organizationId, user.role, user.id],
  )
  return rows
}
