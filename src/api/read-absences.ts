import { dayAt } from '../model/calendar.ts'
import type { Absence, Wish } from '../model/schedule.ts'
import type { DayIndex, Minute } from '../model/units.ts'
import { doubtMinutes } from './doubts.ts'
import { checkOrder, integerOf, objectsOf, requiredEdge, shapeOf, textOf } from './fields.ts'
import type { Place } from './fields.ts'
import { RANGES } from './limits.ts'
import { readWeekdays } from './read-wishes.ts'
import { checkInside, minuteOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { Absence as AbsenceSchema } from './schemas/employee.ts'

const ABSENCE = shapeOf('an absence', AbsenceSchema)
/** Up to here a credit looks as if hours had been given. */
const LIKELY_HOURS = 12

interface Span {
  readonly start: Minute
  readonly end: Minute
}

/** Reads `absences`: when somebody is unavailable for them, and what of their days is credited. */
export function readAbsences(employee: Place, reading: Reading): { readonly absence: Absence | null; readonly unavailable: readonly Wish[] } {
  const places = objectsOf(employee, 'absences', ABSENCE)
  if (places.length === 0) return { absence: null, unavailable: [] }
  const credits = new Map<DayIndex, number>()
  const unavailable = places.flatMap((place) => readAbsence(place, reading, credits))
  return { absence: { credits, days: daysWithin(unavailable, reading) }, unavailable }
}

function readAbsence(place: Place, reading: Reading, credits: Map<DayIndex, number>): Wish[] {
  const start = requiredEdge(place, 'start', 'start', reading.clock)
  const end = requiredEdge(place, 'end', 'end', reading.clock)
  checkOrder(place, 'start', 'end', start, end)
  const reason = textOf(place, 'kind')
  doubtMinutes(place, 'creditMinutesPerDay', LIKELY_HOURS)
  const credit = integerOf(place, 'creditMinutesPerDay', RANGES.dayMinutes) ?? 0
  const weekdays = new Set(readWeekdays(place))
  if (start === null || end === null || end <= start) return []
  checkInside(place, 'The absence', { start, end }, reading)
  const span = { start: minuteOf(reading, start), end: minuteOf(reading, end) }
  for (const day of daysTouched(span, reading))
    if (credit > 0 && weekdays.has(reading.calendar.days[day]!.weekday)) credits.set(day, Math.max(credit, credits.get(day) ?? 0))
  return [{ type: 'UNAVAILABLE', ...span, tag: null, weight: 1, ...(reason === null || reason === '' ? {} : { reason }) }]
}

function daysTouched({ start, end }: Span, { calendar }: Reading): DayIndex[] {
  const first = Math.max(0, dayAt(calendar, start))
  const last = Math.min(calendar.days.length - 1, dayAt(calendar, end - 1))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) as DayIndex)
}

/** The known days of which no minute is left. */
function daysWithin(spans: readonly Span[], reading: Reading): ReadonlySet<DayIndex> {
  const { days } = reading.calendar
  const free = new Map<DayIndex, number>()
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    for (const day of daysTouched(span, reading)) {
      const from = free.get(day) ?? days[day]!.start
      // A gap before it stays a gap: such a day is never wholly absent.
      free.set(day, span.start > from ? -Infinity : Math.max(from, span.end))
    }
  }
  return new Set([...free].filter(([day, until]) => until >= days[day]!.end).map(([day]) => day))
}
