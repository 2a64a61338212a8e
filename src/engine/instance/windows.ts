import type { Calendar } from '../../model/calendar.ts'
import { epochDayOf } from '../../model/calendar.ts'
import type { CountCondition } from '../../model/schedule.ts'

/** Windows of days over which something is counted. A day can belong to several that follow one another. */
export interface Windows {
  readonly count: number
  readonly firstWindow: Int32Array
  readonly lastWindow: Int32Array
  /** Known days of each window, and how many days it would have if all were known. */
  readonly known: Int32Array
  readonly full: Int32Array
  /** 1 when a day of the window lies in the horizon. */
  readonly inHorizon: Uint8Array
}

/** First and last known day, both inclusive. */
export interface Span {
  readonly first: number
  readonly last: number
}

type Pair = readonly [first: number, last: number]

/** What was made for each calendar: many rules ask for the same windows. */
const MADE = new WeakMap<Calendar, Map<string, Windows>>()

function once(calendar: Calendar, name: string, make: () => Windows): Windows {
  const made = MADE.get(calendar) ?? new Map<string, Windows>()
  MADE.set(calendar, made)
  const windows = made.get(name) ?? make()
  made.set(name, windows)
  return windows
}

/** Windows that do not overlap: `number[d]` is the window of day d. */
function partition(calendar: Calendar, number: (day: number) => number, full: (day: number) => number): Windows {
  const firstWindow = Int32Array.from(calendar.days, (_, d) => number(d))
  const count = firstWindow.at(-1)! + 1
  const known = new Int32Array(count)
  const fullOf = new Int32Array(count)
  const inHorizon = new Uint8Array(count)
  firstWindow.forEach((window, d) => {
    known[window]! += 1
    fullOf[window] = full(d)
    if (d >= calendar.horizonFirst) inHorizon[window] = 1
  })
  return { count, firstWindow, lastWindow: firstWindow, known, full: fullOf, inHorizon }
}

/** Windows given by their first and last day, in order of both; those that lie in history entirely are left out. */
function sliding(calendar: Calendar, spans: readonly Pair[], full: number): Windows {
  const kept = spans.filter(([, last]) => last >= calendar.horizonFirst)
  // Both edges move forward with the days, so each day goes on from where the last one stood.
  let next = 0
  const firstWindow = Int32Array.from(calendar.days, (_, d) => {
    while (next < kept.length && kept[next]![1] < d) next += 1
    return next < kept.length && kept[next]![0] <= d ? next : 1
  })
  let after = 0
  const lastWindow = Int32Array.from(calendar.days, (_, d) => {
    while (after < kept.length && kept[after]![0] <= d) after += 1
    return after > 0 && kept[after - 1]![1] >= d ? after - 1 : 0
  })
  return {
    count: kept.length,
    firstWindow,
    lastWindow,
    known: Int32Array.from(kept, ([first, last]) => last - first + 1),
    full: new Int32Array(kept.length).fill(full),
    inHorizon: new Uint8Array(kept.length).fill(1),
  }
}

function daysInMonth(date: string): number {
  const [year, month] = date.split('-').map(Number)
  const first = epochDayOf(`${date.slice(0, 7)}-01`)
  const nextMonth = month === 12 ? `${String(year! + 1).padStart(4, '0')}-01-01` : `${date.slice(0, 4)}-${String(month! + 1).padStart(2, '0')}-01`
  return epochDayOf(nextMonth) - first
}

/** The windows of a period; days may lie in none. */
export function periodWindows(calendar: Calendar, position: number): Windows {
  return once(calendar, `period ${position}`, () => {
    const { windows } = calendar.periods[position]!
    // A day in no window has one that there is not as its first, so that nothing is found by it.
    const firstWindow = new Int32Array(calendar.days.length).fill(windows.length)
    const lastWindow = new Int32Array(calendar.days.length).fill(-1)
    for (const [w, { first, last }] of windows.entries()) {
      firstWindow.fill(w, first, last + 1)
      lastWindow.fill(w, first, last + 1)
    }
    return {
      count: windows.length,
      firstWindow,
      lastWindow,
      known: Int32Array.from(windows, ({ first, last }) => last - first + 1),
      full: Int32Array.from(windows, ({ length }) => length),
      inHorizon: Uint8Array.from(windows, ({ last }) => (last >= calendar.horizonFirst ? 1 : 0)),
    }
  })
}

/** The windows that a count of a contract asks for. */
export function countedWindows(calendar: Calendar, { per, days, period }: Pick<CountCondition, 'per' | 'days' | 'period'>): Windows {
  if (per === 'rolling') return rollingWindows(calendar, days!)
  return per === 'period' ? periodWindows(calendar, period!) : windowsPer(calendar, per)
}

/** One window per day, week, month, or one for everything. */
export function windowsPer(calendar: Calendar, per: 'day' | 'week' | 'month' | 'horizon'): Windows {
  return once(calendar, per, () => makeWindowsPer(calendar, per))
}

function makeWindowsPer(calendar: Calendar, per: 'day' | 'week' | 'month' | 'horizon'): Windows {
  const { days } = calendar
  if (per === 'day')
    return partition(
      calendar,
      (d) => d,
      () => 1,
    )
  if (per === 'week')
    return partition(
      calendar,
      (d) => days[d]!.week,
      () => 7,
    )
  if (per === 'month')
    return partition(
      calendar,
      (d) => days[d]!.month,
      (d) => daysInMonth(days[d]!.date),
    )
  return partition(
    calendar,
    () => 0,
    () => days.length,
  )
}

/** Every `length` consecutive known days; where fewer are known, one window of them all. */
export function rollingWindows(calendar: Calendar, length: number): Windows {
  return once(calendar, `rolling ${length}`, () => {
    const last = calendar.days.length - 1
    const spans: Pair[] = []
    for (let first = 0; first + length - 1 <= last; first += 1) spans.push([first, first + length - 1])
    return sliding(calendar, spans.length === 0 ? [[0, last]] : spans, length)
  })
}

/** One window per day: the `length` days that end with it, as far as they are known. */
export function trailingWindows(calendar: Calendar, length: number): Windows {
  const { days, horizonFirst } = calendar
  return once(calendar, `trailing ${length}`, () => ({
    count: days.length,
    firstWindow: Int32Array.from(days, (_, d) => d),
    lastWindow: Int32Array.from(days, (_, d) => Math.min(days.length - 1, d + length - 1)),
    known: Int32Array.from(days, (_, d) => Math.min(length, d + 1)),
    full: new Int32Array(days.length).fill(length),
    inHorizon: Uint8Array.from(days, (_, d) => (d >= horizonFirst ? 1 : 0)),
  }))
}

/** By window: its first known day. */
export function firstDaysOf({ count, firstWindow, lastWindow }: Windows): Int32Array {
  const firstDays = new Int32Array(count).fill(-1)
  let next = 0
  firstWindow.forEach((first, day) => {
    // A day in no window has a first one above its last.
    if (first > lastWindow[day]!) return
    for (next = Math.max(next, first); next <= lastWindow[day]!; next += 1) firstDays[next] = day
  })
  return firstDays
}

/** Every `weeks` consecutive calendar weeks; where fewer are known, one window of them all. */
export function weekWindows(calendar: Calendar, weeks: number): Windows {
  return once(calendar, `${weeks} weeks`, () => {
    const { days, weekCount } = calendar
    const first = (week: number): number => days.findIndex((day) => day.week === week)
    const last = (week: number): number => days.findLastIndex((day) => day.week === week)
    const spans: Pair[] = []
    for (let week = 0; week + weeks <= weekCount; week += 1) spans.push([first(week), last(week + weeks - 1)])
    return sliding(calendar, spans.length === 0 ? [[0, days.length - 1]] : spans, 7 * weeks)
  })
}

/** By window: its days. */
export function spansOf({ count, firstWindow, lastWindow }: Windows): readonly Span[] {
  const spans = Array.from({ length: count }, () => ({ first: firstWindow.length, last: -1 }))
  for (let day = 0; day < firstWindow.length; day += 1) {
    for (let w = firstWindow[day]!; w <= lastWindow[day]!; w += 1) {
      const span = spans[w]!
      span.first = Math.min(span.first, day)
      span.last = day
    }
  }
  return spans
}
