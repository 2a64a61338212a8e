import { OFF } from '../compile/duties.ts'
import type { WeekendDays } from './count.ts'

/** Weekends of one employee: at most every n-th is worked (weekendWorkFrequency), both days or neither (completeWeekends). */
export interface WeekendRule {
  readonly weekends: WeekendDays
  /** By employee: n; 1 = any weekend may be worked. */
  readonly every: Int32Array
  readonly frequencyUnit: number
  /** By employee: 1 when a half-worked weekend costs. */
  readonly complete: Uint8Array
  readonly completeUnit: number
  /** By weekend: 1 when both days are known and one of them lies in the horizon. */
  readonly isWhole: Uint8Array
  /** By employee: 1 when either rule applies. */
  readonly applies: Uint8Array
}

/** Adds `sign` × the units of the weekends from `from` to `to` (inclusive) of a row of which only the first `days` days are looked at. */
export function addWeekendUnits(
  rule: WeekendRule,
  cells: Int32Array,
  row: number,
  employee: number,
  from: number,
  to: number,
  days: number,
  sign: number,
  units: Float64Array,
): void {
  const every = rule.every[employee]!
  const { saturday, sunday } = rule.weekends
  for (let weekend = from; weekend <= to; weekend += 1) {
    const first = worksOn(cells, row, saturday[weekend]!, days)
    const second = worksOn(cells, row, sunday[weekend]!, days)
    if (!first && !second) continue
    if (rule.complete[employee] === 1 && first !== second && rule.isWhole[weekend] === 1 && days > sunday[weekend]!) units[rule.completeUnit]! += sign
    for (let before = Math.max(0, weekend - every + 1); before < weekend; before += 1) {
      if (worksOn(cells, row, saturday[before]!, days) || worksOn(cells, row, sunday[before]!, days)) {
        units[rule.frequencyUnit]! += sign
        break
      }
    }
  }
}

function worksOn(cells: Int32Array, row: number, day: number, days: number): boolean {
  return day >= 0 && day < days && cells[row + day] !== OFF
}
