import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { type Costs, createCosts } from '../../src/engine/column-generation/costs.ts'
import { Random } from '../../src/engine/random.ts'
import type { Pricing, PricingLimits, RowPricer } from '../../src/engine/rows/row-pricer.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { clearedRow, rowOf, setRow, wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { seatCost } from '../../src/engine/scoring/seats.ts'
import { createState, type State } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights, type PenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import { choicesOf, costOfRow, followedAlone, minByForce } from './rows.ts'

const SCHEDULES = casesOf(45)
/** Rows that are tried one by one. */
const MAX_ROWS = 2000
/** Priorities as one number, near enough to one another that sums are exact to about a thousandth. */
const FACTORS = Float64Array.of(1e5, 1000, 30, 1)
const ROUNDING = 0.01
const EVERY: PricingLimits = { wanted: 3, ceiling: Infinity }

/** One employee of a random schedule, whose rows are few enough to be tried one by one. */
export interface PricerCase {
  /** Without what the employee does, unless the pricer `replaces` it. */
  readonly state: State
  readonly employee: number
  /** What the employee has in the state. */
  readonly row: Int32Array
  /** Nothing is forbidden by them. */
  readonly costs: Costs
  readonly penaltyWeights: PenaltyWeights
  readonly seed: number
}

/** How good a pricer is said to be, in shares of cases, 0 to 1. */
interface Promise {
  /** It finds a row that none is cheaper than; and it proves that, by its `least`. */
  readonly finds: number
  readonly proves: number
  /** Whether its rows pay for their seats, and its state still has the row that they replace. */
  readonly replaces?: boolean
}

/**
 * What every finder of rows has to do, by the words of `RowPricer`, on small schedules where all rows can be tried: a row costs what is said, by the pricer's own account and by
 * scoring; none costs less than the cheapest of all; what is proved is true.
 */
export function describeRowPricer(name: string, make: (of: PricerCase) => RowPricer, promise: Promise): void {
  test(`${name} says what rows cost, and proves nothing that is not so, on ${SCHEDULES} random schedules`, () => {
    const seen = { found: 0, proved: 0, searches: 0, rows: 0, fixed: 0 }
    for (let seed = 1; seed <= SCHEDULES; seed += 1)
      for (const of of casesOfSeed(seed, promise.replaces === true)) tryCase(of, make(of), promise, seen)
    expect(seen.rows).toBeGreaterThan(SCHEDULES / 10)
    expect(seen.fixed).toBeGreaterThan(SCHEDULES / 10)
    expect(seen.found / seen.searches).toBeGreaterThanOrEqual(promise.finds)
    expect(seen.proved / seen.searches).toBeGreaterThanOrEqual(promise.proves)
  })
}

/** Of each employee of a random schedule: its case, without what they do unless a pricer `replaces` it. */
export function casesOfSeed(seed: number, replaces: boolean): PricerCase[] {
  const random = new Random(seed)
  const document = randomDocument(() => random.unit(), { rules: seed % 3 === 0 ? 'plain' : 'all' })
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const instance = followedAlone(schedule)
  const perUnit = Float64Array.from(instance.units, (_, k) => FACTORS.reduce((sum, factor, p) => sum + factor * instance.weights[4 * k + p]!, 0))
  const penaltyWeights = { ...createPenaltyWeights(instance, DEFAULT_PARAMS), factors: FACTORS, perUnit }
  const costs = { ...createCosts(instance, penaltyWeights), factors: FACTORS, perUnit, forbidden: Infinity }
  const roster = randomRoster(schedule, () => random.unit())
  return Array.from({ length: instance.employeeCount }, (_, employee) => {
    const state = createState(instance, roster)
    const span = wholeSpan(state)
    if (!replaces) setRow(state, createMove(instance), employee, clearedRow(state, employee, span), span)
    return { state, employee, row: rowOf(state, employee), costs, penaltyWeights, seed }
  })
}

function tryCase(of: PricerCase, pricer: RowPricer, { replaces = false }: Promise, seen: Record<string, number>): void {
  const { state, employee, row, costs, seed } = of
  const { instance } = state
  const choices = choicesOf(state, employee)
  const count = choices.reduce((product, duties) => product * duties.length, 1)
  if (count < 2 || count > MAX_ROWS) return
  const random = new Random(seed + employee)
  const prices = Float64Array.from({ length: instance.duties.count }, () => random.below(2000) - 500)
  const allowed = new Set(choices.flat())
  const move = createMove(instance)
  const scoreOf = (cells: readonly number[]): number => {
    const seats = replaces ? 0 : cells.reduce((sum, duty, day) => sum + coverOf(of, day, duty), 0)
    return costOfRow(state, costs, move, employee, cells) - seats
  }
  const offset = scoreOf([...row]) - pricer.costOf(row)
  const day = random.below(choices.length)
  const fixed = new Int32Array(instance.dayCount).fill(-1)
  fixed[day] = choices[day]![random.below(choices[day]!.length)]!
  for (const days of [null, fixed]) {
    const pricing: Pricing = { priceOf: (duty) => (allowed.has(duty) ? prices[duty]! : Infinity), fixed: days }
    const priceOf = (cells: readonly number[]): number => cells.reduce((sum, duty) => sum + prices[duty]!, 0)
    const among = choices.map((duties, at) => (days !== null && at === day ? [days[day]!] : duties))
    const best = minByForce(among, (cells) => scoreOf(cells) + priceOf(cells)) - offset
    const label = `seed ${seed}, employee ${employee}`
    for (const limits of [EVERY, { ...EVERY, ceiling: best - 1 }, { ...EVERY, ceiling: best + 1 }, { ...EVERY, isOver: () => true }]) {
      const { rows, least } = pricer.find(pricing, limits)
      expect(least - best, `${label}: none is cheaper than what is proved`).toBeLessThan(ROUNDING)
      let before = -Infinity
      for (const { cells, cost } of rows) {
        expect(cost, `${label}: cheapest first`).toBeGreaterThanOrEqual(before)
        expect(Math.abs(pricer.costOf(cells) + priceOf([...cells]) - cost), `${label}: by its own account`).toBeLessThan(ROUNDING)
        expect(Math.abs(scoreOf([...cells]) + priceOf([...cells]) - offset - cost), `${label}: by scoring`).toBeLessThan(ROUNDING)
        expect(cost - best, `${label}: none is cheaper than the cheapest`).toBeGreaterThan(-ROUNDING)
        for (const [at, duty] of cells.entries()) expect(among[at], `${label}: day ${at}`).toContain(duty)
        before = cost
      }
      if (limits !== EVERY) continue
      seen['searches']! += 1
      seen['rows']! += rows.length
      if (days !== null && rows.length > 0) seen['fixed']! += 1
      if (rows.length > 0 && rows[0]!.cost < best + ROUNDING) seen['found']! += 1
      if (least > best - ROUNDING) seen['proved']! += 1
    }
  }
  expect(pricer.steps).toBeGreaterThan(0)
}

/** What the seats that a duty takes cost beyond those of the state. */
function coverOf({ state: { instance, cells, filled }, employee, costs }: PricerCase, day: number, duty: number): number {
  const had = [...instance.duties.partsOf(cells[employee * instance.dayCount + day]!)]
  return [...instance.duties.partsOf(duty)].reduce((sum, d) => sum + (had.includes(d) ? 0 : seatCost(instance, costs.factors, d, filled[d]!)), 0)
}
