import type { FoundElsewhere, Progress, ProvedBound, SolveHandle, SolveOutcome, SolveRequest, StartSolve } from '../threads/pool.ts'

/** What every search finds unless the test says otherwise. */
export const SOLUTION = Buffer.from('{"stopReason":"OPTIMAL","shifts":[{"id":1,"employee":7}]}')

/** A search that ends when the test says so. */
interface FakeSolve {
  readonly request: SolveRequest
  readonly progress: (progress: Progress) => void
  readonly prove: (proved: ProvedBound) => void
  readonly end: (outcome?: Partial<SolveOutcome>) => void
  readonly crash: (cause?: Error) => void
  readonly stopped: () => boolean
  /** How it was cancelled; null when it was not. */
  readonly cancelled: () => 'at-once' | 'handing-over' | null
  /** How many threads were lent to it last. */
  readonly lent: () => number
  /** What it was told from elsewhere, in order. */
  readonly heard: readonly FoundElsewhere[]
}

/** A solver whose searches do nothing by themselves; `started` has them in order. */
export function fakeSolver(): { startSolve: StartSolve; started: FakeSolve[] } {
  const started: FakeSolve[] = []
  const startSolve: StartSolve = (request, events) => {
    const { promise, resolve, reject } = Promise.withResolvers<SolveOutcome>()
    let stopped = false
    let cancelled: ReturnType<FakeSolve['cancelled']> = null
    let lent = 0
    const heard: FoundElsewhere[] = []
    const end = (over: Partial<SolveOutcome> = {}): void =>
      resolve({
        solution: SOLUTION,
        score: [0, 1, 2, 3],
        bound: [0, 0, 0, 0],
        gap: 1,
        noBoundReason: null,
        boundLeavesOut: [],
        stopReason: 'OPTIMAL',
        moves: 10,
        solveMs: 5,
        ...over,
      })
    const handle: SolveHandle = {
      result: promise,
      stop() {
        stopped = true
        end({ stopReason: 'STOPPED' })
      },
      cancel(how = 'at-once') {
        cancelled = how
        reject(new DOMException('cancelled', 'AbortError'))
      },
      lend: (threads) => (lent = threads),
      hear: (found) => void heard.push(found),
    }
    const crash = (cause = new Error('thread died')): void => reject(cause)
    const prove = (proved: ProvedBound): void => events.onBound?.(proved)
    const told = { stopped: () => stopped, cancelled: () => cancelled, lent: () => lent, heard }
    started.push({ request, progress: events.onProgress, prove, end, crash, ...told })
    return handle
  }
  return { startSolve, started }
}
