import { type Calendar, type CalendarRules, dateOfEpochDay, dayAt, epochDayOf, WEEKDAY_NAMES } from '../model/calendar.ts'
import type { CountCondition, Demand, Shift } from '../model/schedule.ts'
import type { Place } from './fields.ts'
import type { Horizon, Reading } from './reading.ts'

const DAYS_PER_WEEK = 7
const LISTED = new Intl.ListFormat('en-GB')

/** What a least is counted over: as a rule says it, or K calendar weeks. */
type Over =
  | { readonly per: CountCondition['per']; readonly days?: number | null; readonly period?: number | null }
  | { readonly per: 'weeks'; readonly weeks: number }

/** Days on which something is counted: the position of the first in the calendar, which may lie before or behind what is known, and how many there are. */
interface Stretch {
  readonly first: number
  readonly length: number
}

/** A stretch of which the calendar knows a part alone, as people call it. */
interface Cut {
  /** Days that are known, of so many. */
  readonly known: number
  readonly length: number
  /** The first and the last known one, as local dates. */
  readonly from: string
  readonly to: string
  /** `Saturday and Sunday`: the weekdays of the others. */
  readonly missing: string
}

/** When people are asked for or at work. */
interface Work {
  readonly shifts: readonly Pick<Shift, 'day'>[]
  readonly candidates?: readonly Pick<Shift, 'day'>[]
  readonly demands?: readonly Pick<Demand, 'openings'>[]
}

/**
 * The weekdays, 0 = Monday, on which a house seems not to work: nothing starts on one that the calendar knows and nobody is asked for, or the calendar knows
 * none and it is one of the weekend.
 */
export function idleWeekdays(calendar: Calendar, { shifts, candidates = [], demands = [] }: Work, { weekend }: CalendarRules): ReadonlySet<number> {
  const { days } = calendar
  const worked = new Set<number>()
  for (const list of [shifts, candidates]) for (const { day } of list) worked.add(days[day]?.weekday ?? -1)
  for (const { openings } of demands) for (const opening of openings) for (const weekday of weekdaysOf(calendar, opening)) worked.add(weekday)
  const known = new Set(days.slice(0, DAYS_PER_WEEK).map(({ weekday }) => weekday))
  const ofWeekend = new Set(Array.from({ length: weekend.days }, (_, after) => (weekend.first + after) % DAYS_PER_WEEK))
  return new Set([...WEEKDAY_NAMES.keys()].filter((weekday) => !worked.has(weekday) && (known.has(weekday) || ofWeekend.has(weekday))))
}

/** The weekdays of a time in the calendar, of a longer one than a week each once. */
function* weekdaysOf(calendar: Calendar, { start, end }: { readonly start: number; readonly end: number }): Generator<number> {
  const { days } = calendar
  const first = Math.max(0, dayAt(calendar, start))
  for (let day = first; day < Math.min(first + DAYS_PER_WEEK, days.length) && days[day]!.start < end; day += 1) yield days[day]!.weekday
}

/** Warns of the leasts of a contract's named limits, as `doubtCutLeast` does. Values in minutes; null = no limit. */
export function doubtCutLimits(
  contract: Place,
  limits: Readonly<Record<'minMinutesPerWeek' | 'minMinutesPerMonth' | 'minMinutesInKWeeks' | 'inKWeeks', number | null>>,
  reading: Reading,
): void {
  doubtCutLeast(contract, 'minHoursWeek', { least: limits.minMinutesPerWeek, over: { per: 'week' } }, reading)
  doubtCutLeast(contract, 'minHoursMonth', { least: limits.minMinutesPerMonth, over: { per: 'month' } }, reading)
  const { minMinutesInKWeeks: least, inKWeeks: weeks } = limits
  if (weeks !== null) doubtCutLeast(contract, 'minNhours', { least, over: { per: 'weeks', weeks } }, reading)
}

/**
 * Warns of a least that counts in part only in a week, month or other window at the edge of the horizon, although the days that are missing there are
 * weekdays on which nobody works: a planner of a house from Monday to Friday expects all of it. `least`: null or 0 asks for nothing. Takes time that does
 * not grow with the schedule.
 */
export function doubtCutLeast(
  place: Place,
  key: string,
  { least, over }: { readonly least: number | null; readonly over: Over },
  reading: Reading,
): void {
  if (least === null || least <= 0 || reading.horizon === null || reading.isCyclic) return
  const cut = cutIn(reading.calendar, reading.horizon, over)
  if (cut === null) return
  const { known, length, from, to, missing } = cut
  const share = Math.floor((least * known) / length)
  reading.issues.warn(
    `${place.pointer}/${key}`,
    'least-cut',
    `From ${from} to ${to} only ${known} of ${length} days are planned, so ${key} ${least} counts as ${share} there; on the others, ${missing}, nobody works.`,
    `If all ${least} are owed, count them from ${from} to ${to}: by a rule per period, with these days as a range in calendar.periods.`,
    { kind: `least-cut ${key} ${over.per}`, atMost: 1 },
  )
}

/** What is cut of the first such window of those that something is counted over; null = none is. */
function cutIn(calendar: Calendar, horizon: Horizon, over: Over): Cut | null {
  const known = CUTS.get(horizon) ?? new Map<string, Cut | null>()
  CUTS.set(horizon, known)
  const key = JSON.stringify(over.per === 'weeks' ? over : [over.per, over.days, over.period])
  let cut = known.get(key)
  if (cut === undefined) {
    const { idle } = horizon
    cut = stretchesOf(calendar, over, idle).flatMap((stretch) => cutOf(calendar, stretch, idle) ?? [])[0] ?? null
    known.set(key, cut)
  }
  return cut
}

/** Looked for once: a thousand contracts ask for the same. */
const CUTS = new WeakMap<Horizon, Map<string, Cut | null>>()

/** The windows with a day in the horizon that may reach beyond what is known. */
function stretchesOf(calendar: Calendar, over: Over, idle: ReadonlySet<number>): Stretch[] {
  const { days, horizonFirst, weekCount, weekStart, periods } = calendar
  const last = days.length - 1
  const startOfWeek = (day: number): number => day - ((days[day]!.weekday - weekStart + DAYS_PER_WEEK) % DAYS_PER_WEEK)
  if (over.per === 'week') return [horizonFirst, last].map((day) => ({ first: startOfWeek(day), length: DAYS_PER_WEEK }))
  if (over.per === 'month') return [horizonFirst, last].map((day) => monthOf(day, days[day]!.date))
  if (over.per === 'weeks') {
    const { weeks } = over
    if (weekCount < weeks) return []
    const starts = [startOfWeek(0), startOfWeek(last) - DAYS_PER_WEEK * (weeks - 1)]
    return starts.map((first) => ({ first, length: DAYS_PER_WEEK * weeks })).filter(({ first, length }) => first + length > horizonFirst)
  }
  if (over.per === 'rolling') {
    const length = over.days ?? 0
    return length > days.length ? [{ first: 0, length }] : []
  }
  if (over.per !== 'period') return []
  const windows = periods[over.period ?? -1]?.windows ?? []
  return windows.flatMap((window) => {
    const isCut = window.length > window.last - window.first + 1 && window.last >= horizonFirst
    if (!isCut) return []
    const [fromFirst, toLast] = [window.first, window.last - window.length + 1].map((first) => ({ first, length: window.length }))
    if (window.first > 0) return [fromFirst!]
    if (window.last < last) return [toLast!]
    // Where one begins that may reach beyond both ends of the known days is no longer known.
    return cutOf(calendar, toLast!, idle) === null ? [] : [fromFirst!]
  })
}

function monthOf(day: number, date: string): Stretch {
  const month = date.slice(0, 7)
  const begin = epochDayOf(`${month}-01`)
  const next = `${dateOfEpochDay(begin + 31).slice(0, 7)}-01`
  return { first: day - (epochDayOf(date) - begin), length: epochDayOf(next) - begin }
}

/** What is known of a stretch; null of one that is known entirely, or of which a day is missing on which the house may work. */
function cutOf({ days }: Calendar, { first, length }: Stretch, idle: ReadonlySet<number>): Cut | null {
  const end = first + length
  const missing = new Set<number>()
  for (const [begin, stop] of [
    [first, Math.min(0, end)],
    [Math.max(days.length, first), end],
  ] as const) {
    for (let day = begin; day < stop; day += 1) {
      const weekday = (((days[0]!.weekday + day) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK
      if (!idle.has(weekday)) return null
      missing.add(weekday)
    }
  }
  if (missing.size === 0) return null
  const [from, to] = [Math.max(first, 0), Math.min(end, days.length) - 1]
  const names = [...missing].toSorted((a, b) => a - b).map((weekday) => WEEKDAY_NAMES[weekday]!)
  return { known: to - from + 1, length, from: days[from]!.date, to: days[to]!.date, missing: LISTED.format(names) }
}
