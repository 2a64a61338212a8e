/** How a sheet shows a number: as a day, a time of day, both, hours and minutes of any length, a number with so many digits at least, or as it is. */
export type Shown = 'date' | 'time' | 'dateTime' | 'duration' | 'number' | { readonly digits: number }

/** Formats that every program knows without a file saying them, by their numbers. */
const KNOWN: readonly (readonly [first: number, last: number, shown: Shown])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'dateTime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 58, 'date'],
]

/** How the format of that number shows numbers, where the workbook has no code of its own for it. */
export function knownFormat(id: number): Shown {
  return KNOWN.find(([first, last]) => id >= first && id <= last)?.[2] ?? 'number'
}

/** How a format code such as `dd/mm/yyyy hh:mm` shows numbers. */
export function formatOf(code: string): Shown {
  // Texts, single characters and blanks as wide as one; only the first part counts, which is that of positive numbers.
  const bare = code.replace(/"[^"]*"|[\\_*]./g, '').split(';')[0]!
  if (/\[[hms]+\]/i.test(bare)) return 'duration'
  const letters = bare.replace(/\[[^\]]*\]|am\/pm|a\/p/gi, '').toLowerCase()
  if (/^0{2,}$/.test(letters)) return { digits: letters.length }
  // `General`, and powers of ten, have no letter of these.
  if (!/[dmyhs]/.test(letters)) return 'number'
  const hasTime = /[hs]/.test(letters)
  const hasDay = /[dy]/.test(letters) || !hasTime
  if (hasTime && hasDay) return 'dateTime'
  return hasTime ? 'time' : 'date'
}

const DAY_SECONDS = 86_400
/** The day before the first one, as if 1900 had been a leap year, which spreadsheets take it for. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
/** Days from there to the first one of the other system, which begins in 1904. */
const DAYS_TO_1904 = 1462
/** 31 December 9999. */
const LAST_DAY = 2_958_465

/** A number as the sheet shows it, times in whole seconds: `2027-03-01 07:00`, `07:00`, `37:30`, `007`, `7.5`. `is1904`: days count from 1904. */
export function showNumber(value: number, shown: Shown, is1904: boolean): string {
  if (typeof shown === 'object') return String(Math.round(Math.abs(value))).padStart(shown.digits, '0')
  // Sums of fractions are off by less than spreadsheets show.
  const plain = String(Number(value.toPrecision(15)))
  if (shown === 'number' || value < 0) return plain
  const seconds = Math.round(value * DAY_SECONDS)
  if (shown === 'duration') return clockText(seconds)
  const time = clockText(seconds % DAY_SECONDS)
  if (shown === 'time') return time
  const serial = Math.floor(seconds / DAY_SECONDS) + (is1904 ? DAYS_TO_1904 : 0)
  if (serial > LAST_DAY) return plain
  const date = new Date(DAY_ZERO + (serial < 60 ? serial + 1 : serial) * DAY_SECONDS * 1000).toISOString().slice(0, 10)
  return shown === 'date' ? date : `${date} ${time}`
}

function clockText(seconds: number): string {
  const two = (amount: number): string => String(amount).padStart(2, '0')
  const rest = seconds % 60
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}${rest === 0 ? '' : `:${two(rest)}`}`
}
