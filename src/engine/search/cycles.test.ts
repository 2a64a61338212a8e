import { expect, test } from 'vitest'
import { cyclesOf, temperatureAt } from './cycles.ts'

test('where two priorities are traded, the walk is as warm as what lies between their lightest and their heaviest unit', () => {
  const [first] = cyclesOf(2, 100)
  expect(first!.hottest).toBe(100)
  expect(cyclesOf(2, 100)[3]!.hottest).toBe(50)
  expect(first!.coldest).toBe(0.3)
})

test('where all units weigh much the same, it is no warmer than little more than the heaviest', () => {
  for (const range of [1, 3, 10, 60]) {
    const cycles = cyclesOf(2, range)
    expect(Math.max(...cycles.map(({ hottest }) => hottest)), `range ${range}`).toBeLessThanOrEqual(1.2 * range)
    for (const { hottest, coldest } of cycles) expect(coldest, `range ${range}`).toBeLessThan(hottest)
  }
})

test('a cycle cools from its hottest to its coldest', () => {
  const cycles = cyclesOf(2, 3)
  const { end, hottest, coldest } = cycles[3]!
  expect(temperatureAt(cycles, 3, cycles[2]!.end)).toBeCloseTo(hottest)
  expect(temperatureAt(cycles, 3, (cycles[2]!.end + end) / 2)).toBeCloseTo(Math.sqrt(hottest * coldest))
  expect(temperatureAt(cycles, 3, end)).toBeCloseTo(coldest)
})
