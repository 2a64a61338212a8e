import { MINUTES_PER_DAY } from '../model/units.ts'
import { integerOf, objectOf, shapeOf, shown, textOf } from './fields.ts'
import type { Place } from './fields.ts'
import { hintForClock } from './foreign-times.ts'
import { MAX_REPEATED, RANGES } from './limits.ts'
import { readWeekdays } from './read-weekdays.ts'
import type { Reading } from './reading.ts'
import { Repeats as RepeatsSchema } from './schemas/repeats.ts'
import { instantOfWall, parseTimeOfDay } from './times.ts'

const REPEATS = shapeOf('repeats', RepeatsSchema)

/** From when to when, in minutes since 1970; the end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What is asked of a document while something of it repeats. */
export interface RepeatReading extends Pick<Reading, 'clock' | 'calendarRules' | 'repeats'> {
  /** Only times within it. */
  readonly horizon: Span | null
}

/** When something repeats: on which days, and between which times of them. */
interface Turns {
  /** Where it stands. */
  readonly place: Place
  readonly weekdays: ReadonlySet<number>
  /** Minutes after midnight; what is not after `from` is on the next day. */
  readonly from: number
  readonly to: number
  readonly everyWeeks: number
}

/** The times of a wish, a requirement or a demand that repeats, as far as they are planned; null for one that does not. */
export function readRepeats(repeating: Place, whole: Span, reading: RepeatReading): Span[] | null {
  const turns = readTurns(repeating)
  if (turns === null) return null
  const { horizon } = reading
  if (horizon === null || whole.end <= whole.start) return []
  const within = ({ start, end }: Span): Span[] =>
    end <= whole.start || start >= whole.end ? [] : [{ start: Math.max(whole.start, start), end: Math.min(whole.end, end) }]
  return spansOf(turns, whole, { ...reading, horizon }, within)
}

/** The times of a shift that repeats, each whole: those that start between its `start` and its `end`. Null for a shift that does not. */
export function readWholeRepeats(repeating: Place, whole: Span, reading: RepeatReading): Span[] | null {
  const turns = readTurns(repeating)
  if (turns === null) return null
  const begins = (span: Span): Span[] => (span.start < whole.start || span.start >= whole.end ? [] : [span])
  return spansOf(turns, whole, { ...reading, horizon: whole }, begins)
}

function readTurns(repeating: Place): Turns | null {
  const place = objectOf(repeating, 'repeats', REPEATS)
  if (place === null) return null
  return {
    place,
    weekdays: new Set(readWeekdays(place)),
    from: timeOf(place, 'from', 0),
    to: timeOf(place, 'to', MINUTES_PER_DAY),
    everyWeeks: integerOf(place, 'everyWeeks', RANGES.weeks) ?? 1,
  }
}

/** `kept`: of the time of one day, what counts, or nothing. */
function spansOf(
  { place, weekdays, from, to, everyWeeks }: Turns,
  whole: Span,
  { clock, horizon, calendarRules, repeats }: RepeatReading & { readonly horizon: Span },
  kept: (span: Span) => readonly Span[],
): Span[] {
  const weekOf = (day: number): number => Math.floor((day + 3 - calendarRules.weekStart) / 7)
  const firstDay = clock.dayOf(whole.start)
  // One day more on either side: a time may end on the day after, and a shift may.
  const first = Math.max(firstDay - 1, clock.dayOf(horizon.start) - 1)
  const last = Math.min(clock.dayOf(whole.end - 1), clock.dayOf(horizon.end) + 1)
  const spans: Span[] = []
  for (let day = first; day <= last && repeats.left >= 0; day += 1) {
    const isTurn = (weekOf(day) - weekOf(firstDay)) % everyWeeks === 0
    if (!isTurn || day < firstDay || !weekdays.has((((day + 3) % 7) + 7) % 7)) continue
    const start = instantOfWall(clock, day, from).instant
    const end = instantOfWall(clock, day, to > from ? to : to + MINUTES_PER_DAY).instant
    const ofDay = end <= start ? [] : kept({ start, end })
    if (ofDay.length === 0) continue
    spans.push(...ofDay)
    repeats.left -= 1
    if (repeats.left < 0) tellTooManyRepeats(place)
  }
  return spans
}

function tellTooManyRepeats({ issues, pointer }: Place): void {
  const detail = `What repeats comes to more than ${MAX_REPEATED} times up to here; that is what all of it together may.`
  issues.error(pointer, 'list-too-long', detail, 'Let them be fewer, or over a shorter time.')
}

/** Minutes after midnight of the time of day in a field. */
function timeOf(place: Place, key: string, absent: number): number {
  const text = textOf(place, key)
  if (text === null) return absent
  const minutes = parseTimeOfDay(text)
  if (!Number.isNaN(minutes)) return minutes
  const detail = `${key} is ${shown(text)}, which is no time of day.`
  place.issues.error(`${place.pointer}/${key}`, 'time-of-day-invalid', detail, hintForClock(text) ?? 'Write it like "07:00", up to "24:00".')
  return absent
}
