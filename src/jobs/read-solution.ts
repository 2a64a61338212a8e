import { invariant } from '../model/errors.ts'
import type { JobState } from '../model/job.ts'
import { decompress, unpackRoster } from '../storage/compress.ts'
import type { Queryable } from '../storage/db.ts'
import { findBestSoFar, findPackedSolution } from '../storage/jobs.ts'
import type { BestSoFar } from '../storage/jobs.ts'
import { openPacked } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'
import type { InterimRequest, InterimWriter } from '../threads/interim.ts'
import { findJob, jobNotFound } from './find-job.ts'
import type { Owner } from './find-job.ts'
import { openDocument } from './read-schedule.ts'

export interface ReadDeps {
  readonly db: Queryable
  readonly key: SecretKey
  readonly interim: Pick<InterimWriter, 'write'>
}

/** The best solution so far. */
export interface SolutionSoFar {
  readonly jobId: number
  readonly state: JobState
  /** Grows with every better roster. */
  readonly revision: number
  /** The solution document, UTF-8 JSON. Read only when it is called: who has this revision already needs none. Throws `job-not-found` when withdrawn. */
  read(): Promise<Uint8Array>
}

/**
 * The best solution of the caller's job, at any moment: the stored one of a search that has ended, otherwise one that is written from the
 * best roster so far. Null until there is one. Throws as `findJob` does.
 */
export async function readSolution(deps: ReadDeps, caller: Owner, solverProblemId: string): Promise<SolutionSoFar | null> {
  const job = await findJob(deps, caller, solverProblemId)
  const best = await findBestSoFar(deps.db, job.id)
  if (best === null) return null
  const { state, revision } = best
  return { jobId: job.id, state, revision, read: () => (best.isSolved ? readStored(deps, job.id) : writeInterim(deps, job.id, best)) }
}

async function readStored(deps: ReadDeps, jobId: number): Promise<Uint8Array> {
  const packed = await findPackedSolution(deps.db, jobId)
  if (packed === null) throw jobNotFound(String(jobId))
  return decompress(openPacked(deps.key, 'solution', packed))
}

function writeInterim(deps: ReadDeps, jobId: number, best: BestSoFar): Promise<Uint8Array> {
  return deps.interim.write(`${jobId}-${best.revision}`, () => loadInterim(deps, jobId, best))
}

async function loadInterim(deps: ReadDeps, jobId: number, { roster, moves, startedAt, improvedAt }: BestSoFar): Promise<InterimRequest> {
  invariant(roster !== null && startedAt !== null && improvedAt !== null, 'a roster is stored by a search that was started')
  return {
    document: await openDocument(deps, jobId),
    roster: await unpackRoster(roster),
    moves,
    // From the moments of the row, not from the time searched so far: the document of one revision is the same whenever it is read.
    solveMs: improvedAt.getTime() - startedAt.getTime(),
  }
}
