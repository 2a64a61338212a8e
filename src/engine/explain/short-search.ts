import type { Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { solve, type SolveResult } from '../index.ts'
import type { LinearSolver } from '../column-generation/linear-solver.ts'

/** What a short search works with. */
export interface SearchMeans {
  /** Solves linear programs; null = rows are not solved anew, and nothing is proved. */
  readonly solver: LinearSolver | null
  readonly clock: () => number
  /** Moment on that clock at which it ends at the latest. */
  readonly until: number
}

interface ShortSearch {
  /** Where it starts from; null = from nothing. */
  readonly start: Roster | null
  /** Moves after which it ends: the same question has the same answer everywhere, as long as there is time. */
  readonly moves: number
  readonly proves: boolean
}

const SEED = 1

/** A search of so many moves, for an answer and not for a roster to publish. */
export function searchShortly(schedule: Schedule, { start, moves, proves }: ShortSearch, { solver, clock, until }: SearchMeans): SolveResult {
  return solve(schedule, {
    seed: SEED,
    maxMs: Math.max(1, until - clock()),
    stallMs: null,
    maxIterations: moves,
    targetGap: 0,
    start,
    clock,
    shouldStop: () => false,
    onIncumbent: () => {},
    onBound: () => {},
    meet: null,
    solver,
    proves: proves && solver !== null,
  })
}
