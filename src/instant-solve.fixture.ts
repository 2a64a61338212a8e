import type { SolveOutcome, StartSolve } from './threads/pool.ts'

const SOLUTION = { stopReason: 'CONVERGED', score: [0, 0, 0, 7], bound: [0, 0, 0, 6], gap: 0.02, shifts: [{ id: 1, employee: 1 }], unassigned: [] }
const ENDLESS_SECONDS = 3600

/** Solves in no time, with a gap of 2 %, except schedules that ask for an hour: those end only when they are told to. */
export const instantSolve: StartSolve = ({ document }, { onProgress }) => {
  const { termination } = JSON.parse(Buffer.from(document).toString()) as { termination?: { maxSeconds?: number } }
  const outcome: SolveOutcome = {
    solution: Buffer.from(JSON.stringify(SOLUTION)),
    score: [0, 0, 0, 7],
    bound: [0, 0, 0, 6],
    gap: 0.02,
    noBoundReason: null,
    boundLeavesOut: [],
    stopReason: 'CONVERGED',
    moves: 10,
    solveMs: 1,
  }
  const result = Promise.withResolvers<SolveOutcome>()
  if (termination?.maxSeconds === ENDLESS_SECONDS) onProgress({ elapsedMs: 1, score: [0, 0, 0, 9], moves: 3, roster: Int32Array.of(0) })
  else result.resolve(outcome)
  return {
    result: result.promise,
    stop: () => result.resolve({ ...outcome, stopReason: 'STOPPED' }),
    cancel: () => result.reject(new DOMException('cancelled', 'AbortError')),
  }
}
