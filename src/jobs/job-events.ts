import { hasEnded, JOB_STATES, NO_MARKS } from '../model/job.ts'
import type { JobState, RequestMarks, StopReason } from '../model/job.ts'
import type { Score } from '../model/score.ts'
import type { Job } from '../storage/jobs.ts'

/** What a follower of a job is told. `id` says how much is known once it is: give it back, and the next events are those that came after. */
export type JobEvent =
  | { readonly id: string; readonly type: 'status'; readonly payload: RequestMarks & { readonly status: JobState; readonly attempt: number } }
  | { readonly id: string; readonly type: 'better'; readonly payload: Result & { readonly revision: number } }
  | {
      readonly id: string
      readonly type: 'end'
      readonly payload: Result & RequestMarks & { readonly status: JobState; readonly stopReason: StopReason | null }
    }

/** How good the best schedule is, and how long was searched for it; the score is null when there is none. */
export interface Result {
  /** Over all attempts, in milliseconds. */
  readonly solveMs: number
  readonly score: Score | null
  readonly bound: Score | null
  readonly gap: number | null
}

/** Events that belong together, oldest first, as they come; finishes after the `end`. A new batch is read only when it is asked for. */
export type JobEvents = AsyncIterable<readonly JobEvent[]>

/** How much of a job's life a follower knows. */
export interface Position {
  readonly attempt: number
  readonly status: JobState
  readonly revision: number
  /** True once the end was told: nothing follows. */
  readonly ended: boolean
}

const POSITION = /^(0|[1-9]\d{0,8})-([A-Z]{1,20})-(0|[1-9]\d{0,8})(-end)?$/

/** The position that an event's id means; null when it is none of ours, which is knowing nothing. */
export function readPosition(id: string): Position | null {
  const [, attempt, name, revision, end] = POSITION.exec(id) ?? []
  const status = JOB_STATES.find((state) => state === name)
  if (status === undefined) return null
  return { attempt: Number(attempt), status, revision: Number(revision), ended: end !== undefined }
}

function writePosition({ attempt, status, revision, ended }: Position): string {
  return `${attempt}-${status}-${revision}${ended ? '-end' : ''}`
}

/**
 * What to tell who knows `known` (null: nothing) of a job that now is `job` (null: withdrawn), and what is known then. A state or a
 * schedule that was followed by another before it could be told is left out: the newest says all that still counts.
 */
export function eventsSince(known: Position | null, job: Job | null): { readonly events: readonly JobEvent[]; readonly position: Position } {
  const before = known ?? { attempt: -1, status: 'QUEUED', revision: 0, ended: false }
  if (known?.ended === true) return { events: [], position: known }
  const now = job ?? { attempt: Math.max(0, before.attempt), state: 'CANCELLED' as const, revision: before.revision }
  const result: Result =
    job === null ? { solveMs: 0, score: null, bound: null, gap: null } : { solveMs: job.solveMs, score: job.score, bound: job.bound, gap: job.gap }
  const { name, reference, labels, basedOn } = job ?? NO_MARKS
  const marks: RequestMarks = { name, reference, labels, basedOn }
  const events: JobEvent[] = []
  let position: Position = { ...before, status: now.state, attempt: now.attempt }
  if (before.status !== now.state || before.attempt !== now.attempt) {
    events.push({ id: writePosition(position), type: 'status', payload: { status: now.state, attempt: now.attempt, ...marks } })
  }
  if (before.revision !== now.revision) {
    position = { ...position, revision: now.revision }
    // A database that was restored may know less than the follower: then there is nothing to show, only to remember.
    if (now.revision > 0) events.push({ id: writePosition(position), type: 'better', payload: { ...result, revision: now.revision } })
  }
  if (hasEnded(now.state)) {
    position = { ...position, ended: true }
    const stopReason = job?.stopReason ?? null
    events.push({ id: writePosition(position), type: 'end', payload: { status: now.state, stopReason, ...result, ...marks } })
  }
  return { events, position }
}
