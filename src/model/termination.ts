/** When the search ends. */
export interface Termination {
  /** Seconds of search; 1 to 3600. */
  readonly maxSeconds: number
  /** Seconds without a better roster after which the search counts as converged; null = never. */
  readonly stallSeconds: number | null
  /** Ends when the proved gap is at most this, 0 to 1. */
  readonly targetGap: number
  /** Start of the random stream, 0 to 2³² − 1. */
  readonly seed: number
}
