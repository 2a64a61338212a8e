import { expect, test } from 'vitest'
import type { Duties } from '../compile/duties.ts'
import type { CountRule } from '../rules/count.ts'
import { CountResource } from './count-resource.ts'
import { marksOf } from './weekend-mark.ts'

/** Friday to Monday; duty 1 is work. */
const DAYS = 4
const [OFF, WORK] = [0, 1]

function weekends(): CountResource {
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
    least: Int32Array.of(0),
    squared: false,
    offset: Int32Array.of(0),
    firstDay: 0,
    weekends: { count: 1, weekendOf: Int32Array.of(-1, 0, 0, -1), saturday: Int32Array.of(1), sunday: Int32Array.of(2) },
  }
  const duties: Partial<Duties> = { sums: [], flags: [Uint8Array.of(0, 1)] }
  return new CountResource(rule as CountRule, 0, duties as Duties, Float64Array.of(10), () => 1)
}

function markedDays(row: readonly number[]): number[] {
  const [mark] = marksOf([weekends()])
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
