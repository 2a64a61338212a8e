import { onlyRow } from './db.ts'
import type { Transaction } from './db.ts'

/** Numbers of the advisory lock that the erasing transaction holds. */
const LOCK_SPACE = 7265
const ERASING = 3

/** How long rows are kept, and how many are deleted at a time. */
export interface Expiry {
  readonly retentionDays: number
  readonly limit: number
}

/** False when another transaction of any node erases at this moment. Held until this one ends. */
export async function lockErasing(tx: Transaction): Promise<boolean> {
  return onlyRow(await tx.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1, $2) as locked', [LOCK_SPACE, ERASING])).locked
}

/**
 * Deletes jobs that ended longer ago than they are kept, the oldest first, with their deliveries and the tries of those. One whose delivery is
 * still to be made stays. Answers how many they were. Days are of 24 hours, by the clock of the database.
 */
export async function deleteExpiredJobs(tx: Transaction, { retentionDays, limit }: Expiry): Promise<number> {
  const { rowCount } = await tx.query(
    // Skip locked: never waits for whoever reads, withdraws or delivers one of them.
    `with expired as (
       select id
         from jobs
        where ended_at < now() - $1 * interval '24 hours'
          and not exists (select from deliveries d where d.job_id = jobs.id and d.state = 'PENDING')
        order by ended_at
        limit $2
          for update skip locked
     ), called as (
       delete from deliveries where job_id in (select id from expired)
     )
     delete from jobs where id in (select id from expired)`,
    [retentionDays, limit],
  )
  return rowCount ?? 0
}

/** Deletes tokens that expired or were revoked longer ago than jobs are kept. Answers how many they were. */
export async function deleteExpiredTokens(tx: Transaction, { retentionDays, limit }: Expiry): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from tokens
      where id in (select id
                     from tokens
                    where least(expires_at, revoked_at) < now() - $1 * interval '24 hours'
                    limit $2
                      for update skip locked)`,
    [retentionDays, limit],
  )
  return rowCount ?? 0
}
