import type { SearchParams } from '../portfolio/params.ts'
import type { LinearModel, LinearSolver, SimplexEvent } from './linear-solver.ts'

/** Of HiGHS: how the simplex method goes on. */
const DUAL = 1
const PRIMAL = 4
interface Optimizing {
  readonly params: Pick<SearchParams['steps'], 'simplexPerLook' | 'stalled'>
  /** Whether columns were shut out since it was solved last, or others added. */
  readonly isShut: boolean
  /** Of the programme. */
  readonly rows: number
  /** Asked with the iterations since the last time; true when there is no more time. */
  readonly isOver: (iterations: number) => boolean
}

/**
 * Solves a linear programme; false when it has no solution, and when it is over. Where one simplex method turns round and round, or the numbers are too far apart for
 * it, the other one goes on, and at last the dual one from nothing.
 */
export function optimize(solver: LinearSolver, model: LinearModel, { params, isShut, rows, isOver }: Optimizing): boolean {
  // Columns that were added leave the last solution feasible, columns that were shut out leave its prices so.
  for (const [attempt, strategy] of (isShut ? [DUAL, PRIMAL, DUAL] : [PRIMAL, DUAL, DUAL]).entries()) {
    model.options.set({ simplex_strategy: strategy })
    if (attempt === 2) model.clearSolver()
    const end = run(solver, model, { most: params.stalled[attempt]! * rows, perLook: params.simplexPerLook, isOver })
    if (end === 'over') return false
    if (end === 'run' && model.getModelStatus() === solver.constants.modelStatus.optimal) return true
  }
  return false
}

interface Run extends Pick<Optimizing, 'isOver'> {
  /** Iterations, about, and between two looks at the clock. */
  readonly most: number
  readonly perLook: number
}

/**
 * One run of a simplex method; 'over' when there is no more time. It is asked to stop on its way and not run in portions: at the end of each portion it forgot
 * how it had perturbed the costs, and large programmes, whose solutions are many and equal, came to no end.
 */
function run(solver: LinearSolver, model: LinearModel, { most, perLook, isOver }: Run): 'run' | 'failed' | 'over' {
  let told = 0
  let isTimeOver = false
  let isStopped = false
  const tell = (iterations: number): boolean => {
    const more = iterations - told
    told = iterations
    return isOver(more)
  }
  const onIteration = (event: SimplexEvent): undefined => {
    const iterations = event.data.simplex_iteration_count ?? 0
    if (isStopped || iterations - told < perLook) return
    isTimeOver = tell(iterations)
    isStopped = isTimeOver || iterations > most
    if (isStopped) event.interrupt()
  }
  try {
    model.run({ [solver.constants.callbackType.simplexInterrupt]: onIteration })
  } catch {
    return isTimeOver ? 'over' : 'failed'
  }
  if (isTimeOver || (!isStopped && tell(Number(model.info.get('simplex_iteration_count'))))) return 'over'
  return isStopped ? 'failed' : 'run'
}
