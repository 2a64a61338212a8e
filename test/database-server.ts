import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { openDb } from '../src/storage/db.ts'
import { openCluster, readStartLog, runningPort, startServer, stopServer } from '../src/storage/embedded-cluster.ts'
import { addressOf as clusterAddress } from '../src/storage/embedded-guard.ts'
import { findServerUser } from '../src/storage/embedded-user.ts'
import { openEmbedded } from '../src/storage/embedded.ts'
import { migrate } from '../src/storage/migrate.ts'
import { addressOf, runOn } from './database-address.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server that the tests make their databases on. */
    readonly databaseServer: string
    /** Name of the migrated database that they copy. */
    readonly databaseTemplate: string
  }
}

/** vitest calls this once for a run. With TEST_WITHOUT_DATABASE, for runs of tests that need none, nothing is started. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['TEST_WITHOUT_DATABASE']) return async () => undefined
  const { url: server, stop } = await startTestServer()
  const template = `turnus_template_${randomBytes(4).toString('hex')}`
  await runOn(server, `create database ${template}`)
  const db = openDb(addressOf(server, template))
  await migrate(db)
  await db.close()
  project.provide('databaseServer', server)
  project.provide('databaseTemplate', template)
  return async () => {
    await runOn(server, `drop database if exists ${template}`)
    await stop()
  }
}

interface TestServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * A real PostgreSQL: the one that TEST_DATABASE_URL names, or one in a temporary folder, of the programs in the folder TEST_POSTGRES_BIN
 * (initdb, pg_ctl, postgres) or, without it, the embedded one.
 */
async function startTestServer(): Promise<TestServer> {
  const { TEST_DATABASE_URL: given, TEST_POSTGRES_BIN: bin } = process.env
  if (given) return { url: given, stop: async () => undefined }
  const folder = await mkdtemp(path.join(tmpdir(), 'turnus-test-'))
  const start = (): Promise<{ url: string; close: () => Promise<void> }> => (bin ? startCluster(folder, bin) : openEmbedded(folder, 'administration'))
  const first = await start()
  // Nobody needs these databases after a power cut. Measured beside other work: dropping one takes 0.1 s in the place of 0.7 to 2.7 s.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) await runOn(first.url, `alter system set ${setting} = off`)
  // It connects to the databases by itself, and nobody may be connected to the template while it is copied: PostgreSQL waits five seconds for that to end, then refuses.
  await runOn(first.url, 'alter system set autovacuum = off')
  // Several files with several servers each come to more than the usual 100.
  await runOn(first.url, 'alter system set max_connections = 400')
  await first.close()
  const { url, close } = await start()
  return {
    url,
    async stop() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startCluster(folder: string, bin: string): Promise<{ url: string; close: () => Promise<void> }> {
  const binaries = { initdb: path.join(bin, 'initdb'), pgCtl: path.join(bin, 'pg_ctl'), postgres: path.join(bin, 'postgres') }
  const { stdout } = await promisify(execFile)(binaries.postgres, ['--version'])
  const majorVersion = /\d+/.exec(stdout)![0]
  const cluster = await openCluster(folder, { binaries, user: await findServerUser(), sharedFolder: path.join(folder, 'shared'), majorVersion })
  await startServer(cluster)
  const port = await runningPort(cluster)
  if (port === null) throw new Error(`The PostgreSQL in ${bin} does not start: ${await readStartLog(cluster)}`)
  return { url: clusterAddress(cluster, port, 'postgres'), close: () => stopServer(cluster) }
}
