import { expect, test } from 'vitest'
import type { Duties } from '../../instance/duties.ts'
import type { CountRule } from './count.ts'
import { CountResource } from './count-resource.ts'

const DAYS = 3
const windows = new Int32Array(DAYS)
/** One window of three days, on each of which duty 1 counts one. */
function sumOf(most: number, before: number): CountResource {
  const rule: Partial<CountRule> = {
    overUnit: 0,
    underUnit: -1,
    times: 1,
    of: 'sum',
    column: 0,
    timesOf: null,
    windowCount: 1,
    firstWindow: windows,
    lastWindow: windows,
    most: Int32Array.of(most),
    mostAt: null,
    least: Int32Array.of(0),
    squared: 0,
    offset: Int32Array.of(before),
    firstDay: 0,
    weekends: null,
  }
  const duties: Partial<Duties> = { sums: [Int32Array.of(0, 1)], flags: [] }
  return new CountResource(rule as CountRule, 0, duties as Duties, Float64Array.of(10), () => 1)
}

test('rows may add what history left of the most, and nothing where it left less than nothing', () => {
  expect(sumOf(5, 3).roomIn(0, 0).most).toBe(2)
  expect(sumOf(5, 8).roomIn(0, 0).most).toBe(0)
})
