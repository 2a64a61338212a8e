import { WEEKDAYS } from './weekdays.ts'

const DAY_MS = 86_400_000
/** What spreadsheets count days from. */
const SPREADSHEET_EPOCH_MS = Date.UTC(1899, 11, 30)
/** Days of a spreadsheet that are likely: 1982 to 2119. */
const SERIAL_DAYS = { least: 30_000, most: 80_000 } as const
/** Seconds since 1970 that are likely, 2001 to 2286; a thousand times as many milliseconds. */
const SECONDS = { least: 1e9, most: 1e10 } as const
const NUMBER = /^\d{5,13}(?:\.\d{1,12})?$/
const TWELVE_HOURS = /^(?:(\d{4}-\d\d-\d\d)[T ]+)?(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))?(?::[0-5]\d)? ?([ap])\.?m\.?$/i
const WITH_SLASHES = /^\d{1,4}\/\d{1,2}\/\d{1,4}\b/

/** What to send in the place of short names of weekdays, for choices. */
export const WEEKDAY_ADVICE: ReadonlyMap<string, string> = new Map(
  WEEKDAYS.flatMap((day) => [2, 3, 4, 5].map((length) => [day.slice(0, length), `Did you mean "${day}"?`] as const)),
)

const BY_PERIODS =
  'Name one of "periods" of the calendar, such as {"id": "pay", "start": "2026-03-02", "days": 14}: per "period" with its id as "period".'
/** What to send in the place of windows that have no word here, for choices. */
export const PERIOD_ADVICE: ReadonlyMap<string, string> = new Map([
  ...['FORTNIGHT', 'FORTNIGHTLY', 'BIWEEK', 'BIWEEKLY', '2WEEKS', 'PAYPERIOD', 'PAY_PERIOD', 'QUARTER', 'QUARTERLY', 'YEAR', 'YEARLY'].map(
    (word) => [word, BY_PERIODS] as const,
  ),
  ...(['DAY', 'WEEK', 'MONTH'] as const).flatMap((word) =>
    [word === 'DAY' ? 'DAILY' : `${word}LY`, `PER_${word}`, `${word}S`].map((other) => [other, `Did you mean "${word.toLowerCase()}"?`] as const),
  ),
])

/** What a moment most probably is that is no ISO 8601 date-time, in a sentence; null where nothing is known of it. */
export function hintForMoment(value: unknown): string | null {
  const number = typeof value === 'number' ? value : typeof value === 'string' && NUMBER.test(value) ? Number(value) : null
  if (number !== null) return hintForNumber(number)
  if (typeof value !== 'string') return null
  if (WITH_SLASHES.test(value)) return 'With slashes nobody knows which is the day and which the month: write it like 2026-03-02T07:00.'
  const [, date, ...clock] = TWELVE_HOURS.exec(value) ?? []
  return date === undefined ? null : `The clock has 24 hours: send ${date}T${in24Hours(clock)}.`
}

/** The same for a time of day. */
export function hintForClock(value: string): string | null {
  const [whole, date, ...clock] = TWELVE_HOURS.exec(value) ?? []
  return whole === undefined || date !== undefined ? null : `The clock has 24 hours: send "${in24Hours(clock)}".`
}

function hintForNumber(number: number): string | null {
  const written = (ms: number): string => new Date(60_000 * Math.round(ms / 60_000)).toISOString().slice(0, 16)
  if (number >= SERIAL_DAYS.least && number <= SERIAL_DAYS.most)
    return `If that is a spreadsheet's number of days, send "${written(SPREADSHEET_EPOCH_MS + number * DAY_MS)}".`
  const ms = number >= 1_000 * SECONDS.least ? number : 1_000 * number
  if (ms < 1_000 * SECONDS.least || ms > 1_000 * SECONDS.most) return null
  return `If ${ms === number ? 'milliseconds' : 'seconds'} since 1970 are meant, send "${written(ms)}Z".`
}

function in24Hours([hour = '', minute = '00', half = '']: readonly (string | undefined)[]): string {
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute}`
}
