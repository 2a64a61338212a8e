import type { JobState } from '../model/job.ts'
import type { Score } from '../model/score.ts'
import type { Queryable } from '../storage/db.ts'
import { type LineJob, listBasedOn, listUpwards } from '../storage/lineage.ts'
import { findJob } from './find-job.ts'
import type { Owner } from './find-job.ts'

/** A request in a line of requests that plan one another again. Of one that is gone everything but its number is null. */
export interface Relative {
  readonly solverProblemId: string
  readonly state: JobState | null
  readonly name: string | null
  readonly createdAt: Date | null
  readonly endedAt: Date | null
  readonly score: Score | null
}

/** Where a request comes from, and what comes from it. */
export interface Lineage {
  readonly solverProblemId: string
  /** What it plans again, the nearest first. Ends with one that is gone for good, where nobody knows any more what that was based on. */
  readonly basedOn: readonly Relative[]
  /** What plans it again, the newest first. */
  readonly replans: readonly Relative[]
  /** True when there are more of either than are told. */
  readonly isCut: boolean
}

/** Requests that a lineage tells in each direction. */
export const MOST_RELATIVES = 200

/** The lineage of the caller's job. Throws as `findJob` does. */
export async function readLineage(deps: { db: Queryable }, caller: Owner, solverProblemId: string): Promise<Lineage> {
  const { id } = await findJob(deps, caller, solverProblemId)
  const [line, newer] = await Promise.all([
    listUpwards(deps.db, id, MOST_RELATIVES + 1),
    listBasedOn(deps.db, { departmentId: caller.departmentId, id, limit: MOST_RELATIVES + 1 }),
  ])
  return lineageOf(id, line, newer)
}

/** The lineage of a job. `line`: the job and those that it is based on, the nearest first, as far as there are any; `newer`: those that plan it again, the newest first. */
export function lineageOf(id: number, line: readonly LineJob[], newer: readonly LineJob[]): Lineage {
  const older = line.slice(1).map(relativeOf)
  const last = line.at(-1)?.basedOn ?? null
  const isLong = line.length > MOST_RELATIVES
  return {
    solverProblemId: String(id),
    basedOn: last === null || isLong ? older : [...older, goneOf(last)],
    replans: newer.slice(0, MOST_RELATIVES).map(relativeOf),
    isCut: (isLong && last !== null) || newer.length > MOST_RELATIVES,
  }
}

function relativeOf({ id, isErased, state, name, createdAt, endedAt, score }: LineJob): Relative {
  return isErased ? goneOf(id) : { solverProblemId: String(id), state, name, createdAt, endedAt, score }
}

function goneOf(id: number): Relative {
  return { solverProblemId: String(id), state: null, name: null, createdAt: null, endedAt: null, score: null }
}
