import type { StopReason } from '../model/job.ts'
import type { Score } from '../model/score.ts'
import type { NoBoundReason } from '../model/solution.ts'

/** What a solve thread is started with. */
export interface ThreadStart {
  /** UTF-8 JSON as it was posted. */
  readonly document: Uint8Array
  /** null = the schedule's own. Thread i searches from this seed + i × 0x9e3779b9. */
  readonly seed: number | null
  /** 0-based. */
  readonly thread: number
  readonly maxSeconds: number | null
  readonly maxIterations: number | null
  readonly start: Int32Array | null
  /** How many threads search side by side, and the name under which they meet. */
  readonly threads: number
  readonly meeting: string
  /** One 32-bit cell in shared memory, one of `STOP_SIGNS`. */
  readonly stopSign: SharedArrayBuffer
}

/** What a search is told: to go on, to end, or to end and tell its best roster first if it has not yet. */
export const STOP_SIGNS = { goOn: 0, end: 1, handOver: 2 } as const

/** From a thread: a better roster than the last, judged by the checker. */
export interface BetterMessage {
  readonly type: 'better'
  readonly roster: Int32Array
  readonly score: Score
  readonly moves: number
}

/** From a thread: it proved that no roster is better than this, which is more than it had proved before. */
export interface BoundMessage {
  readonly type: 'bound'
  readonly bound: Score
}

/** From a thread: its search has ended. It waits for a `FinishMessage`, or to be ended. */
export interface SearchedMessage {
  readonly type: 'searched'
  readonly score: Score
  /** What it proved; null when nothing. */
  readonly bound: Score | null
  /** It proved its roster to be the best, or as near to it as the schedule asks for: no thread needs to search on. */
  readonly isEnough: boolean
  readonly stopReason: StopReason
  readonly moves: number
}

/** To the thread that found the best roster: explain it and write it. */
export interface FinishMessage {
  readonly moves: number
  readonly threads: number
  /** The best bound of all threads. */
  readonly bound: Score | null
  readonly stopReason: StopReason
}

/** From a thread: the solution, as UTF-8 JSON of a solution document. */
export interface WrittenMessage {
  readonly type: 'written'
  readonly solution: Uint8Array
  readonly score: Score
  readonly bound: Score | null
  readonly gap: number | null
  readonly noBoundReason: NoBoundReason | null
  readonly stopReason: StopReason
}

export type ThreadMessage = BetterMessage | BoundMessage | SearchedMessage | WrittenMessage
