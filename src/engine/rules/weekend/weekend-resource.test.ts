import { expect, test } from 'vitest'
import type { Duties } from '../../instance/duties.ts'
import { SATURDAY_WORK, SUNDAY_WORK } from '../../instance/measures.ts'
import type { WeekendRule } from './weekend.ts'
import { WeekendResource } from './weekend-resource.ts'

/** Every third weekend, of four weekends from Saturday, day 0, on; no other day lies between them. */
const RULE: WeekendRule = {
  weekends: {
    count: 4,
    opens: Int32Array.of(0, 2, 4, 6),
    closes: Int32Array.of(1, 3, 5, 7),
    anchor: Int32Array.of(0, 2, 4, 6),
    judgedOn: Int32Array.of(1, 3, 5, 7),
    weekendOf: Int32Array.of(0, 0, 1, 1, 2, 2, 3, 3),
  },
  terms: null,
  every: Int32Array.of(3),
  reach: Int32Array.of(3),
  frequencyUnit: 0,
  complete: Uint8Array.of(1),
  completeUnit: 1,
  isWhole: Uint8Array.of(1, 1, 1, 1),
  applies: Uint8Array.of(1),
}

const [OFF, SATURDAY, SUNDAY, BOTH] = [0, 1, 2, 3]
/** By duty, whether it works the Saturday and the Sunday. */
const DUTIES = {
  flags: Object.assign([], { [SATURDAY_WORK]: Uint8Array.of(0, 1, 0, 1), [SUNDAY_WORK]: Uint8Array.of(0, 0, 1, 1) }),
} as unknown as Duties

/** A row of four weekends by which of their days are worked. */
function costOf(worked: readonly (0 | 1)[], rule = RULE): number {
  return costOfDuties(
    worked.map((works, day) => (works === 0 ? OFF! : day % 2 === 0 ? SATURDAY! : SUNDAY!)),
    rule,
  )
}

function costOfDuties(duties: readonly number[], rule: WeekendRule): number {
  const resource = new WeekendResource(rule, 0, DUTIES, Float64Array.of(10, 1))
  let cost = 0
  let state = resource.start
  duties.forEach((duty, day) => {
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

test('a duty of the Friday that runs through works both days, and one of the Saturday that runs through the Sunday does too', () => {
  /** Two weekends of three days each. */
  const weekends = {
    count: 2,
    opens: Int32Array.of(0, 3),
    closes: Int32Array.of(2, 5),
    anchor: Int32Array.of(1, 4),
    judgedOn: Int32Array.of(2, 5),
    weekendOf: Int32Array.of(0, 0, 0, 1, 1, 1),
  }
  const rule = { ...RULE, weekends }
  expect(costOfDuties([BOTH!, OFF!, OFF!, OFF!, OFF!, OFF!], rule)).toBe(0)
  expect(costOfDuties([OFF!, BOTH!, OFF!, OFF!, OFF!, OFF!], rule)).toBe(0)
  expect(costOfDuties([SATURDAY!, OFF!, OFF!, OFF!, OFF!, OFF!], rule)).toBe(1)
  expect(costOfDuties([SATURDAY!, OFF!, SUNDAY!, BOTH!, OFF!, OFF!], rule)).toBe(10)
})

test('a weekend behind the known days is judged by the contract of the last of them, whenever the duty begins that runs through it', () => {
  /** The second weekend is that of a duty on day 2; days 3 and 4 are known too. */
  const weekends = {
    count: 2,
    opens: Int32Array.of(0, 2),
    closes: Int32Array.of(1, 2),
    anchor: Int32Array.of(0, 4),
    judgedOn: Int32Array.of(1, 4),
    weekendOf: Int32Array.of(0, 0, 1, -1, -1),
  }
  /** Of the contracts by which the days are judged number 1 allows every second weekend, number 2 any. */
  const costUnder = (...holders: readonly number[]): number => {
    const terms = { contracts: [], at: Int32Array.of(0), holders: Int32Array.from(holders) }
    const limits = { every: Int32Array.of(1, 2, 1), reach: Int32Array.of(2), complete: Uint8Array.of(0, 0, 0) }
    return costOfDuties([BOTH!, OFF!, BOTH!, OFF!, OFF!], { ...RULE, ...limits, weekends, terms })
  }
  expect(costUnder(2, 2, 2, 2, 1)).toBe(10)
  expect(costUnder(1, 1, 1, 1, 2)).toBe(0)
})
