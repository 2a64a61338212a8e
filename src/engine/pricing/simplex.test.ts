import { expect, test } from 'vitest'
import type { LinearModel, LinearSolver, SimplexEvent } from './linear-solver.ts'
import { optimize } from './simplex.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const OPTIMAL = 7
const UNKNOWN = 15
const ROWS = 30

/** A solver of which every run takes so many iterations and ends with a status; infinitely many where it turns round and round. Logs what it is asked. */
function solverOf(runs: readonly { iterations: number; status: number }[]) {
  const log: (string | number)[] = []
  let at = -1
  const model = {
    options: { set: ({ simplex_strategy }: Record<string, unknown>) => log.push(simplex_strategy as number) },
    info: { get: () => runs[at]!.iterations },
    run(callbacks: Record<number, (event: SimplexEvent) => undefined>) {
      at += 1
      let isInterrupted = false
      for (let i = 1; i <= runs[at]!.iterations && !isInterrupted; i += 1) {
        callbacks[0]!({ data: { simplex_iteration_count: i }, interrupt: () => (isInterrupted = true) })
      }
    },
    getModelStatus: () => runs[at]!.status,
    clearSolver: () => log.push('cleared'),
  } as unknown as LinearModel
  const solver = { constants: { modelStatus: { optimal: OPTIMAL }, callbackType: { simplexInterrupt: 0 } } } as unknown as LinearSolver
  return { solver, model, log }
}

const never = (): boolean => false
const DUAL = 1
const PRIMAL = 4

test('columns that were added are gone on from by the primal method, columns that were shut out by the dual one', () => {
  for (const isShut of [false, true]) {
    const { solver, model, log } = solverOf([{ iterations: 10, status: OPTIMAL }])
    expect(optimize(solver, model, { params: DEFAULT_PARAMS.steps, isShut, rows: ROWS, isOver: never })).toBe(true)
    expect(log).toEqual([isShut ? DUAL : PRIMAL])
  }
})

test('where one method turns round and round, the other one goes on', () => {
  const { solver, model, log } = solverOf([
    { iterations: Infinity, status: UNKNOWN },
    { iterations: 10, status: OPTIMAL },
  ])
  expect(optimize(solver, model, { params: DEFAULT_PARAMS.steps, isShut: false, rows: ROWS, isOver: never })).toBe(true)
  expect(log).toEqual([PRIMAL, DUAL])
})

test('where the numbers are too far apart for both, the dual one begins from nothing; and then it is given up', () => {
  const { solver, model, log } = solverOf(Array.from({ length: 3 }, () => ({ iterations: 10, status: UNKNOWN })))
  expect(optimize(solver, model, { params: DEFAULT_PARAMS.steps, isShut: true, rows: ROWS, isOver: never })).toBe(false)
  expect(log).toEqual([DUAL, PRIMAL, DUAL, 'cleared'])
})

test('nothing more is tried when time is over, and all iterations are told', () => {
  const { solver, model, log } = solverOf([{ iterations: Infinity, status: UNKNOWN }])
  let told = 0
  const isOver = (iterations: number): boolean => {
    told += iterations
    return told >= 120
  }
  expect(optimize(solver, model, { params: DEFAULT_PARAMS.steps, isShut: false, rows: ROWS, isOver })).toBe(false)
  expect(log).toEqual([PRIMAL])
  expect(told).toBe(150)
})
