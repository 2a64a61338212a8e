import type { Log } from '../storage/log.ts'
import { isOutage, reasonOfOutage } from '../storage/outage.ts'

/** Whether the database stores what it is given, as this node found last. */
export interface Storing {
  isStoring(): boolean
  /** Resolves once it does, at once while it does; rejects when `signal` aborts. What would be lost or repeated in vain waits for it. */
  untilStoring(signal: AbortSignal): Promise<void>
}

/** Who finds out tells it. */
export interface StoringRecord extends Storing {
  noteStored(): void
  noteFailed(error: unknown): void
}

/** What was not found out for so long is not known: three heartbeats that did not come back. */
const KNOWN_MS = 6000

/** Keeps what is found, and logs once that nothing can be stored, and once that something can be again. A failure that is no outage says nothing of it. */
export function createStoring(log: Log): StoringRecord {
  let storedMs = performance.now()
  let failedMs: number | null = null
  let recovered = Promise.withResolvers<void>()
  const isStoring = (): boolean => failedMs === null && performance.now() - storedMs <= KNOWN_MS
  return {
    isStoring,
    async untilStoring(signal) {
      while (!isStoring()) {
        signal.throwIfAborted()
        const { promise: aborted, resolve } = Promise.withResolvers<void>()
        const onAbort = (): void => resolve()
        signal.addEventListener('abort', onAbort)
        await Promise.race([recovered.promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
      }
    },
    noteStored() {
      storedMs = performance.now()
      if (failedMs !== null) log.warn({ awayMs: Math.round(storedMs - failedMs) }, 'the database stores again')
      failedMs = null
      recovered.resolve()
      recovered = Promise.withResolvers()
    },
    noteFailed(error) {
      if (!isOutage(error) || failedMs !== null) return
      failedMs = performance.now()
      log.error({ reason: reasonOfOutage(error) }, 'the database stores nothing: submissions are answered 503, jobs and callbacks wait')
    },
  }
}
