import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../storage/db.ts'
import type { JobChanges } from '../storage/job-changes.ts'
import { findJobById } from '../storage/jobs.ts'
import type { Job } from '../storage/jobs.ts'
import { isOutage } from '../storage/outage.ts'
import { findJob } from './find-job.ts'
import type { Owner } from './find-job.ts'
import { eventsSince, readPosition } from './job-events.ts'
import type { JobEvent, JobEvents, Position } from './job-events.ts'

export interface FollowDeps {
  readonly db: Queryable
  readonly changes: Pick<JobChanges, 'watch'>
}

// A database that is away is asked again after this.
const RETRY_MS = 1000

/**
 * The life of the caller's job from `since` on, the id of the last event that the caller knows; from now on, with how it stands, when that
 * is null. Null when the caller knows the end already. Ends when `signal` aborts. Throws as `findJob` does.
 */
export async function followJob(
  deps: FollowDeps,
  caller: Owner,
  at: { solverProblemId: string; since: string | null; signal: AbortSignal },
): Promise<JobEvents | null> {
  const { id } = await findJob(deps, caller, at.solverProblemId)
  const known = at.since === null ? null : readPosition(at.since)
  return known?.ended === true ? null : follow(deps, { id, known, signal: at.signal })
}

async function* follow(deps: FollowDeps, from: { id: number; known: Position | null; signal: AbortSignal }): AsyncGenerator<readonly JobEvent[]> {
  const { id, signal } = from
  let { known } = from
  let changed = Promise.withResolvers<void>()
  const wake = (): void => changed.resolve()
  const unwatch = deps.changes.watch(id, wake)
  signal.addEventListener('abort', wake)
  try {
    while (!signal.aborted) {
      // Before the read: a change that comes during it is read again. Any number of changes in between is one read.
      changed = Promise.withResolvers<void>()
      const found = await readWhenReachable(deps, id, signal)
      if (found === undefined) return
      const { events, position } = eventsSince(known, found)
      known = position
      if (events.length > 0) yield events
      if (position.ended) return
      if (!signal.aborted) await changed.promise
    }
  } finally {
    signal.removeEventListener('abort', wake)
    unwatch()
  }
}

/** The job, null when it was withdrawn, undefined when `signal` aborted before the database could be reached. */
async function readWhenReachable({ db }: FollowDeps, id: number, signal: AbortSignal): Promise<Job | null | undefined> {
  while (!signal.aborted) {
    try {
      // A database that takes its time would hold up who is to end.
      return await unlessAborted(findJobById(db, id), signal)
    } catch (error) {
      if (!isOutage(error)) throw error
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}

/** What was asked for; undefined when `signal` aborts before it comes. */
function unlessAborted<Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(undefined)
    signal.addEventListener('abort', onAbort)
    void asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
