// Slow: 400 days of six zones are read as documents and told by Temporal, minute by minute where clocks change.
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { dayAt, minuteAt } from '../../src/model/calendar.ts'
import type { Schedule } from '../../src/model/schedule.ts'

const DAYS = 400

/** Each begins at a day from which 400 days have three clock changes. The last zone has none. */
const ZONES = [
  { timeZone: 'Europe/Copenhagen', from: '2026-02-25', changes: 3 },
  { timeZone: 'America/New_York', from: '2026-02-20', changes: 3 },
  { timeZone: 'Australia/Lord_Howe', from: '2026-03-20', changes: 3 }, // by half an hour
  { timeZone: 'Asia/Beirut', from: '2026-03-10', changes: 3 }, // at midnight: days that begin at 01:00, and midnights that come twice
  { timeZone: 'America/Sao_Paulo', from: '2018-02-10', changes: 3 }, // at midnight, in the south; none since 2019
  { timeZone: 'Asia/Kolkata', from: '2026-02-20', changes: 0 },
] as const

type Zone = (typeof ZONES)[number]['timeZone']

/** Starts that clock changes meet, in minutes after midnight, and lengths on the wall. */
const STARTS = [0, 1, 15, 29, 30, 59, 60, 90, 119, 120, 149, 150, 179, 180, 420, 1380, 1410, 1439]
const LENGTHS = [60, 480, 960, 2000]

const wallAt = (date: Temporal.PlainDate, minutes: number): Temporal.PlainDateTime => date.toPlainDateTime().add({ minutes })
const textOf = (wall: Temporal.PlainDateTime): string => wall.toString({ smallestUnit: 'minute' })

/** What a wall-clock time means: the moments that show it. None in a gap, two in a fold. */
function momentsOf(wall: Temporal.PlainDateTime, timeZone: Zone): Temporal.Instant[] {
  const both = (['earlier', 'later'] as const).map((disambiguation) => wall.toZonedDateTime(timeZone, { disambiguation }))
  const shown = both.filter((zoned) => zoned.toPlainDateTime().equals(wall)).map((zoned) => zoned.toInstant())
  return shown.length === 2 && shown[0]!.equals(shown[1]!) ? shown.slice(0, 1) : shown
}

const epochMin = (instant: Temporal.Instant): number => instant.epochMilliseconds / 60_000

interface Posted {
  readonly id: number
  readonly start: string
  readonly end: string
  readonly startWall: Temporal.PlainDateTime
  readonly endWall: Temporal.PlainDateTime
}

/** One shift a day, and on days whose length is not 24 hours, and their neighbours, one from each start. */
function shiftsOf(timeZone: Zone, from: string): Posted[] {
  const first = Temporal.PlainDate.from(from)
  const hours = (date: Temporal.PlainDate): number => date.toZonedDateTime(timeZone).hoursInDay
  const posted: Posted[] = []
  for (let day = 0; day < DAYS; day += 1) {
    const date = first.add({ days: day })
    const isNear = [-1, 0, 1].some((days) => hours(date.add({ days })) !== 24)
    for (const [at, minutes] of STARTS.entries()) {
      if (!isNear && at !== day % STARTS.length) continue
      const startWall = wallAt(date, minutes)
      const endWall = startWall.add({ minutes: LENGTHS[(day + at) % LENGTHS.length]! })
      posted.push({ id: posted.length, start: textOf(startWall), end: textOf(endWall), startWall, endWall })
    }
  }
  return posted
}

function read(timeZone: Zone, shifts: readonly Posted[]) {
  return readSubmission(
    {
      timeZone,
      employees: [],
      spots: [{ id: 1 }],
      shifts: shifts.map(({ id, start, end }) => ({ id, start, end, spot: 1 })),
      calendar: { workBelongsTo: 'SPLIT' },
    },
    { callback: 'optional' },
  )
}

/** A moment of the calendar in minutes since 1970. */
function minutesOf({ calendar }: Schedule, moment: number): number {
  return calendar.originEpochMin + moment
}

/** The minutes of a shift by local day: what the clock on the wall shows of it, from midnight to midnight. */
function piecesOf({ startWall, endWall }: Posted): number[] {
  const pieces: number[] = []
  for (let from = startWall; Temporal.PlainDateTime.compare(from, endWall) < 0; ) {
    const midnight = from.toPlainDate().add({ days: 1 }).toPlainDateTime()
    const until = Temporal.PlainDateTime.compare(midnight, endWall) < 0 ? midnight : endWall
    pieces.push(from.until(until).total({ unit: 'minutes' }))
    from = until
  }
  return pieces
}

describe.each(ZONES)('400 days in $timeZone', ({ timeZone, from, changes }) => {
  const posted = shiftsOf(timeZone, from)
  const isShown = (wall: Temporal.PlainDateTime): boolean => momentsOf(wall, timeZone).length > 0
  const readable = posted.filter(({ startWall, endWall }) => isShown(startWall) && isShown(endWall))
  const { submission, errors, warnings } = read(timeZone, readable)
  const { schedule } = submission!
  const dates = Array.from({ length: DAYS }, (_, day) => Temporal.PlainDate.from(from).add({ days: day }))

  test(`have ${changes} clock changes, which the calendar has on the same days`, () => {
    const changed = dates.filter((date) => date.toZonedDateTime(timeZone).hoursInDay !== 24).map(String)
    expect(changed).toHaveLength(changes)
    expect(schedule.calendar.days.filter(({ clockChange }) => clockChange !== null).map(({ date }) => date)).toEqual(changed)
  })

  test('refuse the times that clocks skip, and no other', () => {
    const refused = read(timeZone, posted).errors.map(({ pointer, code }) => `${pointer} ${code}`)
    const skipped = posted.flatMap(({ id, startWall, endWall }) => [
      ...(isShown(startWall) ? [] : [`/shifts/${id}/start time-skipped`]),
      ...(isShown(endWall) ? [] : [`/shifts/${id}/end time-skipped`]),
    ])
    expect(refused.toSorted()).toEqual(skipped.toSorted())
    expect(skipped.length > 0).toBe(changes > 0)
    expect(errors).toEqual([])
  })

  test('warn of a time that clocks show twice', () => {
    const twice = readable.filter(({ startWall, endWall }) => [startWall, endWall].some((wall) => momentsOf(wall, timeZone).length === 2))
    expect(warnings.some(({ code }) => code === 'time-shown-twice')).toBe(twice.length > 0)
    expect(twice.length > 0).toBe(changes > 0)
  })

  test('read local times as the first moment that shows them', () => {
    const wrong = readable.flatMap(({ start, end, startWall, endWall }, at) => {
      const shift = schedule.shifts[at]!
      const told = [minutesOf(schedule, shift.start), minutesOf(schedule, shift.end)]
      const meant = [startWall, endWall].map((wall) => epochMin(momentsOf(wall, timeZone)[0]!))
      return told[0] === meant[0] && told[1] === meant[1] ? [] : [{ start, end, told, meant }]
    })
    expect(wrong).toEqual([])
  })

  test('have the dates, weekdays, weeks and months of Temporal', () => {
    const firstMonday = dates[0]!.subtract({ days: dates[0]!.dayOfWeek - 1 })
    expect(
      schedule.calendar.days.slice(0, DAYS).map(({ date, weekday, week, month, isWeekend }) => ({ date, weekday, week, month, isWeekend })),
    ).toEqual(
      dates.map((date) => ({
        date: date.toString(),
        weekday: date.dayOfWeek - 1,
        week: Math.floor(firstMonday.until(date).days / date.daysInWeek),
        month: 12 * (date.year - dates[0]!.year) + date.month - dates[0]!.month,
        isWeekend: date.dayOfWeek > 5,
      })),
    )
    const days = readable.map((_, at) => schedule.calendar.days[schedule.shifts[at]!.day]!.date)
    expect(days).toEqual(readable.map(({ startWall }) => startWall.toPlainDate().toString()))
  })

  test('have midnights and minutes of Temporal', () => {
    const { calendar } = schedule
    const wrong = dates.flatMap((date, day) => {
      const start = date.toZonedDateTime(timeZone).startOfDay()
      const walls = STARTS.flatMap((minutes) => {
        const [moment] = momentsOf(wallAt(date, minutes), timeZone)
        const told = minutesOf(schedule, minuteAt(calendar, day, minutes))
        return moment === undefined || told === epochMin(moment) ? [] : [{ date: String(date), minutes, told }]
      })
      const local = calendar.days[day]!
      const isSame = minutesOf(schedule, local.start) === start.epochMilliseconds / 60_000 && local.end - local.start === start.hoursInDay * 60
      const isOwn = dayAt(calendar, local.start) === day && dayAt(calendar, local.end - 1) === day
      return isSame && isOwn ? walls : [{ date: String(date), local }, ...walls]
    })
    expect(wrong).toEqual([])
  })

  test('cut minutes at the midnights of the clock on the wall', () => {
    const wrong = readable.flatMap((shift, at) => {
      const told = schedule.shifts[at]!.splitMin
      const meant = piecesOf(shift)
      return JSON.stringify(told) === JSON.stringify(meant) ? [] : [{ start: shift.start, end: shift.end, told, meant }]
    })
    expect(wrong).toEqual([])
  })
})
