import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import type { LinearModel, LinearSolver } from '../../src/engine/pricing/linear-solver.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { readText } from '../source-files.ts'

test('a linear programme that has begun ends when the search is to stop', async () => {
  const { schedule } = readSubmission(JSON.parse(readText('examples/hospital-month.json')), { callback: 'optional' }).submission!
  const highs = await loadHighs()
  const { optimal } = highs.constants.modelStatus
  let isRunning = false
  let isStopped = false
  const statuses: number[] = []
  const watched = (model: ReturnType<typeof highs.createModel>): LinearModel => ({
    options: model.options,
    info: model.info,
    run(callbacks) {
      isRunning = true
      model.run(callbacks)
      isRunning = false
      statuses.push(model.getModelStatus())
    },
    getModelStatus: () => model.getModelStatus(),
    getObjectiveValue: () => model.getObjectiveValue(),
    getSolution: () => model.getSolution(),
    addRow: (lower, upper, entries) => model.addRow(lower, upper, entries),
    addCol: (cost, lower, upper, entries) => model.addCol(cost, lower, upper, entries),
    changeColBounds: (column, lower, upper) => model.changeColBounds(column, lower, upper),
    changeColCost: (column, cost) => model.changeColCost(column, cost),
    clearSolver: () => model.clearSolver(),
    deleteCols: (selection) => model.deleteCols(selection),
    dispose: () => model.dispose(),
  })
  const solver: LinearSolver = { constants: highs.constants, createModel: () => watched(highs.createModel()) }
  const shouldStop = (): boolean => {
    isStopped ||= isRunning
    return isStopped
  }
  const { stopReason } = solve(schedule, solveOptions({ maxIterations: 20_000_000, shouldStop, solver, proves: true }))
  expect(stopReason).toBe('STOPPED')
  expect(statuses.at(-1)).not.toBe(optimal)
})
