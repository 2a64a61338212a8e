import type { Queryable } from './db.ts'

/**
 * The tables of schema `public` as readable SQL, in one form on every PostgreSQL from 15: columns in their order, then
 * constraints and indexes by name. For schema.sql, where a reviewer sees what a migration changes; not for restoring.
 */
export async function describeSchema(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ name: string; columns: readonly string[]; constraints: readonly string[]; indexes: readonly string[] }>(DESCRIBE)
  const tables = rows.map(({ name, columns, constraints, indexes }) => {
    const body = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n')
    return [`create table ${name} (\n${body}\n);`, ...indexes.map((index) => `${index};`)].join('\n')
  })
  return `-- Generated from the migrations; never edited by hand.\n\n${tables.join('\n\n')}\n`
}

// contype n: PostgreSQL 18 keeps NOT NULL among the constraints too, older ones do not; it is said with the column.
const DESCRIBE = `
select c.relname as name,
       array(select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                    || case when a.attnotnull then ' not null' else '' end
                    || case when a.attidentity = 'a' then ' generated always as identity' else '' end
                    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
               from pg_attribute a
               left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
              order by a.attnum) as columns,
       array(select 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
               from pg_constraint k
              where k.conrelid = c.oid and k.contype <> 'n'
              order by k.conname collate "C") as constraints,
       array(select i.indexdef
               from pg_indexes i
              where i.schemaname = 'public' and i.tablename = c.relname
                and not exists (select from pg_constraint k where k.conrelid = c.oid and k.conname = i.indexname)
              order by i.indexname collate "C") as indexes
  from pg_class c
 where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
 order by c.relname collate "C"`
