import type { SolveHandle, SolveOutcome } from './threads/pool.ts'

/** What a search finds, unless the test says otherwise. */
export const OUTCOME: SolveOutcome = {
  solution: Buffer.from(JSON.stringify({ stopReason: 'CONVERGED', score: [0, 0, 0, 7], bound: null, gap: null, shifts: [], unassigned: [] })),
  score: [0, 0, 0, 7],
  bound: null,
  gap: null,
  noBoundReason: 'NOT_PROVED' as const,
  boundLeavesOut: [],
  stopReason: 'CONVERGED',
  moves: 10,
  solveMs: 1,
}

/** A search that has ended with `OUTCOME` when it begins. */
export function solvedAtOnce(): SolveHandle {
  return { result: Promise.resolve(OUTCOME), stop() {}, cancel() {} }
}
