import type { SolveOptions } from './index.ts'

/** Options of a search for tests: without a limit, a clock that is asked by anybody, or anything beside local search, but for what `over` says. */
export function solveOptions(over: Partial<SolveOptions>): SolveOptions {
  return {
    seed: 1,
    maxMs: Number.POSITIVE_INFINITY,
    stallMs: null,
    maxIterations: null,
    targetGap: 0,
    start: null,
    clock: () => performance.now(),
    shouldStop: () => false,
    onIncumbent: () => {},
    onBound: () => {},
    meet: null,
    solver: null,
    proves: false,
    ...over,
  }
}
