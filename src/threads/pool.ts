import type { SearchParams } from '../engine/portfolio/params.ts'
import type { TraceLine } from '../engine/portfolio/trace.ts'
import type { StopReason } from '../model/job.ts'
import type { Score } from '../model/score.ts'
import type { NoBoundReason } from '../model/solution.ts'
import { type Means, SearchRun } from './search-run.ts'
import { WALL } from './wall.ts'

const THREAD_FILE = new URL('./solve-thread.ts', import.meta.url)

export interface SolveRequest {
  /** UTF-8 JSON as it was posted, already found valid. */
  readonly document: Uint8Array
  /** From when the threads have started, with reading, compiling and writing in it; null = the schedule's own `termination.maxSeconds`. */
  readonly maxSeconds: number | null
  /** null = the schedule's own `termination.seed`. */
  readonly seed: number | null
  /** Threads that search side by side from different seeds; 1 or more. */
  readonly threads: number
  /** Moves per thread; null = no limit. With it the result is the same on every machine. */
  readonly maxIterations: number | null
  /** A roster to go on from: by position in `shifts` the position in `employees`, or −1. */
  readonly start: Int32Array | null
  /** What the threads may take together, in MiB; null = as much as there is. */
  readonly memoryMib: number | null
  /** Whether threads may be lent to the search later (`lend`); absent = they may not. */
  readonly isLentTo?: boolean
  /** Set where other processes search the same schedule all along: whether this search proves as well; absent = it is on its own. */
  readonly beside?: { readonly proves: boolean }
  /** What steers the search; absent = the default. */
  readonly params?: SearchParams
  /** Whether the turns of the search are told (`onTurn`); absent = they are not. */
  readonly isTraced?: boolean
}

/** A better roster than any before; at most four a second and thread, and the first that breaks no first-priority rule at once. */
export interface Progress {
  /** Since `startSolve` was called: starting threads, reading the schedule and judging the roster are in it. */
  readonly elapsedMs: number
  readonly score: Score
  readonly moves: number
  readonly roster: Int32Array
}

export interface SolveOutcome {
  /** UTF-8 JSON of a solution document. */
  readonly solution: Uint8Array
  readonly score: Score
  readonly bound: Score | null
  readonly gap: number | null
  readonly noBoundReason: NoBoundReason | null
  readonly boundLeavesOut: readonly string[]
  readonly stopReason: StopReason
  /** Moves evaluated, over all threads. */
  readonly moves: number
  readonly solveMs: number
}

export interface SolveHandle {
  /**
   * Comes within five seconds after the time or a stop, whatever the threads are busy with; later where reading and judging this schedule were measured to
   * take long. Rejects with an `AbortError` after `cancel`, with `MemoryExceeded` when the threads took too much, with `TimeExceeded` when nothing
   * could be written by then, and with the thread's error when one dies.
   */
  readonly result: Promise<SolveOutcome>
  /** Ends the search, as a rule within about 10 ms; the best so far becomes the result. */
  stop(): void
  /**
   * Ends the threads; there is no result. `handing-over`: after a second at most, in which they tell their best roster if they have not yet, and
   * a result that is being written may still come.
   */
  cancel(how?: 'at-once' | 'handing-over'): void
  /**
   * From now on so many threads, 0 or more, search beside those of the request, each with as much memory as those have together. Fewer than before: the others are
   * gone within half a second. The search says in its statistics how many took part. Absent: the search takes none.
   */
  lend?(threads: number): void
  /** Tells the search what was found elsewhere: its threads go on from there, and it is part of the result. Absent: the search hears nobody. */
  hear?(found: FoundElsewhere): void
}

/** A bound that is higher than any before: no roster is better. */
export interface ProvedBound {
  /** As that of `Progress`. */
  readonly elapsedMs: number
  readonly bound: Score
}

/** Who is told of what a search finds while it lasts. */
export interface SolveEvents {
  onProgress(progress: Progress): void
  onBound?(proved: ProvedBound): void
  /** Of a search that is traced: called with each line of its trace, and the thread that it is of. */
  onTurn?(line: TraceLine & { readonly thread: number }): void
}

/** What another process has found of the same schedule; null = nothing new. */
export interface FoundElsewhere {
  /** With the score that the checker gave the roster there. */
  readonly better: { readonly roster: Int32Array; readonly score: Score } | null
  readonly bound: Score | null
  /** That search there. */
  readonly threads: number
}

export type StartSolve = (request: SolveRequest, events: SolveEvents) => SolveHandle

/** Solves schedules in worker threads of this process; `means` may put others in the place of what they run and how long they have. */
export function createSolver(means: Partial<Means>): StartSolve {
  const all: Means = { threadFile: THREAD_FILE, wall: WALL, ...means }
  return (request, events) => {
    const run = new SearchRun(request, events, all)
    return {
      result: run.result,
      stop: () => run.stop(),
      cancel: (how = 'at-once') => run.cancel(how),
      lend: (threads) => run.lend(threads),
      hear: (found) => run.hear(found),
    }
  }
}

/** Solves one schedule in worker threads of this process. */
export const startSolve: StartSolve = createSolver({})
