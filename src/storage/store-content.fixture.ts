import { BACKUP_TABLES } from './backup-tables.ts'
import { inTransaction } from './db.ts'
import type { Db, Queryable } from './db.ts'
import { migrateWithin } from './migrate.ts'

/** Every row of every table, as text, without what restoring changes. */
export async function contentOf(db: Queryable): Promise<Record<string, readonly string[]>> {
  const content: Record<string, readonly string[]> = {}
  for (const table of BACKUP_TABLES) {
    const { rows } = await db.query<{ row: string }>(
      `select (to_jsonb(t) - array['leased_until', 'node', 'handed_back', 'turn'])::text as row from ${table} t order by 1`,
    )
    content[table] = rows.map(({ row }) => row)
  }
  return content
}

/** What the migrations that come still would make of it. Changes nothing. */
export async function migratedContentOf(db: Db): Promise<Record<string, readonly string[]>> {
  let content: Record<string, readonly string[]> = {}
  const undone = new Error('undone')
  const tried = inTransaction(db, async (tx) => {
    await migrateWithin(tx)
    content = await contentOf(tx)
    throw undone
  })
  await tried.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return content
}
