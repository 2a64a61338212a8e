import type { Queryable } from '../storage/db.ts'
import { renewLease } from '../storage/job-attempts.ts'
import type { ClaimedJob } from '../storage/claim-job.ts'
import type { Log } from '../storage/log.ts'
import { createFailureLog } from '../storage/outage.ts'

// Five times within a lease of 10 s, and how soon a stop or a withdrawal is noticed.
const RENEW_MS = 2000

/**
 * Renews the lease of a job until `end`. Calls `onStopRequested` once when a client asks for the end of the search,
 * `onHelped` each time while other nodes help it, and `onLost` once when the attempt owns the job no longer. A database that is away is not a loss: the next renewal tells.
 */
export function keepLease(
  deps: { db: Queryable; log: Log },
  claimed: ClaimedJob,
  events: { onStopRequested(): void; onHelped(): Promise<void>; onLost(): void },
): { end(): Promise<void> } {
  const startedMs = performance.now()
  const tell = createFailureLog(deps.log, 'warn', 'lease not renewed')
  const tellHelp = createFailureLog(deps.log, 'warn', 'what other nodes found was not heard')
  let told = claimed.stopRequested
  let renewing: Promise<void> | null = null
  let hearing: Promise<void> | null = null

  const at = { jobId: claimed.jobId, attempt: claimed.attempt }
  const hear = async (): Promise<void> => {
    try {
      await events.onHelped()
    } catch (error) {
      tellHelp(error, at)
    } finally {
      hearing = null
    }
  }
  const renew = async (): Promise<void> => {
    try {
      const solveMs = claimed.spentMs + (performance.now() - startedMs)
      const renewal = await renewLease(deps.db, { ...at, solveMs })
      if (renewal === null) {
        clearInterval(timer)
        events.onLost()
      } else if (renewal.stopRequested && !told) {
        told = true
        events.onStopRequested()
      }
      // A lease does not wait for what others have found.
      if (renewal?.isHelped === true) hearing ??= hear()
    } catch (error) {
      tell(error, at)
    } finally {
      renewing = null
    }
  }
  const timer = setInterval(() => {
    renewing ??= renew()
  }, RENEW_MS)

  return {
    async end() {
      clearInterval(timer)
      await renewing
      await hearing
    },
  }
}
