import { isJsonObject } from '../api/fields.ts'
import { RANGES } from '../api/limits.ts'

/** Up to here the way to a thread and back takes as long as reading, in bytes. */
const TINY_BYTES = 8 * 1024
/** Up to here a body may be read in the event loop, in bytes: 20 to 60 ms for the worst that fits, and 100 for patterns; a hospital month is 160 KB and takes 3 ms. */
const SMALL_BYTES = 256 * 1024
/** Each entry of these lists looks at any number of shifts: a small body that has one can take a second. */
const LOOKING = ['coverageCompetencyRequirements', 'coverageRequirements', 'shiftDependencyRules', 'shiftGroups', 'pairings', 'fairness', 'demands']
/** With these a few bytes say a hundred thousand shifts. */
const MULTIPLYING = ['seats', 'repeats', 'shiftTemplates']
/** So many seats and days of what repeats are read in a few milliseconds. */
const MOST_TIMES = 2000
/** Entries of a list of what repeats that are read in the time of a shift. */
const ENTRIES_PER_TIME = 40
/** Of what repeats from or to what is no date. */
const ALL_DAYS = 400
const DAY_MS = 86_400_000
const DATE_LENGTH = 'YYYY-MM-DD'.length
const ESCAPE = '\\u'
const utf8 = new TextDecoder()

/** How much work a body can be: `tiny` and `small` ones may be read in the event loop, `small` ones better in a thread, `large` ones in a thread alone. `besides`: bytes that are read with it. */
export function bodyWeight(body: Uint8Array, besides = 0): 'tiny' | 'small' | 'large' {
  const bytes = body.length + besides
  if (bytes > SMALL_BYTES) return 'large'
  const { looks, times } = worthOf(body)
  if (times > MOST_TIMES || (looks && bytes > TINY_BYTES)) return 'large'
  return bytes <= TINY_BYTES ? 'tiny' : 'small'
}

interface Worth {
  readonly looks: boolean
  /** Seats, and days on which something repeats; infinite where shifts are made of templates. */
  readonly times: number
}

const NOTHING: Worth = { looks: false, times: 0 }

/** Looks for the names in the bytes, and goes through the document only where one of them stands, or could stand written in another way. */
function worthOf(body: Uint8Array): Worth {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (![...LOOKING, ...MULTIPLYING, ESCAPE].some((name) => bytes.includes(name))) return NOTHING
  try {
    return countOf(JSON.parse(utf8.decode(body)))
  } catch {
    // Whoever reads it refuses it.
    return NOTHING
  }
}

function countOf(document: unknown): Worth {
  let looks = false
  let times = 0
  const left: unknown[] = [document]
  while (left.length > 0) {
    const value = left.pop()
    if (Array.isArray(value)) for (const each of value) left.push(each)
    else if (isJsonObject(value)) {
      for (const [name, field] of Object.entries(value)) {
        if (Array.isArray(field) && field.length > 0) {
          if (LOOKING.includes(name)) looks = true
          if (name === 'shiftTemplates') times = Infinity
        }
        if (typeof field === 'object') left.push(field)
      }
      times += timesOf(value)
    }
  }
  return { looks, times }
}

/** How many shifts one entry can come to; 0 = it is no more than it says. */
function timesOf(entry: Readonly<Record<string, unknown>>): number {
  const { seats, repeats, start, end } = entry
  const people = isJsonObject(seats) ? Math.min(RANGES.seats.max, Math.max(1, ...Object.values(seats).map((value) => Number(value) || 0))) : 1
  if (!isJsonObject(repeats)) return isJsonObject(seats) ? people : 0
  const days = 1 + (epochDayOf(end) - epochDayOf(start))
  const entries = Object.values(entry).reduce((sum: number, field) => sum + (Array.isArray(field) ? field.length : 0), 0)
  return (people + entries / ENTRIES_PER_TIME) * (days >= 1 && days <= ALL_DAYS ? days : ALL_DAYS)
}

function epochDayOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value.slice(0, DATE_LENGTH)) / DAY_MS : NaN
}
