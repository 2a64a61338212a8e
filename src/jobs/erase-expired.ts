import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../storage/db.ts'
import type { Db } from '../storage/db.ts'
import { deleteOldAuditEvents } from '../storage/audit-events.ts'
import { deleteExpiredLinks } from '../storage/employee-links.ts'
import { deleteExpiredJobs, deleteExpiredTokens, lockErasing } from '../storage/expired.ts'
import { deleteOldLoginWindows } from '../storage/login-windows.ts'
import type { Log } from '../storage/log.ts'
import { createFailureLog } from '../storage/outage.ts'

export interface EraseDeps {
  readonly db: Db
  readonly log: Log
  /** Days for which a job is kept after its end, and a token after it stopped opening anything. */
  readonly retentionDays: number
  /** Days for which the audit log is kept. */
  readonly auditDays: number
}

/** How many were erased. */
export interface Erased {
  readonly jobs: number
  readonly tokens: number
}

// Measured with 100,000 jobs: 15 to 30 ms for a batch. With the pause, 100,000 jobs are erased within five minutes.
const BATCH = 100
const PAUSE_MS = 200
// A process that is started again and again erases too.
const FIRST_MS = 5000
const EVERY_MS = 60 * 60 * 1000

/**
 * Erases, in batches, the jobs that ended longer ago than they are kept, with their deliveries, and the tokens that ended as long ago; their ids are
 * never given out again. Then what the audit log keeps no longer, and counts of failed logins that nobody asks for any more. Of several nodes one erases at a time; the others leave it to that one. Ends early when `signal` aborts.
 */
export async function eraseExpired(deps: EraseDeps, signal: AbortSignal): Promise<Erased> {
  let [jobs, tokens] = [0, 0]
  while (!signal.aborted) {
    const batch = await eraseBatch(deps)
    jobs += batch.jobs
    tokens += batch.tokens
    if (batch.jobs < BATCH && batch.tokens < BATCH) break
    await pause(PAUSE_MS, signal)
  }
  const auditEvents = signal.aborted ? 0 : await deleteOldAuditEvents(deps.db, deps.auditDays)
  if (!signal.aborted) await deleteOldLoginWindows(deps.db)
  if (jobs + tokens + auditEvents > 0)
    deps.log.info({ jobs, tokens, auditEvents, retentionDays: deps.retentionDays }, 'erased what was kept long enough')
  return { jobs, tokens }
}

async function eraseBatch({ db, retentionDays }: EraseDeps): Promise<Erased> {
  return inTransaction(db, async (tx) => {
    if (!(await lockErasing(tx))) return { jobs: 0, tokens: 0 }
    const expiry = { retentionDays, limit: BATCH }
    // Beside the tokens, which they are like; what is more than a batch goes in an hour.
    await deleteExpiredLinks(tx, expiry)
    return { jobs: await deleteExpiredJobs(tx, expiry), tokens: await deleteExpiredTokens(tx, expiry) }
  })
}

/** Erases shortly after the start and every hour, until `stop`. Every gateway and solver does. */
export function startErasing(deps: EraseDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const tell = createFailureLog(deps.log, 'warn', 'erasing failed')
  const erase = async (): Promise<void> => {
    await pause(FIRST_MS, signal)
    while (!signal.aborted) {
      await eraseExpired(deps, signal).catch(tell)
      await pause(EVERY_MS, signal)
    }
  }
  const erasing = erase()
  return {
    async stop() {
      stopping.abort()
      await erasing
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}
