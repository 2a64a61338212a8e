import type { Entry } from '../gateway/documents.ts'

/** How long a job has been searched for, in milliseconds; null before its search began. `now` in milliseconds since 1970. */
export function searchedMs(entry: Pick<Entry, 'startedAt' | 'endedAt'>, now: number): number | null {
  if (entry.startedAt === null) return null
  const end = entry.endedAt === null ? now : Date.parse(entry.endedAt)
  return Math.max(0, end - Date.parse(entry.startedAt))
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
  after: readonly Pick<Entry, 'solverProblemId' | 'status'>[],
  words: Readonly<Record<Entry['status'], string>>,
): readonly string[] {
  const known = new Map(before.map(({ solverProblemId, status }) => [solverProblemId, status]))
  return after.flatMap(({ solverProblemId, status }) => {
    const last = known.get(solverProblemId)
    return last === undefined || last === status ? [] : [`Job ${solverProblemId} is ${words[status]}.`]
  })
}
