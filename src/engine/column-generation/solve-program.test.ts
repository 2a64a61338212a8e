import { expect, test } from 'vitest'
import type { LinearBudget, LinearOutcome, LinearProgram } from './linear-solver.ts'
import { optimize } from './solve-program.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const ROWS = 30
const OPTIMUM: LinearOutcome = {
  status: 'optimal',
  objective: 0,
  values: new Float64Array(),
  reducedCosts: new Float64Array(),
  duals: new Float64Array(),
}
const UNSOLVED: LinearOutcome = { status: 'unsolved' }
const OVER: LinearOutcome = { status: 'over' }

/** A program of which every attempt ends so. Logs what it is asked. */
function programOf(outcomes: readonly LinearOutcome[]) {
  const log: (string | number)[] = []
  const budgets: LinearBudget[] = []
  const program = {
    solve(budget: LinearBudget): LinearOutcome {
      log.push(budget.from)
      budgets.push(budget)
      return outcomes[budgets.length - 1]!
    },
    forget: () => log.push('forgets'),
  } as unknown as LinearProgram
  const solve = (isShut: boolean): boolean => optimize(program, { params: DEFAULT_PARAMS.steps, isShut, rows: ROWS, isOver: () => false }) !== null
  return { solve, log, budgets }
}

test('columns that were added are gone on from by the primal method, columns that were shut out by the dual one', () => {
  for (const isShut of [false, true]) {
    const { solve, log } = programOf([OPTIMUM])
    expect(solve(isShut)).toBe(true)
    expect(log).toEqual([isShut ? 'dual' : 'primal'])
  }
})

test('where one method turns round and round, the other one goes on', () => {
  const { solve, log } = programOf([UNSOLVED, OPTIMUM])
  expect(solve(false)).toBe(true)
  expect(log).toEqual(['primal', 'dual'])
})

test('where the numbers are too far apart for both, the dual one begins from nothing; and then it is given up', () => {
  const { solve, log } = programOf([UNSOLVED, UNSOLVED, UNSOLVED])
  expect(solve(true)).toBe(false)
  expect(log).toEqual(['dual', 'primal', 'forgets', 'dual'])
})

test('nothing more is tried when time is over', () => {
  const { solve, log } = programOf([OVER, OPTIMUM])
  expect(solve(false)).toBe(false)
  expect(log).toEqual(['primal'])
})

test('each attempt may take so many iterations for each row of the program', () => {
  const { solve, budgets } = programOf([UNSOLVED, UNSOLVED, UNSOLVED])
  solve(false)
  expect(budgets.map(({ maxIterations }) => maxIterations / ROWS)).toEqual(DEFAULT_PARAMS.steps.stalled)
})
