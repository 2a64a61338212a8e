import { openDb } from '../src/storage/db.ts'
import { HANG_MS } from './patience.ts'

/** Where a database of a server is. A connection may take as long as whatever a test waits for: machines are shared, and no test is about that. */
export function addressOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  url.searchParams.set('connect_timeout', String(HANG_MS / 1000))
  return url.href
}

/** Sends one statement, over a connection of its own. */
export async function runOn(server: string, sql: string): Promise<void> {
  const db = openDb(server, { maxConnections: 1 })
  try {
    await db.query(sql)
  } finally {
    await db.close()
  }
}
