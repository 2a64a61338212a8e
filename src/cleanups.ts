import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './storage/log.ts'

/**
 * What is stopped together, in this order, and when it is waited for no longer, in milliseconds from the beginning of the end. All of it lasts less
 * than five seconds, whatever hangs: a lease that is not given back runs out by itself, a delivery that is not is tried again. Only the
 * embedded database is waited for, which has a time limit of its own.
 */
export const STAGE_ENDS_MS = { work: 3500, parts: 3900, connections: 4100, database: Number.POSITIVE_INFINITY } as const

/** One of the steps in which a server stops. */
export type Stage = keyof typeof STAGE_ENDS_MS

/** What is to be undone when the server stops. */
export interface Cleanups {
  add(stage: Stage, undo: () => Promise<unknown>): void
  /** Undoes everything once, however often it is called, stage by stage; what fails or takes too long is logged and does not stop the rest. */
  run(): Promise<void>
}

/** Makes an empty list of what is to be undone. */
export function createCleanups(log: Log, endsMs: Readonly<Record<Stage, number>> = STAGE_ENDS_MS): Cleanups {
  const undos: { readonly stage: Stage; readonly undo: () => Promise<unknown> }[] = []
  let running: Promise<void> | null = null
  const attempt = async (undo: () => Promise<unknown>): Promise<void> => {
    try {
      await undo()
    } catch (error) {
      log.error({ err: error }, 'a part did not stop in order')
    }
  }
  const runAll = async (): Promise<void> => {
    const startedMs = performance.now()
    for (const [stage, endMs] of Object.entries(endsMs)) {
      const undone = Promise.all(undos.filter((entry) => entry.stage === stage).map(({ undo }) => attempt(undo)))
      if (!(await isDoneWithin(undone, startedMs + endMs - performance.now()))) log.warn({ stage }, 'a part did not stop in time, and is left')
    }
  }
  return {
    add: (stage, undo) => undos.push({ stage, undo }),
    run: () => (running ??= runAll()),
  }
}

/** Waits for what never rejects, `ms` at most; for ever when that is infinite. */
async function isDoneWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const done = work.then(() => true)
  if (ms === Number.POSITIVE_INFINITY) return done
  const tooLate = new AbortController()
  const late = sleep(ms, false, { signal: tooLate.signal }).catch(() => false)
  return Promise.race([done, late]).finally(() => tooLate.abort())
}
