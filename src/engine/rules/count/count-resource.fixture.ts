import type { Duties } from '../../instance/duties.ts'
import type { CountRule } from './count.ts'
import { CountResource } from './count-resource.ts'

/** A sum over days on each of which duty 1 counts one: by day `windows`, the window that it lies in, at least and at most so much in each, and so much before. */
export function sumOver(
  windows: readonly number[],
  { most, least = 0, before = 0 }: { most: number; least?: number; before?: number },
): CountResource {
  const windowCount = windows.at(-1)! + 1
  const rule: Partial<CountRule> = {
    overUnit: 0,
    underUnit: -1,
    times: 1,
    of: 'sum',
    column: 0,
    timesOf: null,
    windowCount,
    firstWindow: Int32Array.from(windows),
    lastWindow: Int32Array.from(windows),
    most: Int32Array.of(most),
    mostAt: null,
    least: Int32Array.of(least),
    squared: 0,
    offset: Int32Array.of(before),
    firstDay: 0,
    weekends: null,
  }
  const duties: Partial<Duties> = { sums: [Int32Array.of(0, 1)], flags: [] }
  return new CountResource(rule as CountRule, 0, duties as Duties, Float64Array.of(10), () => 1)
}
