import type { StopReason } from '../model/job.ts'

/** How an attempt at a job ended on this node. `lost`: withdrawn, or another node took over; `aborted`: this node shuts down. */
export type AttemptOutcome = 'solved' | 'crashed' | 'lost' | 'aborted'

/** What came of one try of a callback. */
export type TryOutcome = 'delivered' | 'retried' | 'given up'

/** What the parts of a node count. Where nobody reads metrics there is none of it, and nothing is counted. Times are in seconds. */
export interface Measures {
  /** A request was answered. `route`: its pattern, never its address; null when there is no such route. `seconds`: null for a stream. */
  requestAnswered(request: { readonly method: string; readonly route: string | null; readonly status: number; readonly seconds: number | null }): void
  submissionStored(outcome: 'stored' | 'replayed'): void
  /** An attempt began. `waitedSeconds`: since the submission; null for any but the first. */
  attemptBegan(waitedSeconds: number | null): void
  attemptEnded(outcome: AttemptOutcome): void
  /** A job was stored as solved: seconds searched over all attempts, and the proved gap, 0 to 1; null when no bound was proved. */
  jobSolved(job: { readonly stopReason: StopReason; readonly seconds: number; readonly gap: number | null }): void
  jobFailed(): void
  /** `status`: of the answer; null when there was none. */
  callbackTried(made: { readonly outcome: TryOutcome; readonly status: number | null; readonly seconds: number }): void
}
