import type { Entry } from '../gateway/documents.ts'
import { durationText } from '../parts/words.ts'
import { statusText } from './outcome.ts'
import { t } from '../texts/texts.ts'

type Timed = Pick<Entry, 'startedAt' | 'endedAt' | 'progress'>

/**
 * How long a job has been searched for, in milliseconds, never longer than it may be; null before its search began. `now` in milliseconds since 1970. What is
 * beyond the longest search went by with reading, judging and writing.
 */
export function searchedMs(entry: Timed, now: number): number | null {
  const ms = underWayMs(entry, now)
  return ms === null ? null : Math.min(ms, 1000 * entry.progress.maxSeconds)
}

/** What went by beyond the longest search, in milliseconds; 0 when nothing did. */
export function beyondSearchMs(entry: Timed, now: number): number {
  return (underWayMs(entry, now) ?? 0) - (searchedMs(entry, now) ?? 0)
}

/** `0:40 of 0:40 at most`, with what went by beyond it, from a second on: `0:40 of 0:40 at most, and 0:15 to read, judge and write`. A dash before the search began. */
export function searchedText(entry: Timed, now: number): string {
  const ms = searchedMs(entry, now)
  if (ms === null) return '–'
  const beyondMs = beyondSearchMs(entry, now)
  const told = { spent: durationText(ms), most: durationText(1000 * entry.progress.maxSeconds) }
  return beyondMs < 1000 ? t('search.time', told) : t('search.timeBeyond', { ...told, beyond: durationText(beyondMs) })
}

function underWayMs({ startedAt, endedAt, progress }: Timed, now: number): number | null {
  if (startedAt === null) return null
  // Between attempts no node had the job.
  if (progress.attempt > 1) return progress.solveMs
  const end = endedAt === null ? now : Date.parse(endedAt)
  return Math.max(0, end - Date.parse(startedAt))
}

/** How much of the longest search is over, 0 to 1; null unless the job is being solved. */
export function searchedShare(entry: Pick<Entry, 'status' | 'startedAt' | 'endedAt' | 'progress'>, now: number): number | null {
  const ms = searchedMs(entry, now)
  return entry.status !== 'SOLVING' || ms === null ? null : Math.min(1, ms / (1000 * entry.progress.maxSeconds))
}

/** Whether nothing more will happen to the job. */
export function hasEnded({ status }: Pick<Entry, 'status'>): boolean {
  return status === 'SOLVED' || status === 'FAILED' || status === 'CANCELLED'
}

/** What changed from one drawing of a list to the next, for who does not see it: `Job 12 is solved.`, one sentence each. */
export function changesOfStatus(
  before: readonly Pick<Entry, 'solverProblemId' | 'status'>[],
  after: readonly Pick<Entry, 'solverProblemId' | 'status' | 'score'>[],
): readonly string[] {
  const known = new Map(before.map(({ solverProblemId, status }) => [solverProblemId, status]))
  return after.flatMap((job) => {
    const last = known.get(job.solverProblemId)
    return last === undefined || last === job.status ? [] : [t('job.isNow', { id: job.solverProblemId, status: statusText(job) })]
  })
}
