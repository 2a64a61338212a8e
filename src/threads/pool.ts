import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { StopReason } from '../model/job.ts'
import { compareScores, type Score } from '../model/score.ts'
import type { NoBoundReason } from '../model/solution.ts'
import { heapLimits, watchThreads } from './memory-watch.ts'
import { type FinishMessage, type SearchedMessage, STOP_SIGNS, type ThreadMessage, type ThreadStart } from './messages.ts'

export interface SolveRequest {
  /** UTF-8 JSON as it was posted, already found valid. */
  readonly document: Uint8Array
  /** null = the schedule's own `termination.maxSeconds`. */
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
  readonly stopReason: StopReason
  /** Moves evaluated, over all threads. */
  readonly moves: number
  readonly solveMs: number
}

export interface SolveHandle {
  /** Rejects with an `AbortError` after `cancel`, with `MemoryExceeded` when the threads took too much, and with the thread's error when one dies. */
  readonly result: Promise<SolveOutcome>
  /** Ends the search within about 10 ms; the best so far becomes the result. */
  stop(): void
  /**
   * Ends the threads; there is no result. `handing-over`: after a second at most, in which they tell their best roster if they have not yet, and
   * a result that is being written may still come.
   */
  cancel(how?: 'at-once' | 'handing-over'): void
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
}

export type StartSolve = (request: SolveRequest, events: SolveEvents) => SolveHandle

/** Time that threads have to tell their best rosters. Looking at a stop sign takes 10 ms; judging a roster takes most of it, and longer where a schedule is very large. */
const HAND_OVER_MS = 1000
const THREAD_FILE = new URL('./solve-thread.ts', import.meta.url)

/** Solves one schedule in worker threads of this process. */
export const startSolve: StartSolve = (request, events) => {
  const startedAt = performance.now()
  const stopSign = new SharedArrayBuffer(4)
  const meeting = `turnus-search-${randomUUID()}`
  const workers = Array.from({ length: request.threads }, (_, i) => startThread(request, { thread: i, meeting, stopSign }))
  const show = (sign: keyof typeof STOP_SIGNS): void => {
    Atomics.store(new Int32Array(stopSign), 0, STOP_SIGNS[sign])
  }
  const stop = (): void => show('end')
  const endThreads = (): void => {
    for (const worker of workers) void worker.terminate()
  }
  let cancel: SolveHandle['cancel'] = () => {}
  let isCancelled = false
  const result = new Promise<SolveOutcome>((resolve, reject) => {
    const fail = (cause: unknown): void => {
      endWatch()
      endThreads()
      reject(cause)
    }
    const endWatch = watchThreads(workers, request.memoryMib, fail)
    const fallBack = (): void => fail(new DOMException('The solve was cancelled.', 'AbortError'))
    cancel = (how = 'at-once') => {
      isCancelled = true
      if (how === 'at-once') return fallBack()
      show('handOver')
      setTimeout(fallBack, HAND_OVER_MS).unref()
    }
    const searched = new Map<number, SearchedMessage>()
    let best: Score | null = null
    workers.forEach((worker, i) => {
      worker.on('message', (message: ThreadMessage) => {
        if (message.type === 'better') {
          if (best !== null && compareScores(message.score, best) >= 0) return
          best = message.score
          events.onProgress({ elapsedMs: performance.now() - startedAt, score: message.score, moves: message.moves, roster: message.roster })
        } else if (message.type === 'bound') {
          // One thread alone proves, and each time more.
          events.onBound?.({ elapsedMs: performance.now() - startedAt, bound: message.bound })
        } else if (message.type === 'searched') {
          searched.set(i, message)
          // One thread with a proof makes the others' work idle; where iterations rule, all finish, or the result would depend on timing.
          if (message.isEnough && request.maxIterations === null) stop()
          if (searched.size < workers.length) return
          if (isCancelled) fallBack()
          else finishBest(workers, searched)
        } else {
          const moves = [...searched.values()].reduce((sum, thread) => sum + thread.moves, 0)
          resolve({ ...message, moves, solveMs: performance.now() - startedAt })
          endWatch()
          endThreads()
        }
      })
    })
  })
  return { result, stop, cancel: (how) => cancel(how) }
}

function startThread(request: SolveRequest, own: Pick<ThreadStart, 'thread' | 'meeting' | 'stopSign'>): Worker {
  const { document, seed, threads, maxSeconds, maxIterations, start, memoryMib } = request
  const workerData: ThreadStart = { document, seed, threads, maxSeconds, maxIterations, start, ...own }
  return new Worker(THREAD_FILE, { workerData, resourceLimits: heapLimits(memoryMib) })
}

/** What one thread proved holds for all. */
function highestBound(searched: readonly SearchedMessage[]): Score | null {
  return searched.reduce<Score | null>((highest, { bound }) => {
    if (bound === null || (highest !== null && compareScores(bound, highest) <= 0)) return highest
    return bound
  }, null)
}

/** The thread with the best roster explains and writes it; of equal ones the first. The others end. */
function finishBest(workers: readonly Worker[], searched: ReadonlyMap<number, SearchedMessage>): void {
  let winner = 0
  for (let i = 1; i < workers.length; i += 1) if (compareScores(searched.get(i)!.score, searched.get(winner)!.score) < 0) winner = i
  const { score, stopReason: ownReason } = searched.get(winner)!
  // It was stopped because another thread had proved enough.
  const stopReason = ownReason === 'STOPPED' && [...searched.values()].some(({ isEnough }) => isEnough) ? 'CONVERGED' : ownReason
  const bound = highestBound([...searched.values()])
  const finish: FinishMessage = {
    moves: [...searched.values()].reduce((sum, thread) => sum + thread.moves, 0),
    threads: workers.length,
    bound,
    stopReason: bound !== null && compareScores(score, bound) === 0 ? 'OPTIMAL' : stopReason,
  }
  workers[winner]!.postMessage(finish)
}
