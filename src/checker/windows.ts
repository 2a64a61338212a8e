import { dateOfEpochDay, epochDayOf, type Calendar, type LocalDay } from '../model/calendar.ts'
import type { CountCondition } from '../model/schedule.ts'
import type { Teller } from '../model/teller.ts'
import { holidayWords } from './words.ts'

/** A stretch of days over which work is counted. */
export interface Window {
  /** Its first and last known day; positions in `calendar.days`, both inclusive. */
  readonly first: number
  readonly last: number
  /** How many days it has, known or not. */
  readonly length: number
  /** The date by which people call it: the first of a week or a month, else its first known day. */
  readonly date: string
  /** `in the week from Monday 2026-03-02`. */
  phrase(teller: Teller): string
}

const DAYS_PER_WEEK = 7

type Known = 'day' | 'week' | 'month'

/** Every known day, week or month, in order. */
export function allWindows(calendar: Calendar, per: Known): readonly Window[] {
  const known = WINDOWS.get(calendar) ?? new Map<Known, readonly Window[]>()
  WINDOWS.set(calendar, known)
  const windows = known.get(per) ?? findWindows(calendar, per)
  known.set(per, windows)
  return windows
}

/** Made once: a third of judging a small roster went into making the same lists again for each rule. */
const WINDOWS = new WeakMap<Calendar, Map<Known, readonly Window[]>>()

function findWindows(calendar: Calendar, per: Known): Window[] {
  const { days } = calendar
  const keyOf = { day: (_: LocalDay, index: number) => index, week: (day: LocalDay) => day.week, month: (day: LocalDay) => day.month }[per]
  const windows: Window[] = []
  for (let first = 0; first < days.length; ) {
    let last = first
    while (last + 1 < days.length && keyOf(days[last + 1]!, last + 1) === keyOf(days[first]!, first)) last += 1
    windows.push({ first, last, ...namesOf(calendar, first, per) })
    first = last + 1
  }
  return windows
}

function namesOf(calendar: Calendar, day: number, per: 'day' | 'week' | 'month'): Pick<Window, 'length' | 'date' | 'phrase'> {
  const { days, weekStart } = calendar
  const first = days[day]!
  if (per === 'day') {
    const { date } = first
    const phrase: Window['phrase'] = (teller) => teller.say('window.day', { day: `${teller.date(date)}${holidayWords(calendar, day, ', ')}` })
    return { length: 1, date, phrase }
  }
  if (per === 'week') {
    const date = startOfWeek(first, weekStart)
    return { length: DAYS_PER_WEEK, date, phrase: (teller) => weekInWords(date, teller) }
  }
  const date = `${first.date.slice(0, 7)}-01`
  return { length: daysOfMonth(first), date, phrase: (teller) => teller.say('window.month', { month: teller.month(date) }) }
}

/** `in the week from Monday 2026-03-02`, which begins on that day. */
export function weekInWords(date: string, teller: Teller): string {
  return teller.say('window.week', { weekday: teller.weekday(date), date: teller.date(date) })
}

function startOfWeek({ date, weekday }: LocalDay, weekStart: number): string {
  return dateOfEpochDay(epochDayOf(date) - ((weekday - weekStart + DAYS_PER_WEEK) % DAYS_PER_WEEK))
}

function daysOfMonth({ date }: LocalDay): number {
  const firstDay = epochDayOf(`${date.slice(0, 7)}-01`)
  const inNextMonth = dateOfEpochDay(firstDay + 31)
  return epochDayOf(`${inNextMonth.slice(0, 7)}-01`) - firstDay
}

/** What windows a rule counts over. */
export type CountedOver = Pick<CountCondition, 'per'> & Partial<Pick<CountCondition, 'days' | 'period'>>

/** The windows of a rule that does not count over the horizon: those with a day in the horizon. */
export function windowsOf(calendar: Calendar, { per, days, period }: CountedOver): readonly Window[] {
  if (per === 'horizon') return []
  if (per === 'period') return withHorizonDay(calendar, periodWindows(calendar, period ?? 0))
  return withHorizonDay(calendar, per === 'rolling' ? rollingWindows(calendar, days ?? 1) : allWindows(calendar, per))
}

/** Every window of a period of which a day is known. */
export function periodWindows({ days, periods }: Calendar, position: number): Window[] {
  const { id, windows } = periods[position]!
  return windows.map(({ first, last, length }) => {
    const { date } = days[first]!
    const phrase: Window['phrase'] = (teller) =>
      teller.say(typeof id === 'string' ? 'window.period' : 'window.periodNumbered', {
        period: String(id),
        from: teller.date(date),
        to: teller.date(days[last]!.date),
      })
    return { first, last, length, date, phrase }
  })
}

function rollingWindows({ days }: Calendar, length: number): Window[] {
  const known = Math.min(length, days.length)
  return Array.from({ length: days.length - known + 1 }, (_, first) => {
    const { date } = days[first]!
    const phrase: Window['phrase'] = (teller) => teller.say('window.days', { days: length, date: teller.date(date) })
    return { first, last: first + known - 1, length, date, phrase }
  })
}

/** Every K consecutive weeks with a day in the horizon; where fewer are known, all of them as one. */
export function windowsOfWeeks(calendar: Calendar, weeks: number): Window[] {
  const single = allWindows(calendar, 'week')
  const known = Math.min(weeks, single.length)
  const windows = Array.from({ length: single.length - known + 1 }, (_, first) => {
    const { date, phrase } = single[first]!
    const ofSeveral: Window['phrase'] = (teller) => teller.say('window.weeks', { weeks, weekday: teller.weekday(date), date: teller.date(date) })
    const { last } = single[first + known - 1]!
    return { first: single[first]!.first, last, length: weeks * DAYS_PER_WEEK, date, phrase: weeks === 1 ? phrase : ofSeveral }
  })
  return withHorizonDay(calendar, windows)
}

function withHorizonDay({ horizonFirst }: Calendar, windows: readonly Window[]): Window[] {
  return windows.filter(({ last }) => last >= horizonFirst)
}

/** What a least amount over the whole window comes to for its known days. */
export function proRata(least: number, { first, last, length }: Window): number {
  return Math.floor((least * (last - first + 1)) / length)
}

/** Reads the windows of a rule. */
export type WindowReader = (over: CountedOver) => readonly Window[]

/** `windowsOf` of one calendar, each list made once: many contracts ask for the same ones. */
export function createWindowReader(calendar: Calendar): WindowReader {
  const known = new Map<string, readonly Window[]>()
  return (over) => {
    const key = `${over.per} ${over.days} ${over.period}`
    const windows = known.get(key) ?? windowsOf(calendar, over)
    known.set(key, windows)
    return windows
  }
}
