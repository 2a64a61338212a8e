import { OFF } from '../compile/duties.ts'

/** gap between worked weekends. Serves weekendWorkFrequency: of n consecutive weekends at most one is worked. */
export interface SpacingRule {
  readonly unit: number
  /** By employee: n; 1 = any weekend may be worked. */
  readonly every: Int32Array
  readonly weekendCount: number
  /** By weekend: its Saturday and its Sunday, −1 where it is not among the known days. */
  readonly saturday: Int32Array
  readonly sunday: Int32Array
  /** By day: the weekend it belongs to, −1 on weekdays. */
  readonly weekendOf: Int32Array
}

/** True when a shift starts on the Saturday or Sunday. Only days before `days` are looked at. */
export function worksWeekend(rule: SpacingRule, cells: Int32Array, row: number, weekend: number, days: number): boolean {
  const saturday = rule.saturday[weekend]!
  const sunday = rule.sunday[weekend]!
  return (saturday >= 0 && saturday < days && cells[row + saturday] !== OFF) || (sunday >= 0 && sunday < days && cells[row + sunday] !== OFF)
}

/** Adds `sign` × one unit for each worked weekend from `from` to `to` (inclusive) that comes too soon after another. */
export function addSpacingUnits(
  rule: SpacingRule,
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
  for (let weekend = from; weekend <= to; weekend += 1) {
    if (!worksWeekend(rule, cells, row, weekend, days)) continue
    for (let before = Math.max(0, weekend - every + 1); before < weekend; before += 1) {
      if (worksWeekend(rule, cells, row, before, days)) {
        units[rule.unit]! += sign
        break
      }
    }
  }
}
