import { expect, test } from 'vitest'
import type { WeekendRule } from '../rules/weekend.ts'
import { WeekendResource } from './weekend-resource.ts'

/** Every third weekend, of four weekends from Saturday, day 0, on. */
const RULE: WeekendRule = {
  weekends: {
    count: 4,
    saturday: Int32Array.of(0, 2, 4, 6),
    sunday: Int32Array.of(1, 3, 5, 7),
    weekendOf: Int32Array.of(0, 0, 1, 1, 2, 2, 3, 3),
  },
  every: Int32Array.of(3),
  frequencyUnit: 0,
  complete: Uint8Array.of(1),
  completeUnit: 1,
  isWhole: Uint8Array.of(1, 1, 1, 1),
  applies: Uint8Array.of(1),
}

function costOf(worked: readonly (0 | 1)[], rule = RULE): number {
  const resource = new WeekendResource(rule, 0, Float64Array.of(10, 1))
  let cost = 0
  let state = resource.start
  worked.forEach((duty, day) => {
    state = resource.step(state, day, duty)
    cost += resource.cost
  })
  return cost
}

test('a weekend costs when one of the two before it was worked, and when only one of its days is', () => {
  expect(costOf([1, 1, 0, 0, 0, 0, 1, 1])).toBe(0)
  expect(costOf([1, 1, 0, 0, 1, 1, 0, 0])).toBe(10)
  expect(costOf([1, 1, 1, 1, 1, 1, 1, 1])).toBe(30)
  expect(costOf([0, 1, 0, 0, 0, 0, 0, 0])).toBe(1)
  expect(costOf([1, 0, 0, 0, 0, 1, 0, 0])).toBe(12)
})

test('a weekend of which one day is not known is never split', () => {
  const rule = { ...RULE, isWhole: Uint8Array.of(0, 1, 1, 1) }
  expect(costOf([0, 1, 0, 0, 0, 0, 0, 0], rule)).toBe(0)
  expect(costOf([0, 0, 0, 1, 0, 0, 0, 0], rule)).toBe(1)
})
