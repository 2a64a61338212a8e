import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { describeSchema } from './describe-schema.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase('empty')
})
afterAll(() => database.close())

test('five processes that migrate at once apply each migration once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.db)))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  const { rows } = await database.db.query<{ name: string }>('select name from migrations order by name')
  expect(applied.flat()).toEqual(rows.map(({ name }) => name))
  expect(rows[0]?.name).toBe('0001-organizations-and-jobs')
})

test('migrating again applies nothing', async () => {
  expect(await migrate(database.db)).toEqual([])
})

test('schema.sql is the schema that the migrations make', async () => {
  // After a new migration: vitest run src/storage/migrate.test.ts -u
  await expect(await describeSchema(database.db)).toMatchFileSnapshot('../../schema.sql')
})

test('a schema that is newer than the program is refused', async () => {
  await database.db.query(`insert into migrations (name, sha256) values ('9999-from-the-future', '')`)
  await expect(migrate(database.db)).rejects.toMatchObject({ code: 'environment-unfit', message: expect.stringContaining('9999-from-the-future') })
  await database.db.query(`delete from migrations where name = '9999-from-the-future'`)
})

test('a migration that was edited after it was applied is refused', async () => {
  await database.db.query(`update migrations set sha256 = 'other'`)
  await expect(migrate(database.db)).rejects.toMatchObject({
    code: 'environment-unfit',
    message: expect.stringContaining('0001-organizations-and-jobs'),
  })
})
