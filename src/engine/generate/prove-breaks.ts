import type { LinearColumn, LinearProgram, LinearSolver } from '../column-generation/linear-solver.ts'
import { rounding } from '../bounds/rounding.ts'
import { breakColumns } from './break-columns.ts'
import { type CoverProgram, greatestUnit, LEVELS, programCosts, programRows } from './cover-program.ts'

/** What is known of shifts of one spot that have breaks, whichever are taken. */
export interface ProvedBreaks {
  /** By level, as far as it is proved: no shifts that cost no more on those before it cost less. */
  readonly bound: readonly number[]
  /** By choice: how many of it the last program takes, in parts; null = none was solved. */
  readonly parts: Float64Array | null
}

const MAX_ITERATIONS = 10_000_000
const ITERATIONS_PER_LOOK = 200

/** One linear program for each level, in which breaks are a flow beside that of people; what a level costs is held where it was proved. That nobody covers a break is left out: it costs no less. */
export function proveBreaks(program: CoverProgram, solver: LinearSolver, isOver: () => boolean): ProvedBreaks {
  const { rows, columns } = programRows(program)
  const breaks = breakColumns(program)
  const first = columns.length - program.choices.length
  const costs = Array.from({ length: LEVELS }, (_, level) => inUnits(programCosts(program, level)))
  const totals = rows.length + breaks.rows.length
  const linear = solver.createProgram()
  try {
    linear.addRows([...rows, ...breaks.rows, ...costs.map(() => ({ lower: 0, upper: 0 }))])
    const ofTotals = (column: number) =>
      costs.flatMap(({ values }, level) => (values[column] === 0 ? [] : [[totals + level, values[column]!] as const]))
    linear.addColumns(columns.map((column, at) => withEntries(column, [...(breaks.entries[at - first] ?? []), ...ofTotals(at)])))
    const total = (level: number): LinearColumn => ({ cost: 0, lower: -Infinity, upper: Infinity, rows: [totals + level], values: [-1] })
    linear.addColumns([...costs.map((_, level) => total(level)), ...breaks.columns])
    return solveLevels(linear, program, { costs, columnCount: columns.length, isOver })
  } finally {
    linear.dispose()
  }
}

/** What columns cost, as whole numbers of one unit. */
interface Costs {
  readonly unit: number
  readonly values: Float64Array
}

function inUnits(costs: Float64Array): Costs {
  const unit = Math.max(1, greatestUnit(costs))
  return { unit, values: costs.map((cost) => cost / unit) }
}

interface Levelled {
  readonly costs: readonly Costs[]
  /** The column of the first total; those of the other levels follow. */
  readonly columnCount: number
  readonly isOver: () => boolean
}

function solveLevels(linear: LinearProgram, program: CoverProgram, { costs, columnCount, isOver }: Levelled): ProvedBreaks {
  const { choices, empty } = program
  const bound: number[] = []
  let parts: Float64Array | null = null
  for (const [level, { unit, values }] of costs.entries()) {
    if (values.every((cost) => cost === 0)) {
      bound.push(empty[level]!)
      continue
    }
    const column = columnCount + level
    linear.setCost(column, 1)
    const outcome = linear.solve({ from: 'primal', maxIterations: MAX_ITERATIONS, iterationsPerLook: ITERATIONS_PER_LOOK, isOver: () => isOver() })
    if (outcome.status !== 'optimal') break
    parts = outcome.values.slice(columnCount - choices.length, columnCount)
    const least = Math.ceil(outcome.objective - rounding(outcome.objective))
    bound.push(empty[level]! + unit * least)
    linear.setCost(column, 0)
    linear.setBounds(column, -Infinity, least)
  }
  return { bound, parts }
}

function withEntries(column: LinearColumn, more: readonly (readonly [row: number, value: number])[]): LinearColumn {
  return { ...column, rows: [...column.rows, ...more.map(([row]) => row)], values: [...column.values, ...more.map(([, value]) => value)] }
}
