import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDepartment, createOrganization } from '../../src/access/organizations.ts'
import { createToken } from '../../src/access/tokens.ts'
import { type Db, openDb } from '../../src/storage/db.ts'
import { openEmbedded } from '../../src/storage/embedded.ts'
import { createPrograms, type Programs } from './programs.ts'
import { migrate } from '../../src/storage/migrate.ts'

/** What every measure stands on: a database of its own with departments and tokens, and programs that use it. */
export interface Stage {
  readonly db: Db
  readonly programs: Programs
  readonly organizationId: number
  readonly departments: readonly { readonly id: number; readonly token: string }[]
  /** Removes all jobs and queue entries, and writes out what the last measure left to be written. */
  clear(): Promise<void>
  close(): Promise<void>
}

const DEPARTMENTS = 16
const BARE_TABLE = 'create table bare_jobs (id bigint generated always as identity primary key, document bytea not null)'

/**
 * Makes an embedded PostgreSQL in a temporary folder, as the gateway itself would: fsync is on. `close` removes it. There are 16 departments unless
 * `wanted` says how many.
 */
export async function openStage(wanted = DEPARTMENTS): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'turnus-bench-'))
  const embedded = await openEmbedded(folder, 'administration')
  const db = openDb(embedded.url, { maxConnections: 4 })
  const close = async (): Promise<void> => {
    await db.close()
    await embedded.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(db)
    await db.query(BARE_TABLE)
    const key = randomBytes(32)
    const organizationId = await createOrganization({ db }, 'Bench')
    const departments = []
    for (let i = 1; i <= wanted; i += 1) {
      const id = await createDepartment({ db, key }, { organization: organizationId, name: `Ward ${i}` })
      const { token } = await createToken({ db }, { organization: organizationId, department: id })
      departments.push({ id, token })
    }
    const env = {
      DATABASE_URL: embedded.url,
      TURNUS_SECRET_KEY: key.toString('hex'),
      TURNUS_CALLBACK_ALLOW: '127.0.0.0/8',
      TURNUS_LOG_LEVEL: 'error',
      TURNUS_REQUESTS_PER_MINUTE: '1000000',
      TURNUS_MAX_CONNECTIONS_PER_ADDRESS: '5000',
    }
    const programs = createPrograms(env)
    return { db, programs, organizationId, departments, clear: () => clearJobs(db), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function clearJobs(db: Db): Promise<void> {
  await db.query('truncate jobs, progress_points, deliveries, delivery_attempts, pgboss.job, bare_jobs')
  await db.query('checkpoint')
}
