import type { Duties } from '../../instance/duties.ts'
import { SATURDAY_WORK, SUNDAY_WORK } from '../../instance/measures.ts'
import { holderOn, type Terms } from '../../instance/terms.ts'
import type { WeekendDays } from '../count/count.ts'

/** Weekends of one employee: at most every n-th is worked (weekendWorkFrequency), both days or neither (completeWeekends). */
export interface WeekendRule {
  readonly weekends: WeekendDays
  /** Whose contract changes, and when: a weekend is judged by that of its last day. Null where nobody's does. */
  readonly terms: Terms | null
  /** By holder (`Terms`): n; 1 = any weekend may be worked. */
  readonly every: Int32Array
  /** By employee: the largest n that they have. */
  readonly reach: Int32Array
  readonly frequencyUnit: number
  /** By holder: 1 when a half-worked weekend costs. */
  readonly complete: Uint8Array
  readonly completeUnit: number
  /** By weekend: 1 when both days are known and one of them lies in the horizon. */
  readonly isWhole: Uint8Array
  /** By employee: 1 when either rule applies. */
  readonly applies: Uint8Array
}

/** Of the two days of a weekend that are worked: bits. */
export const ON_SATURDAY = 1
export const ON_SUNDAY = 2
export const ON_BOTH = 3

/** Adds `sign` × the units of the weekends from `from` to `to` (inclusive) of a row of which only the first `days` days are looked at. */
export function addWeekendUnits(
  rule: WeekendRule,
  duties: Duties,
  cells: Int32Array,
  row: number,
  employee: number,
  from: number,
  to: number,
  days: number,
  sign: number,
  units: Float64Array,
): void {
  const { closes, judgedOn } = rule.weekends
  for (let weekend = from; weekend <= to; weekend += 1) {
    const worked = daysWorked(rule.weekends, duties, cells, row, weekend, days)
    if (worked === 0) continue
    const holder = holderOn(rule.terms, employee, judgedOn[weekend]!)
    const every = rule.every[holder]!
    if (rule.complete[holder] === 1 && worked !== ON_BOTH && rule.isWhole[weekend] === 1 && days > closes[weekend]!) units[rule.completeUnit]! += sign
    for (let before = Math.max(0, weekend - every + 1); before < weekend; before += 1) {
      if (daysWorked(rule.weekends, duties, cells, row, before, days) !== 0) {
        units[rule.frequencyUnit]! += sign
        break
      }
    }
  }
}

/** Which of the two days a duty works. */
export function weekendDaysOf(duties: Duties, duty: number): number {
  return duties.flags[SATURDAY_WORK]![duty]! * ON_SATURDAY + duties.flags[SUNDAY_WORK]![duty]! * ON_SUNDAY
}

function daysWorked({ opens, closes }: WeekendDays, duties: Duties, cells: Int32Array, row: number, weekend: number, days: number): number {
  const last = Math.min(closes[weekend]!, days - 1)
  let worked = 0
  for (let day = opens[weekend]!; day <= last; day += 1) worked |= weekendDaysOf(duties, cells[row + day]!)
  return worked
}
