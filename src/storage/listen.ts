import pg from 'pg'
import { connectMsOf } from './db.ts'

/** Where to listen, and who is told. */
export interface Listening {
  readonly url: string
  /** Of the connection, for those who look at the server's connections. */
  readonly name: string
  /** Of `NOTIFY`. */
  readonly channel: string
  /** Between two questions whether the connection lives, in milliseconds; 15 s when absent. */
  readonly checkMs?: number
  /** Called whenever a connection begins to listen: what was announced before was missed. */
  readonly onListening: () => void
  readonly onNotice: (payload: string) => void
  readonly onLost: (error: unknown) => void
}

const CHECK_MS = 15_000
const QUERY_MS = 10_000
// As long as a notice can stay unseen after a loss that is noticed: short, but not a storm on a database that is starting.
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2000

/** Listens over one connection, made again whenever it is lost, until `closing` aborts. Never rejects. */
export async function listenUntil(closing: AbortSignal, listening: Listening): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS
  while (!closing.aborted) {
    try {
      await listenOnce(closing, listening, () => {
        pauseMs = FIRST_PAUSE_MS
      })
    } catch (error) {
      if (!closing.aborted) listening.onLost(error)
    }
    await pause(pauseMs, closing)
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }
}

/** Listens on one connection. Resolves once `closing` aborts, rejects when the connection is lost. */
async function listenOnce(closing: AbortSignal, listening: Listening, onConnected: () => void): Promise<void> {
  const { url, name, channel, checkMs = CHECK_MS, onListening, onNotice } = listening
  // The time limit on a query makes a connection that died silently show at the next check.
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectMsOf(url),
    query_timeout: QUERY_MS,
    keepAlive: true,
  })
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  // Its rejection may come while the connection is still being made, when nobody waits for it yet.
  ended.catch(() => undefined)
  client.on('error', reject)
  client.on('end', () => reject(new Error('Connection terminated')))
  client.on('notification', ({ payload }) => onNotice(payload ?? ''))
  const onClose = (): void => resolve()
  closing.addEventListener('abort', onClose)
  let checking: NodeJS.Timeout | undefined
  try {
    await Promise.race([client.connect(), ended])
    if (closing.aborted) return
    await Promise.race([client.query(`listen ${channel}`), ended])
    onConnected()
    onListening()
    checking = setInterval(() => void client.query('select 1').catch(reject), checkMs)
    await ended
  } finally {
    clearInterval(checking)
    closing.removeEventListener('abort', onClose)
    // One that does not answer is not waited for.
    await Promise.race([client.end().catch(() => undefined), pause(1000)])
  }
}

/** Resolves after `ms`, or once `signal` aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const onAbort = (): void => resolve()
  const timer = setTimeout(resolve, ms)
  signal?.addEventListener('abort', onAbort)
  await promise
  clearTimeout(timer)
  signal?.removeEventListener('abort', onAbort)
}
