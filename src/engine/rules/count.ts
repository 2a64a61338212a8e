/**
 * count: sums over a window of days. Serves oneShiftPerDay, the maxima of minutes per day, week and month, and
 * evenShiftDistribution, whose distance from the fair share is squared.
 */
export interface CountRule {
  readonly unit: number
  readonly of: 'minutes' | 'shifts'
  /** By day: the window it belongs to, 0 to `windowCount` − 1. */
  readonly windowOf: Int32Array
  readonly windowCount: number
  /** By employee: from least to most, both free of charge. */
  readonly least: Int32Array
  readonly most: Int32Array
  readonly squared: boolean
  /** By employee: counted before the first day of the horizon. Days of history count themselves when `countsHistoricDays`. */
  readonly offset: Int32Array
  readonly countsHistoricDays: boolean
}

/** Units of one window that holds `value`. */
export function countUnits(rule: CountRule, employee: number, value: number): number {
  const over = value - rule.most[employee]!
  const distance = over > 0 ? over : Math.max(0, rule.least[employee]! - value)
  return rule.squared ? distance * distance : distance
}
