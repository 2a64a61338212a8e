import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../src/storage/db.ts'
import { openEmbedded } from '../../src/storage/embedded.ts'

/** A PostgreSQL on which nobody has made anything for Turnus yet. */
export interface BareServer {
  /** Its host and port. */
  readonly host: string
  /** Runs statements one by one, as an administrator of the server, and answers the rows of the last one. */
  run(statements: string): Promise<readonly unknown[]>
  close(): Promise<void>
}

const ADMINISTRATOR = 'administrator'

/** Starts one: the embedded one, without the database `turnus`, and whose superuser is not called `turnus` any more. */
export async function startBareServer(): Promise<BareServer> {
  const folder = await mkdtemp(join(tmpdir(), 'turnus-bare-'))
  // As root, PostgreSQL runs as another user, who must be able to reach its store in here.
  await chmod(folder, 0o711)
  const { url, close } = await openEmbedded(folder, 'administration')
  await runOn(url, `create role ${ADMINISTRATOR} superuser login password '${ADMINISTRATOR}'`)
  const { host } = new URL(url)
  const run = (statements: string): Promise<readonly unknown[]> => runOn(`postgres://${ADMINISTRATOR}:${ADMINISTRATOR}@${host}/postgres`, statements)
  await run('drop database turnus with (force); alter role turnus rename to maker')
  return {
    host,
    run,
    async close() {
      await close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function runOn(url: string, statements: string): Promise<readonly unknown[]> {
  const db = openDb(url, { maxConnections: 1 })
  try {
    let rows: readonly unknown[] = []
    for (const statement of statements.split(';').filter((one) => one.trim() !== '')) ({ rows } = await db.query(statement))
    return rows
  } finally {
    await db.close()
  }
}
