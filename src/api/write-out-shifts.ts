import { checkOrder, isGiven, isJsonObject, shapeOf, type Place } from './fields.ts'
import { isId } from './identifiers.ts'
import { IssueList } from './issues.ts'
import { DEFAULT_LIMITS, MAX_REPEATED, MAX_REPEATED_ENTRIES, type ScheduleLimits } from './limits.ts'
import { requiredEdge } from './moments.ts'
import { readCalendar } from './read-calendar.ts'
import { readWholeRepeats, type Span } from './read-repeats.ts'
import type { Reading } from './reading.ts'
import { Shift as ShiftSchema } from './schemas/shift.ts'
import { ScheduleSubmission } from './schemas/submission.ts'
import { createClock, formatDateTime, isInShiftYears, isTimeZone, type Clock } from './times.ts'

const SHIFT = shapeOf('a shift', ShiftSchema)
const DOCUMENT = shapeOf('the schedule', ScheduleSubmission)
const DATE_LENGTH = 'YYYY-MM-DD'.length

export type RepeatedReading = Pick<Reading, 'clock' | 'calendarRules' | 'repeats'> & {
  readonly limits: Pick<ScheduleLimits, 'shifts' | 'horizonDays'>
}

/**
 * The document with a shift for each day on which one repeats, in the place of that one; from here on, issues are told of the entry that was posted. Null shifts, with an error, where
 * there are too many, or where their lists have more than `mostEntries` together.
 */
export function writeOutShifts(document: Place, reading: RepeatedReading, mostEntries = MAX_REPEATED_ENTRIES): Place {
  const { shifts } = document.fields
  if (!Array.isArray(shifts) || shifts.length > reading.limits.shifts || !shifts.some(isRepeated)) return document
  const written: unknown[] = []
  const postedAt: number[] = []
  let entries = 0
  for (const [index, shift] of shifts.entries()) {
    const place = { issues: document.issues, pointer: `/shifts/${index}`, known: SHIFT.known }
    const each = isRepeated(shift) ? daysOf({ ...place, fields: shift }, reading) : [shift]
    for (const one of each) {
      written.push(one)
      postedAt.push(index)
    }
    if (isRepeated(shift)) entries += each.length * entriesOf(each[0])
    if (entries > mostEntries) {
      tellOfLists({ ...place, fields: each[0]! }, each.length, mostEntries)
      return withShifts(document, null)
    }
    if (written.length > reading.limits.shifts) {
      const detail = `With what repeats there are more than ${reading.limits.shifts} shifts; so many are allowed.`
      document.issues.error('/shifts', 'list-too-long', detail, 'Split the schedule, or ask the operator for a higher limit.')
      return withShifts(document, null)
    }
  }
  document.issues.tellOfPosted('/shifts/', postedAt)
  // That there is no shift would be one complaint too many where one could not be read.
  return withShifts(document, written.length === 0 && document.issues.errorCount > 0 ? null : written)
}

/** How many entries the lists of a shift have. */
function entriesOf(shift: unknown): number {
  return listsOf(shift).reduce((sum, [, { length }]) => sum + length, 0)
}

function listsOf(shift: unknown): (readonly [string, readonly unknown[]])[] {
  return isJsonObject(shift) ? Object.entries(shift).flatMap(([key, value]) => (Array.isArray(value) ? [[key, value] as const] : [])) : []
}

/** Names the longest list of the shift with which they became too many. */
function tellOfLists({ issues, pointer, fields }: Place, days: number, mostEntries: number): void {
  const [key, list] = listsOf(fields).reduce((most, each) => (each[1].length > most[1].length ? each : most))
  const detail = `With the ${list.length} entries of ${key} on ${days} days, the lists of shifts that repeat have more than ${mostEntries} entries together.`
  issues.error(`${pointer}/${key}`, 'list-too-long', detail, `Name fewer in ${key}, let the shift repeat on fewer days, or split the schedule.`)
}

function withShifts(document: Place, shifts: readonly unknown[] | null): Place {
  return { ...document, fields: { ...document.fields, shifts } }
}

/** A posted document with a shift for each day on which one repeats: as it is read, and as solutions name its shifts. The same document where none repeats. */
export function withShiftsWrittenOut<T>(posted: T): T {
  if (!isJsonObject(posted) || !Array.isArray(posted['shifts']) || !posted['shifts'].some(isRepeated)) return posted
  const place: Place = { issues: new IssueList({ strict: false }), pointer: '', fields: posted, known: DOCUMENT.known }
  const named = posted['timeZone']
  const timeZone = typeof named === 'string' && isTimeZone(named) ? named : null
  const { calendarRules } = readCalendar(place)
  const limits = { ...DEFAULT_LIMITS, shifts: MAX_REPEATED, horizonDays: MAX_REPEATED }
  const reading = { clock: createClock(timeZone ?? 'UTC', timeZone !== null), calendarRules, repeats: { left: MAX_REPEATED }, limits }
  // What was accepted once is not counted again.
  return writeOutShifts(place, reading, Infinity).fields as T
}

function isRepeated(shift: unknown): shift is Readonly<Record<string, unknown>> {
  return isJsonObject(shift) && (shift['repeats'] ?? null) !== null
}

/** The shifts that one comes to, as they would be posted one by one; none, with an error or a warning, where there are none. */
function daysOf(place: Place, reading: RepeatedReading): Readonly<Record<string, unknown>>[] {
  const { clock } = reading
  const before = place.issues.errorCount
  const whole = wholeOf(place, reading)
  const repeats = place.fields['repeats']
  if (isJsonObject(repeats)) for (const key of ['from', 'to']) isGiven({ ...place, pointer: `${place.pointer}/repeats`, fields: repeats }, key)
  const spans = whole === null ? [] : (readWholeRepeats(place, whole, { ...reading, horizon: whole }) ?? [])
  if (place.issues.errorCount > before) return []
  if (spans.length === 0)
    place.issues.warn(
      `${place.pointer}/repeats`,
      'shift-never',
      'None of the days on which the shift repeats lies between its start and its end, so there is no such shift.',
      'Correct its weekdays, start or end, or leave it out.',
    )
  const { repeats: _, id, ...fields } = place.fields
  const write = (instant: number): string => formatDateTime(instant, clock.offsetAt(instant))
  return spans.map(({ start, end }) => {
    const [from, to] = [write(start), write(end)]
    return { id: isId(id) ? `${id}/${from.slice(0, DATE_LENGTH)}` : id, ...fields, start: from, end: to }
  })
}

/** From the first moment at which one may start to the last; null, with an error, where that is not clear. */
function wholeOf(place: Place, { clock, limits }: RepeatedReading): Span | null {
  const start = requiredEdge(place, 'start', 'start', clock)
  const end = requiredEdge(place, 'end', 'end', clock)
  checkOrder(place, 'start', 'end', start, end)
  if (start === null || end === null || start >= end) return null
  for (const [key, moment] of [['start', start] as const, ['end', end] as const]) {
    if (isInShiftYears(moment)) continue
    place.issues.error(
      `${place.pointer}/${key}`,
      'date-out-of-range',
      `The shift’s ${key} is outside the years in which shifts may lie.`,
      'Correct the year.',
    )
    return null
  }
  return isShort(place, { start, end }, clock, limits.horizonDays) ? { start, end } : null
}

function isShort({ issues, pointer }: Place, { start, end }: Span, clock: Clock, horizonDays: number): boolean {
  // What is historic may reach back as far again.
  const [days, most] = [clock.dayOf(end - 1) - clock.dayOf(start) + 1, 2 * horizonDays]
  if (days <= most) return true
  const detail = `The shift repeats over ${days} days; at most ${horizonDays} are planned.`
  issues.error(`${pointer}/end`, 'horizon-too-long', detail, 'Let it end with the days that are planned.')
  return false
}
