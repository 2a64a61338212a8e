import { MINUTES_PER_DAY } from '../model/units.ts'
import { isGiven, type Place, shown, textOf, textsOf, wrongType } from './fields.ts'
import { hintForMoment } from './foreign-times.ts'
import { type Clock, instantOfWall, lacksOffset, parseDateTime, parseLocalDate, parseWallTime, timeFault } from './times.ts'

const DATE_LENGTH = 10
/** Characters of a moment that a hint repeats. */
const MAX_MOMENT = 40
const DAY_OR_MOMENT = 'Write a day like 2026-03-02, or a moment like 2026-03-02T07:00:00+01:00.'

/** The instant in a field, in minutes since 1970; null when it is absent or, with an error, neither a date-time with offset nor one of the clock's zone. */
export function instantOf(place: Place, key: string, clock: Clock): number | null {
  const value = place.fields[key]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string')
    return wrongType(place, key, value, 'a date-time in quotes', { fallback: null, hint: hintForMoment(value) ?? DATE_TIME_HINT })
  const instant = parseDateTime(value)
  if (!Number.isNaN(instant)) return instant
  const wall = clock.isNamed ? parseWallTime(value) : null
  if (wall !== null) return localInstant(place, key, wall, clock)
  reportInstant(place, key, value, clock)
  return null
}

/** An instant of the wall clock; reported where the clock skips it, or shows it twice. */
function localInstant(place: Place, key: string, { epochDay, wallMin }: { epochDay: number; wallMin: number }, clock: Clock): number | null {
  const start = clock.startOfDay(epochDay)
  // Day by day, since looking up offsets takes 5 µs each, and a schedule may have 200,000 moments.
  if (clock.startOfDay(epochDay + 1) - start === MINUTES_PER_DAY && clock.offsetAt(start) === clock.offsetAt(start + MINUTES_PER_DAY))
    return start + wallMin
  const { instant, shown: times } = instantOfWall(clock, epochDay, wallMin)
  if (times === 'once') return instant
  const id = place.fields['id']
  const detail = `${key}${id === undefined ? '' : ` of ${shown(id)}`} is ${shown(place.fields[key])}, which the clocks of ${clock.timeZone}`
  const pointer = `${place.pointer}/${key}`
  if (times === 'twice') {
    place.issues.warn(pointer, 'time-shown-twice', `${detail} show twice; the first is taken.`, 'Write the offset to say which is meant.')
    return instant
  }
  place.issues.error(pointer, 'time-skipped', `${detail} skip.`, 'Correct it, or write the offset that is meant.')
  return null
}

const DATE_TIME_HINT = 'Write it like "2026-03-02T07:00:00+01:00", in quotes.'
const EXAMPLE = 'Write it like 2026-03-02T07:00:00+01:00 or 2026-03-02T06:00:00Z.'

function reportInstant(place: Place, key: string, value: string, clock: Clock): void {
  const pointer = `${place.pointer}/${key}`
  if (lacksOffset(value))
    place.issues.error(
      pointer,
      'date-time-without-offset',
      `${key} is ${shown(value)}, without an offset from UTC.`,
      'Append Z or an offset such as +01:00, or name the timeZone of the schedule.',
    )
  else if (!Number.isNaN(parseLocalDate(value)))
    place.issues.error(pointer, 'date-time-invalid', `${key} is the date ${shown(value)}, without a time of day.`, EXAMPLE)
  else {
    const fault = timeFault(value)
    const wrong = fault === null ? 'which is not an ISO 8601 date-time' : `but ${fault}`
    place.issues.error(
      pointer,
      'date-time-invalid',
      `${key} is ${shown(value)}, ${wrong}.`,
      hintForMoment(value) ?? hintForMark(value, clock) ?? EXAMPLE,
    )
  }
}

/** What to send in the place of a moment with another mark than a T between its date and its time; null where that is not all. */
function hintForMark(value: string, { isNamed }: Clock): string | null {
  const marked = `${value.slice(0, 10)}T${value.slice(11).trimStart()}`
  const isWhole = !Number.isNaN(parseDateTime(marked)) || (isNamed && parseWallTime(marked) !== null)
  return isWhole && value.length <= MAX_MOMENT ? `Send "${marked}".` : null
}

/**
 * The edge of a period in a field, in minutes since 1970: a date-time, or a local date, of which `side` says whether the day's
 * start or its end is meant. Null when it is absent or, with an error, neither.
 */
export function edgeOf(place: Place, key: string, side: 'start' | 'end', clock: Clock): number | null {
  const value = place.fields[key]
  if (typeof value === 'string' && value.length === DATE_LENGTH) {
    const day = parseLocalDate(value)
    if (!Number.isNaN(day)) return clock.startOfDay(side === 'start' ? day : day + 1)
    const fault = timeFault(value)
    if (fault !== null) {
      place.issues.error(`${place.pointer}/${key}`, 'date-time-invalid', `${key} is ${shown(value)}, but ${fault}.`, DAY_OR_MOMENT)
      return null
    }
  }
  return instantOf(place, key, clock)
}

/** As `edgeOf`; an absent field is an error. */
export function requiredEdge(place: Place, key: string, side: 'start' | 'end', clock: Clock): number | null {
  return isGiven(place, key) ? edgeOf(place, key, side, clock) : null
}

/** The local dates of the list in a field, as text; entries that are none are reported and left out. */
export function localDatesOf(place: Place, key: string): readonly string[] {
  return textsOf(place, key).filter((date, index) => isLocalDate(place, `${key}/${index}`, date))
}

/** The local date in a field, as text; null when it is absent or, with an error, none. */
export function localDateOf(place: Place, key: string): string | null {
  const date = textOf(place, key)
  return date !== null && isLocalDate(place, key, date) ? date : null
}

function isLocalDate(place: Place, path: string, date: string): boolean {
  if (!Number.isNaN(parseLocalDate(date))) return true
  const fault = date.length === DATE_LENGTH ? timeFault(date) : null
  place.issues.error(
    `${place.pointer}/${path}`,
    'date-invalid',
    `${path.split('/')[0]} names ${shown(date)}, ${fault === null ? 'which is not a local date' : `but ${fault}`}.`,
    'Write it like 2026-03-02.',
  )
  return false
}
