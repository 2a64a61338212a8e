import { inTransaction } from './db.ts'
import type { Db } from './db.ts'

/** Rows of 8 kB that are written, a MiB: PostgreSQL keeps the rows of a function in a file when they are more than it may have in memory. */
const ROWS = 128
const LEAST_MEMORY_KIB = 64

/**
 * Resolves when the database finds room on its disk, and rejects with what it says when it does not. Room in pages that are there already is not
 * enough: with a full disk it stores this and refuses that. Nothing is left of the MiB, and it takes 2 ms. Where PostgreSQL limits such files
 * (`temp_file_limit`) nothing is looked at.
 */
export async function checkSpace(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.query(`set local work_mem = ${LEAST_MEMORY_KIB}`)
    await tx.query(
      `select count(*) from unnest(array_fill(repeat('x', 8000), array[case when current_setting('temp_file_limit') = '-1' then $1::int else 0 end]))`,
      [ROWS],
    )
  })
}
