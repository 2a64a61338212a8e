import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { createDepartment, createOrganization } from '../src/access/organizations.ts'
import { openDb } from '../src/storage/db.ts'
import type { Db } from '../src/storage/db.ts'
import { openEmbedded } from '../src/storage/embedded.ts'
import { migrate } from '../src/storage/migrate.ts'
import type { SecretKey } from '../src/storage/seal.ts'
import type { Scope } from '../src/storage/tokens.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server that the tests make their databases on. */
    readonly databaseServer: string
    /** Name of the migrated database that they copy. */
    readonly databaseTemplate: string
  }
}

/** vitest calls this once for a run: a real PostgreSQL, embedded in a temporary folder, or the one that TEST_DATABASE_URL names. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const folder = given ? null : await mkdtemp(path.join(tmpdir(), 'turnus-test-'))
  const embedded = folder ? await openEmbedded(folder, 'administration') : null
  const server = given ?? embedded!.url
  const template = `turnus_template_${randomBytes(4).toString('hex')}`
  await runOn(server, `create database ${template}`)
  const db = openDb(addressOf(server, template))
  await migrate(db)
  await db.close()
  project.provide('databaseServer', server)
  project.provide('databaseTemplate', template)
  return async () => {
    await runOn(server, `drop database if exists ${template}`)
    await embedded?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

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

function addressOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function runOn(server: string, sql: string): Promise<void> {
  const db = openDb(server, { maxConnections: 1 })
  try {
    await db.query(sql)
  } finally {
    await db.close()
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
