import type { ScheduleLimits } from '../api/limits.ts'
import type { LinearSolver } from '../engine/column-generation/linear-solver.ts'
import type { Language } from '../model/language.ts'
import type { Schedule } from '../model/schedule.ts'

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
  /** In which language sentences are, of questions that are translated; absent = English. */
  readonly language?: Language
  /** What schedules were read as before, by the very document, which nobody changes; what is read goes into it. Absent = everything is read anew. */
  readonly readBefore?: WeakMap<object, Schedule>
}
