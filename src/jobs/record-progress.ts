import { compareScores } from '../model/score.ts'
import type { Score } from '../model/score.ts'
import { packRoster } from '../storage/compress.ts'
import type { Queryable } from '../storage/db.ts'
import { saveIncumbent } from '../storage/job-attempts.ts'
import type { ClaimedJob } from '../storage/claim-job.ts'
import type { Log } from '../storage/log.ts'
import { createFailureLog, isOutage } from '../storage/outage.ts'
import type { Progress } from '../threads/pool.ts'

// A search may improve four times a second; a node that dies loses a second of it at most.
const SAVE_MS = 1000

/**
 * Stores better rosters of an attempt, at most one a second and always the newest. `flush` stores what is still waiting, and is the end.
 * A save that fails is only logged: the next one, or the end, says more. What an outage kept from being stored is tried again.
 */
export function recordProgress(deps: { db: Queryable; log: Log }, claimed: ClaimedJob): { note(progress: Progress): void; flush(): Promise<void> } {
  let stored: Score | null = claimed.score
  let waiting: Progress | null = null
  let saving: Promise<void> | null = null
  let savedAtMs = -SAVE_MS
  let timer: NodeJS.Timeout | null = null
  let ended = false
  const tell = createFailureLog(deps.log, 'warn', 'a better roster was not stored')

  const save = async (progress: Progress): Promise<void> => {
    try {
      await saveIncumbent(deps.db, {
        jobId: claimed.jobId,
        attempt: claimed.attempt,
        roster: await packRoster(progress.roster),
        score: progress.score,
        moves: claimed.moves + progress.moves,
        solveMs: claimed.spentMs + progress.elapsedMs,
      })
    } catch (error) {
      tell(error, { jobId: claimed.jobId, attempt: claimed.attempt })
      if (isOutage(error)) waiting ??= progress
    }
  }
  const saveWaiting = (): void => {
    timer = null
    if (!waiting || saving) return
    const progress = waiting
    waiting = null
    savedAtMs = performance.now()
    saving = save(progress).finally(() => {
      saving = null
      if (waiting && !ended) schedule()
    })
  }
  const schedule = (): void => {
    timer ??= setTimeout(saveWaiting, Math.max(0, savedAtMs + SAVE_MS - performance.now()))
  }

  return {
    note(progress) {
      // An attempt that resumed may first report worse than what its predecessor left behind.
      if (stored && compareScores(progress.score, stored) >= 0) return
      stored = progress.score
      waiting = progress
      if (!saving) schedule()
    },
    async flush() {
      ended = true
      if (timer) clearTimeout(timer)
      await saving
      if (timer) clearTimeout(timer)
      saveWaiting()
      await saving
    },
  }
}
