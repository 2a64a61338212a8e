import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { checkSpace } from './check-space.ts'
import type { Db, Queryable } from './db.ts'
import { onlyRow } from './db.ts'

test('a look for room makes PostgreSQL write a MiB and leaves nothing of it', async () => {
  const { db, close } = await createTestDatabase('empty')
  const size = async (): Promise<number> => onlyRow(await db.query<{ size: number }>('select pg_database_size(current_database()) as size')).size
  await checkSpace(db)
  const before = await size()
  let plan = ''
  // The same statements, the last of them explained.
  const explaining = {
    transaction: (run: (tx: Queryable) => Promise<unknown>) =>
      db.transaction((tx) =>
        run({
          query: async (sql: string, values?: readonly unknown[]) => {
            if (!sql.startsWith('select')) return tx.query(sql, values) as never
            const answer = await tx.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${sql}`, values)
            plan = answer.rows.map((row) => row['QUERY PLAN']).join('\n')
            return answer as never
          },
        }),
      ),
  } as unknown as Db
  await checkSpace(explaining)
  expect(Number(/temp read=\d+ written=(\d+)/.exec(plan)![1])).toBeGreaterThanOrEqual(120)
  for (let i = 0; i < 20; i += 1) await checkSpace(db)
  expect(await size()).toBe(before)
  await close()
})
