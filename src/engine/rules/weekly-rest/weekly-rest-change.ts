import type { Instance } from '../../instance/instance.ts'
import type { RowCache } from '../../scoring/row-cache.ts'
import { findMissingRest, firstWeekReached, lastWeekReached } from './weekly-rest.ts'

/** Adds what weekly rest costs more than the cache says, now that days `from` to `to` (inclusive) of the row are changed. */
export function addRestChange(
  instance: Instance,
  cache: RowCache,
  cells: Int32Array,
  employee: number,
  from: number,
  to: number,
  units: Float64Array,
): void {
  const rest = cache.rest[employee]!
  if (rest.length === 0) return
  const rule = instance.weeklyRest!
  const { dayCount, duties } = instance
  const row = employee * dayCount
  const first = firstWeekReached(rule, cells, row, from)
  const last = lastWeekReached(rule, cells, row, to, dayCount)
  findMissingRest(rule, duties, cells, row, employee, first, last, dayCount)
  let change = 0
  for (let week = first; week <= last; week += 1) change += rule.missing[week]! - rest[week]!
  units[rule.unit]! += change
}
