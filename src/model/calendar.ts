import { firstWhere } from './first-where.ts'
import type { DayIndex, Identifier, Minute } from './units.ts'

/** One day of the schedule's time zone. 1380, 1440 or 1500 minutes long where clocks change by an hour. */
export interface LocalDay {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Local midnight, or the first minute of the day where midnight does not exist. Inclusive. */
  readonly start: Minute
  /** The next day's `start`. Exclusive. */
  readonly end: Minute
  /** 0 = Monday … 6 = Sunday. */
  readonly weekday: number
  /** Position of its week among the calendar's weeks, 0-based. */
  readonly week: number
  /** Position of the weekend that comes next, or that it lies in, among the calendar's weekends, 0-based. */
  readonly weekend: number
  /** Its place among the seven days that end with a weekend of two days: 5 and 6 are that weekend. Of a weekend of one day that is place 5. */
  readonly weekendPlace: number
  readonly isWeekend: boolean
  /** Position of its month among the calendar's months, 0-based. */
  readonly month: number
  /** The clock change inside this day, if there is one: from `at` on, the wall clock is `offsetChangeMin` ahead of where it was. `at` is `start` where midnight is skipped. */
  readonly clockChange: { readonly at: Minute; readonly offsetChangeMin: number } | null
}

/** All days the schedule knows: from the first day with a shift, historic or not, to the last day on which one starts. */
export interface Calendar {
  /** IANA name. */
  readonly timeZone: string
  /** Minutes from 1970-01-01T00:00Z to the start of `days[0]`, which is minute 0. */
  readonly originEpochMin: number
  readonly days: readonly LocalDay[]
  /** First day on which a shift that is not historic starts; earlier days are history. */
  readonly horizonFirst: DayIndex
  /** Number of weeks, of weekends that a day lies in or before, and of months that `days` touches. */
  readonly weekCount: number
  readonly weekendCount: number
  readonly monthCount: number
  /** The weekday on which weeks begin, 0 = Monday. */
  readonly weekStart: number
  /** What `per: "period"` may name. */
  readonly periods: readonly Period[]
  /** The known days that are holidays, each with what people call it; '' = nothing. */
  readonly holidays: ReadonlyMap<number, string>
  /** True where minutes are cut at local midnight, and belong to the day on which they are worked; else to the day on which the shift starts. */
  readonly splitsWork: boolean
}

/** A way to cut the calendar into windows, such as pay fortnights. Days may lie in none. */
export interface Period {
  readonly id: Identifier
  /** Those with a known day, in order; `length` in days, known or not. Both days are inclusive. */
  readonly windows: readonly { readonly first: DayIndex; readonly last: DayIndex; readonly length: number }[]
}

/** How a schedule reads its calendar. */
export interface CalendarRules {
  /** The weekday on which weeks begin, 0 = Monday. */
  readonly weekStart: number
  /** Its first weekday, 0 = Monday, and whether the day after it belongs to it too. */
  readonly weekend: { readonly first: number; readonly days: 1 | 2 }
  readonly periods: readonly PeriodPlan[]
  /** By local day, in days since 1970: what people call the holiday; '' = nothing. */
  readonly holidayNames: ReadonlyMap<number, string>
  readonly splitsWork: boolean
}

/** A period as it is posted, in days since 1970: one after the other from `start` on and before it, or as they are listed; ends inclusive, in order. */
export interface PeriodPlan {
  readonly id: Identifier
  readonly every: { readonly start: number; readonly days: number } | null
  readonly ranges: readonly { readonly first: number; readonly last: number }[]
}

/** Weeks from Monday, weekends of Saturday and Sunday. */
export const PLAIN_RULES: CalendarRules = { weekStart: 0, weekend: { first: 5, days: 2 }, periods: [], holidayNames: new Map(), splitsWork: false }

/** By weekday, 0 = Monday. */
export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const EPOCH_MIN_PER_DAY = 1440

const MOST_READERS = 32
const MOST_OFFSETS = 20_000
/** The readers of the zones asked for, the one that was not asked for the longest first. */
const readers = new Map<string, (epochMin: number) => number>()

/**
 * Reads the UTC offset of one time zone at many instants, with the platform's time zone data, and remembers what it read: a formatter takes
 * 0.1 ms to make and an offset 5 µs to read, which for a schedule of 50 KB would be a fifth of reading it. Not thread-shared.
 */
export function createOffsetReader(timeZone: string): (epochMin: number) => number {
  const reader = readers.get(timeZone) ?? makeOffsetReader(timeZone)
  readers.delete(timeZone)
  readers.set(timeZone, reader)
  if (readers.size > MOST_READERS) readers.delete(readers.keys().next().value!)
  return reader
}

function makeOffsetReader(timeZone: string): (epochMin: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const cache = new Map<number, number>()
  return (epochMin) => {
    const known = cache.get(epochMin)
    if (known !== undefined) return known
    const parts: Record<string, string> = {}
    for (const { type, value } of format.formatToParts(epochMin * 60_000)) parts[type] = value
    // Not Date.UTC, which takes the years 0 to 99 as 1900 to 1999.
    const wall = new Date(0)
    wall.setUTCFullYear(parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year), Number(parts.month) - 1, Number(parts.day))
    wall.setUTCHours(Number(parts.hour), Number(parts.minute))
    const offset = wall.getTime() / 60_000 - epochMin
    // A document may ask for any minute of 400 years.
    if (cache.size >= MOST_OFFSETS) cache.clear()
    cache.set(epochMin, offset)
    return offset
  }
}

/** True when the wall clock shows what it shows at an instant at another one too, because it is put back between the two. */
export function isShownTwice(offsetAt: (epochMin: number) => number, epochMin: number): boolean {
  // UTC midnights days off, which neighbours share in the reader's cache; no zone changes its clock twice between them.
  const midnight = Math.floor(epochMin / EPOCH_MIN_PER_DAY) * EPOCH_MIN_PER_DAY
  const offset = offsetAt(epochMin)
  const isShownUnder = (other: number): boolean => other !== offset && offsetAt(epochMin + offset - other) === other
  return isShownUnder(offsetAt(midnight - EPOCH_MIN_PER_DAY)) || isShownUnder(offsetAt(midnight + 2 * EPOCH_MIN_PER_DAY))
}

/** `±HH:MM`: how far a wall clock is ahead of UTC. */
export function formatOffset(offsetMin: number): string {
  const ahead = Math.abs(offsetMin)
  const digits = [Math.floor(ahead / 60), ahead % 60].map((part) => String(part).padStart(2, '0'))
  return `${offsetMin < 0 ? '-' : '+'}${digits.join(':')}`
}

/** Days since 1970-01-01 of a date `YYYY-MM-DD`; the weekday follows as (n + 3) mod 7, Monday 0. */
export function epochDayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000
}

/** `YYYY-MM-DD` of a number of days since 1970-01-01. */
export function dateOfEpochDay(epochDay: number): string {
  return new Date(epochDay * 86_400_000).toISOString().slice(0, 10)
}

/** The date so many days after another, or before it where `days` is negative. */
export function dayAfter(date: string, days: number): string {
  return dateOfEpochDay(epochDayOf(date) + days)
}

/** The local day, in days since 1970-01-01, that an instant belongs to. */
export function localEpochDay(offsetAt: (epochMin: number) => number, epochMin: number): number {
  return Math.floor((epochMin + offsetAt(epochMin)) / EPOCH_MIN_PER_DAY)
}

/**
 * The first instant of a local day, in minutes since 1970. Midnight, or where clocks skip it the first minute that exists;
 * where midnight comes twice, the earlier one. A day that a zone leaves out (Samoa, 2011-12-30) starts when the next one does.
 */
export function startOfLocalDay(offsetAt: (epochMin: number) => number, epochDay: number): number {
  const wall = epochDay * EPOCH_MIN_PER_DAY
  // Seen from UTC midnights, which neighbouring days share in the reader's cache: one look-up a day in place of twelve.
  if (keepsOffset(offsetAt, epochDay)) return wall - offsetAt(wall)
  // No zone is more than 26 h from UTC, and none changes its clock twice within 52 h: binary search for the first minute of the day.
  let before = wall - 26 * 60
  let within = wall + 26 * 60
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (localEpochDay(offsetAt, middle) >= epochDay) within = middle
    else before = middle
  }
  return within
}

/** True when no clock change lies within the local day or within hours of it: the UTC midnights around it agree. */
function keepsOffset(offsetAt: (epochMin: number) => number, epochDay: number): boolean {
  const offset = offsetAt((epochDay - 1) * EPOCH_MIN_PER_DAY)
  for (let near = epochDay; near <= epochDay + 2; near += 1) if (offsetAt(near * EPOCH_MIN_PER_DAY) !== offset) return false
  return true
}

/**
 * Builds the table of days that every rule reads; no time zone is looked at after this.
 * `firstEpochDay` to `lastEpochDay` inclusive, `horizonFirstEpochDay` among them. A reader of the same zone that is at hand
 * already saves looking its offsets up again.
 */
export function createCalendar(
  timeZone: string,
  firstEpochDay: number,
  lastEpochDay: number,
  horizonFirstEpochDay: number,
  offsetAt: (epochMin: number) => number = createOffsetReader(timeZone),
  rules: CalendarRules = PLAIN_RULES,
): Calendar {
  const starts: number[] = []
  for (let day = firstEpochDay; day <= lastEpochDay + 1; day += 1) starts.push(startOfLocalDay(offsetAt, day))
  const origin = starts[0]!
  const days: LocalDay[] = []
  const { weekStart, weekend } = rules
  const weekOf = (epochDay: number): number => Math.floor((epochDay + 3 - weekStart) / 7)
  // The seven days that end with the day after the weekend's first.
  const weekendOf = (epochDay: number): number => Math.floor((epochDay + 3 - weekend.first + 5) / 7)
  let month = -1
  let monthName = ''
  for (let i = 0; i < starts.length - 1; i += 1) {
    const epochDay = firstEpochDay + i
    const date = dateOfEpochDay(epochDay)
    if (date.slice(0, 7) !== monthName) {
      monthName = date.slice(0, 7)
      month += 1
    }
    days.push({
      date,
      start: (starts[i]! - origin) as Minute,
      end: (starts[i + 1]! - origin) as Minute,
      weekday: weekdayOf(epochDay),
      week: weekOf(epochDay) - weekOf(firstEpochDay),
      weekend: weekendOf(epochDay) - weekendOf(firstEpochDay),
      weekendPlace: weekdayOf(epochDay - weekend.first + 5),
      isWeekend: weekdayOf(epochDay - weekend.first) < weekend.days,
      month,
      clockChange: clockChangeWithin(offsetAt, epochDay, { start: starts[i]!, end: starts[i + 1]! }, origin),
    })
  }
  return {
    timeZone,
    originEpochMin: origin,
    days,
    horizonFirst: (horizonFirstEpochDay - firstEpochDay) as DayIndex,
    weekCount: days.at(-1)!.week + 1,
    weekendCount: days.at(-1)!.weekend + 1,
    monthCount: month + 1,
    weekStart,
    periods: rules.periods.map((plan) => ({ id: plan.id, windows: windowsOf(plan, firstEpochDay, lastEpochDay) })),
    holidays: holidaysOf(rules, firstEpochDay, lastEpochDay),
    splitsWork: rules.splitsWork,
  }
}

function holidaysOf({ holidayNames }: CalendarRules, firstDay: number, lastDay: number): Calendar['holidays'] {
  const known = [...holidayNames].filter(([day]) => day >= firstDay && day <= lastDay)
  return new Map(known.map(([day, name]) => [day - firstDay, name]))
}

/** 0 = Monday. */
function weekdayOf(epochDay: number): number {
  return (((epochDay + 3) % 7) + 7) % 7
}

function windowsOf({ every, ranges }: PeriodPlan, firstDay: number, lastDay: number): Period['windows'] {
  const known = every === null ? ranges : repeated(every, firstDay, lastDay)
  return known
    .filter(({ first, last }) => last >= firstDay && first <= lastDay)
    .map(({ first, last }) => ({
      first: (Math.max(first, firstDay) - firstDay) as DayIndex,
      last: (Math.min(last, lastDay) - firstDay) as DayIndex,
      length: last - first + 1,
    }))
}

function repeated({ start, days }: { readonly start: number; readonly days: number }, firstDay: number, lastDay: number): PeriodPlan['ranges'] {
  const from = start + Math.floor((firstDay - start) / days) * days
  return Array.from({ length: Math.floor((lastDay - from) / days) + 1 }, (_, i) => ({ first: from + i * days, last: from + (i + 1) * days - 1 }))
}

function clockChangeWithin(
  offsetAt: (epochMin: number) => number,
  epochDay: number,
  day: { readonly start: number; readonly end: number },
  origin: number,
): LocalDay['clockChange'] {
  if (day.end <= day.start || keepsOffset(offsetAt, epochDay)) return null
  const first = offsetAt(day.start)
  // Midnight itself is skipped: the clock was put forward at the very start, and shows more than 0 there.
  const skipped = day.start + first - epochDay * EPOCH_MIN_PER_DAY
  if (skipped > 0) return { at: (day.start - origin) as Minute, offsetChangeMin: skipped }
  const last = offsetAt(day.end - 1)
  if (first === last) return null
  let before = day.start
  let after = day.end - 1
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle) === first) before = middle
    else after = middle
  }
  return { at: (after - origin) as Minute, offsetChangeMin: last - first }
}

/**
 * The instant at which a day's wall clock shows `wallMin` minutes after midnight; 1440 and more reach into the following days.
 * A time that the clock skips is taken as the moment of the change; one that it shows twice, as the first.
 */
export function minuteAt(calendar: Calendar, day: number, wallMin: number): Minute {
  let d = day
  let wall = wallMin
  while (wall >= EPOCH_MIN_PER_DAY) {
    d += 1
    wall -= EPOCH_MIN_PER_DAY
  }
  while (wall < 0) {
    d -= 1
    wall += EPOCH_MIN_PER_DAY
  }
  const local = calendar.days[d]
  // Outside the table days are taken as 24 h long: only the far edge of a night or wish lies there.
  if (local === undefined)
    return (d < 0 ? d * EPOCH_MIN_PER_DAY + wall : calendar.days.at(-1)!.end + (d - calendar.days.length) * EPOCH_MIN_PER_DAY + wall) as Minute
  const change = local.clockChange
  const plain = local.start + wall
  // A clock that is put forward at 23:00 makes the day end there: what it skips is the moment of the change.
  if (change === null || plain < change.at) return Math.min(plain, local.end) as Minute
  return Math.max(change.at, plain - change.offsetChangeMin) as Minute
}

/** The day that an instant belongs to; −1 before the calendar, `days.length` after it. */
export function dayAt(calendar: Calendar, minute: number): number {
  const { days } = calendar
  if (minute < days[0]!.start) return -1
  const day = firstWhere(days.length, (at) => days[at]!.start > minute) - 1
  return minute < days[day]!.end ? day : days.length
}
