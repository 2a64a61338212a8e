import { inTransaction } from '../storage/db.ts'
import { isJobClaimable } from '../storage/claim-job.ts'
import { endExpiredLeases } from '../storage/job-attempts.ts'
import { createFailureLog } from '../storage/outage.ts'
import type { Queue } from '../storage/queue.ts'
import { endExhausted, tellFailed } from './end-job.ts'
import type { EndDeps } from './end-job.ts'

export interface SweepDeps extends EndDeps {
  readonly queue: Pick<Queue, 'enqueueSolve' | 'enqueueDelivery' | 'isOutOfTickets'>
  /** Jobs of one department that may run at a time, on all nodes together. */
  readonly runningPerDepartment: number
  /** Whether the database stores what it is given; it does when absent. */
  readonly isStoring?: (() => boolean) | undefined
}

// With a lease of 10 s and a wake-up by NOTIFY, a job of a killed node goes on elsewhere within about 12 s.
const SWEEP_MS = 2000
/** Tickets too many are taken off the queue in no time; too few, and a queue is worked off slowly. */
const TICKETS_AT_ONCE = 10
// A lease lasts 10 s and is renewed every 2 s; that nothing can be stored is known 2 s later. When nothing was for this long, the leases of nodes that live may have run out too…
const LATE_MS = 5000
// … and this is what they need to renew them.
const GRACE_MS = 5000

/**
 * Takes every job from a node that has not renewed its lease in time: the next attempt may begin, or the job has had its last and fails.
 * Answers how many there were. Safe on any number of nodes at once.
 */
export async function sweep(deps: SweepDeps): Promise<number> {
  const orphans = await inTransaction(deps.db, async (tx) => {
    const swept = []
    for (const { id, node } of await endExpiredLeases(tx)) {
      const hasFailed = await endExhausted(deps, tx, id)
      if (!hasFailed) await deps.queue.enqueueSolve(tx)
      swept.push({ id, node, hasFailed })
    }
    return swept
  })
  for (const { id, node, hasFailed } of orphans) {
    deps.log.warn({ jobId: id, node }, 'job taken from a node that went away')
    if (hasFailed) tellFailed(deps, id)
  }
  await replaceTickets(deps)
  return orphans.length
}

/**
 * Lets jobs be taken up that wait without a ticket. That is rare: a ticket came while its department had as many running jobs as it may, and
 * the one that ended did not see its job yet; or the limit was raised since.
 */
async function replaceTickets(deps: SweepDeps): Promise<void> {
  if (!(await deps.queue.isOutOfTickets()) || !(await isJobClaimable(deps.db, deps))) return
  await inTransaction(deps.db, async (tx) => {
    for (let i = 0; i < TICKETS_AT_ONCE; i += 1) await deps.queue.enqueueSolve(tx)
  })
}

/**
 * Sweeps every two seconds until `stop`. Every gateway and solver does: whichever is left notices those that are gone. After an outage of the
 * database it waits a little, because nobody could renew a lease meanwhile: one that answers and stores nothing is one too.
 */
export function startSweeping(deps: SweepDeps): { stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const tell = createFailureLog(deps.log, 'warn', 'sweep failed')
  let answeredMs = performance.now()
  let graceUntilMs = answeredMs
  const pass = async (): Promise<void> => {
    try {
      const isLate = performance.now() - answeredMs > LATE_MS
      const isDue = !isLate && performance.now() >= graceUntilMs
      await (isDue ? sweep(deps) : deps.db.query('select 1'))
      answeredMs = performance.now()
      if (isLate) graceUntilMs = answeredMs + GRACE_MS
    } catch (error) {
      tell(error)
    } finally {
      running = null
    }
  }
  const timer = setInterval(() => {
    if (deps.isStoring?.() !== false) running ??= pass()
  }, SWEEP_MS)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
