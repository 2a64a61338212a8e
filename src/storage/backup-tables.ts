import type { Queryable } from './db.ts'

/**
 * The tables of a backup, each after those that it refers to. A table that a later migration drops stays in the list: the schema of an older
 * version has it still. Not in it: `migrations`, which the head of a backup names, and what is of the moment: `nodes`, `helping_searches`, `login_windows`
 * and `callback_origins`.
 */
export const BACKUP_TABLES = [
  'organizations',
  'departments',
  'users',
  'memberships',
  'tokens',
  'jobs',
  'progress_points',
  'deliveries',
  'delivery_attempts',
  'plans',
  'plan_versions',
  'plan_publications',
  'plan_requests',
  'employee_links',
  'audit_events',
] as const

/** Sequences that belong to no column; those of identity columns go with their tables. */
const OTHER_SEQUENCES = ['turns'] as const

/** A column, by its name and its type as SQL writes it. */
export interface BackupColumn {
  readonly name: string
  readonly type: string
}

/** A table that the database has. */
export interface BackupTable {
  readonly name: string
  /** In their order; without those that PostgreSQL generates from others. */
  readonly columns: readonly BackupColumn[]
  /** Columns of the primary key. */
  readonly key: readonly string[]
}

/** The tables of `BACKUP_TABLES` that this database has, in that order. */
export async function describeTables(db: Queryable): Promise<readonly BackupTable[]> {
  const { rows } = await db.query<{ name: string; columns: BackupColumn[]; key: string[] }>(
    `select c.relname as name,
            (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
               from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            (select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
               from pg_index i
               join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
              where i.indrelid = c.oid and i.indisprimary) as key
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any ($1::text[])
      order by array_position($1::text[], c.relname::text)`,
    [BACKUP_TABLES],
  )
  return rows
}

/** A sequence, and the last number that it gave; null when it gave none yet. As text, because it may be larger than a number holds. */
export interface BackupSequence {
  readonly name: string
  readonly last: string | null
}

/** The sequences that belong to `BACKUP_TABLES`. */
export async function listSequences(db: Queryable): Promise<readonly BackupSequence[]> {
  const { rows } = await db.query<BackupSequence>(
    `select s.sequencename as name, s.last_value::text as last
       from pg_sequences s
      where s.schemaname = 'public'
        and (s.sequencename = any ($2::text[])
             or exists (select from pg_depend d
                          join pg_class c on c.oid = d.refobjid
                         where d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and d.deptype in ('i', 'a')
                           and c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[])))
      order by s.sequencename`,
    [BACKUP_TABLES, OTHER_SEQUENCES],
  )
  return rows
}

/** A name as SQL takes it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
