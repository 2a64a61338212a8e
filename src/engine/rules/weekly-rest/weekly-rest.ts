import { OFF, type Duties } from '../../instance/duties.ts'
import type { Demands } from '../../instance/demands.ts'
import { holderOn, type Terms } from '../../instance/terms.ts'

/** interval: every week has a long enough stretch free of work (minWeeklyRestMinutes). */
export interface WeeklyRestRule {
  readonly demands: Demands
  readonly unit: number
  /** Whose contract changes, and when: a week is judged by that of its last day. Null where nobody's does. */
  readonly terms: Terms | null
  /** By holder (`Terms`): least length in minutes; 0 = no limit. */
  readonly least: Int32Array
  /** By employee: 1 where there is a limit for some week. */
  readonly applies: Uint8Array
  /** By week: 1 when all seven days are known. */
  readonly isJudged: Uint8Array
  /** By employee × weeks + week: the minutes that a week of history lacks with nothing planned, which are not charged; 0 for the weeks of the horizon. */
  readonly lackedBefore: Int32Array
  /** By week: its first minute, the first minute after it, its first and its last known day. */
  readonly start: Int32Array
  readonly end: Int32Array
  readonly firstDay: Int32Array
  readonly lastDay: Int32Array
  /** By day, and by demand: the week in which it lies; by demand: the week in which its end lies, or the number of weeks. */
  readonly weekOfDay: Int32Array
  readonly endWeek: Int32Array
  /** No shift reaches further than this many days. */
  readonly longestSpanDays: number
  /** Written anew for each row: the longest rest of the week, whether a shift overlaps it, and the minutes missing. */
  readonly longest: Int32Array
  readonly isWorked: Uint8Array
  readonly missing: Int32Array
}

const FOREVER = 0x3fff_ffff

/** First week that a change of days from `from` on can reach: that of the last working day before. */
export function firstWeekReached(rule: WeeklyRestRule, cells: Int32Array, row: number, from: number): number {
  return rule.weekOfDay[workedBefore(cells, row, Math.max(0, from - rule.longestSpanDays))]!
}

/** Last week that a change of days up to `to` can reach: that of the first working day after. */
export function lastWeekReached(rule: WeeklyRestRule, cells: Int32Array, row: number, to: number, days: number): number {
  return rule.weekOfDay[workedAfter(cells, row, Math.min(days - 1, to + rule.longestSpanDays), days)]!
}

/** Puts the minutes of rest that the weeks from `firstWeek` to `lastWeek` (inclusive) of one row lack into `rule.missing`. */
export function findMissingRest(
  rule: WeeklyRestRule,
  duties: Duties,
  cells: Int32Array,
  row: number,
  employee: number,
  firstWeek: number,
  lastWeek: number,
  days: number,
): void {
  const { longest, isWorked, weekOfDay } = rule
  for (let week = firstWeek; week <= lastWeek; week += 1) {
    longest[week] = 0
    isWorked[week] = 0
  }
  const before = workedBefore(cells, row, rule.firstDay[firstWeek]!)
  let day = Math.max(0, before - rule.longestSpanDays)
  // Before the first shift everything since the first known day is free; a stretch cut off later ends before `firstWeek`.
  let busyWeek = weekOfDay[day]!
  let busyUntil = rule.start[busyWeek]!
  const until = workedAfter(cells, row, rule.lastDay[lastWeek]!, days)
  for (; day <= until; day += 1) {
    const duty = cells[row + day]!
    if (duty === OFF) continue
    for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
      const d = duties.parts[i]!
      const start = rule.demands.start[d]!
      const end = rule.demands.end[d]!
      if (start > busyUntil) addStretch(rule, busyUntil, busyWeek, start, lastWeek)
      for (let week = weekOfDay[day]!; week <= lastWeek && rule.start[week]! < end; week += 1) isWorked[week] = 1
      if (end > busyUntil) {
        busyUntil = end
        busyWeek = rule.endWeek[d]!
      }
    }
  }
  addStretch(rule, busyUntil, busyWeek, FOREVER, lastWeek)
  const base = employee * longest.length
  for (let week = firstWeek; week <= lastWeek; week += 1) {
    const least = rule.least[holderOn(rule.terms, employee, rule.lastDay[week]!)]!
    const missing = rule.isJudged[week] === 1 && isWorked[week] === 1 && longest[week]! < least ? least - longest[week]! : 0
    rule.missing[week] = missing - rule.lackedBefore[base + week]!
  }
}

/** A stretch counts with its whole length for the week in which it begins, and for later ones with what is left of it. */
function addStretch(rule: WeeklyRestRule, begin: number, beginWeek: number, end: number, lastWeek: number): void {
  const { longest, start } = rule
  for (let week = beginWeek; week <= lastWeek && start[week]! < end; week += 1) {
    const rest = end - (begin > start[week]! ? begin : start[week]!)
    if (rest > longest[week]!) longest[week] = rest
  }
}

/** The last working day before `day`, or the first known day. */
function workedBefore(cells: Int32Array, row: number, day: number): number {
  let before = day - 1
  while (before > 0 && cells[row + before] === OFF) before -= 1
  return Math.max(0, before)
}

/** The first working day after `day`, or the last known day. */
function workedAfter(cells: Int32Array, row: number, day: number, days: number): number {
  let after = day + 1
  while (after < days - 1 && cells[row + after] === OFF) after += 1
  return Math.min(days - 1, after)
}
