import { decompress } from '../storage/compress.ts'
import type { Queryable } from '../storage/db.ts'
import { findSealedDocument } from '../storage/jobs.ts'
import { openSecret } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'
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

/** The document of a job. Throws `job-not-found` when it was withdrawn or erased. */
export async function openDocument({ db, key }: ScheduleDeps, jobId: number): Promise<Uint8Array> {
  const sealed = await findSealedDocument(db, jobId)
  if (sealed === null) throw jobNotFound(String(jobId))
  return decompress(openSecret(key, 'document', sealed))
}
