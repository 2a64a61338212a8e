import type pg from 'pg'
import type { QueryResult, QueryResultRow } from 'pg'
import { invariant } from '../model/errors.ts'
import { ask, beginning, createPool, explained, inOnePiece, runTransaction } from './db.ts'
import type { Db, DbOptions, Queryable, Transaction } from './db.ts'
import { gather } from './gather.ts'

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
  /** As that of a `Db`, for rows of several: each statement sees and changes those of the reach that it is asked within. */
  transaction<Result>(run: (within: (reach: Reach) => Transaction) => Promise<Result>): Promise<Result>
  /** Closes every connection once its query has ended. */
  close(): Promise<void>
}

/** Queries that leave together do so on one connection, and the last waits for the first; connections are left for transactions too. */
const TOGETHER = { runs: 6, items: 20 } as const

/** Opens a pool on a migrated database for what strangers ask over HTTP. */
export function openGuardedDb(url: string, options: DbOptions = {}): GuardedDb {
  const pool = createPool(url, options, { options: `-c role=${GATEWAY_ROLE}` })
  const together = gather((questions: readonly Question[]) => askTogether(pool, questions), TOGETHER)
  const query = async <Row extends QueryResultRow>(
    begin: string | null,
    sql: string,
    values: readonly unknown[] | undefined,
  ): Promise<QueryResult<Row>> => {
    const answer = await together({ begin, sql, values })
    if (answer.status === 'rejected') throw answer.reason
    return answer.value as QueryResult<Row>
  }
  return {
    query: (sql, values) => explained(query(null, sql, values)),
    within: (reach) => {
      const settings = settingsOf(reach)
      return {
        url,
        query: (sql, values) => explained(query(`begin; ${settings}`, sql, values)),
        transaction: (run) => explained(runTransaction(pool, run, `${beginning(options)}; ${settings}`)),
        close: () => Promise.reject(new Error('A reach is not closed, its pool is.')),
      }
    },
    transaction: (run) => explained(runTransaction(pool, (tx) => run(withinIn(tx)), beginning(options))),
    close: () => pool.end(),
  }
}

/** Changes the reach of a transaction before each statement that has another. Statements are sent in the order in which they are asked. */
export function withinIn(tx: Transaction): (reach: Reach) => Transaction {
  let current = ''
  return (reach) => {
    const settings = settingsOf(reach)
    const query: Queryable['query'] = async (sql, values) => {
      const changed = settings === current ? null : tx.query(settings)
      current = settings
      const [answer] = await Promise.all([tx.query(sql, values), changed])
      return answer as never
    }
    return { query } as Transaction
  }
}

/** The settings last as long as the transaction, so a connection that goes back to the pool remembers nobody. */
export function settingsOf({ organizationId, departmentId }: Reach): string {
  for (const id of [organizationId, departmentId ?? 1]) invariant(Number.isSafeInteger(id) && id > 0, 'ids are whole numbers')
  return `set local turnus.organization_id = '${organizationId}'; set local turnus.department_id = '${departmentId ?? ''}'`
}

interface Question {
  /** Begins the transaction of its own that the statement is asked in; null for none. */
  readonly begin: string | null
  readonly sql: string
  readonly values: readonly unknown[] | undefined
}

/** Asks several questions on one connection, each whole before the next: all of it in one round trip. */
async function askTogether(pool: pg.Pool, questions: readonly Question[]): Promise<readonly PromiseSettledResult<QueryResult>[]> {
  const client = await pool.connect()
  const sent = inOnePiece(client, () => questions.map((question) => send(client, question)))
  const answers = await Promise.all(sent)
  // A connection on which a transaction could not begin or end is not worth the doubt.
  client.release(answers.some(({ isInDoubt }) => isInDoubt))
  return answers.map(({ answer }) => answer)
}

async function send(
  client: pg.PoolClient,
  { begin, sql, values }: Question,
): Promise<{ answer: PromiseSettledResult<QueryResult>; isInDoubt: boolean }> {
  if (begin === null) {
    const [answer] = await Promise.allSettled([ask(client, sql, values)])
    return { answer, isInDoubt: false }
  }
  const [begun, answer, committed] = await Promise.allSettled([client.query(begin), ask(client, sql, values), client.query('commit')])
  const failed = [answer, begun, committed].find(({ status }) => status === 'rejected')
  return { answer: failed?.status === 'rejected' ? failed : answer, isInDoubt: begun.status === 'rejected' || committed.status === 'rejected' }
}
