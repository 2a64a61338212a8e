import type { SearchParams } from '../portfolio/params.ts'
import type { LinearBudget, LinearOptimum, LinearProgram } from './linear-solver.ts'

interface Optimizing extends Pick<LinearBudget, 'isOver'> {
  readonly params: Pick<SearchParams['steps'], 'simplexPerLook' | 'stalled'>
  /** Whether columns were shut out since it was solved last, or others added. */
  readonly isShut: boolean
  /** Of the program. */
  readonly rows: number
}

/**
 * Solves a linear program; null when it has no solution, and when it is over. Where one simplex method turns round and round, or the numbers are too far apart for
 * it, the other one goes on, and at last the dual one from nothing.
 */
export function optimize(program: LinearProgram, { params, isShut, rows, isOver }: Optimizing): LinearOptimum | null {
  // Columns that were added leave the last solution feasible, columns that were shut out leave its prices so.
  const attempts = isShut ? (['dual', 'primal', 'dual'] as const) : (['primal', 'dual', 'dual'] as const)
  for (const [attempt, from] of attempts.entries()) {
    if (attempt === attempts.length - 1) program.forget()
    const outcome = program.solve({ from, maxIterations: params.stalled[attempt]! * rows, iterationsPerLook: params.simplexPerLook, isOver })
    if (outcome.status === 'optimal') return outcome
    if (outcome.status === 'over') return null
  }
  return null
}
