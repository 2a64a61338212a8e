import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import type { LinearProgram, LinearSolver } from '../../src/engine/column-generation/linear-solver.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { readText } from '../source-files.ts'

test('a linear program that has begun ends when the search is to stop', async () => {
  const { schedule } = readSubmission(JSON.parse(readText('examples/hospital-month.json')), { callback: 'optional' }).submission!
  const highs = await loadHighs()
  let isRunning = false
  let isStopped = false
  const statuses: string[] = []
  const watched = (program: LinearProgram): LinearProgram => ({
    solve(budget) {
      isRunning = true
      const outcome = program.solve(budget)
      isRunning = false
      statuses.push(outcome.status)
      return outcome
    },
    addRows: (rows) => program.addRows(rows),
    addColumns: (columns) => program.addColumns(columns),
    dropColumns: (columns) => program.dropColumns(columns),
    setBounds: (column, lower, upper) => program.setBounds(column, lower, upper),
    setCost: (column, cost) => program.setCost(column, cost),
    forget: () => program.forget(),
    dispose: () => program.dispose(),
  })
  const solver: LinearSolver = { ...highs, createProgram: () => watched(highs.createProgram()) }
  const shouldStop = (): boolean => {
    isStopped ||= isRunning
    return isStopped
  }
  const { stopReason } = solve(schedule, solveOptions({ maxIterations: 20_000_000, shouldStop, solver, proves: true }))
  expect(stopReason).toBe('STOPPED')
  expect(statuses.at(-1)).toBe('over')
})
