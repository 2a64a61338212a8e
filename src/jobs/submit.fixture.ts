import type { NewSubmission, StoreDeps, StoredSubmission } from './store-submission.ts'
import { createSubmit } from './submit.ts'

/** Submits as a gateway does, with the rights of the test's own connections: for tests of what comes after. */
export function submit({ db, ...deps }: StoreDeps, submission: NewSubmission): Promise<StoredSubmission> {
  return createSubmit({ ...deps, db: { within: () => db, transaction: (run) => db.transaction((tx) => run(() => tx)) } })(submission)
}
