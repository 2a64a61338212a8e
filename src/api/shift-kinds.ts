import { createCalendar, minuteAt } from '../model/calendar.ts'
import type { Calendar, CalendarRules } from '../model/calendar.ts'
import type { ShiftKinds } from '../model/settings.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import { SUNDAY } from '../model/weekend.ts'

/** What decides whether a shift is late or night work, or works on a weekend: minutes of the calendar, by day; one entry per local day, made once. */
export interface KindTable {
  readonly minNightMin: number
  /** Position in the lists of the calendar's day 0; the lists begin the day before it and end after the last shift. */
  readonly firstAt: number
  readonly lateFrom: Float64Array
  readonly lateUntil: Float64Array
  readonly nightFrom: Float64Array
  readonly nightUntil: Float64Array
  /** Where each day begins, and its place among the seven that end with a weekend. */
  readonly dayStart: Float64Array
  readonly weekendPlace: Uint8Array
  /** Days of a weekend. */
  readonly weekendDays: 1 | 2
}

/** `lastEndEpochDay`: days since 1970 of the local day on which the last shift ends. */
export function createKindTable(
  kinds: ShiftKinds,
  calendar: Calendar,
  days: { readonly firstEpochDay: number; readonly lastEndEpochDay: number; readonly rules?: CalendarRules },
  offsetAt: (epochMin: number) => number,
): KindTable {
  // Wider than the calendar, because outside its own days a calendar takes every day as 24 h long.
  const first = days.firstEpochDay - 1
  const wide = createCalendar(calendar.timeZone, first, days.lastEndEpochDay + 2, first, offsetAt, days.rules)
  const shift = wide.originEpochMin - calendar.originEpochMin
  const { late, night } = kinds
  const nightTo = night.to > night.from ? night.to : night.to + MINUTES_PER_DAY
  const byDay = (wallMin: number): Float64Array => Float64Array.from(wide.days, (_, day) => minuteAt(wide, day, wallMin) + shift)
  return {
    minNightMin: night.minMinutes,
    firstAt: 1,
    lateFrom: byDay(late.startsAtOrAfter),
    lateUntil: byDay(late.endsBy),
    nightFrom: byDay(night.from),
    nightUntil: byDay(nightTo),
    dayStart: byDay(0),
    weekendPlace: Uint8Array.from(wide.days, ({ weekendPlace }) => weekendPlace),
    weekendDays: days.rules?.weekend.days ?? 2,
  }
}

/** Late: starts at or after the one time of its own day and ends by the other. Minutes of the calendar. */
export function isLateShift(table: KindTable, day: number, start: number, end: number): boolean {
  const at = day + table.firstAt
  return start >= table.lateFrom[at]! && end <= table.lateUntil[at]!
}

/** Night: at least so many elapsed minutes lie inside the night that begins on the day before, on the shift's day or on one of the days it reaches into. */
export function isNightShift(table: KindTable, day: number, start: number, end: number): boolean {
  for (let at = day + table.firstAt - 1; at < table.nightFrom.length && table.nightFrom[at]! < end; at += 1) {
    const inside = Math.min(end, table.nightUntil[at]!) - Math.max(start, table.nightFrom[at]!)
    if (inside >= table.minNightMin) return true
  }
  return false
}

/** Whether a shift that starts on a day works on the first (`place` 5) or second day (6) of the weekend it leads to: it starts on it, or begins before and ends no sooner than it. */
export function worksOn(table: KindTable, place: number, day: number, end: number): boolean {
  if (place === SUNDAY && table.weekendDays === 1) return false
  const ahead = place - table.weekendPlace[day + table.firstAt]!
  if (ahead <= 0) return ahead === 0
  const dayAfter = table.dayStart[day + table.firstAt + ahead + 1]
  return dayAfter !== undefined && end >= dayAfter
}
