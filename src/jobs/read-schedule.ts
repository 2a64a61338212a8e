import { withoutSecret } from '../api/without-secret.ts'
import { GatewayError } from '../model/errors.ts'
import { decompress } from '../storage/compress.ts'
import type { Queryable } from '../storage/db.ts'
import { findPackedSolution, findSealedDocument } from '../storage/jobs.ts'
import { openPacked, openSecret } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'
import type { InterimWriter } from '../threads/interim.ts'
import { findJob, jobNotFound } from './find-job.ts'
import type { Owner } from './find-job.ts'

interface ScheduleDeps {
  readonly db: Queryable
  readonly key: SecretKey
}

/** The document of the caller's job as it was posted, UTF-8 JSON. Throws as `findJob` does. */
export async function readSchedule(deps: ScheduleDeps, caller: Owner, solverProblemId: string): Promise<Uint8Array> {
  const job = await findJob(deps, caller, solverProblemId)
  return openDocument(deps, job.id)
}

/** A posted schedule that can be shown. */
export interface ShownSchedule {
  readonly jobId: number
  /** UTF-8 JSON, without the value of the callback header. Read only when it is called: it never changes. Throws `job-not-found` when withdrawn. */
  read(): Promise<Uint8Array>
}

/** Up to here a document is written in the event loop, in bytes: as long as one may be read there. */
const SMALL_BYTES = 256 * 1024

/** The schedule of the caller's job, for whoever may read it. Throws as `findJob` does. */
export async function showSchedule(
  deps: ScheduleDeps & { readonly interim: Pick<InterimWriter, 'write'> },
  caller: Owner,
  solverProblemId: string,
): Promise<ShownSchedule> {
  const { id } = await findJob(deps, caller, solverProblemId)
  return {
    jobId: id,
    async read() {
      const posted = await openDocument(deps, id)
      return posted.length <= SMALL_BYTES ? withoutSecret(posted) : deps.interim.write(`${id}-schedule`, async () => ({ posted }))
    },
  }
}

/** The document of a job. Throws `job-not-found` when it was withdrawn or erased. */
export async function openDocument({ db, key }: ScheduleDeps, jobId: number): Promise<Uint8Array> {
  const sealed = await findSealedDocument(db, jobId)
  if (sealed === null) throw jobNotFound(String(jobId))
  return decompress(openSecret(key, 'document', sealed))
}

/** A solved job's document as it was posted, its secret included, and its solution; UTF-8 JSON. Throws as `findJob` does, and `job-not-solved`. */
export async function openSolved(
  deps: { readonly db: Queryable; readonly key: SecretKey },
  caller: Owner,
  solverProblemId: string,
): Promise<{ readonly document: Uint8Array; readonly solution: Uint8Array }> {
  const { id, state } = await findJob(deps, caller, solverProblemId)
  if (state !== 'SOLVED') {
    const remedy = state === 'QUEUED' || state === 'SOLVING' ? 'Wait until it is SOLVED, or stop its search.' : 'Submit the schedule anew.'
    throw new GatewayError('job-not-solved', `Request ${id} is ${state}, and only a solved one can be planned again.`, remedy)
  }
  const [document, packed] = await Promise.all([openDocument(deps, id), findPackedSolution(deps.db, id)])
  if (packed === null) throw jobNotFound(solverProblemId)
  return { document, solution: await decompress(openPacked(deps.key, 'solution', packed)) }
}
