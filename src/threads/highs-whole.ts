import type { Highs, Model, ModelData } from 'highs'
import type { WholeBudget, WholeOutcome, WholeProgram } from '../engine/column-generation/linear-solver.ts'

/** Who is nearer to the optimum is there: costs are whole numbers. */
const ALMOST_ONE = 0.99

/** Solves a program with whole numbers by HiGHS. It looks at the time between the linear programs on its way, which are small here. */
export function solveWhole(highs: Highs, program: WholeProgram, budget: WholeBudget): WholeOutcome {
  const model = highs.createModel(dataOf(highs.constants, program))
  try {
    // Without a seed of its own and with one thread it takes the same way each time.
    model.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: ALMOST_ONE, mip_max_nodes: budget.maxNodes })
    model.setSolution({ colValue: program.start })
    return run(highs, model, program, budget)
  } finally {
    model.dispose()
  }
}

/** All columns at once: one by one they take HiGHS longer than their solution. */
function dataOf({ variableType }: Highs['constants'], { rows, columns }: WholeProgram): ModelData {
  const { integer, continuous } = variableType
  const starts = new Int32Array(columns.length + 1)
  for (const [column, own] of columns.entries()) starts[column + 1] = starts[column]! + own.rows.length
  return {
    numCols: columns.length,
    numRows: rows.length,
    colCost: columns.map(({ cost }) => cost),
    colLower: columns.map(({ lower }) => lower),
    colUpper: columns.map(({ upper }) => upper),
    rowLower: rows.map(({ lower }) => lower),
    rowUpper: rows.map(({ upper }) => upper),
    integrality: columns.map(({ isWhole }) => (isWhole ? integer : continuous)),
    matrix: {
      format: 'csc',
      numCols: columns.length,
      numRows: rows.length,
      starts,
      indices: columns.flatMap((column) => column.rows),
      values: columns.flatMap(({ values }) => values),
    },
  }
}

function run({ constants }: Highs, model: Model, program: WholeProgram, { isOver }: WholeBudget): WholeOutcome {
  let isStopped = false
  const look = (event: { interrupt(): unknown }): undefined => {
    isStopped ||= isOver()
    if (isStopped) event.interrupt()
  }
  try {
    model.run({ [constants.callbackType.mipInterrupt]: look })
  } catch {
    return { status: isStopped ? 'over' : 'unsolved', values: null }
  }
  const values = valuesOf(model, program, constants.solutionStatus.feasible)
  if (isStopped || isOver()) return { status: 'over', values }
  const { optimal, infeasible } = constants.modelStatus
  const status = model.getModelStatus()
  if (status === optimal && values !== null) return { status: 'optimal', values }
  return { status: status === infeasible ? 'infeasible' : 'unsolved', values }
}

/** Null where none were found. */
function valuesOf(model: Model, { columns }: WholeProgram, feasible: number): Float64Array | null {
  if (Number(model.info.get('primal_solution_status')) !== feasible) return null
  return model.getSolution().colValue.map((value, column) => (columns[column]!.isWhole ? Math.round(value) : value))
}
