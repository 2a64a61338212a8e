import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { GatewayError } from '../model/errors.ts'
import { readRefusal } from '../model/system-failure.ts'
import { findBinaries } from './embedded-binaries.ts'
import { openCluster, readStartLog, runningPort, startServer, stopServer } from './embedded-cluster.ts'
import type { Cluster } from './embedded-cluster.ts'
import { addressOf, claimService, connectGuard, leave } from './embedded-guard.ts'
import type { Guard } from './embedded-guard.ts'
import { findServerUser } from './embedded-user.ts'
import { keepEmbedded } from './keep-embedded.ts'
import type { Log } from './log.ts'
import { SILENT_LOG } from './log.ts'

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

const OPEN_MS = 90_000
const PAUSE_MS = 100
// How long starting is tried although it fails for a reason that does not pass by itself.
const START_PATIENCE_MS = 5000

/**
 * Opens the embedded PostgreSQL 18 of a data folder: makes the store when there is none, starts the server when none
 * runs, joins the one that runs, and takes over the one that a killed process left behind. Who serves starts it again whenever it goes away, on
 * the same address, until `close`; `log` tells of that. Throws `environment-unfit` when another process serves the folder already, or the machine
 * cannot run it.
 */
export async function openEmbedded(dataFolder: string, purpose: Purpose, log: Log = SILENT_LOG): Promise<EmbeddedDatabase> {
  const user = await findServerUser()
  const binaries = await findBinaries(user, SHARED_FOLDER)
  const cluster = await usable(dataFolder, openCluster(path.resolve(dataFolder), { binaries, user, sharedFolder: SHARED_FOLDER }))
  const { guard, port, owned } = await enter(cluster)
  try {
    if (purpose === 'serve') await claimService(guard, dataFolder)
    await createDatabase(guard.client)
  } catch (error) {
    await leave(cluster, guard)
    throw error
  }
  const url = addressOf(cluster, port, DATABASE)
  if (purpose === 'administration') return { url, owned, close: () => leave(cluster, guard) }
  const keeping = keepEmbedded({ cluster, guard, port, log })
  return { url, owned, close: () => keeping.stop() }
}

/** The store that is opened; `environment-unfit` where the system refuses the data folder. */
async function usable(dataFolder: string, opened: Promise<Cluster>): Promise<Cluster> {
  try {
    return await opened
  } catch (cause) {
    const refusal = readRefusal(cause)
    if (refusal === null) throw cause
    throw new GatewayError(
      'environment-unfit',
      `The data folder ${dataFolder} cannot be used: ${refusal.reason} (${(cause as Error).message}).`,
      `${refusal.remedy}, or name another folder with --data or TURNUS_DATA.`,
      { cause },
    )
  }
}

/** PostgreSQL starts for the owner of its folder alone, and says so only in its log. */
async function refuseForeignOwner({ folder, user }: Cluster): Promise<void> {
  const ours = user?.uid ?? process.getuid?.()
  const { uid } = await stat(folder)
  if (ours === undefined || ours === uid) return
  throw new GatewayError(
    'environment-unfit',
    `The embedded database in ${folder} belongs to the user with the number ${uid}, and does not run at the moment.`,
    'Give the command as that user, who alone can start it; or while turnus serve runs.',
  )
}

interface Entered {
  readonly guard: Guard
  readonly port: number
  readonly owned: boolean
}

/** Comes in as `tryEntering` does; a server that was started for one who is refused does not stay behind alone. */
async function enter(cluster: Cluster): Promise<Entered> {
  const begun = { owned: false }
  try {
    return await tryEntering(cluster, begun)
  } catch (error) {
    if (begun.owned) await stopServer(cluster)
    throw error
  }
}

/** Starts the server where none runs, and connects; `begun` knows as soon as it was started. */
async function tryEntering(cluster: Cluster, begun: { owned: boolean }): Promise<Entered> {
  const deadline = performance.now() + OPEN_MS
  let failingSinceMs: number | null = null
  while (performance.now() < deadline) {
    const port = await runningPort(cluster)
    if (port === null) {
      if (failingSinceMs !== null && performance.now() - failingSinceMs > START_PATIENCE_MS) break
      failingSinceMs ??= performance.now()
      await refuseForeignOwner(cluster)
      begun.owned = true
      const start = await startServer(cluster)
      // Orphans end when they have written what they were writing, which a busy disk delays.
      if (start === 'orphans') failingSinceMs = null
      // When another process was faster, the next round finds that one's server.
      if (start !== 'answers') await sleep(PAUSE_MS)
      continue
    }
    failingSinceMs = null
    const guard = await connectGuard(cluster, port)
    if (guard) return { guard, port, owned: begun.owned }
    await sleep(PAUSE_MS)
  }
  throw new GatewayError(
    'environment-unfit',
    `The embedded database in ${cluster.folder} does not start.\n${await readStartLog(cluster)}`.trim(),
    `Read ${path.join(cluster.folder, 'log')}; look whether the disk is full; where a file is damaged, restore a backup into a new data folder (turnus restore); or set DATABASE_URL.`,
  )
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
