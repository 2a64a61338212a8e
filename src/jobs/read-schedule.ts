import { withoutSecret } from '../api/without-secret.ts'
import { decompress } from '../storage/compress.ts'
import type { Queryable } from '../storage/db.ts'
import { findSealedDocument } from '../storage/jobs.ts'
import { openSecret } from '../storage/seal.ts'
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
