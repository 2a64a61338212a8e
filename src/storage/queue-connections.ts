import pg from 'pg'
import type { Db as PgBossDb } from 'pg-boss'
import { createPool } from './db.ts'
import { listenUntil } from './listen.ts'

/** As many as the queue's workers and its upkeep use at a time. */
const MAX_CONNECTIONS = 4

/** How pg-boss reaches its tables. */
export interface QueueConnections extends PgBossDb {
  /** May be called again. */
  close(): Promise<void>
}

/**
 * Connections of our own for pg-boss to `url`, one of them to listen on. Those that it makes itself have nobody who hears of an error while they open or close: a
 * database that stops in that moment would end the process. `onError` hears of connections that break while nobody uses them, except while they close.
 */
export function connectQueue(url: string, onError: (error: Error) => void): QueueConnections {
  // pg-boss reads numbers as the driver gives them, and waits for each statement.
  const connection = { application_name: 'turnus-queue', types: pg.types, pipeline: false }
  const pool = createPool(url, { maxConnections: MAX_CONNECTIONS, onError }, connection)
  let closed: Promise<void> | null = null
  return {
    executeSql: (text, values) => pool.query(text, values),
    listen: (channel, onNotice, onListening) => {
      const closing = new AbortController()
      const listening = listenUntil(closing.signal, {
        url,
        name: 'turnus-queue',
        channel: pg.escapeIdentifier(channel),
        onListening,
        onNotice,
        onLost: onError as (error: unknown) => void,
      })
      const close = async (): Promise<void> => {
        closing.abort()
        await listening
      }
      return Promise.resolve({ close })
    },
    close: () => (closed ??= pool.end()),
  }
}
