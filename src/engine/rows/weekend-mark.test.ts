import { expect, test } from 'vitest'
import type { Duties } from '../instance/duties.ts'
import type { CountRule } from '../rules/count/count.ts'
import { CountResource } from '../rules/count/count-resource.ts'
import { costAlong } from './resource.ts'
import { marksOf } from './weekend-mark.ts'

/** Friday to Monday; duty 1 is work. */
const DAYS = 4
const [OFF, WORK] = [0, 1]

/** With `opens` 0 a duty of the Friday counts too, as one that runs through. */
function weekends(opens = 1): CountResource {
  const rule: Partial<CountRule> = {
    overUnit: 0,
    underUnit: -1,
    times: 1,
    of: 'weekend',
    column: 0,
    windowCount: 1,
    firstWindow: new Int32Array(DAYS),
    lastWindow: new Int32Array(DAYS),
    most: Int32Array.of(0),
    mostAt: null,
    least: Int32Array.of(0),
    squared: 0,
    timesOf: null,
    offset: Int32Array.of(0),
    firstDay: 0,
    weekends: {
      count: 1,
      weekendOf: Int32Array.of(-opens, 0, 0, -1),
      opens: Int32Array.of(opens),
      closes: Int32Array.of(2),
      anchor: Int32Array.of(1),
      judgedOn: Int32Array.of(2),
    },
  }
  const duties: Partial<Duties> = { sums: [], flags: [Uint8Array.of(0, 1)] }
  return new CountResource(rule as CountRule, 0, duties as Duties, Float64Array.of(10), () => 1)
}

function markedDays(row: readonly number[], opens = 1): number[] {
  const [mark] = marksOf([weekends(opens)])
  let state = mark!.start
  return row.flatMap((duty, day) => {
    state = mark!.step(state, day, duty)
    return mark!.marks > 0 ? [day] : []
  })
}

test('a weekend is marked once, on the first of its days that is worked', () => {
  expect(markedDays([OFF, WORK, WORK, OFF])).toEqual([1])
  expect(markedDays([OFF, WORK, OFF, OFF])).toEqual([1])
  expect(markedDays([WORK, OFF, WORK, WORK])).toEqual([2])
  expect(markedDays([WORK, OFF, OFF, WORK])).toEqual([])
})

test('marks are as many as the sum counts', () => {
  for (const row of [0, 1, 2, 3].map((both) => [WORK, both & 1, both >> 1, WORK])) {
    expect(markedDays(row)).toHaveLength(weekends().counted(Int32Array.from(row))[0]!)
  }
})

test('a weekend that a duty of the Friday can work is marked and counted once, and costs once', () => {
  for (const [row, marked] of [
    [[WORK, OFF, OFF, OFF], [0]],
    [[WORK, OFF, WORK, OFF], [0]],
    [[WORK, WORK, WORK, WORK], [0]],
    [[OFF, WORK, WORK, OFF], [1]],
    [[OFF, OFF, WORK, OFF], [2]],
    [[OFF, OFF, OFF, WORK], []],
  ] as const) {
    expect(markedDays(row, 0)).toEqual(marked)
    const sum = weekends(0)
    expect(sum.counted(Int32Array.from(row))[0]).toBe(marked.length)
    expect(costAlong(sum, Int32Array.from(row))).toBe(10 * marked.length)
    // A price is paid day by day: never for more than what is counted.
    const added = row.reduce((total, duty, day) => total + (sum.windowOn(day) < 0 ? 0 : sum.adds(day, duty)), 0)
    expect(added).toBeLessThanOrEqual(marked.length)
  }
})
