import { dateOfEpochDay, epochDayOf, type Calendar, type LocalDay } from '../model/calendar.ts'
import type { CountCondition } from '../model/schedule.ts'

/** A stretch of days over which work is counted. */
export interface Window {
  /** Its first and last known day; positions in `calendar.days`, both inclusive. */
  readonly first: number
  readonly last: number
  /** How many days it has, known or not. */
  readonly length: number
  /** The date by which people call it: a Monday, the first of a month, else its first known day. */
  readonly date: string
  /** `in the week from Monday 2026-03-02`. */
  readonly phrase: string
}

const DAYS_PER_WEEK = 7

/** Every known day, week or month, in order. */
export function allWindows(calendar: Calendar, per: 'day' | 'week' | 'month'): Window[] {
  const { days } = calendar
  const keyOf = { day: (_: LocalDay, index: number) => index, week: (day: LocalDay) => day.week, month: (day: LocalDay) => day.month }[per]
  const windows: Window[] = []
  for (let first = 0; first < days.length; ) {
    let last = first
    while (last + 1 < days.length && keyOf(days[last + 1]!, last + 1) === keyOf(days[first]!, first)) last += 1
    windows.push({ first, last, ...namesOf(days[first]!, per) })
    first = last + 1
  }
  return windows
}

function namesOf(first: LocalDay, per: 'day' | 'week' | 'month'): Pick<Window, 'length' | 'date' | 'phrase'> {
  if (per === 'day') return { length: 1, date: first.date, phrase: `on ${first.date}` }
  if (per === 'week') {
    const date = mondayOf(first)
    return { length: DAYS_PER_WEEK, date, phrase: `in the week from Monday ${date}` }
  }
  const month = first.date.slice(0, 7)
  return { length: daysOfMonth(first), date: `${month}-01`, phrase: `in the month ${month}` }
}

function mondayOf(day: LocalDay): string {
  return dateOfEpochDay(epochDayOf(day.date) - day.weekday)
}

function daysOfMonth({ date }: LocalDay): number {
  const firstDay = epochDayOf(`${date.slice(0, 7)}-01`)
  const inNextMonth = dateOfEpochDay(firstDay + 31)
  return epochDayOf(`${inNextMonth.slice(0, 7)}-01`) - firstDay
}

/** The windows of a rule that counts per day, week, month or rolling: those with a day in the horizon. */
export function windowsOf(calendar: Calendar, per: Exclude<CountCondition['per'], 'horizon'>, rollingDays = 1): Window[] {
  return withHorizonDay(calendar, per === 'rolling' ? rollingWindows(calendar, rollingDays) : allWindows(calendar, per))
}

function rollingWindows({ days }: Calendar, length: number): Window[] {
  const known = Math.min(length, days.length)
  return Array.from({ length: days.length - known + 1 }, (_, first) => {
    const { date } = days[first]!
    return { first, last: first + known - 1, length, date, phrase: `in the ${length} days from ${date}` }
  })
}

/** Every K consecutive weeks with a day in the horizon; where fewer are known, all of them as one. */
export function windowsOfWeeks(calendar: Calendar, weeks: number): Window[] {
  const single = allWindows(calendar, 'week')
  const known = Math.min(weeks, single.length)
  const windows = Array.from({ length: single.length - known + 1 }, (_, first) => {
    const { date, phrase } = single[first]!
    const name = weeks === 1 ? phrase : `in the ${weeks} weeks from Monday ${date}`
    return { first: single[first]!.first, last: single[first + known - 1]!.last, length: weeks * DAYS_PER_WEEK, date, phrase: name }
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

/** Reads the windows of a rule that counts per day, week, month or rolling. */
export type WindowReader = (per: Exclude<CountCondition['per'], 'horizon'>, rollingDays?: number) => readonly Window[]

/** `windowsOf` of one calendar, each list made once: many contracts ask for the same ones. */
export function createWindowReader(calendar: Calendar): WindowReader {
  const known = new Map<string, readonly Window[]>()
  return (per, rollingDays) => {
    const key = `${per} ${rollingDays}`
    const windows = known.get(key) ?? windowsOf(calendar, per, rollingDays)
    known.set(key, windows)
    return windows
  }
}
