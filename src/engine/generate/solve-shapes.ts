import { rounding } from '../bounds/rounding.ts'
import type { LinearSolver, WholeColumn, WholeProgram } from '../column-generation/linear-solver.ts'
import { compareLevels, type CoverProgram, LEVELS, type Levels } from './cover-program.ts'
import { CoverState, type TakenShift } from './cover-state.ts'
import { dutyShapes, type DutyShape, keyOf, shapeOf } from './duty-shapes.ts'
import { ShapeMaster } from './shape-master.ts'
import { type LevelledColumn, type ShapeRows, shapeRows } from './shape-rows.ts'

/** Shifts, and what they come to. */
export interface Taken {
  readonly taken: readonly TakenShift[]
  readonly cost: Levels
}

/** Shifts, and by level, as far as it is proved, what no shifts fall below that cost no more on those before it. */
export interface ProvedTaken extends Taken {
  readonly bound: readonly number[]
}

/** How far a program is solved. */
export interface ShapesBudget {
  /** A program with more shapes is left as it is, and so is a level that is to choose among more than `maxChosen` of them. */
  readonly maxShapes: number
  readonly maxChosen: number
  /** Of the tree of one program with whole numbers. */
  readonly maxNodes: number
  readonly isOver: () => boolean
}

/**
 * The shifts that cost least, level after level, over all shapes of shifts: exact, where it comes to an end. Of each level a linear program proves what nothing falls below. Where the best shifts cost
 * more, a program with whole numbers chooses among the shapes that it took up, and then among all that can be part of something better: none whose reduced cost is as much as is left to gain. It
 * begins at shifts that were found. What comes back is never worse, and its bound never lower.
 */
export function solveShapes(program: CoverProgram, known: ProvedTaken, solver: LinearSolver, budget: ShapesBudget): ProvedTaken {
  const shapes = budget.isOver() ? null : dutyShapes(program, budget.maxShapes)
  if (shapes === null) return known
  const levels = new ShapeLevels(program, { shapes, known, solver, budget })
  try {
    return levels.solve()
  } finally {
    levels.dispose()
  }
}

/** Whether the numbers that begin a list are these. */
function isPrefix(numbers: readonly number[], of: Levels): boolean {
  return numbers.every((value, at) => value === of[at])
}

interface Given {
  readonly shapes: ReadonlyMap<string, DutyShape>
  readonly known: ProvedTaken
  readonly solver: LinearSolver
  readonly budget: ShapesBudget
}

class ShapeLevels {
  readonly #program: CoverProgram
  readonly #given: Given
  readonly #shapes: readonly DutyShape[]
  readonly #places: ReadonlyMap<string, number>
  readonly #rows: ShapeRows
  readonly #master: ShapeMaster
  /** By level: what is proved. */
  readonly #bound: number[] = []
  /** What is proved of the level behind these, if anything. */
  #further: readonly number[] = []
  #best: Taken

  constructor(program: CoverProgram, given: Given) {
    const { shapes, known, solver, budget } = given
    this.#program = program
    this.#given = given
    this.#shapes = [...shapes.values()]
    this.#places = new Map([...shapes.keys()].map((key, at) => [key, at]))
    this.#rows = shapeRows(program, this.#shapes)
    this.#master = new ShapeMaster(this.#rows, solver, budget.isOver)
    this.#best = known
  }

  solve(): ProvedTaken {
    const { known } = this.#given
    for (let level = 0; level < LEVELS; level += 1) {
      if (!this.#isFixed(level) && !this.#isKnown(level) && !this.#solveLevel(level)) break
      this.#bound.push(this.#best.cost[level]!)
      this.#further = []
      this.#master.hold(level, this.#inUnits(level))
    }
    return { ...this.#best, bound: higher([...this.#bound, ...this.#further], known.bound) }
  }

  dispose(): void {
    this.#master.dispose()
  }

  /** Whether what a level costs follows from the levels before it: nothing costs anything on it, or all costs what it does on one of those. */
  #isFixed(level: number): boolean {
    const { slots, shapes } = this.#rows
    const all = [...slots, ...shapes]
    if (all.every(({ costs }) => costs[level] === 0)) return true
    return [...Array(level).keys()].some((earlier) => all.every(({ costs }) => costs[level] === costs[earlier]))
  }

  #isKnown(level: number): boolean {
    const { bound } = this.#given.known
    return isPrefix(this.#bound, bound) && bound[level] === this.#best.cost[level]
  }

  /** What the best shifts cost on a level, beside what it costs without any. */
  #inUnits(level: number): number {
    return Math.round((this.#best.cost[level]! - this.#program.empty[level]!) / this.#rows.units[level]!)
  }

  /** Whether it is proved that the best shifts cost least on a level. */
  #solveLevel(level: number): boolean {
    this.#master.add(this.#shapesOf(this.#countsOf(this.#best)))
    const optimum = this.#master.solve(level)
    if (optimum === null) return false
    const least = Math.ceil(optimum.objective - rounding(optimum.objective))
    this.#further = [this.#program.empty[level]! + this.#rows.units[level]! * least]
    if (least >= this.#inUnits(level)) return true
    this.#choose(level, this.#master.shapes)
    if (least >= this.#inUnits(level)) return true
    const gain = this.#inUnits(level) - 1 - optimum.objective
    const worth = [...optimum.reduced.keys()].filter((shape) => optimum.reduced[shape]! <= gain + rounding(gain))
    return worth.length <= this.#given.budget.maxChosen && this.#choose(level, worth)
  }

  /** Whether the best shifts of these shapes, and of those that were best before, cost least on a level; keeps them. */
  #choose(level: number, some: readonly number[]): boolean {
    const { solver, budget } = this.#given
    const counts = this.#countsOf(this.#best)
    const chosen = [...new Set([...some, ...this.#shapesOf(counts)])]
    const program = this.#programOf(level, chosen)
    const outcome = solver.solveWhole({ ...program, start: [...this.#rows.slotValues(counts), ...chosen.map((shape) => counts[shape]!)] }, budget)
    if (outcome.values === null) return false
    const found = this.#takenOf(chosen, outcome.values)
    if (compareLevels(found.cost, this.#best.cost) < 0 && isPrefix(this.#bound, found.cost)) this.#best = found
    const told = Math.round(program.columns.reduce((sum, { cost }, at) => sum + cost * outcome.values![at]!, 0))
    return outcome.status === 'optimal' && told === this.#inUnits(level)
  }

  /** Costs are those of a level; on those before it no more is taken than is proved of them. */
  #programOf(level: number, chosen: readonly number[]): Omit<WholeProgram, 'start'> {
    const { rows, slots, shapes, units } = this.#rows
    const held = [...this.#bound.keys()].filter((earlier) => !this.#isFixed(earlier))
    const upper = (earlier: number): number => Math.round((this.#bound[earlier]! - this.#program.empty[earlier]!) / units[earlier]!)
    const withHeld = ({ costs, ...column }: LevelledColumn): WholeColumn => {
      const more = [...held.keys()].filter((k) => costs[held[k]!] !== 0)
      const all = { rows: [...column.rows, ...more.map((k) => rows.length + k)], values: [...column.values, ...more.map((k) => costs[held[k]!]!)] }
      return { ...column, ...all, cost: costs[level]! }
    }
    return {
      rows: [...rows, ...held.map((earlier) => ({ lower: -Infinity, upper: upper(earlier) }))],
      columns: [...slots, ...chosen.map((shape) => shapes[shape]!)].map(withHeld),
    }
  }

  #shapesOf(counts: Int32Array): number[] {
    return [...counts.keys()].filter((shape) => counts[shape]! > 0)
  }

  #countsOf({ taken }: Taken): Int32Array {
    const counts = new Int32Array(this.#shapes.length)
    for (const shift of taken) counts[this.#places.get(keyOf(shapeOf(this.#program, shift)))!]! += 1
    return counts
  }

  #takenOf(chosen: readonly number[], values: Float64Array): Taken {
    const state = new CoverState(this.#program)
    for (const [at, shape] of chosen.entries()) {
      const { choice, breaks } = this.#shapes[shape]!
      for (let count = values[this.#rows.slots.length + at]!; count > 0; count -= 1) state.add(choice, breaks)
    }
    return { taken: [...state.taken], cost: state.cost() }
  }
}

/** Of two proofs the one that says more. */
export function higher(a: readonly number[], b: readonly number[]): readonly number[] {
  const at = a.findIndex((value, level) => level < b.length && value !== b[level])
  return at < 0 ? (a.length > b.length ? a : b) : a[at]! > b[at]! ? a : b
}
