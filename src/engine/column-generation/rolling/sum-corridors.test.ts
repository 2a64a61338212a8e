import { expect, test } from 'vitest'
import { DEFAULT_PARAMS } from '../../portfolio/params.ts'
import { sumOver } from '../../rules/count/count-resource.fixture.ts'
import { corridorsOf } from './sum-corridors.ts'

const DAYS = 100
const UNIT = 10
const PARAMS = { ...DEFAULT_PARAMS.rolling, slack: 4, lastSlack: 0.5, offCorridor: 2, offLimit: 20 }
const wholeYear = Array.from({ length: DAYS }, () => 0)
const twoHalves = Array.from({ length: DAYS }, (_, day) => (day < DAYS / 2 ? 0 : 1))

/** The corridors of days, after so many shifts on the first ones. */
function corridors(windows: readonly number[], limits: { most: number; least: number }, days: { from: number; to: number }, worked = 0) {
  const sum = sumOver(windows, limits)
  const before = Int32Array.from({ length: DAYS }, (_, day) => (day < worked ? 1 : 0))
  return corridorsOf({ pricedSums: [{ sum, bit: 0, scale: 1 }] }, 3, before, { ...days, dayCount: DAYS, first: 0 }, PARAMS, UNIT)
}

test('an employee may use as large a part of a sum as the days are of those that are left, give or take some', () => {
  // A fifth of 40 to 60 shifts; of the slack of four 0.5 + 0.8, but not more than all.
  expect(corridors(wholeYear, { most: 60, least: 40 }, { from: 0, to: 20 })).toMatchObject([
    { who: 3, window: 0, lower: 8 - 4, upper: 12 + 4, cost: 20 },
  ])
  // Ten of them are worked already: a quarter of what is left, and half of the slack and a tenth more for each tenth of the days that comes after.
  const [later] = corridors(wholeYear, { most: 60, least: 40 }, { from: 60, to: 70 }, 10)
  expect(later).toMatchObject({ lower: 7.5 - 4 * 0.8, upper: 12.5 + 4 * 0.8 })
})

test('at the end of its days all that is left of a sum has to be used, and costs more to miss', () => {
  expect(corridors(wholeYear, { most: 60, least: 40 }, { from: 80, to: 100 }, 35)).toMatchObject([{ lower: 5, upper: 25, cost: 400 }])
})

test('a sum that cannot be missed has no corridor, nor one that begins and ends in these days', () => {
  expect(corridors(wholeYear, { most: 100, least: 0 }, { from: 80, to: 100 })).toEqual([])
  expect(corridors(twoHalves, { most: 20, least: 10 }, { from: 30, to: 50 })).toEqual([])
  expect(corridors(twoHalves, { most: 30, least: 25 }, { from: 10, to: 20 })).toMatchObject([{ window: 0 }])
})

test('its row counts what is worked in these days of the window alone', () => {
  const [first, second] = corridors(twoHalves, { most: 20, least: 10 }, { from: 40, to: 70 })
  // The first window ends within them, and its price knows that; the second one is open.
  expect(second).toBeUndefined()
  expect(first).toMatchObject({ window: 1 })
  const cells = new Int32Array(DAYS)
  for (const day of [39, 45, 50, 51, 69, 70]) cells[day] = 1
  expect(first!.usage(cells)).toBe(3)
})
