import type pg from 'pg'
import type { QueryResult, QueryResultRow } from 'pg'
import { invariant } from '../model/errors.ts'
import { createPool, explained, runTransaction } from './db.ts'
import type { Db, DbOptions, Queryable } from './db.ts'

/** The role of PostgreSQL that sees the rows of one department or organization at a time; `migrate` makes it. */
export const GATEWAY_ROLE = 'turnus_gateway'

/** Whose rows a transaction sees: a department's; or, when that is null, what the organization's administration has to do with. */
export interface Reach {
  readonly organizationId: number
  readonly departmentId: number | null
}

/**
 * A pool whose connections work as `turnus_gateway`. Row level security then decides what a query finds, whatever it asks for: of itself it
 * finds no row of anybody, `within` a reach only that reach's.
 */
export interface GuardedDb extends Queryable {
  /** The same pool, for rows of `reach`. Every query is a transaction of its own, in one round trip. */
  within(reach: Reach): Db
  /** Closes every connection once its query has ended. */
  close(): Promise<void>
}

/** Opens a pool on a migrated database for what strangers ask over HTTP. */
export function openGuardedDb(url: string, options: DbOptions = {}): GuardedDb {
  const pool = createPool(url, options, { options: `-c role=${GATEWAY_ROLE}`, pipeline: true })
  return {
    query: (sql, values) => explained(pool.query(sql, values as unknown[])),
    within: (reach) => {
      const begin = beginWithin(reach)
      return {
        url,
        query: <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => explained(queryOnce<Row>(pool, begin, { sql, values })),
        transaction: (run) => explained(runTransaction(pool, run, begin)),
        close: () => Promise.reject(new Error('A reach is not closed, its pool is.')),
      }
    },
    close: () => pool.end(),
  }
}

/** The settings last as long as the transaction, so a connection that goes back to the pool remembers nobody. */
function beginWithin({ organizationId, departmentId }: Reach): string {
  for (const id of [organizationId, departmentId ?? 1]) invariant(Number.isSafeInteger(id) && id > 0, 'ids are whole numbers')
  return `begin; set local turnus.organization_id = '${organizationId}'; set local turnus.department_id = '${departmentId ?? ''}'`
}

/** Sends all three at once: a reach costs no round trip. */
async function queryOnce<Row extends QueryResultRow>(
  pool: pg.Pool,
  begin: string,
  { sql, values }: { sql: string; values: readonly unknown[] | undefined },
): Promise<QueryResult<Row>> {
  const client = await pool.connect()
  const [begun, asked, committed] = await Promise.allSettled([
    client.query(begin),
    client.query<Row>(sql, values as unknown[]),
    client.query('commit'),
  ])
  const failed = [asked, begun, committed].find((answer) => answer.status === 'rejected')
  // A connection of which one statement of three failed is not worth the doubt, unless it was ours that PostgreSQL refused.
  client.release(begun.status === 'rejected' || committed.status === 'rejected')
  if (failed) throw failed.reason
  invariant(asked.status === 'fulfilled', 'what did not fail was answered')
  return asked.value
}
