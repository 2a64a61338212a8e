import { dayAt } from '../model/calendar.ts'
import { type Absence, NO_CONTRACT, type Wish } from '../model/schedule.ts'
import type { DayIndex, Minute } from '../model/units.ts'
import { doubtMinutes } from './doubts.ts'
import { checkOrder, integerOf, objectsOf, shapeOf, textOf } from './fields.ts'
import { requiredEdge } from './moments.ts'
import type { Place } from './fields.ts'
import { RANGES } from './limits.ts'
import { readWeekdays } from './read-weekdays.ts'
import { checkInside, minuteOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { Absence as AbsenceSchema } from './schemas/employee.ts'

const ABSENCE = shapeOf('an absence', AbsenceSchema)
const DAYS_PER_WEEK = 7
/** Up to here a credit looks as if hours had been given. */
const LIKELY_HOURS = 12

interface Span {
  readonly start: Minute
  readonly end: Minute
}

/** A credit for each day from one to another, both inclusive, that is one of the weekdays; in minutes, above 0. */
interface Credit {
  readonly first: number
  readonly last: number
  readonly minutes: number
  /** 0 = Monday. */
  readonly weekdays: ReadonlySet<number>
}

/** Reads `absences`: when somebody is unavailable for them or, without credit, for what lies `outside`, and what of their days is credited. */
export function readAbsences(
  employee: Place,
  reading: Reading,
  outside: readonly Span[],
): { readonly absence: Absence | null; readonly unavailable: readonly Wish[] } {
  const places = objectsOf(employee, 'absences', ABSENCE)
  if (places.length === 0 && outside.length === 0) return { absence: null, unavailable: [] }
  const credits: Credit[] = []
  const unavailable = [
    ...places.flatMap((place) => readAbsence(place, reading, credits)),
    ...outside.map((span): Wish => ({ type: 'UNAVAILABLE', ...span, tag: null, weight: 1, reason: NO_CONTRACT })),
  ]
  return { absence: { credits: highestByDay(credits, reading), days: daysWithin(unavailable, reading) }, unavailable }
}

function readAbsence(place: Place, reading: Reading, credits: Credit[]): Wish[] {
  const start = requiredEdge(place, 'start', 'start', reading.clock)
  const end = requiredEdge(place, 'end', 'end', reading.clock)
  checkOrder(place, 'start', 'end', start, end)
  const reason = textOf(place, 'kind')
  doubtMinutes(place, 'creditMinutesPerDay', LIKELY_HOURS)
  const minutes = integerOf(place, 'creditMinutesPerDay', RANGES.dayMinutes) ?? 0
  const weekdays = new Set(readWeekdays(place))
  if (start === null || end === null || end <= start) return []
  checkInside(place, 'The absence', { start, end }, reading)
  const span = { start: minuteOf(reading, start), end: minuteOf(reading, end) }
  if (minutes > 0) credits.push({ ...daysTouched(span, reading), minutes, weekdays })
  return [{ type: 'UNAVAILABLE', ...span, tag: null, weight: 1, ...(reason === null || reason === '' ? {} : { reason }) }]
}

/** The known days that a span touches; none where `last` is before `first`. */
function daysTouched({ start, end }: Span, { calendar }: Reading): { readonly first: number; readonly last: number } {
  return { first: Math.max(0, dayAt(calendar, start)), last: Math.min(calendar.days.length - 1, dayAt(calendar, end - 1)) }
}

/**
 * The highest credit of each day. Highest first, each credit takes the days that none has taken: every day is filled once and passed by from
 * then on, so that time grows with credits and days, not with the days of each credit.
 */
function highestByDay(credits: readonly Credit[], { calendar: { days } }: Reading): ReadonlyMap<DayIndex, number> {
  const byDay = new Map<DayIndex, number>()
  /** By filled day: a later one of the same weekday, up to which all are filled. */
  const later = new Map<number, number>()
  const firstFree = (day: number): number => {
    let free = day
    for (let next = later.get(free); next !== undefined; next = later.get(free)) {
      const after = later.get(next)
      if (after !== undefined) later.set(free, after)
      free = next
    }
    return free
  }
  for (const { first, last, minutes, weekdays } of credits.toSorted((a, b) => b.minutes - a.minutes)) {
    for (let start = first; start < first + DAYS_PER_WEEK && start <= last; start += 1) {
      if (!weekdays.has(days[start]!.weekday)) continue
      for (let day = firstFree(start); day <= last; day = firstFree(day)) {
        byDay.set(day as DayIndex, minutes)
        later.set(day, day + DAYS_PER_WEEK)
      }
    }
  }
  return byDay
}

/** The known days of which no minute is left. */
function daysWithin(spans: readonly Span[], reading: Reading): ReadonlySet<DayIndex> {
  const { days } = reading.calendar
  const within = new Set<DayIndex>()
  for (const span of joined(spans)) {
    const { first, last } = daysTouched(span, reading)
    for (let day = first; day <= last; day += 1) if (span.start <= days[day]!.start && days[day]!.end <= span.end) within.add(day as DayIndex)
  }
  return within
}

/** The same time as longest spans, in order, with a gap between each and the next. */
function joined(spans: readonly Span[]): Span[] {
  const longest: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const before = longest.at(-1)
    if (before === undefined || span.start > before.end) longest.push(span)
    else if (span.end > before.end) longest[longest.length - 1] = { start: before.start, end: span.end }
  }
  return longest
}
