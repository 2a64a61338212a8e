import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { GatewayError } from '../model/errors.ts'
import { findBinaries } from './embedded-binaries.ts'
import { openCluster, readStartLog, runningPort, startServer, stopServer, SUPERUSER } from './embedded-cluster.ts'
import type { Cluster } from './embedded-cluster.ts'
import { findServerUser } from './embedded-user.ts'

/** The PostgreSQL of a data folder, running. */
export interface EmbeddedDatabase {
  /** `postgres://…` on loopback, with the password: never log it. */
  readonly url: string
  /** True when this process started the server; false when it found it running. */
  readonly owned: boolean
  /** Leaves the database. The last one to leave, of all processes, stops the server. */
  close(): Promise<void>
}

/** Who opens a data folder: a server, of which there can be one, or a command that only administers. */
export type Purpose = 'serve' | 'administration'

const DATABASE = 'turnus'
// Where a store goes that PostgreSQL's user could not reach in the data folder. Only root comes to need it.
const SHARED_FOLDER = '/var/lib/turnus'

// Numbers of advisory locks in the database `postgres`. PostgreSQL itself gives them back when a process dies, even by
// kill -9, so no file with a process id can lie about who is alive.
const LOCK_SPACE = 7265
const IN_USE = 1
const SERVED = 2

const OPEN_MS = 90_000
const PAUSE_MS = 100
const STARTS = 3
// A server that was killed a moment ago may still be there for its own PostgreSQL.
const PREDECESSOR_MS = 3000

/**
 * Opens the embedded PostgreSQL 18 of a data folder: makes the store when there is none, starts the server when none
 * runs, joins the one that runs, and takes over the one that a killed process left behind. Throws `environment-unfit`
 * when another process serves the folder already, or the machine cannot run it.
 */
export async function openEmbedded(dataFolder: string, purpose: Purpose): Promise<EmbeddedDatabase> {
  const user = await findServerUser()
  const binaries = await findBinaries(user, SHARED_FOLDER)
  const cluster = await openCluster(path.resolve(dataFolder), { binaries, user, sharedFolder: SHARED_FOLDER })
  const { guard, port, owned } = await enter(cluster)
  try {
    if (purpose === 'serve') await claimService(guard, dataFolder)
    await createDatabase(guard)
  } catch (error) {
    await leave(cluster, guard)
    throw error
  }
  return { url: addressOf(cluster, port, DATABASE), owned, close: () => leave(cluster, guard) }
}

interface Entered {
  /** Holds the locks that say that this process uses the database. */
  readonly guard: pg.Client
  readonly port: number
  readonly owned: boolean
}

async function enter(cluster: Cluster): Promise<Entered> {
  const deadline = performance.now() + OPEN_MS
  let starts = 0
  while (performance.now() < deadline && starts <= STARTS) {
    const port = await runningPort(cluster)
    if (port === null) {
      starts += 1
      // Not looked at: when it fails because another process was faster, the next round finds that one's server.
      await startServer(cluster)
      continue
    }
    const guard = await connectGuard(cluster, port)
    if (guard) return { guard, port, owned: starts > 0 }
    await sleep(PAUSE_MS)
  }
  throw new GatewayError(
    'environment-unfit',
    `The embedded database in ${cluster.folder} does not start.\n${await readStartLog(cluster)}`.trim(),
    `Read ${path.join(cluster.folder, 'log')}; look whether the disk is full; or set DATABASE_URL.`,
  )
}

/** A connection that marks the database as in use; null while the server starts, or stops because the last one left. */
async function connectGuard(cluster: Cluster, port: number): Promise<pg.Client | null> {
  const guard = new pg.Client({
    connectionString: addressOf(cluster, port, 'postgres'),
    application_name: 'turnus-guard',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // When the server goes away, whoever uses the database learns of it by a query of theirs.
  guard.on('error', () => undefined)
  try {
    await guard.connect()
    const { rows } = await guard.query<{ entered: boolean }>('select pg_try_advisory_lock_shared($1, $2) as entered', [LOCK_SPACE, IN_USE])
    if (rows[0]?.entered) return guard
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') throw foreignPassword(cluster, error)
  }
  await guard.end().catch(() => undefined)
  return null
}

async function claimService(guard: pg.Client, dataFolder: string): Promise<void> {
  for (const deadline = performance.now() + PREDECESSOR_MS; ; await sleep(PAUSE_MS)) {
    const { rows } = await guard.query<{ claimed: boolean }>('select pg_try_advisory_lock($1, $2) as claimed', [LOCK_SPACE, SERVED])
    if (rows[0]?.claimed) return
    if (performance.now() > deadline) {
      throw new GatewayError(
        'environment-unfit',
        `Another turnus serves the data folder ${path.resolve(dataFolder)} already.`,
        'Stop that one first, or give this one a folder and a port of its own (--data, --port).',
      )
    }
  }
}

async function createDatabase(guard: pg.Client): Promise<void> {
  const { rowCount } = await guard.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount) return
  try {
    await guard.query(`create database ${DATABASE}`)
  } catch (error) {
    // Another process was faster: 42P04 when it has ended, 23505 when both were at it.
    if (!(error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error
  }
}

async function leave(cluster: Cluster, guard: pg.Client): Promise<void> {
  let last = false
  try {
    // Succeeds only when nobody else holds the lock; from then on nobody comes in, and who tries waits and starts anew.
    const { rows } = await guard.query<{ last: boolean }>('select pg_try_advisory_lock($1, $2) as last', [LOCK_SPACE, IN_USE])
    last = rows[0]?.last ?? false
  } catch {
    // The server has gone away by itself, or has lost our connection; whoever opens the folder next finds out.
  }
  if (last) await stopServer(cluster)
  await guard.end().catch(() => undefined)
}

function addressOf(cluster: Cluster, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`
}

function foreignPassword(cluster: Cluster, cause: unknown): GatewayError {
  return new GatewayError(
    'environment-unfit',
    `The database in ${cluster.folder} does not take the password in the file postgres-password of the data folder.`,
    'Put back the file that was made together with the database.',
    { cause },
  )
}
