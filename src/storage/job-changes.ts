import pg from 'pg'
import type { Log } from './log.ts'
import { createFailureLog } from './outage.ts'

/** The channel on which a transaction that changes what is shown of a job names it: the payload is the id alone. */
const CHANNEL = 'turnus_jobs'

/** The call that announces a change of job `id`, an SQL expression. In the statement that makes the change: it is sent when that commits, or never. */
export function announceChange(id: string): string {
  return `pg_notify('${CHANNEL}', ${id}::text)`
}

/** Tells of changed jobs, over one connection for the whole process however many listen. */
export interface JobChanges {
  /**
   * Calls `onChange` whenever job `jobId` may have changed, until the answered function is called. Says nothing of what changed: read the job.
   * Read it after this call, and nothing is missed: what is announced while the connection is away is told as one change of every job
   * once it is back.
   */
  watch(jobId: number, onChange: () => void): () => void
  /** Closes the connection. */
  close(): Promise<void>
}

export interface JobChangesOptions {
  /** Between two questions whether the connection lives, in milliseconds; 15 s when absent. */
  readonly checkMs?: number
}

const CHECK_MS = 15_000
const CONNECT_MS = 10_000
// As long as a change can stay unseen after a loss that is noticed: short, but not a storm on a database that is starting.
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2000

/** Listens on the database at `url`. Connects in the background, and again whenever the connection is lost. */
export function openJobChanges(url: string, log: Log, { checkMs = CHECK_MS }: JobChangesOptions = {}): JobChanges {
  const watchers = new Map<number, Set<() => void>>()
  const closing = new AbortController()
  const tell = createFailureLog(log, 'warn', 'listening for changed jobs was interrupted')
  const listening = listenUntil(closing.signal, {
    url,
    checkMs,
    onListening: () => {
      for (const calls of watchers.values()) for (const call of calls) call()
    },
    onNotice: (jobId) => {
      for (const call of watchers.get(jobId) ?? []) call()
    },
    onLost: tell,
  })
  return {
    watch(jobId, onChange) {
      // A function of its own, so that one caller may watch twice.
      const call = (): void => onChange()
      const calls = watchers.get(jobId) ?? new Set()
      watchers.set(jobId, calls.add(call))
      return () => {
        calls.delete(call)
        if (calls.size === 0 && watchers.get(jobId) === calls) watchers.delete(jobId)
      }
    },
    async close() {
      closing.abort()
      await listening
    },
  }
}

interface Listening {
  readonly url: string
  readonly checkMs: number
  readonly onListening: () => void
  readonly onNotice: (jobId: number) => void
  readonly onLost: (error: unknown) => void
}

async function listenUntil(closing: AbortSignal, listening: Listening): Promise<void> {
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
async function listenOnce(closing: AbortSignal, { url, checkMs, onListening, onNotice }: Listening, onConnected: () => void): Promise<void> {
  // The time limit on a query makes a connection that died silently show at the next check.
  const client = new pg.Client({
    connectionString: url,
    application_name: 'turnus-changes',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    keepAlive: true,
  })
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  // Its rejection may come while the connection is still being made, when nobody waits for it yet.
  ended.catch(() => undefined)
  client.on('error', reject)
  client.on('end', () => reject(new Error('Connection terminated')))
  client.on('notification', ({ payload }) => onNotice(Number(payload)))
  const onClose = (): void => resolve()
  closing.addEventListener('abort', onClose)
  let checking: NodeJS.Timeout | undefined
  try {
    await Promise.race([client.connect(), ended])
    if (closing.aborted) return
    await Promise.race([client.query(`listen ${CHANNEL}`), ended])
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

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const onAbort = (): void => resolve()
  const timer = setTimeout(resolve, ms)
  signal?.addEventListener('abort', onAbort)
  await promise
  clearTimeout(timer)
  signal?.removeEventListener('abort', onAbort)
}
