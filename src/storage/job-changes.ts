import { listenUntil } from './listen.ts'
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

/** Listens on the database at `url`. Connects in the background, and again whenever the connection is lost. */
export function openJobChanges(url: string, log: Log, { checkMs }: JobChangesOptions = {}): JobChanges {
  const watchers = new Map<number, Set<() => void>>()
  const closing = new AbortController()
  const tell = createFailureLog(log, 'warn', 'listening for changed jobs was interrupted')
  const listening = listenUntil(closing.signal, {
    url,
    name: 'turnus-changes',
    channel: CHANNEL,
    ...(checkMs === undefined ? {} : { checkMs }),
    onListening: () => {
      for (const calls of watchers.values()) for (const call of calls) call()
    },
    onNotice: (jobId) => {
      for (const call of watchers.get(Number(jobId)) ?? []) call()
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
