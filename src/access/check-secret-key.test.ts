import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { findKeyOfStore, findProvedKey } from './check-secret-key.ts'
import { createDepartment, createOrganization } from './organizations.ts'

const KEY = randomBytes(32)

let database: TestDatabase
let data = ''

beforeEach(async () => {
  database = await createTestDatabase()
  data = await mkdtemp(join(tmpdir(), 'turnus-key-'))
})
afterEach(async () => {
  await rm(data, { recursive: true })
  await database.close()
})

const embedded = (): Parameters<typeof findKeyOfStore>[1] => ({ secretKey: null, previousSecretKey: null, databaseUrl: null, data })

async function makeDepartment(): Promise<void> {
  const deps = { db: database.db, key: KEY }
  await createOrganization(deps, 'City')
  await createDepartment(deps, { organization: 'City', name: 'Ward' })
}

test('an embedded store without a department gets a key, and keeps it', async () => {
  const made = await findProvedKey(database.db, embedded(), '')
  expect(await findKeyOfStore(database.db, embedded(), '')).toEqual(made)
})

test('an embedded store with departments that lost its key file is refused, and no other key is made in its place', async () => {
  await makeDepartment()
  for (const find of [findKeyOfStore, findProvedKey]) {
    await expect(find(database.db, embedded(), '')).rejects.toMatchObject({ code: 'environment-unfit', remedy: expect.stringContaining('Put back') })
  }
  expect(existsSync(join(data, 'secret-key'))).toBe(false)
  await writeFile(join(data, 'secret-key'), KEY.toString('hex'))
  expect(await findProvedKey(database.db, embedded(), '')).toEqual(KEY)
})

test('a key that opens nothing here is no proved one', async () => {
  await makeDepartment()
  const wrong = { ...embedded(), secretKey: randomBytes(32) }
  expect(await findKeyOfStore(database.db, wrong, '')).toEqual(wrong.secretKey)
  await expect(findProvedKey(database.db, wrong, '')).rejects.toMatchObject({ code: 'environment-unfit' })
})
