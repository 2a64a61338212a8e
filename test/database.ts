import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createDepartment, createOrganization } from '../src/access/organizations.ts'
import { openDb } from '../src/storage/db.ts'
import type { Db } from '../src/storage/db.ts'
import type { SecretKey } from '../src/storage/seal.ts'
import type { Scope } from '../src/storage/tokens.ts'
import { addressOf, runOn } from './database-address.ts'

/** A database that belongs to one test file alone. */
export interface TestDatabase {
  readonly url: string
  readonly db: Db
  /** Closes `db` and removes the database with whatever still uses it. */
  close(): Promise<void>
}

/** Makes a database of its own for a test file: migrated, or empty. Close it in `afterAll`. */
export async function createTestDatabase(contents: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const name = `turnus_test_${randomBytes(6).toString('hex')}`
  await runOn(server, `create database ${name} template ${contents === 'migrated' ? inject('databaseTemplate') : 'template0'}`)
  const url = addressOf(server, name)
  const db = openDb(url)
  return {
    url,
    db,
    async close() {
      await db.close()
      await runOn(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** A department with everything that a use-case asks of its caller. */
export interface TestCaller {
  readonly organizationId: number
  readonly departmentId: number
  readonly tokenId: null
  readonly scopes: readonly Scope[]
}

/** Makes an organization of its own with one department in it. */
export async function createTestCaller(db: Db, key: SecretKey): Promise<TestCaller> {
  const organizationId = await createOrganization({ db }, `Hospital ${randomBytes(6).toString('hex')}h`)
  const departmentId = await createDepartment({ db, key }, { organization: organizationId, name: 'Ward 1' })
  return { organizationId, departmentId, tokenId: null, scopes: ['gateway:read', 'gateway:write'] }
}
