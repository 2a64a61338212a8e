import type { Organization } from '../model/organization.ts'
import type { Queryable } from './db.ts'

const COLUMNS = 'id, name, created_at as "createdAt"'

/** Stores an organization and answers its id; null when the name is taken. */
export async function insertOrganization(db: Queryable, name: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>('insert into organizations (name) values ($1) on conflict do nothing returning id', [name])
  return rows[0]?.id ?? null
}

/** All organizations, oldest first. */
export async function listOrganizations(db: Queryable): Promise<readonly Organization[]> {
  return (await db.query<Organization>(`select ${COLUMNS} from organizations order by id`)).rows
}

/** The organization with this id; null when there is none. */
export async function findOrganization(db: Queryable, id: number): Promise<Organization | null> {
  return (await db.query<Organization>(`select ${COLUMNS} from organizations where id = $1`, [id])).rows[0] ?? null
}

/** The organization with this name; null when there is none. */
export async function findOrganizationByName(db: Queryable, name: string): Promise<Organization | null> {
  return (await db.query<Organization>(`select ${COLUMNS} from organizations where name = $1`, [name])).rows[0] ?? null
}
