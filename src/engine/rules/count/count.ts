import type { Duties } from '../../instance/duties.ts'

/**
 * count: sums over windows of days: minutes, shifts, days or weekends per day, week, month, horizon or rolling stretch. The fair shares
 * count too; their distance is squared.
 */
export interface CountRule {
  /** What the schedule calls it; absent where it has no name. */
  readonly name?: string | undefined
  /** Numbers of the units above the most and below the least. */
  readonly overUnit: number
  readonly underUnit: number
  /** Multiplies the units; by employee where theirs differ. */
  readonly times: number
  readonly timesOf: Float64Array | null
  /** What a day adds: a sum, a flag, or on weekends 1 when either day has the flag. */
  readonly of: 'sum' | 'flag' | 'weekend'
  /** Of `duties.sums` or `duties.flags`. */
  readonly column: number
  /** Of `duties.counted`: where that column stands among those that counts read. */
  readonly slot: number
  readonly windowCount: number
  /** By day: first and last window it belongs to (inclusive); first above last where it counts for none. */
  readonly firstWindow: Int32Array
  readonly lastWindow: Int32Array
  /** True when no day belongs to two windows. */
  readonly isPartition: boolean
  /** True when every day of the horizon belongs to the only window. */
  readonly isWhole: boolean
  /** True when each day is a window, and no shift breaks the rule for anybody without another on its day. */
  readonly wantsSeveral: boolean
  /** By employee: free of charge up to this; the least of the windows where these differ. Behind them, the mosts of windows that differ. */
  readonly most: Int32Array
  /** By employee: where the mosts of their windows begin in `most`; −1 = one of all windows. Null where nobody's differ. */
  readonly mostAt: Int32Array | null
  /** By employee × windows + window: free of charge from this on; 0 = no limit. */
  readonly least: Int32Array
  /** Units are the square of the distance from a limit in whole steps of so many; 0 = they are the distance. */
  readonly squared: number
  /** By employee: counted before any day. */
  readonly offset: Int32Array
  /** Days before this one add nothing: 0, or the first day of the horizon. */
  readonly firstDay: number
  /** The first day that lies in a window, and the day after the last one: a rule may have a window of a week in a year. */
  readonly windowed: { readonly from: number; readonly until: number }
  /** By employee: 1 when the contract asks for it. */
  readonly applies: Uint8Array
  /** By weekend, for `of: 'weekend'`: the day that stands for it. */
  readonly weekends: WeekendDays | null
}

/**
 * The weekends of the calendar, one per week. The days of a weekend are those on which a shift that works it can start: its Saturday and Sunday, and before
 * them whatever days a longer duty starts on that runs through one of the two.
 */
export interface WeekendDays {
  readonly count: number
  /** By weekend: the first and the last known one of its days. */
  readonly opens: Int32Array
  readonly closes: Int32Array
  /** By weekend: the day whose windows it belongs to: its Saturday, or the known day nearest to it. */
  readonly anchor: Int32Array
  /** By weekend: the day whose contract judges it: its last known day, or of one that lies behind the known days the last of them. */
  readonly judgedOn: Int32Array
  /** By day: the weekend that it is one of the days of; −1 = none. */
  readonly weekendOf: Int32Array
}

/** What one window of an employee holds free of charge at most. */
export function maxIn({ most, mostAt }: Pick<CountRule, 'most' | 'mostAt'>, employee: number, window: number): number {
  if (mostAt === null || mostAt[employee]! < 0) return most[employee]!
  return most[mostAt[employee]! + window]!
}

/** What multiplies the units of an employee. */
export function timesFor({ times, timesOf }: Pick<CountRule, 'times' | 'timesOf'>, employee: number): number {
  return timesOf === null ? times : timesOf[employee]!
}

/** The units of a sum that lies so far outside its limits. */
export function unitsBeyond({ squared }: Pick<CountRule, 'squared'>, far: number): number {
  if (squared === 0) return far
  const steps = Math.floor(far / squared)
  return steps * steps
}

/** Adds `sign` × the units of one window that holds `value`. */
export function addWindowUnits(rule: CountRule, employee: number, window: number, value: number, sign: number, units: Float64Array): void {
  const over = value - maxIn(rule, employee, window)
  if (over > 0) {
    units[rule.overUnit]! += sign * timesFor(rule, employee) * unitsBeyond(rule, over)
    return
  }
  const under = rule.least[employee * rule.windowCount + window]! - value
  if (under > 0) units[rule.underUnit]! += sign * timesFor(rule, employee) * unitsBeyond(rule, under)
}

/** Adds what one window costs more when its value goes from `now` by `change`. */
export function addWindowChange(rule: CountRule, employee: number, window: number, now: number, change: number, units: Float64Array): void {
  const least = rule.least[employee * rule.windowCount + window]!
  const before = now - maxIn(rule, employee, window)
  const after = before + change
  // Most windows are within their limits, and stay there.
  if (before <= 0 && after <= 0 && now >= least && now + change >= least) return
  addWindowUnits(rule, employee, window, now, -1, units)
  addWindowUnits(rule, employee, window, now + change, 1, units)
}

/** The column of duties that the rule reads. */
export function countColumn(rule: CountRule, duties: Duties): Int32Array | Uint8Array {
  return rule.of === 'sum' ? duties.sums[rule.column]! : duties.flags[rule.column]!
}

/** 1 when the flag stands on a counted day of the weekend, before day `days`. */
export function countWeekend(rule: CountRule, flags: Uint8Array | Int32Array, cells: Int32Array, row: number, weekend: number, days: number): number {
  const { opens, closes } = rule.weekends!
  const last = Math.min(closes[weekend]!, days - 1)
  for (let day = Math.max(opens[weekend]!, rule.firstDay); day <= last; day += 1) if (flags[cells[row + day]!] === 1) return 1
  return 0
}
