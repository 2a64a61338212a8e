import type { Highs, Model } from 'highs'
import type { LinearBudget, LinearColumn, LinearOutcome, LinearProgram, LinearRow, LinearSolver } from '../engine/column-generation/linear-solver.ts'
import { solveWhole } from './highs-whole.ts'

/** Of HiGHS: which simplex method goes on from a solution that is still feasible, or whose duals are. */
const STRATEGY = { dual: 1, primal: 4 } as const

/** HiGHS as a solver of linear programs for the engine. */
export function createHighsSolver(highs: Highs): LinearSolver {
  return { createProgram: () => new HighsProgram(highs), solveWhole: (program, budget) => solveWhole(highs, program, budget) }
}

class HighsProgram implements LinearProgram {
  readonly #highs: Highs
  readonly #model: Model
  #width = 0

  constructor(highs: Highs) {
    this.#highs = highs
    this.#model = highs.createModel()
    // Presolve would begin anew each time, where the last solution is nearly right.
    this.#model.options.set({ output_flag: false, presolve: 'off' })
  }

  addRows(rows: readonly LinearRow[]): void {
    for (const { lower, upper } of rows) this.#model.addRow(lower, upper, { indices: [], values: [] })
  }

  addColumns(columns: readonly LinearColumn[]): void {
    for (const { cost, lower, upper, rows, values } of columns) this.#model.addCol(cost, lower, upper, { indices: rows, values })
    this.#width += columns.length
  }

  dropColumns(columns: readonly number[]): void {
    const mask = new Int32Array(this.#width)
    for (const column of columns) mask[column] = 1
    this.#model.deleteCols({ kind: 'mask', mask })
    this.#width -= columns.length
  }

  setBounds(column: number, lower: number, upper: number): void {
    this.#model.changeColBounds(column, lower, upper)
  }

  setCost(column: number, cost: number): void {
    this.#model.changeColCost(column, cost)
  }

  solve(budget: LinearBudget): LinearOutcome {
    this.#model.options.set({ simplex_strategy: STRATEGY[budget.from] })
    const end = this.#run(budget)
    if (end !== 'ended') return { status: end }
    const { optimal, infeasible, unbounded } = this.#highs.constants.modelStatus
    const status = this.#model.getModelStatus()
    if (status === infeasible) return { status: 'infeasible' }
    if (status === unbounded) return { status: 'unbounded' }
    if (status !== optimal) return { status: 'unsolved' }
    const { colValue, colDual, rowDual } = this.#model.getSolution()
    return { status: 'optimal', objective: this.#model.getObjectiveValue(), values: colValue, reducedCosts: colDual, duals: rowDual }
  }

  /**
   * It is asked to stop on its way and not run in portions: at the end of each portion it forgot how it had perturbed the costs, and large programs, whose
   * solutions are many and equal, came to no end.
   */
  #run({ maxIterations, iterationsPerLook, isOver }: LinearBudget): 'ended' | 'unsolved' | 'over' {
    let told = 0
    let isTimeOver = false
    let isStopped = false
    const tell = (iterations: number): boolean => {
      const more = iterations - told
      told = iterations
      return isOver(more)
    }
    try {
      this.#model.run({
        [this.#highs.constants.callbackType.simplexInterrupt]: (event: {
          data: { simplex_iteration_count?: number }
          interrupt(): unknown
        }): undefined => {
          const iterations = event.data.simplex_iteration_count ?? 0
          if (isStopped || iterations - told < iterationsPerLook) return
          isTimeOver = tell(iterations)
          isStopped = isTimeOver || iterations > maxIterations
          if (isStopped) event.interrupt()
        },
      })
    } catch {
      return isTimeOver ? 'over' : 'unsolved'
    }
    if (isTimeOver || (!isStopped && tell(Number(this.#model.info.get('simplex_iteration_count'))))) return 'over'
    return isStopped ? 'unsolved' : 'ended'
  }

  forget(): void {
    this.#model.clearSolver()
  }

  dispose(): void {
    this.#model.dispose()
  }
}
