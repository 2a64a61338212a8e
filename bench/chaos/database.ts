import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '../../src/storage/db.ts'
import { findBinaries } from '../../src/storage/embedded-binaries.ts'
import { type Cluster, openCluster, readStartLog, runningPort, startServer, stopServer, SUPERUSER } from '../../src/storage/embedded-cluster.ts'
import { findServerUser } from '../../src/storage/embedded-user.ts'
import { migrate } from '../../src/storage/migrate.ts'

/** How PostgreSQL is brought to its end: in order, at once without a checkpoint, or by kill -9. */
export type Ending = (typeof ENDINGS)[number]
export const ENDINGS = ['fast', 'immediate', 'kill'] as const

/** What each ending is for the process: https://www.postgresql.org/docs/18/server-shutdown.html. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

/** A PostgreSQL of one's own that can be made to go away and come back. */
export interface ChaosDatabase {
  /** The same after every restart. */
  readonly url: string
  /** Ends the server, leaves it away for `awayMs`, and starts it again on the same port. Answers how long it was away, in milliseconds. */
  restart(ending: Ending, awayMs: number): Promise<number>
  /** Whether it was away at some time since `sinceMs`, of `performance.now()`. */
  wasAway(sinceMs: number): boolean
  /** Ends the server for good. */
  stop(): Promise<void>
}

const SHARED_FOLDER = '/var/lib/turnus'
const NAME = 'turnus'
const GONE_MS = 60_000
const POLL_MS = 20
/** After a kill of the postmaster its children may still be there for a moment; until then a new one refuses to start. */
const START_TRIES = 60
const START_PAUSE_MS = 250

/** Makes a PostgreSQL in a folder, starts it, and makes a migrated database in it. */
export async function startDatabase(folder: string): Promise<ChaosDatabase> {
  const user = await findServerUser()
  const binaries = await findBinaries(user, SHARED_FOLDER)
  const cluster = await openCluster(folder, { binaries, user, sharedFolder: SHARED_FOLDER })
  await startAgain(cluster)
  const port = await runningPort(cluster)
  if (port === null) throw new Error(`PostgreSQL started in ${cluster.folder} and does not say its port.`)
  const addressOf = (database: string): string => `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`
  await prepare(addressOf('postgres'), addressOf(NAME))
  let isAway = false
  let backMs = -Infinity
  return {
    url: addressOf(NAME),
    async restart(ending, awayMs) {
      const startedMs = performance.now()
      isAway = true
      await endServer(cluster, ending)
      await sleep(awayMs)
      await startAgain(cluster, port)
      isAway = false
      backMs = performance.now()
      return backMs - startedMs
    },
    wasAway: (sinceMs) => isAway || backMs >= sinceMs,
    stop: () => stopServer(cluster),
  }
}

async function prepare(serverUrl: string, url: string): Promise<void> {
  const server = openDb(serverUrl, { maxConnections: 1 })
  await server.query(`create database ${NAME}`).finally(() => server.close())
  const db = openDb(url, { maxConnections: 1 })
  await migrate(db).finally(() => db.close())
}

async function startAgain(cluster: Cluster, port?: number): Promise<void> {
  for (let tries = 1; tries <= START_TRIES; tries += 1) {
    if (await startServer(cluster, port === undefined ? {} : { port })) return
    await sleep(START_PAUSE_MS)
  }
  throw new Error(`PostgreSQL did not start again in ${cluster.folder}.\n${await readStartLog(cluster)}`)
}

async function endServer(cluster: Cluster, ending: Ending): Promise<void> {
  const pid = await postmasterPid(cluster.folder)
  if (pid === null) throw new Error(`No PostgreSQL runs in ${cluster.folder}.`)
  process.kill(pid, SIGNALS[ending])
  for (const deadline = performance.now() + GONE_MS; (await runningPort(cluster)) !== null; await sleep(POLL_MS)) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL did not end within ${GONE_MS / 1000} s of ${SIGNALS[ending]}.`)
  }
}

/**
 * The process id of the PostgreSQL that runs in its own folder; null when none does. The number in its file alone would not do: after a kill
 * it stays there, and may be another program's by now.
 */
export async function postmasterPid(folder: string): Promise<number | null> {
  const text = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!pid || process.platform !== 'linux') return pid || null
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes(folder) ? pid : null
}

/** Ends the PostgreSQL of a folder if one runs there, and waits until it is gone. */
export async function endPostmaster(folder: string): Promise<void> {
  const pid = await postmasterPid(folder)
  if (pid === null) return
  process.kill(pid, SIGNALS.immediate)
  for (const deadline = performance.now() + GONE_MS; performance.now() < deadline; await sleep(POLL_MS)) {
    if ((await postmasterPid(folder)) === null) return
  }
}
