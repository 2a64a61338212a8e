import type { Words } from '../checker/words.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'

/** Minutes from when people hear of changes to the start of a shift, below 0 of one that has begun; null where the client does not say when they do. */
export function noticeOf({ noticeFrom }: Schedule, { start }: Shift): number | null {
  return noticeFrom === undefined ? null : start - noticeFrom
}

/** How long before a shift somebody hears of it, in words. */
export function noticeInWords(words: Words, notice: number): string {
  const { say } = words.teller
  if (notice < 0) return say('notice.after', { duration: words.duration(-notice) })
  return notice === 0 ? say('notice.none') : say('notice.before', { duration: words.duration(notice) })
}

/** `Sunday 2026-03-08`, with the name of the holiday that it is. */
export function dayInWords({ calendar }: Schedule, words: Words, day: number): string {
  const { date } = calendar.days[day]!
  return words.teller.say('words.dayNamed', { weekday: words.teller.weekday(date), date: words.date(date) })
}

/** Days on which nobody of some works at any time. */
export interface DaysOff {
  /** The first whole day off after a shift, within a week; null where the roster knows of none. */
  after(employee: number, shift: Shift): number | null
}

const DAYS_AHEAD = 7

/** The days off by a roster. */
export function daysOffIn({ calendar: { days }, shifts }: Schedule, roster: Roster): DaysOff {
  let rows: Map<number, Shift[]> | null = null
  return {
    after(employee, { day, end }) {
      rows ??= Map.groupBy(shifts, (_, position) => roster[position]!)
      const own = rows.get(employee) ?? []
      for (let free = day + 1; free < Math.min(days.length, day + 1 + DAYS_AHEAD); free += 1) {
        const { start, end: until } = days[free]!
        if (start >= end && !own.some((shift) => shift.start < until && shift.end > start)) return free
      }
      return null
    },
  }
}
