import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { rosterOfDecided } from '../../model/roster.ts'
import { loadHighs } from '../../threads/load-highs.ts'
import { compile } from '../instance/compile.ts'
import { createPenaltyWeights } from '../local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { wholeSpan } from '../scoring/one-row.ts'
import { createState } from '../scoring/state.ts'
import { close, createCosts } from './costs.ts'
import { type Column, Master } from './master.ts'
import type { SumRow } from './sum-rows.ts'

const DAY_MIN = 1440
const DAYS = 3
const EMPLOYEES = [0, 1]

const anySum = fc
  .record({
    who: fc.constantFrom(...EMPLOYEES),
    lower: fc.integer({ min: 0, max: 2 }),
    width: fc.integer({ min: 0, max: 2 }),
    cost: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ who, lower, width, cost }): SumRow => ({ who, lower, upper: lower + width, cost, usage: daysWorked }))
const anyProgram = fc.record({
  sums: fc.array(anySum, { maxLength: 3 }),
  /** By employee and row, of eight each: what it costs. */
  costs: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 2 ** DAYS * EMPLOYEES.length, maxLength: 2 ** DAYS * EMPLOYEES.length }),
})

function daysWorked(cells: Int32Array): number {
  return cells.reduce((sum, duty) => sum + (duty > 0 ? 1 : 0), 0)
}

const solver = await loadHighs()

/** A master of two employees, one seat on each of three days that is worth five, and all their rows. */
function masterOf(sums: readonly SumRow[], costs: readonly number[]): Master {
  const { schedule } = sampleSchedule({
    employees: EMPLOYEES.map(() => ({})),
    shifts: Array.from({ length: DAYS }, (_, day) => ({ from: day * DAY_MIN + 480, to: day * DAY_MIN + 960, employee: null })),
    weights: { assignShift: [0, 5, 0, 0], oneShiftPerDay: [20, 0, 0, 0], shiftCost: [0, 1, 0, 0] },
  })
  const state = createState(compile(schedule), rosterOfDecided(schedule))
  const { duties } = state.instance
  const dutyOn = Array.from({ length: DAYS }, (_, day) => {
    return Array.from({ length: duties.count }, (__, duty) => duty).find((duty) =>
      [...duties.partsOf(duty)].some((d) => state.instance.demands.day[d] === day),
    )!
  })
  const seats = createCosts(state.instance, createPenaltyWeights(state.instance, DEFAULT_PARAMS))
  const master = new Master({ solver, seats }, state, EMPLOYEES, wholeSpan(state), { sums })
  for (const who of EMPLOYEES) {
    for (let row = 0; row < 2 ** DAYS; row += 1) {
      const cells = Int32Array.from({ length: state.instance.dayCount }, (_, day) => ((row >> day) % 2 === 1 ? dutyOn[day]! : 0))
      master.add({ who, cells, cost: costs[who * 2 ** DAYS + row]! })
    }
  }
  expect(master.solve(false, () => false)).toBe(true)
  return master
}

/** What the cheapest column of each employee costs at the prices of the last solution, together. */
function cheapestRows(master: Master): number {
  const pricedOf = ({ who, cells, cost }: Column): number => {
    const used = master.sums.dualsOf(who).reduce((sum, dual) => sum + dual * daysWorked(cells), 0)
    return cost - master.worth(who, cells) - used
  }
  return EMPLOYEES.reduce((sum, who) => sum + Math.min(...master.columns.filter((column) => column.who === who).map(pricedOf)), 0)
}

test('no column improves what is solved, and what all prices prove is what the linear program costs, sums and all', () => {
  let priced = 0
  fc.assert(
    fc.property(anyProgram, ({ sums, costs }) => {
      const master = masterOf(sums, costs)
      try {
        const shares = master.shares()
        const open = master.columns.filter((_, i) => shares[i]! < 1)
        for (const column of open) expect(master.reducedCost(column)).toBeGreaterThan(-1e-6)
        master.smooth(0)
        master.noteBound(cheapestRows(master))
        expect(master.bound).toBeCloseTo(master.objective, 5)
        priced += master.sums.duals.some((dual) => Math.abs(dual) > 1e-6) ? 1 : 0
      } finally {
        master.dispose()
      }
    }),
    { numRuns: 200, seed: 20_261 },
  )
  expect(priced).toBeGreaterThan(50)
})

test('an employee stays within a sum, or pays for each unit outside of it', () => {
  const free = Array.from({ length: EMPLOYEES.length * 2 ** DAYS }, () => 0)
  const worth = (sums: readonly SumRow[]): number => {
    const master = masterOf(sums, free)
    master.dispose()
    return master.objective
  }
  const most = (upper: number, cost: number): SumRow[] => EMPLOYEES.map((who) => ({ who, lower: 0, upper, cost, usage: daysWorked }))
  expect(worth([])).toBeCloseTo(-15, 5)
  // One day each; the third is worth less than what it costs, or more.
  expect(worth(most(1, 6))).toBeCloseTo(-10, 5)
  expect(worth(most(1, 2))).toBeCloseTo(-13, 5)
  // Who has to work three days takes them all; both cannot.
  expect(worth(EMPLOYEES.map((who) => ({ who, lower: 3, upper: 3, cost: 1, usage: daysWorked })))).toBeCloseTo(-12, 5)
})

test('whoever is missing where they must be costs so many of the heaviest units that may be broken', () => {
  const { schedule } = sampleSchedule({
    employees: [{}],
    shifts: [{ from: 480, to: 960, employee: null }],
    weights: { assignShift: [20, 7, 0, 0] },
  })
  const state = createState(compile(schedule), rosterOfDecided(schedule))
  const costs = createCosts(state.instance, createPenaltyWeights(state.instance, DEFAULT_PARAMS))
  const objectives = [undefined, 2].map((missing) => {
    const master = new Master(
      { solver, seats: close(costs, state.instance, [0]), ...(missing === undefined ? {} : { missing }) },
      state,
      [0],
      wholeSpan(state),
    )
    // Free, or dearer to be there than to be missing.
    master.add({ who: 0, cells: Int32Array.of(0), cost: 0 })
    master.add({ who: 0, cells: Int32Array.of(state.instance.duties.count - 1), cost: 100 })
    expect(master.solve(false, () => false)).toBe(true)
    expect(master.isMissing).toBe(true)
    master.dispose()
    return master.objective
  })
  expect(objectives[1]! - objectives[0]!).toBeCloseTo(7 * (2 - DEFAULT_PARAMS.columns.missing))
})
