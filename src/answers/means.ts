import type { ScheduleLimits } from '../api/limits.ts'
import type { LinearSolver } from '../engine/column-generation/linear-solver.ts'

/** What answering works with, besides the question. Whoever asks hands it in: answers think only. */
export interface Means {
  /** How large a schedule may be; the defaults where nothing is said. */
  readonly limits: Partial<ScheduleLimits>
  /** Solves linear programs, for proofs; null = what takes one is not proved. */
  readonly solver: LinearSolver | null
  /** Milliseconds on any steady clock. */
  readonly clock: () => number
  /** The longest that something is looked for, in seconds, whatever the question asks for; infinite = no limit but that. */
  readonly mostSeconds: number
}
