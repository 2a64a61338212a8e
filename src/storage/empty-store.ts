import { GatewayError } from '../model/errors.ts'
import { onlyRow } from './db.ts'
import type { Queryable } from './db.ts'

const MAX_NAMES = 5

/** Throws `store-not-empty` and names what is there, unless nothing is: no table of anybody, and no entry in the queue. */
export async function refuseFullStore(db: Queryable): Promise<void> {
  const found = (await describeOurs(db)) ?? (await describeOthers(db)) ?? (await describeQueue(db))
  if (found === null) return
  throw new GatewayError(
    'store-not-empty',
    `The database is not empty: ${found}.`,
    'Restore into a folder that is not there yet (--data), or into a new database (--database-url). Nothing was changed.',
  )
}

async function describeOurs(db: Queryable): Promise<string | null> {
  if (!(await exists(db, 'public.organizations')) || !(await exists(db, 'public.jobs'))) return null
  const { organizations, jobs } = onlyRow(
    await db.query<{ organizations: number; jobs: number }>(
      'select (select count(*) from organizations) as organizations, (select count(*) from jobs) as jobs',
    ),
  )
  const { rows: nodes } = (await exists(db, 'public.nodes'))
    ? await db.query<{ name: string }>(`select name from nodes where seen_at > now() - interval '10 seconds' order by name`)
    : { rows: [] }
  const served = nodes.length === 0 ? '' : `, and ${listNames(nodes)} ${nodes.length === 1 ? 'serves' : 'serve'} it`
  return `it is a store of Turnus with ${count(organizations, 'organization')} and ${count(jobs, 'job')}${served}`
}

async function describeOthers(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    // What extensions bring is nobody's content.
    `select c.relname as name
       from pg_class c
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'i', 'a'))
      order by c.relname`,
  )
  return rows.length === 0 ? null : `it holds ${listNames(rows)}`
}

async function describeQueue(db: Queryable): Promise<string | null> {
  if (!(await exists(db, 'pgboss.job'))) return null
  const { entries } = onlyRow(
    await db.query<{ entries: number }>(`select count(*) as entries from pgboss.job where name in ('solves', 'deliveries') and state < 'completed'`),
  )
  return entries === 0 ? null : `its schema pgboss holds ${count(entries, 'entry', 'entries')} of a queue`
}

async function exists(db: Queryable, table: string): Promise<boolean> {
  return onlyRow(await db.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table])).exists
}

function listNames(rows: readonly { readonly name: string }[]): string {
  const names = rows.slice(0, MAX_NAMES).map(({ name }) => name)
  return rows.length > MAX_NAMES ? `${names.join(', ')} and ${rows.length - MAX_NAMES} more` : names.join(', ')
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number === 0 ? 'no' : number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}
