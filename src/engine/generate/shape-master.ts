import type { LinearBudget, LinearColumn, LinearProgram, LinearSolver } from '../column-generation/linear-solver.ts'
import { LEVELS } from './cover-program.ts'
import type { LevelledColumn, ShapeRows } from './shape-rows.ts'

/** What the linear program of a level comes to. */
export interface MasterOptimum {
  /** In units of the level. */
  readonly objective: number
  /** By shape: how much the objective rises at least with one of it; 0 or more, but for rounding. */
  readonly reduced: Float64Array
}

const MAX_ITERATIONS = 10_000_000
const ITERATIONS_PER_LOOK = 200
/** Shapes that cost less than this by the duals are added; so many at a time, those first that cost least. */
const SAVES = -1e-6
const ADDED_AT_ONCE = 100

/** The linear programs of all levels, with those shapes only that are worth something to them. What was proved of a level is held on those behind it. */
export class ShapeMaster {
  readonly #rows: ShapeRows
  readonly #linear: LinearProgram
  readonly #isIn: Uint8Array
  readonly #firstTotal: number
  readonly #budget: LinearBudget

  constructor(rows: ShapeRows, solver: LinearSolver, isOver: () => boolean) {
    this.#rows = rows
    this.#linear = solver.createProgram()
    this.#isIn = new Uint8Array(rows.shapes.length)
    this.#firstTotal = rows.slots.length
    this.#budget = { from: 'primal', maxIterations: MAX_ITERATIONS, iterationsPerLook: ITERATIONS_PER_LOOK, isOver: () => isOver() }
    this.#linear.addRows([...rows.rows, ...Array.from({ length: LEVELS }, () => ({ lower: 0, upper: 0 }))])
    this.#linear.addColumns([
      ...rows.slots.map((column) => this.#withTotals(column)),
      ...Array.from({ length: LEVELS }, (_, level) => this.#total(level)),
    ])
  }

  /** Takes up shapes, by position. */
  add(shapes: Iterable<number>): void {
    const fresh = [...new Set(shapes)].filter((shape) => this.#isIn[shape] === 0)
    for (const shape of fresh) this.#isIn[shape] = 1
    // None is held from above: all that it saves is in its reduced cost.
    this.#linear.addColumns(fresh.map((shape) => ({ ...this.#withTotals(this.#rows.shapes[shape]!), upper: Infinity })))
  }

  /** Shapes that were taken up. */
  get shapes(): number[] {
    return [...this.#isIn.keys()].filter((shape) => this.#isIn[shape] === 1)
  }

  /** The optimum over all shapes; null where time was over before, or the solver came to no end. */
  solve(level: number): MasterOptimum | null {
    this.#linear.setCost(this.#firstTotal + level, 1)
    for (;;) {
      const outcome = this.#linear.solve(this.#budget)
      if (outcome.status !== 'optimal') return null
      const reduced = this.#rows.shapes.map((shape) => this.#reducedBy(outcome.duals, shape))
      const saving = [...reduced.keys()].filter((shape) => reduced[shape]! < SAVES && this.#isIn[shape] === 0)
      if (saving.length === 0) {
        this.#linear.setCost(this.#firstTotal + level, 0)
        return { objective: outcome.objective, reduced: Float64Array.from(reduced) }
      }
      this.add(saving.sort((a, b) => reduced[a]! - reduced[b]!).slice(0, ADDED_AT_ONCE))
    }
  }

  /** A level costs no more than this from now on, in its units. */
  hold(level: number, most: number): void {
    this.#linear.setBounds(this.#firstTotal + level, -Infinity, most)
  }

  dispose(): void {
    this.#linear.dispose()
  }

  #reducedBy(duals: Float64Array, { rows, values, costs }: LevelledColumn): number {
    let sum = 0
    for (let k = 0; k < rows.length; k += 1) sum -= duals[rows[k]!]! * values[k]!
    const first = this.#rows.rows.length
    for (let level = 0; level < LEVELS; level += 1) sum -= duals[first + level]! * costs[level]!
    return sum
  }

  /** Each total is what the columns cost on its level. */
  #withTotals({ rows, values, costs, lower, upper }: LevelledColumn): LinearColumn {
    const levels = [...costs.keys()].filter((level) => costs[level] !== 0)
    const first = this.#rows.rows.length
    return {
      cost: 0,
      lower,
      upper,
      rows: [...rows, ...levels.map((level) => first + level)],
      values: [...values, ...levels.map((level) => costs[level]!)],
    }
  }

  #total(level: number): LinearColumn {
    return { cost: 0, lower: -Infinity, upper: Infinity, rows: [this.#rows.rows.length + level], values: [-1] }
  }
}
