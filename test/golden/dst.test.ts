import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { rosterAsPosted } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { SETTING_NAMES } from '../../src/model/settings.ts'
import changes from './dst-table.json' with { type: 'json' }

// The table was worked out apart from Turnus, from the time zone rules that Python carries. What it says is checked here against a third
// source, Temporal, and then asked of the checker and of the engine. Where a time of day does not exist or comes twice, the offset decides.

interface TableShift {
  readonly start: string
  readonly end: string
  readonly breakMinutes?: number
  readonly workMin: number
  readonly isNight: boolean
  /** The local day that it belongs to, and the Monday of its week. */
  readonly day: string
  readonly week: string
}

interface TableCase {
  readonly name: string
  /** All of one employee, in order of time. */
  readonly shifts: readonly TableShift[]
  /** Between each shift and the next. */
  readonly restMin: readonly number[]
  /** By the Monday of the week. */
  readonly minutesByWeek: Readonly<Record<string, number | undefined>>
  /** Rest missing to 20,000 minutes; work above 100 minutes a day; work above 1,000 a week; nights. */
  readonly score: readonly number[]
}

interface Change {
  readonly zone: string
  /** The instant; null where the clock does not change. */
  readonly change: string | null
  /** The local day on which it changes. */
  readonly date: string
  /** By how much the clock is put forward. */
  readonly forwardMin: number
  readonly cases: readonly TableCase[]
}

const TABLE: readonly Change[] = changes
const ZONES = ['Europe/Copenhagen', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const
const LIMITS = { hoursBetweenShift: 20_000, maxHoursDay: 100, maxHoursWeek: 1_000, maxConsecutiveNightShifts: 0 }
const WEIGHTS = {
  minRestBetweenShifts: { firstPriorityWeight: 1 },
  maxMinutesPerDay: { secondPriorityWeight: 1 },
  maxMinutesPerWeek: { thirdPriorityWeight: 1 },
  maxConsecutiveNightShifts: { fourthPriorityWeight: 1 },
}

describe('the table', () => {
  for (const zone of ZONES) {
    const known = TABLE.filter((change) => change.zone === zone)

    test(`has every clock change of 2025 to 2028 in ${zone}`, () => {
      expect(known.flatMap(({ change }) => (change === null ? [] : [change]))).toEqual(clockChanges(zone))
      if (zone === 'Asia/Kathmandu') expect(clockChanges(zone)).toEqual([])
      else expect(clockChanges(zone)).toHaveLength(8)
      expect(known).toHaveLength(8)
    })
  }

  for (const { zone, date, forwardMin, cases } of TABLE) {
    test(`says of ${date} in ${zone} what the clock says: ${forwardMin} minutes are left out`, () => {
      const minutesOf = (name: string): number => caseOf(cases, name).shifts[0]!.workMin
      expect(minutesOf('a night shift over the change')).toBe(480 - forwardMin)
      expect(minutesOf('all of the changed day')).toBe(1440 - forwardMin)
      expect(minutesOf('a day shift of the changed day')).toBe(450)
      expect(caseOf(cases, 'a late shift before the change and a day shift after it').restMin).toEqual([600 - forwardMin])
      expect(Object.values(caseOf(cases, 'the week before the change and the day after it').minutesByWeek)).toEqual([4 * 480 - forwardMin, 480])
    })

    test(`agrees with Temporal on ${date} in ${zone}`, () => {
      for (const { shifts, restMin } of cases) {
        expect(shifts).toEqual(shifts.map(({ start, end, breakMinutes }) => byTemporal(zone, { start, end, ...(breakMinutes && { breakMinutes }) })))
        expect(restMin).toEqual(shifts.slice(1).map(({ start }, index) => minutesBetween(shifts[index]!.end, start)))
      }
    })
  }
})

describe.each(TABLE)('$zone, $date', ({ zone, cases }) => {
  for (const { name, shifts, restMin, minutesByWeek, score } of cases) {
    test(`${name}`, () => {
      const schedule = scheduleOf(zone, shifts)
      expect(schedule.shifts.map(({ workMin, isNight, day }) => ({ workMin, isNight, ...placeOf(schedule, day) }))).toEqual(
        shifts.map(({ workMin, isNight, day, week }) => ({ workMin, isNight, day, week })),
      )
      expect(schedule.shifts.slice(1).map(({ start }, index) => start - schedule.shifts[index]!.end)).toEqual(restMin)
      expect(workByWeek(schedule)).toEqual(minutesByWeek)

      const roster = rosterAsPosted(schedule)
      expect(judge(schedule, roster).score).toEqual(score)
      expect([...createState(compile(schedule), roster).score]).toEqual(score)
    })
  }
})

function caseOf(cases: readonly TableCase[], name: string): TableCase {
  return cases.find((found) => found.name === name)!
}

/** The instants at which a zone's clock changes, 2025 to 2028. */
function clockChanges(zone: string): string[] {
  const changes: string[] = []
  let at = Temporal.ZonedDateTime.from(`2025-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
  for (; at !== null && at.year <= 2028; at = at.getTimeZoneTransition('next')) changes.push(at.toInstant().toString())
  return changes
}

function minutesBetween(start: string, end: string): number {
  return Temporal.Instant.from(start).until(Temporal.Instant.from(end)).total('minutes')
}

/** What the table says of a shift, worked out by Temporal. */
function byTemporal(zone: string, given: Pick<TableShift, 'start' | 'end' | 'breakMinutes'>): TableShift {
  const start = Temporal.Instant.from(given.start).toZonedDateTimeISO(zone)
  const end = Temporal.Instant.from(given.end).toZonedDateTimeISO(zone)
  const day = start.toPlainDate()
  return {
    ...given,
    workMin: minutesBetween(given.start, given.end) - (given.breakMinutes ?? 0),
    isNight: [-1, 0, 1].some((days) => nightMinutes(start, end, day.add({ days })) >= 180),
    day: day.toString(),
    week: day.subtract({ days: day.dayOfWeek - 1 }).toString(),
  }
}

/** Elapsed minutes of a shift between 23:00 of a day and 06:00 of the next. */
function nightMinutes(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime, day: Temporal.PlainDate): number {
  const { timeZoneId: timeZone } = start
  const from = day.toZonedDateTime({ timeZone, plainTime: '23:00' })
  const to = day.add({ days: 1 }).toZonedDateTime({ timeZone, plainTime: '06:00' })
  return (Math.min(end.epochMilliseconds, to.epochMilliseconds) - Math.max(start.epochMilliseconds, from.epochMilliseconds)) / 60_000
}

/** A schedule of the shifts, all fixed with one employee, of which only the four rules of `WEIGHTS` are judged. */
function scheduleOf(zone: string, shifts: readonly TableShift[]): Schedule {
  const off = Object.fromEntries(SETTING_NAMES.map((name) => [name, { firstPriorityWeight: 0 }]))
  const document = {
    timeZone: zone,
    employees: [{ id: 1, contract: LIMITS }],
    spots: [{ id: 1 }],
    shifts: shifts.map(({ start, end, breakMinutes }, id) => ({ id, spot: 1, start, end, breakMinutes, fixed: true, employee: 1 })),
    settings: { ...off, ...WEIGHTS },
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!.schedule
}

function placeOf({ calendar }: Schedule, day: number): { day: string; week: string } {
  const { date, weekday } = calendar.days[day]!
  return { day: date, week: Temporal.PlainDate.from(date).subtract({ days: weekday }).toString() }
}

/** Work minutes by the Monday of the calendar's week. */
function workByWeek(schedule: Schedule): Record<string, number> {
  const byWeek: Record<string, number> = {}
  const mondays = new Map(schedule.calendar.days.map(({ week }, day) => [week, placeOf(schedule, day).week]))
  for (const { day, workMin } of schedule.shifts) {
    const monday = mondays.get(schedule.calendar.days[day]!.week)!
    byWeek[monday] = (byWeek[monday] ?? 0) + workMin
  }
  return byWeek
}
