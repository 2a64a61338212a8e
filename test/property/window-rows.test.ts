import { expect, test } from 'vitest'
import { PricedRows } from '../../src/engine/column-generation/pricers/priced-rows.ts'
import { corridorsOf } from '../../src/engine/column-generation/rolling/sum-corridors.ts'
import { WindowRows } from '../../src/engine/column-generation/rolling/window-rows.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { Random } from '../../src/engine/random.ts'
import { wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { casesOf } from './cases.ts'
import { casesOfSeed, type PricerCase } from './row-pricer.ts'
import { choicesOf } from './rows.ts'

const SCHEDULES = casesOf(45)
/** Parts that are tried one by one. */
const MAX_PARTS = 500

test(`no part of a row is cheaper than the first that a window finds, with prices of sums, on ${SCHEDULES} random schedules`, () => {
  const seen = { parts: 0, priced: 0, weekends: 0 }
  for (let seed = 1; seed <= SCHEDULES; seed += 1) for (const of of casesOfSeed(seed, false)) tryCase(of, seen)
  expect(seen.parts).toBeGreaterThan(SCHEDULES)
  expect(seen.priced).toBeGreaterThan(SCHEDULES / 10)
  expect(seen.weekends).toBeGreaterThan(0)
})

function tryCase({ state, costs, employee, row, seed }: PricerCase, seen: Record<'parts' | 'priced' | 'weekends', number>): void {
  const { dayCount, duties } = state.instance
  const random = new Random(seed + employee)
  const end = 1 + random.below(dayCount)
  const all = choicesOf(state, employee)
  const allowed = new Set(all.flat())
  const choices = all.slice(0, end)
  if (choices.reduce((product, each) => product * each.length, 1) > MAX_PARTS) return
  // Sums beside the graph, as over a year.
  const rows = new PricedRows(state, costs, employee, wholeSpan(state), row, { followsGaps: true, maxEdgesWithSums: 0 })
  const days = { from: 0, to: end, dayCount, first: 0 }
  const corridors = corridorsOf(rows, 0, new Int32Array(dayCount), days, DEFAULT_PARAMS.rolling, 1)
  const priceOfSums = corridors.map(() => random.below(4000) - 2000)
  const prices = Float64Array.from({ length: duties.count }, (_, duty) => (allowed.has(duty) ? random.below(2000) - 500 : Infinity))
  const outlook = rows.outlook(prices)
  if (outlook === null) return
  const found = new WindowRows(outlook, days, 0, corridors).find({ priceOf: (duty) => -prices[duty]!, priceOfSums, fixed: null }, 3)
  const pricedOf = (part: Int32Array): number => {
    const begun = part.map((duty, day) => (day < end ? duty : -1))
    return (rows.cheapest(prices, begun)?.cost ?? Infinity) - corridors.reduce((sum, { usage }, i) => sum + priceOfSums[i]! * usage(part), 0)
  }
  let least = Infinity
  eachPart(choices, new Int32Array(dayCount), 0, (part) => {
    least = Math.min(least, pricedOf(part))
    seen.parts += 1
  })
  const label = `seed ${seed}, employee ${employee}`
  expect(found[0]?.priced ?? Infinity, `${label}: the cheapest`).toBeCloseTo(least, 2)
  for (const { cells, priced, cost } of found) {
    expect(priced, `${label}: as a row that goes on`).toBeCloseTo(pricedOf(cells), 2)
    const worth = corridors.reduce((sum, { usage }, i) => sum + priceOfSums[i]! * usage(cells), 0)
    const paid = cells.reduce((sum, duty, day) => (day < end ? sum + prices[duty]! : sum), 0)
    expect(cost, `${label}: without prices of the window`).toBeCloseTo(priced + worth - paid, 2)
  }
  if (corridors.length > 0) seen.priced += 1
  if (corridors.some(({ bit }) => bit > 0)) seen.weekends += 1
}

function eachPart(choices: readonly (readonly number[])[], part: Int32Array, day: number, each: (part: Int32Array) => void): void {
  if (day === choices.length) return each(part)
  for (const duty of choices[day]!) {
    part[day] = duty
    eachPart(choices, part, day + 1, each)
  }
}
