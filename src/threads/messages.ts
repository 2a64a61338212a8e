import type { SearchParams } from '../engine/portfolio/params.ts'
import type { TraceLine } from '../engine/portfolio/trace.ts'
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
  /** When the time of the search began, by `clockMs`: reading the schedule and compiling it are in it. */
  readonly startedAtMs: number
  /** From then on; null = the schedule's own. */
  readonly maxSeconds: number | null
  /** By `clockMs`, when the search is over whatever `maxSeconds` says; null = by that alone. */
  readonly untilMs: number | null
  /** True: there is no time to search. The thread is to write a roster that is there already. */
  readonly isOver: boolean
  readonly maxIterations: number | null
  readonly start: Int32Array | null
  /** How many threads search side by side from the start to the end. */
  readonly threads: number
  /** Whether nobody else searches the schedule from the start to the end, in this process or another one; others may be lent. */
  readonly isAlone: boolean
  /** Whether this thread proves: one of a search is enough. */
  readonly proves: boolean
  /** The name under which they meet, and those that are lent to the search; null = the thread is alone. */
  readonly exchange: string | null
  /** One 32-bit cell in shared memory, one of `STOP_SIGNS`. */
  readonly stopSign: SharedArrayBuffer
  /** One 32-bit cell in shared memory: how many threads are lent to the search now. */
  readonly lent: SharedArrayBuffer
  /** Absent = the default. */
  readonly params?: SearchParams
  readonly isTraced?: boolean
}

/** What a search is told: to go on, or to end, which it does with telling its best roster. */
export const STOP_SIGNS = { goOn: 0, end: 1 } as const

/** From a thread: it has started, and reads the schedule now. */
export interface StartedMessage {
  readonly type: 'started'
}

/** From a thread: it has read the schedule. */
export interface ReadMessage {
  readonly type: 'read'
  readonly readMs: number
  /** How long the search may take by the request, or by the schedule where that says nothing. */
  readonly maxMs: number
}

/** From a thread: it judges a roster, for the first time. How long that takes is not known yet. */
export interface JudgingMessage {
  readonly type: 'judging'
}

/** From a thread: a better roster than the last, judged by the checker. */
export interface BetterMessage {
  readonly type: 'better'
  readonly roster: Int32Array
  readonly score: Score
  readonly moves: number
  /** What judging it took. */
  readonly judgeMs: number
}

/** From a thread: it proved that no roster is better than this, which is more than it had proved before. */
export interface BoundMessage {
  readonly type: 'bound'
  readonly bound: Score
}

/** From a thread that is traced. */
export interface TurnMessage {
  readonly type: 'turn'
  readonly line: TraceLine
}

/** From a thread: its search has ended. It waits for a `FinishMessage`, or to be ended. */
export interface SearchedMessage {
  readonly type: 'searched'
  readonly roster: Int32Array
  readonly score: Score
  /** What it proved; null when nothing. */
  readonly bound: Score | null
  /** It proved its roster to be the best, or as near to it as the schedule asks for: no thread needs to search on. */
  readonly isEnough: boolean
  readonly stopReason: StopReason
  readonly moves: number
  /** What judging a roster took the last time. */
  readonly judgeMs: number
}

/** To the thread that found the best roster, or to one that is left: explain it and write it. */
export interface FinishMessage {
  /** What another thread found and cannot write any more; null = its own. */
  readonly roster: Int32Array | null
  readonly moves: number
  readonly threads: number
  /** When the first roster was told, since the start; null when none was. */
  readonly firstRosterMs: number | null
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
  readonly boundLeavesOut: readonly string[]
  readonly stopReason: StopReason
}

export type ThreadMessage =
  | StartedMessage
  | ReadMessage
  | JudgingMessage
  | TurnMessage
  | BetterMessage
  | BoundMessage
  | SearchedMessage
  | WrittenMessage
