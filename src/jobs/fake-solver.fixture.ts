import type { Progress, SolveHandle, SolveOutcome, SolveRequest, StartSolve } from '../threads/pool.ts'

/** What every search finds unless the test says otherwise. */
export const SOLUTION = Buffer.from('{"stopReason":"OPTIMAL","shifts":[{"id":1,"employee":7}]}')

/** A search that ends when the test says so. */
interface FakeSolve {
  readonly request: SolveRequest
  readonly progress: (progress: Progress) => void
  readonly end: (outcome?: Partial<SolveOutcome>) => void
  readonly crash: () => void
  readonly stopped: () => boolean
}

/** A solver whose searches do nothing by themselves; `started` has them in order. */
export function fakeSolver(): { startSolve: StartSolve; started: FakeSolve[] } {
  const started: FakeSolve[] = []
  const startSolve: StartSolve = (request, events) => {
    const { promise, resolve, reject } = Promise.withResolvers<SolveOutcome>()
    let stopped = false
    const end = (over: Partial<SolveOutcome> = {}): void =>
      resolve({ solution: SOLUTION, score: [0, 1, 2, 3], bound: [0, 0, 0, 0], gap: 1, stopReason: 'OPTIMAL', moves: 10, solveMs: 5, ...over })
    const handle: SolveHandle = {
      result: promise,
      stop() {
        stopped = true
        end({ stopReason: 'STOPPED' })
      },
      cancel: () => reject(new DOMException('cancelled', 'AbortError')),
    }
    started.push({ request, progress: events.onProgress, end, crash: () => reject(new Error('thread died')), stopped: () => stopped })
    return handle
  }
  return { startSolve, started }
}
