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
const HOW = 'Write it like 2027-03-01 07:00 or 1.3.2027 07:00.'

/**
 * Reads times as spreadsheets write them, `2027-03-01 07:00` and `1.3.2027 7:00`, as those of a time zone: of an hour that comes twice the first is meant.
 * `allDay`: where a date alone is taken, and then which end of that day it is; null = a time of day has to be there.
 */
export function createTimeReader(timeZone: string): (text: string, allDay: 'start' | 'end' | null) => ReadTime {
  const offsetAt = createOffsetReader(timeZone)
  return (text, allDay) => {
    if (WITH_OFFSET.test(text)) return { time: text }
    const groups = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups
    if (groups === undefined) {
      const twelve = TWELVE_HOURS.test(text) ? ' The clock has 24 hours: 7:00 PM is 19:00.' : ''
      const serial = SERIAL.test(text)
        ? ' A spreadsheet keeps days as such numbers: give the column a format of date and time before it is saved.'
        : ''
      const slashes = WITH_SLASHES.test(text) ? ' With slashes nobody knows which is the day and which the month.' : ''
      return { wrong: `"${text}" is no date with a time.${slashes}${twelve}${serial} ${HOW}` }
    }
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

function writeOffset(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
