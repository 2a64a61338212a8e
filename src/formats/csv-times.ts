import { createOffsetReader } from '../model/calendar.ts'

/** A time as a table writes it, read: ISO 8601 with an offset, or what is wrong with it. */
export type ReadTime = { readonly time: string } | { readonly wrong: string }

const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/i
const YEAR_FIRST = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:(?:T|\s+)(?<hour>\d{1,2})[:.](?<minute>\d\d)(?::00)?)?$/i
const DAY_FIRST = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?:\s+(?<hour>\d{1,2})[:.](?<minute>\d\d)(?::00)?)?$/
const WITH_SLASHES = /^\d{1,2}\/\d{1,2}\/\d{2,4}\b/
const TWELVE_HOURS = /\b[ap]\.?m\.?$/i
/** Days since 1900, with a fraction for the time of day. */
const SERIAL = /^[34567]\d{4}(?:[.,]\d+)?$/
const MINUTE_MS = 60_000
const DAY_MIN = 1440
const CLOCK = /^(\d{1,2})[:.](\d\d)(?::00)?$/
const HAS_24_HOURS = ' The clock has 24 hours: 7:00 PM is 19:00.'
const HOW = 'Write it like 2027-03-01 07:00 or 1.3.2027 07:00.'
const HOW_DAYS = 'Write it like 2027-03-01 or 1.3.2027.'

/**
 * Reads times as spreadsheets write them, `2027-03-01 07:00` and `1.3.2027 7:00`, as those of a time zone: of an hour that comes twice the first is meant.
 * `allDay`: where a date alone is taken, and then which end of that day it is; null = a time of day has to be there.
 */
export function createTimeReader(timeZone: string): (text: string, allDay: 'start' | 'end' | null) => ReadTime {
  const offsetAt = createOffsetReader(timeZone)
  return (text, allDay) => {
    if (WITH_OFFSET.test(text)) return { time: text }
    const groups = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups
    if (groups === undefined) return { wrong: `"${text}" is no date with a time.${doubtsOf(text)} ${HOW}` }
    const [year, month, day] = [groups.year, groups.month, groups.day].map(Number) as [number, number, number]
    if (groups.hour === undefined && allDay === null) return { wrong: `"${text}" has no time of day. ${HOW}` }
    const [hour, minute] = groups.hour === undefined ? [allDay === 'end' ? 24 : 0, 0] : [Number(groups.hour), Number(groups.minute)]
    const midnight = Date.UTC(year, month - 1, day)
    if (new Date(midnight).getUTCDate() !== day || month < 1 || month > 12 || hour * 60 + minute > DAY_MIN || minute > 59)
      return { wrong: `There is no "${text}" in the calendar or on the clock. ${HOW}` }
    const wall = midnight / MINUTE_MS + hour * 60 + minute
    const offsets = [offsetAt(wall - DAY_MIN), offsetAt(wall + DAY_MIN)].sort((a, b) => b - a)
    const offset = offsets.find((candidate) => offsetAt(wall - candidate) === candidate)
    if (offset === undefined) return { wrong: `"${text}" is a time that the clock of ${timeZone} leaves out. Write the hour before or after it.` }
    return { time: `${new Date(wall * MINUTE_MS).toISOString().slice(0, 19)}${writeOffset(offset)}` }
  }
}

/** A day as spreadsheets write it, `2027-03-01` or `1.3.2027`, as `YYYY-MM-DD`; a midnight that stands with it does not count. */
export function readDay(text: string): { readonly date: string } | { readonly wrong: string } {
  const { year, month, day, hour = '0', minute = '0' } = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups ?? {}
  if (year === undefined) return { wrong: `"${text}" is no day.${doubtsOf(text)} ${HOW_DAYS}` }
  if (Number(hour) > 0 || Number(minute) > 0) return { wrong: `"${text}" has a time of day, where days alone count. ${HOW_DAYS}` }
  const date = [year, month!.padStart(2, '0'), day!.padStart(2, '0')].join('-')
  const midnight = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day))
    return { wrong: `There is no "${text}" in the calendar. ${HOW_DAYS}` }
  return { date }
}

/** A time of day as spreadsheets write it, `7:00`, `07:00:00` or `24:00`, as `HH:MM`. */
export function readClock(text: string): { readonly time: string } | { readonly wrong: string } {
  const [, hour, minute] = CLOCK.exec(text) ?? []
  if (hour === undefined || Number(hour) * 60 + Number(minute) > DAY_MIN || Number(minute) > 59)
    return { wrong: `"${text}" is no time of day.${TWELVE_HOURS.test(text) ? HAS_24_HOURS : ''} Write it like 07:00, up to 24:00.` }
  return { time: `${hour.padStart(2, '0')}:${minute}` }
}

/** What is to be said of a text that is no day, with a blank before each sentence. */
function doubtsOf(text: string): string {
  const slashes = WITH_SLASHES.test(text) ? ' With slashes nobody knows which is the day and which the month.' : ''
  const serial = SERIAL.test(text) ? ' A spreadsheet keeps days as such numbers: give the column a format of date and time before it is saved.' : ''
  return `${slashes}${TWELVE_HOURS.test(text) ? HAS_24_HOURS : ''}${serial}`
}

function writeOffset(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
