import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { casesOf } from '../../test/property/cases.ts'
import type { LinearSolver, WholeBudget, WholeColumn, WholeProgram } from '../engine/column-generation/linear-solver.ts'
import { loadHighs } from './load-highs.ts'

let solver: LinearSolver
beforeAll(async () => {
  solver = await loadHighs()
})

const FREE: WholeBudget = { maxNodes: 10_000, isOver: () => false }

/** Whole columns from 0 to 3, and rows between whole numbers. */
const anyProgram = fc.integer({ min: 1, max: 3 }).chain((height) =>
  fc.record({
    rows: fc.array(
      fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: 0, max: 4 })).map(([lower, more]) => ({ lower, upper: lower + more })),
      { minLength: height, maxLength: height },
    ),
    columns: fc.array(
      fc.record({
        cost: fc.integer({ min: -5, max: 5 }),
        entries: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: height, maxLength: height }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
)

function costOf({ columns }: Pick<WholeProgram, 'columns'>, values: ArrayLike<number>): number {
  return columns.reduce((sum, { cost }, at) => sum + cost * values[at]!, 0)
}

function keeps({ rows, columns }: Pick<WholeProgram, 'rows' | 'columns'>, values: ArrayLike<number>): boolean {
  const sums = rows.map(() => 0)
  for (const [at, own] of columns.entries()) own.rows.forEach((row, k) => (sums[row]! += own.values[k]! * values[at]!))
  return rows.every(({ lower, upper }, row) => sums[row]! >= lower - 1e-6 && sums[row]! <= upper + 1e-6)
}

/** Null = no values keep the limits. */
function leastCost(program: Pick<WholeProgram, 'rows' | 'columns'>): number | null {
  let least: number | null = null
  const values = program.columns.map(() => 0)
  const walk = (at: number): void => {
    if (at === values.length) {
      if (keeps(program, values)) least = Math.min(least ?? Infinity, costOf(program, values))
      return
    }
    for (values[at] = 0; values[at] <= 3; values[at] += 1) walk(at + 1)
  }
  walk(0)
  return least
}

test('programs with whole numbers cost as little as the best of all values, wherever they begin', () => {
  let possible = 0
  fc.assert(
    fc.property(anyProgram, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 }), ({ rows, columns: all }, begin) => {
      const columns = all.map(({ cost, entries }): WholeColumn => {
        const own = [...entries.keys()].filter((row) => entries[row] !== 0)
        return { cost, lower: 0, upper: 3, isWhole: true, rows: own, values: own.map((row) => entries[row]!) }
      })
      const outcome = solver.solveWhole({ rows, columns, start: begin.slice(0, columns.length) }, FREE)
      const least = leastCost({ rows, columns })
      expect(outcome.status).toBe(least === null ? 'infeasible' : 'optimal')
      if (least === null) return
      possible += 1
      expect(keeps({ rows, columns }, outcome.values!)).toBe(true)
      expect(costOf({ columns }, outcome.values!)).toBe(least)
    }),
    { numRuns: casesOf(100) },
  )
  expect(possible).toBeGreaterThan(casesOf(100) / 4)
})

test('a column that need not be whole takes what is left', () => {
  const columns: WholeColumn[] = [
    { cost: 2, lower: 0, upper: 9, isWhole: true, rows: [0], values: [2] },
    { cost: 4, lower: 0, upper: 9, isWhole: false, rows: [0], values: [2] },
  ]
  const outcome = solver.solveWhole({ rows: [{ lower: 3, upper: 3 }], columns, start: [0, 0] }, FREE)
  expect(outcome.status).toBe('optimal')
  expect([...outcome.values!].map((value) => Math.round(1e6 * value) / 1e6)).toEqual([1, 0.5])
})

test('they end when time is over or their nodes are used up, and say that this proves nothing', () => {
  expect(solver.solveWhole(hard(), { ...FREE, isOver: () => true }).status).toBe('over')
  let looks = 0
  solver.solveWhole(hard(), { maxNodes: 2, isOver: () => ((looks += 1), false) })
  expect(looks).toBeGreaterThan(1)
  expect(solver.solveWhole(hard(), { ...FREE, maxNodes: 1 }).status).toBe('unsolved')
})

/** What is worth most of many things of three weights each, half of which may be taken. */
function hard(): WholeProgram {
  const weights = Array.from({ length: 30 }, (_, at) => [0, 1, 2].map((row) => 20 + (((at + 3) * (17 + 31 * row) + at * at * (row + 2)) % 97)))
  const columns = weights.map((own, at): WholeColumn => {
    const worth = own.reduce((sum, weight) => sum + weight, 0) + ((at * 37) % 23)
    return { cost: -worth, lower: 0, upper: 1, isWhole: true, rows: [0, 1, 2], values: own }
  })
  const rows = [0, 1, 2].map((row) => ({ lower: -Infinity, upper: Math.floor(weights.reduce((sum, own) => sum + own[row]!, 0) / 2) }))
  return { rows, columns, start: columns.map(() => 0) }
}
