import { expect, test } from 'vitest'
import { cyclesOf, nextCooling, temperatureAt } from './cycles.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

test('where two priorities are traded, local search is as warm as what lies between their lightest and their heaviest unit', () => {
  const [first] = cyclesOf(DEFAULT_PARAMS, { active: 2, range: 100, isFollowed: true })
  expect(first!.hottest).toBe(100)
  expect(cyclesOf(DEFAULT_PARAMS, { active: 2, range: 100, isFollowed: true })[3]!.hottest).toBe(50)
  expect(first!.coldest).toBe(0.3)
})

test('where all units weigh much the same, it is no warmer than little more than the heaviest', () => {
  for (const range of [1, 3, 10, 60]) {
    const cycles = cyclesOf(DEFAULT_PARAMS, { active: 2, range: range, isFollowed: true })
    expect(Math.max(...cycles.map(({ hottest }) => hottest)), `range ${range}`).toBeLessThanOrEqual(1.2 * range)
    for (const { hottest, coldest } of cycles) expect(coldest, `range ${range}`).toBeLessThan(hottest)
  }
})

test('a cycle cools from its hottest to its coldest', () => {
  const cycles = cyclesOf(DEFAULT_PARAMS, { active: 2, range: 3, isFollowed: true })
  const { hottest, coldest } = cycles[3]!
  const cooling = { cycle: 3, from: 0.1, to: 0.5 }
  expect(temperatureAt(cycles[3]!, cooling, 0.1)).toBeCloseTo(hottest)
  expect(temperatureAt(cycles[3]!, cooling, 0.3)).toBeCloseTo(Math.sqrt(hottest * coldest))
  expect(temperatureAt(cycles[3]!, cooling, 0.5)).toBeCloseTo(coldest)
  expect(temperatureAt(cycles[3]!, cooling, 0.6)).toBeCloseTo(coldest)
})

test('one cycle follows the other, and those are left out that what came between took the time of', () => {
  const cycles = cyclesOf(DEFAULT_PARAMS, { active: 2, range: 3, isFollowed: true })
  expect(nextCooling(cycles, { cycle: 0 }, 0.019, null)).toEqual({ cycle: 0, from: 0, to: 0.02 })
  expect(nextCooling(cycles, { cycle: 0 }, 0.02, null)).toEqual({ cycle: 1, from: 0.02, to: 0.05 })
  expect(nextCooling(cycles, { cycle: 0 }, 0.021, null)).toEqual({ cycle: 1, from: 0.02, to: 0.05 })
  expect(nextCooling(cycles, { cycle: 0 }, 0.3, null)).toEqual({ cycle: 3, from: 0.1, to: 0.55 })
  expect(nextCooling(cycles, { cycle: 3 }, 0.99, null)).toMatchObject({ cycle: cycles.length - 1, to: 1 })
})

test('where large neighbourhoods won, local search comes to it again soon, and its cycle is not over then', () => {
  const cycles = cyclesOf(DEFAULT_PARAMS, { active: 2, range: 3, isFollowed: true })
  const soon = nextCooling(cycles, { cycle: 0 }, 0.3, DEFAULT_PARAMS.policy)
  expect(soon).toEqual({ cycle: 3, from: 0.3, to: 0.32 })
  expect(nextCooling(cycles, soon, 0.4, DEFAULT_PARAMS.policy)).toEqual({ cycle: 3, from: 0.4, to: expect.closeTo(0.42) })
  expect(nextCooling(cycles, soon, 0.4, null)).toEqual({ cycle: 3, from: 0.1, to: 0.55 })
  expect(nextCooling(cycles, soon, 0.545, DEFAULT_PARAMS.policy)).toEqual({ cycle: 3, from: 0.545, to: 0.55 })
})

test('where large neighbourhoods follow it, the first cooling of four priorities lasts longer, and no other', () => {
  const ends = (active: number, isFollowed: boolean) => cyclesOf(DEFAULT_PARAMS, { active, range: 3, isFollowed }).map(({ end }) => end)
  const [first, ...rest] = ends(4, true)
  expect(first).toBe(DEFAULT_PARAMS.policy.firstFollowed)
  expect(first).toBeGreaterThan(ends(4, false)[0]!)
  expect(rest).toEqual(ends(4, false).slice(1))
  expect(ends(3, true)).toEqual(ends(3, false))
})
