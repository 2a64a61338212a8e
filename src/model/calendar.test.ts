// Slow: every wall-clock time of every day is held against Temporal, in many time zones.
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { createCalendar, createOffsetReader, dateOfEpochDay, dayAt, epochDayOf, isShownTwice, minuteAt, startOfLocalDay } from './calendar.ts'

const ZONES = [
  { timeZone: 'Europe/Copenhagen', from: '2024-01-01', to: '2024-12-31' },
  { timeZone: 'America/New_York', from: '2024-01-01', to: '2024-12-31' },
  { timeZone: 'Australia/Lord_Howe', from: '2024-01-01', to: '2024-12-31' }, // changes by half an hour
  { timeZone: 'Asia/Kathmandu', from: '2024-01-01', to: '2024-03-31' }, // +05:45
  { timeZone: 'America/Sao_Paulo', from: '2018-01-01', to: '2018-12-31' }, // no midnight on 2018-11-04
  { timeZone: 'America/Santiago', from: '2024-01-01', to: '2024-12-31' }, // no midnight on 2024-09-08
  { timeZone: 'America/Nuuk', from: '2024-01-01', to: '2024-12-31' },
  { timeZone: 'Atlantic/Azores', from: '2024-01-01', to: '2024-12-31' }, // no midnight in March, two in October
  { timeZone: 'Antarctica/Troll', from: '2024-01-01', to: '2024-12-31' }, // changes by two hours
  { timeZone: 'Pacific/Kiritimati', from: '2024-01-01', to: '2024-02-29' }, // +14:00
  { timeZone: 'UTC', from: '2024-01-01', to: '2024-02-29' },
]

const WALL_MINUTES = [0, 1, 29, 30, 31, 59, 60, 61, 90, 119, 120, 121, 150, 179, 180, 181, 240, 359, 360, 840, 1379, 1380, 1410, 1439]

function temporalStart(date: string, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).startOfDay().epochMilliseconds / 60_000
}

/** The model's promise in Temporal's words: skipped times are the moment of the change, doubled ones the first. */
function temporalWall(date: string, wallMin: number, timeZone: string): number {
  const wall = Temporal.PlainDate.from(date).toPlainDateTime({ hour: Math.floor(wallMin / 60), minute: wallMin % 60 })
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (zoned.toPlainDateTime().equals(wall)) return zoned.epochMilliseconds / 60_000
  const change = zoned.getTimeZoneTransition('next')
  if (change === null) throw new Error(`${date} ${wallMin}: a skipped time without a clock change`)
  return change.epochMilliseconds / 60_000
}

for (const { timeZone, from, to } of ZONES) {
  describe(`in ${timeZone}`, () => {
    const first = epochDayOf(from)
    const calendar = createCalendar(timeZone, first, epochDayOf(to), first)

    test('every day starts when Temporal says so, and ends when the next one starts', () => {
      for (const [index, day] of calendar.days.entries()) {
        expect([day.date, day.start + calendar.originEpochMin]).toEqual([day.date, temporalStart(day.date, timeZone)])
        expect(day.start).toBe(index === 0 ? 0 : calendar.days[index - 1]!.end)
      }
    })

    test('every wall-clock time of every day is the instant that Temporal names', () => {
      const wrong: unknown[] = []
      for (const [index, day] of calendar.days.entries()) {
        for (const wallMin of WALL_MINUTES) {
          const minute = minuteAt(calendar, index, wallMin) + calendar.originEpochMin
          const expected = temporalWall(day.date, wallMin, timeZone)
          if (minute !== expected) wrong.push({ date: day.date, wallMin, minute, expected })
        }
      }
      expect(wrong).toEqual([])
    })

    test('an instant is shown twice where the earlier and the later one of Temporal differ', () => {
      const offsetAt = createOffsetReader(timeZone)
      const wrong: unknown[] = []
      for (const { date } of calendar.days) {
        for (const wallMin of WALL_MINUTES) {
          const wall = Temporal.PlainDate.from(date).toPlainDateTime({ hour: Math.floor(wallMin / 60), minute: wallMin % 60 })
          const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) => wall.toZonedDateTime(timeZone, { disambiguation }))
          const isTwice = !earlier!.equals(later!) && earlier!.toPlainDateTime().equals(wall)
          for (const { epochMilliseconds } of [earlier!, later!])
            if (isShownTwice(offsetAt, epochMilliseconds / 60_000) !== isTwice) wrong.push({ date, wallMin, isTwice })
        }
      }
      expect(wrong).toEqual([])
    })

    test('the first and the last minute of a day belong to it', () => {
      for (const [index, day] of calendar.days.entries()) {
        expect(dayAt(calendar, day.start)).toBe(index)
        expect(dayAt(calendar, day.end - 1)).toBe(index)
      }
      expect(dayAt(calendar, -1)).toBe(-1)
      expect(dayAt(calendar, calendar.days.at(-1)!.end)).toBe(calendar.days.length)
    })
  })
}

describe('weeks and months', () => {
  test('weekdays count from Monday, and a week begins with one', () => {
    const calendar = createCalendar('UTC', epochDayOf('2024-02-28'), epochDayOf('2024-03-05'), epochDayOf('2024-03-01'))
    expect(calendar.days.map((day) => day.weekday)).toEqual([2, 3, 4, 5, 6, 0, 1])
    expect(calendar.days.map((day) => day.week)).toEqual([0, 0, 0, 0, 0, 1, 1])
    expect(calendar.days.map((day) => day.month)).toEqual([0, 0, 1, 1, 1, 1, 1])
    expect([calendar.weekCount, calendar.monthCount, calendar.horizonFirst]).toEqual([2, 2, 2])
  })

  test('days before 1970 have the right weekday', () => {
    const calendar = createCalendar('UTC', epochDayOf('1969-12-28'), epochDayOf('1970-01-01'), epochDayOf('1969-12-28'))
    expect(calendar.days.map((day) => day.weekday)).toEqual([6, 0, 1, 2, 3])
  })
})

describe('clock changes', () => {
  test('the day in March of Copenhagen has 23 hours and the one in October 25', () => {
    const march = createCalendar('Europe/Copenhagen', epochDayOf('2024-03-31'), epochDayOf('2024-03-31'), epochDayOf('2024-03-31'))
    const october = createCalendar('Europe/Copenhagen', epochDayOf('2024-10-27'), epochDayOf('2024-10-27'), epochDayOf('2024-10-27'))
    expect(march.days[0]).toMatchObject({ start: 0, end: 1380, clockChange: { at: 120, offsetChangeMin: 60 } })
    expect(october.days[0]).toMatchObject({ start: 0, end: 1500, clockChange: { at: 180, offsetChangeMin: -60 } })
  })

  test('a day without midnight starts at one o’clock, and eight o’clock comes seven hours later', () => {
    const day = epochDayOf('2018-11-04')
    const calendar = createCalendar('America/Sao_Paulo', day, day, day)
    expect(calendar.days[0]).toMatchObject({ start: 0, end: 1380 })
    expect([minuteAt(calendar, 0, 0), minuteAt(calendar, 0, 30), minuteAt(calendar, 0, 60), minuteAt(calendar, 0, 480)]).toEqual([0, 0, 0, 420])
  })

  test('a day that a zone left out has no length', () => {
    const calendar = createCalendar('Pacific/Apia', epochDayOf('2011-12-29'), epochDayOf('2011-12-31'), epochDayOf('2011-12-29'))
    expect(calendar.days.map((day) => day.end - day.start)).toEqual([1440, 0, 1440])
    expect(dayAt(calendar, 1440)).toBe(2)
    expect([minuteAt(calendar, 1, 0), minuteAt(calendar, 2, 480)]).toEqual([1440, 1440 + 480])
  })
})

describe('far years', () => {
  test('the first century is not taken for the twentieth', () => {
    const offsetAt = createOffsetReader('UTC')
    for (const date of ['0001-01-01', '0050-06-01', '0099-12-31', '9999-12-31']) expect(offsetAt(epochDayOf(date) * 1440)).toBe(0)
    expect(offsetAt(epochDayOf('0001-01-01') * 1440 - 1440)).toBe(0)
  })

  test('dates and days since 1970 turn into one another', () => {
    for (const date of ['1969-12-31', '1970-01-01', '2024-02-29', '2100-03-01']) {
      expect(dateOfEpochDay(epochDayOf(date))).toBe(date)
      expect(startOfLocalDay(createOffsetReader('UTC'), epochDayOf(date))).toBe(epochDayOf(date) * 1440)
    }
  })
})

describe('the offsets of a zone', () => {
  test('are read by one reader however often they are asked for, until many other zones were', () => {
    const reader = createOffsetReader('Europe/Vienna')
    expect(createOffsetReader('Europe/Vienna')).toBe(reader)
    const others = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'Europe/Vienna')
    for (const name of others.slice(0, 31)) createOffsetReader(name)
    expect(createOffsetReader('Europe/Vienna')).toBe(reader)
    for (const name of others.slice(0, 32)) createOffsetReader(name)
    expect(createOffsetReader('Europe/Vienna')).not.toBe(reader)
  })

  test('are right also after more of them were asked for than are remembered', () => {
    const offsetAt = createOffsetReader('Europe/Berlin')
    const summer = epochDayOf('2026-07-01') * 1440
    for (let minute = 0; minute <= 20_000; minute += 1) offsetAt(summer + minute)
    expect([offsetAt(summer), offsetAt(epochDayOf('2026-01-01') * 1440)]).toEqual([120, 60])
  })
})
