import { PRIORITY_KEYS, type PriorityNames } from '../model/priority-names.ts'
import { type Queryable, storableText } from './db.ts'

/** Whose rows a token opens. */
export interface Department {
  readonly id: number
  readonly organizationId: number
  readonly name: string
  readonly createdAt: Date
}

const COLUMNS = 'id, organization_id as "organizationId", name, created_at as "createdAt"'

/** Stores a department with its sealed signing secret and answers its id; null when the organization has one of that name. */
export async function insertDepartment(
  db: Queryable,
  department: { organizationId: number; name: string; sealedSigningSecret: Uint8Array },
): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `insert into departments (organization_id, name, signing_secret)
     values ($1, $2, $3)
         on conflict do nothing
      returning id`,
    [department.organizationId, department.name, department.sealedSigningSecret],
  )
  return rows[0]?.id ?? null
}

/** Departments of one organization, or of all when `organizationId` is null; oldest first. */
export async function listDepartments(db: Queryable, organizationId: number | null): Promise<readonly Department[]> {
  const sql = `select ${COLUMNS} from departments where $1::bigint is null or organization_id = $1 order by id`
  return (await db.query<Department>(sql, [organizationId])).rows
}

/** Departments of an organization, newest first, at most `limit`, with ids below `before` unless that is null. */
export async function pageDepartments(
  db: Queryable,
  page: { organizationId: number; before: number | null; limit: number },
): Promise<readonly Department[]> {
  const sql = `select ${COLUMNS} from departments where organization_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`
  return (await db.query<Department>(sql, [page.organizationId, page.before, page.limit])).rows
}

/** The department with this id within the organization; null when there is none. */
export async function findDepartment(db: Queryable, key: { organizationId: number; id: number }): Promise<Department | null> {
  const sql = `select ${COLUMNS} from departments where organization_id = $1 and id = $2`
  return (await db.query<Department>(sql, [key.organizationId, key.id])).rows[0] ?? null
}

/** The department with this name within the organization; null when there is none. */
export async function findDepartmentByName(db: Queryable, key: { organizationId: number; name: string }): Promise<Department | null> {
  const sql = `select ${COLUMNS} from departments where organization_id = $1 and name = $2`
  return (await db.query<Department>(sql, [key.organizationId, key.name])).rows[0] ?? null
}

/** The sealed Standard Webhooks secret of a department; null when there is no such department. */
export async function findSealedSigningSecret(db: Queryable, departmentId: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ secret: Buffer }>('select signing_secret as secret from departments where id = $1', [departmentId])
  return rows[0]?.secret ?? null
}

/**
 * Puts a new sealed secret in the place of a department's; the one before is kept beside it for `overlapHours`, not at all when that is 0.
 * False when there is no such department.
 */
export async function replaceSigningSecret(
  db: Queryable,
  change: { departmentId: number; sealedSecret: Uint8Array; overlapHours: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update departments
        set signing_secret = $2,
            previous_signing_secret = case when $3::integer > 0 then signing_secret end,
            previous_secret_until = case when $3 > 0 then now() + $3 * interval '1 hour' end
      where id = $1`,
    [change.departmentId, change.sealedSecret, change.overlapHours],
  )
  return rowCount === 1
}

/** What a department calls its priorities; null when there is no such department. */
export async function findPriorityNames(db: Queryable, departmentId: number): Promise<PriorityNames | null> {
  const { rows } = await db.query<{ names: Partial<PriorityNames> }>('select priority_names as names from departments where id = $1', [departmentId])
  return rows[0] === undefined ? null : withAll(rows[0].names)
}

/** Puts these names in the place of those that a department had, and answers them as they are kept; null when there is no such department. */
export async function replacePriorityNames(db: Queryable, departmentId: number, names: PriorityNames): Promise<PriorityNames | null> {
  const given = PRIORITY_KEYS.flatMap((key) => (names[key] === null ? [] : [[key, storableText(names[key])] as const]))
  const { rows } = await db.query<{ names: Partial<PriorityNames> }>(
    'update departments set priority_names = $2 where id = $1 returning priority_names as names',
    [departmentId, JSON.stringify(Object.fromEntries(given))],
  )
  return rows[0] === undefined ? null : withAll(rows[0].names)
}

function withAll(names: Partial<PriorityNames>): PriorityNames {
  const { first = null, second = null, third = null, fourth = null } = names
  return { first, second, third, fourth }
}
