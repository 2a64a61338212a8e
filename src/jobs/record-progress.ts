import { compareScores, gapBetween } from '../model/score.ts'
import type { Score } from '../model/score.ts'
import { packRoster } from '../storage/compress.ts'
import type { Queryable } from '../storage/db.ts'
import { saveBound, saveIncumbent } from '../storage/job-attempts.ts'
import type { ClaimedJob } from '../storage/claim-job.ts'
import type { Log } from '../storage/log.ts'
import { createFailureLog, isOutage } from '../storage/outage.ts'
import type { Progress, ProvedBound } from '../threads/pool.ts'

// A search may improve four times a second; a node that dies loses a second of it at most.
const SAVE_MS = 1000

/** Takes what a search finds while it lasts. */
export interface ProgressRecord {
  note(progress: Progress): void
  noteBound(proved: ProvedBound): void
  /** The best that is stored, or about to be; null = nothing is. */
  best(): Score | null
  flush(): Promise<void>
}

/**
 * Stores better rosters and higher bounds of an attempt, at most one a second and always the newest. `flush` stores what is still waiting, and is the end.
 * A save that fails is only logged: the next one, or the end, says more. What an outage kept from being stored is tried again.
 */
export function recordProgress(deps: { db: Queryable; log: Log }, claimed: ClaimedJob): ProgressRecord {
  let stored: Score | null = claimed.score // or about to be
  let waiting: Progress | null = null
  let bound: Score | null = claimed.bound
  let waitingBound: ProvedBound | null = null
  let saving: Promise<void> | null = null
  let savedAtMs = -SAVE_MS
  let timer: NodeJS.Timeout | null = null
  let ended = false
  const tell = createFailureLog(deps.log, 'warn', 'a better roster was not stored')

  /** What waits; a better roster takes the bound with it. Null when nothing does, or a bound alone for which there is no roster yet. */
  const takeWaiting = (): Promise<void> | null => {
    const [progress, proved] = [waiting, waitingBound]
    const found = progress ?? proved
    if (found === null || stored === null) return null
    waiting = waitingBound = null
    return store(deps.db, claimed, { progress, score: stored, bound, elapsedMs: found.elapsedMs }).catch((error: unknown) => {
      tell(error, { jobId: claimed.jobId, attempt: claimed.attempt })
      if (isOutage(error)) [waiting, waitingBound] = [waiting ?? progress, waitingBound ?? proved]
    })
  }
  const saveWaiting = (): void => {
    timer = null
    const taken = saving ? null : takeWaiting()
    if (taken === null) return
    savedAtMs = performance.now()
    saving = taken.finally(() => {
      saving = null
      if ((waiting ?? waitingBound) && !ended) schedule()
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
    noteBound(proved) {
      if (bound && compareScores(proved.bound, bound) <= 0) return
      bound = proved.bound
      waitingBound = proved
      if (!saving) schedule()
    },
    best: () => stored,
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

/** What is known of a search: its best roster, null when that is stored already, with its score and the bound. */
interface Found {
  readonly progress: Progress | null
  readonly score: Score
  readonly bound: Score | null
  readonly elapsedMs: number
}

async function store(db: Queryable, { jobId, attempt, moves, spentMs }: ClaimedJob, { progress, score, bound, elapsedMs }: Found): Promise<void> {
  const found = { jobId, attempt, gap: gapBetween(score, bound), solveMs: spentMs + elapsedMs }
  if (progress !== null) {
    await saveIncumbent(db, { ...found, bound, roster: await packRoster(progress.roster), score, moves: moves + progress.moves })
  } else if (bound !== null) await saveBound(db, { ...found, bound })
}
