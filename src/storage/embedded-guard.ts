import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { GatewayError } from '../model/errors.ts'
import { stopServer, SUPERUSER } from './embedded-cluster.ts'
import type { Cluster } from './embedded-cluster.ts'

/** The connection whose locks say that this process uses the database of a cluster. */
export interface Guard {
  readonly client: pg.Client
  /** Resolves when the connection is gone, whichever side ended it. Never rejects. */
  readonly gone: Promise<void>
}

// Numbers of advisory locks in the database `postgres`. PostgreSQL itself gives them back when a process dies, even by
// kill -9, so no file with a process id can lie about who is alive.
const LOCK_SPACE = 7265
const IN_USE = 1
const SERVED = 2

const PAUSE_MS = 100
const CONNECT_MS = 5000
// A server that was killed a moment ago may still be there for its own PostgreSQL.
const PREDECESSOR_MS = 3000
// A connection that does not end in time is one to a server that has gone already.
const END_MS = 1000

/** A connection that marks the database as in use; null while the server starts, or stops because the last one left. */
export async function connectGuard(cluster: Cluster, port: number): Promise<Guard | null> {
  const client = new pg.Client({
    connectionString: addressOf(cluster, port, 'postgres'),
    application_name: 'turnus-guard',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  client.on('error', () => resolve())
  client.on('end', () => resolve())
  try {
    await client.connect()
    const { rows } = await client.query<{ entered: boolean }>('select pg_try_advisory_lock_shared($1, $2) as entered', [LOCK_SPACE, IN_USE])
    if (rows[0]?.entered) return { client, gone }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') throw foreignPassword(cluster, error)
  }
  await endGuard({ client, gone })
  return null
}

/** Marks the data folder as served by this process. False when another serves it. */
export async function tryService({ client }: Guard): Promise<boolean> {
  const { rows } = await client.query<{ claimed: boolean }>('select pg_try_advisory_lock($1, $2) as claimed', [LOCK_SPACE, SERVED])
  return rows[0]?.claimed ?? false
}

/** As `tryService`, but throws `environment-unfit` when another serves it still after a moment. */
export async function claimService(guard: Guard, dataFolder: string): Promise<void> {
  for (const deadline = performance.now() + PREDECESSOR_MS; ; await sleep(PAUSE_MS)) {
    if (await tryService(guard)) return
    if (performance.now() > deadline) {
      throw new GatewayError(
        'environment-unfit',
        `Another turnus serves the data folder ${path.resolve(dataFolder)} already.`,
        'Stop that one first, or give this one a folder and a port of its own (--data, --port).',
      )
    }
  }
}

/** Gives the locks back. The last one to leave, of all processes, stops the server. */
export async function leave(cluster: Cluster, guard: Guard): Promise<void> {
  let last = false
  try {
    // Succeeds only when nobody else holds the lock; from then on nobody comes in, and who tries waits and starts anew.
    const { rows } = await guard.client.query<{ last: boolean }>('select pg_try_advisory_lock($1, $2) as last', [LOCK_SPACE, IN_USE])
    last = rows[0]?.last ?? false
  } catch {
    // The server has gone away by itself, or has lost our connection; whoever opens the folder next finds out.
  }
  if (last) await stopServer(cluster)
  await endGuard(guard)
}

/** Ends the connection, and with it its locks. */
export async function endGuard({ client }: Guard): Promise<void> {
  const patience = new AbortController()
  await Promise.race([client.end().catch(() => undefined), sleep(END_MS, undefined, { signal: patience.signal }).catch(() => undefined)])
  patience.abort()
}

/** The address of a database of the cluster, with the password: never log it. */
export function addressOf(cluster: Cluster, port: number, database: string): string {
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
