import { inTransaction } from '../storage/db.ts'
import type { Db } from '../storage/db.ts'
import { endExpiredLeases } from '../storage/job-attempts.ts'
import type { Log } from '../storage/log.ts'
import { createFailureLog } from '../storage/outage.ts'
import type { Queue } from '../storage/queue.ts'

export interface SweepDeps {
  readonly db: Db
  readonly queue: Pick<Queue, 'enqueueSolve'>
  readonly log: Log
}

// With a lease of 10 s and a wake-up by NOTIFY, a job of a killed node goes on elsewhere within about 12 s.
const SWEEP_MS = 2000

/** Queues again every job whose node has not renewed its lease in time, and answers how many there were. Safe on any number of nodes at once. */
export async function sweep(deps: SweepDeps): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const orphans = await endExpiredLeases(tx)
    for (const { id, priority, node } of orphans) {
      await deps.queue.enqueueSolve(tx, id, { priority })
      deps.log.warn({ jobId: id, node }, 'job queued again: its node went away')
    }
    return orphans.length
  })
}

/** Sweeps every two seconds until `stop`. Every gateway and solver does: whichever is left notices those that are gone. */
export function startSweeping(deps: SweepDeps): { stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const tell = createFailureLog(deps.log, 'warn', 'sweep failed')
  const pass = async (): Promise<void> => {
    try {
      await sweep(deps)
    } catch (error) {
      tell(error)
    } finally {
      running = null
    }
  }
  const timer = setInterval(() => {
    running ??= pass()
  }, SWEEP_MS)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
