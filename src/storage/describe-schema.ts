import type { Queryable } from './db.ts'

/**
 * The schema `public` as readable SQL, in one form on every PostgreSQL from 15: tables with their columns in order, constraints,
 * indexes, triggers and who may see what, then sequences and functions. For schema.sql, where a reviewer sees what a migration changes; not for restoring.
 */
export async function describeSchema(db: Queryable): Promise<string> {
  const { rows } = await db.query<TableRow>(TABLES)
  const tables = rows.map(({ name, columns, constraints, indexes, triggers, security }) => {
    const body = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n')
    return [`create table ${name} (\n${body}\n);`, ...[...indexes, ...triggers, ...security].map((made) => `${made};`)].join('\n')
  })
  const others = await db.query<{ made: string }>(SEQUENCES_AND_FUNCTIONS)
  const parts = [...tables, ...others.rows.map(({ made }) => `${made.trim()};`)]
  return `-- Generated from the migrations; never edited by hand.\n\n${parts.join('\n\n')}\n`
}

interface TableRow {
  readonly name: string
  readonly columns: readonly string[]
  readonly constraints: readonly string[]
  readonly indexes: readonly string[]
  readonly triggers: readonly string[]
  readonly security: readonly string[]
}

// contype n: PostgreSQL 18 keeps NOT NULL among the constraints too, older ones do not; it is said with the column.
const TABLES = `
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
              order by i.indexname collate "C") as indexes,
       array(select pg_get_triggerdef(t.oid)
               from pg_trigger t
              where t.tgrelid = c.oid and not t.tgisinternal
              order by t.tgname collate "C") as triggers,
       array(select 'alter table ' || c.relname || ' enable row level security' where c.relrowsecurity)
       || array(select 'create policy ' || p.policyname || ' on ' || c.relname
                         || case when p.cmd = 'ALL' then '' else ' for ' || lower(p.cmd) end
                         || ' to ' || array_to_string(p.roles, ', ')
                         || coalesce(' using ' || p.qual, '') || coalesce(' with check ' || p.with_check, '')
                  from pg_policies p
                 where p.schemaname = 'public' and p.tablename = c.relname
                 order by p.policyname)
       || array(select 'grant ' || string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) || ' on ' || c.relname || ' to ' || a.grantee::regrole
                  from aclexplode(c.relacl) a
                 where a.grantee <> c.relowner and a.grantee <> 0
                 group by a.grantee
                 order by a.grantee::regrole::text)
       || array(select 'grant ' || lower(a.privilege_type) || ' (' || string_agg(t.attname, ', ' order by t.attnum) || ') on ' || c.relname || ' to ' || a.grantee::regrole
                  from pg_attribute t, aclexplode(t.attacl) a
                 where t.attrelid = c.oid and a.grantee <> c.relowner
                 group by a.grantee, a.privilege_type
                 order by a.grantee::regrole::text, a.privilege_type) as security
  from pg_class c
 where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
 order by c.relname collate "C"`

// A sequence that belongs to an identity column is said with the column.
const SEQUENCES_AND_FUNCTIONS = `
select made
  from (select 1 as kind, c.relname as name, 'create sequence ' || c.relname as made
          from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')
         union all
        select 2, p.proname, pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace) parts
 order by kind, name collate "C"`
