// Slow: processes of two versions migrate and use one database.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDepartment, createOrganization } from '../../src/access/organizations.ts'
import { createToken } from '../../src/access/tokens.ts'
import { createClient } from '../../src/client/client.ts'
import { readConfig } from '../../src/config.ts'
import { instantSolve } from '../../src/instant-solve.fixture.ts'
import { startServer } from '../../src/server.ts'
import { compress } from '../../src/storage/compress.ts'
import { inTransaction, onlyRow } from '../../src/storage/db.ts'
import { listMigrations, migrate, migrateServer, migrateWithin } from '../../src/storage/migrate.ts'
import { openQueue } from '../../src/storage/queue.ts'
import { SILENT_LOG } from '../../src/storage/log.ts'
import { sealSecret } from '../../src/storage/seal.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { PATIENT, until } from '../patience.ts'
import { idsOf, type Receiver, startReceiver } from '../receiver.ts'
import { filesMatching, readText } from '../source-files.ts'

const KEY = randomBytes(32)
/** The last migration of the version before the one with traces: what came until then was released together. */
const LAST_OF_ITS_VERSION = '0009-callbacks'
const JOBS = 5
/** A node of the version before writes these columns and no others; statements as that version had them. */
const OLD_INSERT = `insert into jobs (organization_id, department_id, token_id, document, document_bytes, employees, shifts, max_seconds, priority,
                                      warnings, callback_url, callback_header_name, callback_header_value, idempotency_key, request_hash)
                    values ($1, $2, null, $3, 100, 1, 1, 60, 0, '[]', $4, null, null, null, '\\x00') returning id`

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

let database: TestDatabase
let receiver: Receiver

beforeAll(async () => {
  database = await createTestDatabase('empty')
  receiver = await startReceiver((response) => response.writeHead(200).end())
})
afterAll(async () => {
  await receiver.close()
  await database.close()
})

const document = (callbackUrl: string) => ({
  callbackUrl,
  employees: [{ id: 1, contract: {} }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', importance: 'MANDATORY' }],
  spots: [{ id: 1 }],
})

/** Submits as a gateway of the version before did: the row and its ticket in one transaction. */
async function submitAsBefore(of: { organizationId: number; departmentId: number }): Promise<number> {
  const sealed = sealSecret(KEY, 'document', await compress(Buffer.from(JSON.stringify(document(receiver.url)))))
  const queue = await openQueue(database.url, SILENT_LOG)
  try {
    return await inTransaction(database.db, async (tx) => {
      const { id } = onlyRow(await tx.query<{ id: number }>(OLD_INSERT, [of.organizationId, of.departmentId, sealed, receiver.url]))
      await queue.enqueueSolve(tx)
      return id
    })
  } finally {
    await queue.stop()
  }
}

describe('an upgrade', () => {
  test('takes a database of the version before over with its rows, while its jobs wait and its nodes go on', async () => {
    const { db } = database
    await migrateServer(db)
    await inTransaction(db, (tx) => migrateWithin(tx, { through: LAST_OF_ITS_VERSION }))
    const organizationId = await createOrganization({ db }, 'Hospital')
    const departmentId = await createDepartment({ db, key: KEY }, { organization: organizationId, name: 'Ward' })
    const { token } = await createToken({ db }, { organization: 'Hospital', department: 'Ward' })
    const before: number[] = []
    for (let i = 0; i < JOBS; i += 1) before.push(await submitAsBefore({ organizationId, departmentId }))

    const config = readConfig(
      { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1 },
      { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal' },
    )
    const server = await startServer(config, { startSolve: instantSolve })
    try {
      // The old gateway has not stopped yet, and knows nothing of the new columns.
      const beside = await submitAsBefore({ organizationId, departmentId })
      const client = createClient({ baseUrl: server.address!, token })
      const { solverProblemId: after } = await client.submit(document(receiver.url))
      const all = [...before, beside, Number(after)]
      await expect.poll(() => receiver.calls.length).toBe(all.length)
      expect(
        idsOf(receiver.calls)
          .map(Number)
          .sort((a, b) => a - b),
      ).toEqual(all)
      const { rows } = await db.query<{ state: string; attempt: number }>('select distinct state, attempt from jobs')
      expect(rows).toEqual([{ state: 'SOLVED', attempt: 1 }])
    } finally {
      await server.close()
    }
  })

  test('gives way to who reads a table, so that nobody waits behind it, and is done once that has ended', async () => {
    const own = await createTestDatabase('empty')
    try {
      await migrateServer(own.db)
      await inTransaction(own.db, (tx) => migrateWithin(tx, { through: LAST_OF_ITS_VERSION }))
      const reading = Promise.withResolvers<void>()
      const backup = inTransaction(own.db, async (tx) => {
        await tx.query('select count(*) from jobs')
        await reading.promise
      })
      const migrating = migrate(own.db)
      await until('a migration that waits for the table', async () => (await own.db.query(WAITING)).rowCount === 1)
      // Behind the migration: answered as soon as that gives way, while the backup still reads.
      await own.db.query('select count(*) from jobs')
      reading.resolve()
      await backup
      expect(await migrating).toEqual((await listMigrations()).map(({ name }) => name).filter((name) => name > LAST_OF_ITS_VERSION))
    } finally {
      await own.close()
    }
  })

  test('never takes away what a node of the version before uses', () => {
    // What was released with 0009 is as it is. From then on a migration adds: nothing is dropped, renamed or made narrower, and what is
    // added to a table has a default or may be null.
    const destructive = [
      /\bdrop\s+(?:table|column|function|view|sequence|type)\b/i,
      /\brename\b/i,
      /\balter\s+column\s+\w+\s+(?:type|set\s+(?:data\s+type|not\s+null)|drop\s+default)\b/i,
      /\badd\s+column\s+(?:if not exists\s+)?\w+\s+(?:(?!default)[^,;])*\bnot\s+null\b(?![^,;]*\bdefault\b)/i,
      /\bupdate\s+jobs\b/i,
    ]
    const migrations = filesMatching('migrations/*.sql').filter((file) => file > `migrations/${LAST_OF_ITS_VERSION}.sql`)
    expect(migrations.length).toBeGreaterThan(0)
    const wrong = migrations.flatMap((file) => {
      const sql = readText(file).replaceAll(/--.*$/gm, '')
      return destructive.filter((pattern) => pattern.test(sql)).map((pattern) => `${file}: ${pattern.source}`)
    })
    expect(wrong).toEqual([])
  })
})
