import { expect, test } from 'vitest'
import { compile } from '../../src/engine/instance/compile.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { createCosts } from '../../src/engine/column-generation/costs.ts'
import { PricedRows } from '../../src/engine/column-generation/pricers/priced-rows.ts'
import { RowFinder } from '../../src/engine/column-generation/pricers/row-finder.ts'
import { allowedRow, rowOptions } from '../../src/engine/column-generation/pricers/row-options.ts'
import { Random } from '../../src/engine/random.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { rowOf, wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { seatCost } from '../../src/engine/scoring/seats.ts'
import { createState, rosterOf, type State } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { NOBODY } from '../../src/model/roster.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import { choicesOf, costOfRow, followedAlone, minByForce } from './rows.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

/** 56 notice every mutant that 75 do. */
const SCHEDULES = casesOf(240)
/** Rounds in which prices of sums move. */
const ROUNDS = 12
/** Rows that are tried one by one. */
const MAX_ROWS = 4000

/** Priorities as one number, near enough to one another that sums are exact to about a thousandth. */
const FACTORS = Float64Array.of(1e5, 1000, 30, 1)
const ROUNDING = 0.01
/** Between a row and a ceiling above or below it. */
const MARGIN = 50

/** The state without anything that one employee does and that is not decided. */
function cleared(state: State, employee: number): State {
  const { instance } = state
  const { demands } = instance
  const roster = rosterOf(instance, state.cells).map((of, shift) => {
    return of === employee && demands.isDecided[demands.demandOfShift[shift]!] === 0 ? NOBODY : of
  })
  return createState(instance, roster)
}

test(`the cheapest row at any prices is the cheapest of all, on ${SCHEDULES} random schedules`, () => {
  let compared = 0
  let met = 0
  let worked = 0
  let exact = 0
  let tried = 0
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const random = new Random(seed)
    const isPlain = seed % 3 === 0
    const document = randomDocument(() => random.unit(), { rules: isPlain ? 'plain' : 'all' })
    const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
    const instance = followedAlone(schedule)
    const roster = randomRoster(schedule, () => random.unit())
    const perUnit = Float64Array.from(instance.units, (_, k) => FACTORS.reduce((sum, factor, p) => sum + factor * instance.weights[4 * k + p]!, 0))
    const costs = { ...createCosts(instance, createPenaltyWeights(instance, DEFAULT_PARAMS)), factors: FACTORS, perUnit }
    const prices = Float64Array.from({ length: instance.demands.count }, () => random.below(2000) - 500)
    const move = createMove(instance)
    for (let employee = 0; employee < instance.employeeCount; employee += 1) {
      const state = cleared(createState(instance, roster), employee)
      const choices = choicesOf(state, employee)
      const rows = choices.reduce((product, duties) => product * duties.length, 1)
      if (rows < 2 || rows > MAX_ROWS) continue
      const { duties, demands } = instance
      const priceOfSeat = (d: number): number => (state.filled[d]! < demands.seats[d]! ? prices[d]! : Infinity)
      const priceOf = (duty: number): number =>
        [...duties.partsOf(duty)].reduce((sum, d) => sum + (demands.isDecided[d] === 1 ? 0 : priceOfSeat(d)), 0)
      const total = (row: readonly number[]): number => {
        const cover = row.reduce((sum, duty, day) => sum + coverOf(state, costs.factors, employee, day, duty), 0)
        return costOfRow(state, costs, move, employee, row) - cover + row.reduce((sum, duty) => sum + priceOf(duty), 0)
      }
      const span = wholeSpan(state)
      const row = rowOf(state, employee)
      const free = { ...costs, forbidden: Infinity }
      const maxWithSums = seed % 2 === 0 ? 0 : DEFAULT_PARAMS.rows.maxEdges
      const finder = new RowFinder(
        state,
        free,
        employee,
        { options: rowOptions(state, free, employee, span, row), row, limits: [] },
        () => false,
        maxWithSums,
      )
      const offset = total([...row]) - finder.costOf(row) - [...row].reduce((sum, duty) => sum + priceOf(duty), 0)
      const fixed = new Int32Array(instance.dayCount).fill(-1)
      for (let again = 0; again < 4; again += 1) {
        const { rows: found, least } = finder.find({ priceOf, fixed }, { wanted: 3, ceiling: Infinity })
        const best = minByForce(choices, total)
        const label = `seed ${seed}, employee ${employee}`
        expect(least + offset - best, label).toBeLessThan(ROUNDING)
        if (best - least - offset < ROUNDING) exact += 1
        tried += 1
        expect(found.length, label).toBeGreaterThan(0)
        for (const { cells, cost } of found) {
          expect(Math.abs(total([...cells]) - cost - offset), label).toBeLessThan(ROUNDING)
        }
        if (found[0]!.cells.some((duty) => duty > 0)) worked += 1
        const own = best - offset
        const below = finder.find({ priceOf, fixed }, { wanted: 3, ceiling: own - MARGIN })
        expect(below.least - own, `${label}, all rows above the ceiling`).toBeLessThan(ROUNDING)
        const above = finder.find({ priceOf, fixed }, { wanted: 3, ceiling: own + MARGIN })
        expect(above.least - own, `${label}, the cheapest row below the ceiling`).toBeLessThan(ROUNDING)
        if (best - least - offset < ROUNDING) expect((above.rows[0]?.cost ?? Infinity) - own, label).toBeLessThan(MARGIN + ROUNDING)
      }
      const priced = new PricedRows(state, free, employee, span, row, { followsGaps: seed % 4 > 0, maxEdgesWithSums: seed % 2 === 0 ? 0 : 5000 })
      const priceOfDuty = Float64Array.from({ length: duties.count }, (_, duty) => priceOf(duty))
      const own = allowedRow(priced.options, row)
      const beyond = total([...own]) - priced.costOf(own) - [...own].reduce((sum, duty) => sum + priceOf(duty), 0)
      const best = minByForce(choices, total)
      for (let round = 0; round < ROUNDS; round += 1) {
        const { rows: paths, least } = priced.find({ priceOf, fixed: null })
        expect(priced.cheapest(priceOfDuty), `seed ${seed}, employee ${employee}, round ${round}`).toEqual({ cells: paths[0]!.cells, cost: least })
        expect(least + beyond, `seed ${seed}, employee ${employee}, round ${round}`).toBeLessThan(best + ROUNDING)
        if (least + beyond > best - ROUNDING) met += 1
        priced.reprice(paths[0]!.cells, 100 * 0.8 ** round)
      }
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(SCHEDULES / 20)
  expect(met).toBeGreaterThan(compared * ROUNDS * 0.5)
  expect(worked).toBeGreaterThan(SCHEDULES / 20)
  // Prices of sums leave a gap now and then.
  expect(exact).toBeGreaterThan(0.95 * tried)
})

test('where there is no graph of rows, nothing is known of what they cost', () => {
  const random = new Random(1)
  const { schedule } = readSubmission(
    randomDocument(() => random.unit(), { rules: 'plain' }),
    { callback: 'optional' },
  ).submission!
  const instance = compile(schedule)
  const state = createState(
    instance,
    randomRoster(schedule, () => random.unit()),
  )
  const costs = createCosts(instance, createPenaltyWeights(instance, DEFAULT_PARAMS))
  const row = rowOf(state, 0)
  const finder = new RowFinder(state, costs, 0, { options: rowOptions(state, costs, 0, wholeSpan(state), row), row, limits: [] }, () => false)
  finder.graph = null
  const fixed = new Int32Array(instance.dayCount).fill(-1)
  expect(finder.find({ priceOf: () => 0, fixed }, { wanted: 3, ceiling: Infinity })).toEqual({ rows: [], least: -Infinity })
})

/** What the seats that a duty takes cost beyond those of the state. */
function coverOf(state: State, factors: Float64Array, employee: number, day: number, duty: number): number {
  const { duties, dayCount } = state.instance
  const had = [...duties.partsOf(state.cells[employee * dayCount + day]!)]
  let cost = 0
  for (const d of duties.partsOf(duty)) {
    if (had.includes(d)) continue
    cost += seatCost(state.instance, factors, d, state.filled[d]!)
  }
  return cost
}
