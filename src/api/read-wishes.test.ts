import { describe, expect, test } from 'vitest'
import { findAccounts } from '../checker/accounts.ts'
import { judge } from '../checker/check.ts'
import { solve } from '../engine/index.ts'
import { solveOptions } from '../engine/solve-options.fixture.ts'
import { NOBODY } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { readSubmission } from './read-schedule.ts'
import { createClock, formatDateTime, instantOfWall, parseLocalDate } from './times.ts'

const WEEK = ['2026-03-23', '2026-03-24', '2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30']

/** A shift of eight hours on each of some days, in Copenhagen, where clocks are put forward on 29 March 2026. */
function read(employee: object, { days = WEEK, more = {} }: { readonly days?: readonly string[]; readonly more?: object } = {}) {
  const shifts = days.map((date, i) => ({ id: i, spot: 1, start: `${date}T08:00:00Z`, end: `${date}T16:00:00Z` }))
  const document = { timeZone: 'Europe/Copenhagen', spots: [{ id: 1 }], employees: [{ id: 1, name: 'Ann', ...employee }], shifts, ...more }
  return readSubmission(document, { callback: 'optional', strict: true })
}

function wishesOf(employee: object): string[] {
  const { submission, errors } = read(employee)
  expect(errors).toEqual([])
  return timesOf(submission!.schedule)
}

function timesOf({ employees, calendar }: Schedule): string[] {
  const { offsetAt } = createClock(calendar.timeZone)
  const at = (minute: number): string => formatDateTime(calendar.originEpochMin + minute, offsetAt(calendar.originEpochMin + minute)).slice(5, 16)
  return employees[0]!.wishes.map(({ type, start, end }) => `${type} ${at(start)} ${at(end)}`)
}

describe('a wish that repeats', () => {
  const wish = { type: 'UNDESIRED', start: '2026-03-23', end: '2026-03-31' }
  for (const [title, repeats, times] of [
    ['on named weekdays', { weekdays: ['TUESDAY', 'SUNDAY'] }, ['03-24T00:00 03-25T00:00', '03-29T00:00 03-30T00:00', '03-31T00:00 04-01T00:00']],
    ['at a time of day', { weekdays: ['SATURDAY'], from: '16:00', to: '22:30' }, ['03-28T16:00 03-28T22:30']],
    ['over midnight', { weekdays: ['SATURDAY'], from: '22:00', to: '06:00' }, ['03-28T22:00 03-29T06:00']],
    ['over a whole day by equal times', { weekdays: ['FRIDAY'], from: '07:00', to: '07:00' }, ['03-27T07:00 03-28T07:00']],
    ['within an hour that clocks skip', { weekdays: ['SUNDAY'], from: '02:30', to: '04:00' }, ['03-29T03:00 03-29T04:00']],
    ['every second week', { weekdays: ['TUESDAY'], everyWeeks: 2 }, ['03-24T00:00 03-25T00:00']],
    [
      'up to the end of the period, and no longer',
      { weekdays: ['TUESDAY'], from: '20:00', to: '08:00' },
      ['03-24T20:00 03-25T08:00', '03-31T20:00 04-01T00:00'],
    ],
  ] as const) {
    test(`${title} is for these times`, () => {
      expect(wishesOf({ wishes: [{ ...wish, repeats }] })).toEqual(times.map((time) => `UNDESIRED ${time}`))
    })
  }

  for (const [repeats, pointer, code] of [
    [{ weekdays: [] }, 'weekdays', 'field-missing'],
    [{ weekdays: ['Monday'] }, 'weekdays/0', 'choice-unknown'],
    [{ from: '7:00' }, 'from', 'time-of-day-invalid'],
    [{ to: '24:01' }, 'to', 'time-of-day-invalid'],
    [{ everyWeeks: 0 }, 'everyWeeks', 'out-of-range'],
  ] as const) {
    test(`${JSON.stringify(repeats)} is refused`, () => {
      const { errors } = read({ wishes: [{ ...wish, repeats }] })
      expect(errors).toMatchObject([{ pointer: `/employees/0/wishes/0/repeats/${pointer}`, code }])
    })
  }
})

describe('AVAILABLE', () => {
  const available = (start: string, end: string, more: object = {}) => ({ type: 'AVAILABLE', start, end, ...more })
  for (const [title, wishes, times] of [
    [
      'on one day leaves the others open',
      [available('2026-03-24T08:00:00+01:00', '2026-03-24T16:00:00+01:00')],
      ['03-24T00:00 03-24T08:00', '03-24T16:00 03-25T00:00'],
    ],
    [
      'on two days closes the one between',
      [available('2026-03-26', '2026-03-26'), available('2026-03-24', '2026-03-24')],
      ['03-25T00:00 03-26T00:00'],
    ],
    [
      'that repeats closes all other times from its first day to its last',
      [available('2026-03-23', '2026-03-25', { repeats: { weekdays: ['TUESDAY'], from: '07:00', to: '15:00' } })],
      ['03-23T00:00 03-24T07:00', '03-24T15:00 03-26T00:00'],
    ],
    ['twice at a time is one', [available('2026-03-24', '2026-03-24'), available('2026-03-24T10:00:00Z', '2026-03-24T12:00:00Z')], []],
  ] as const) {
    test(`${title}, and no more`, () => expect(wishesOf({ wishes })).toEqual(times.map((time) => `UNAVAILABLE ${time}`)))
  }

  test('with a tag is about shifts with that tag alone', () => {
    const { submission } = read({
      wishes: [available('2026-03-24', '2026-03-24', { tag: 'night' }), available('2026-03-26', '2026-03-26', { tag: 'night' })],
    })
    expect(submission!.schedule.employees[0]!.wishes).toMatchObject([{ type: 'UNAVAILABLE', tag: 'night' }])
  })

  test('is kept: a shift that lies within is worked, one that lies half outside is not', () => {
    const { schedule } = read({
      wishes: [available('2026-03-23T08:00:00Z', '2026-03-23T16:00:00Z'), available('2026-03-25T08:00:00Z', '2026-03-25T15:59:00Z')],
    }).submission!
    const { roster } = solve(schedule, solveOptions({ maxIterations: 20_000 }))
    expect([...roster].slice(0, 3)).toEqual([0, NOBODY, NOBODY])
  })
})

describe('what a wish against a shift costs', () => {
  for (const [start, end, units] of [
    ['2026-03-23T16:00:00Z', '2026-03-23T17:00:00Z', 0],
    ['2026-03-23T15:59:00Z', '2026-03-23T17:00:00Z', 1],
    ['2026-03-23T15:00:00Z', '2026-03-23T17:00:00Z', 1],
    ['2026-03-23T14:59:00Z', '2026-03-23T17:00:00Z', 2],
    ['2026-03-23', '2026-03-23', 8],
  ] as const) {
    test(`from ${start} to ${end} by the started hour is ${units} times its weight`, () => {
      const { schedule } = read({ wishes: [{ type: 'UNDESIRED', start, end, weight: 3, measure: 'HOURS' }] }).submission!
      const found = judge(schedule, new Int32Array(8).fill(0)).violations.filter(({ setting }) => setting === 'undesired')
      expect(found.flatMap(({ matches }) => matches.map(({ amount }) => amount))).toEqual(units === 0 ? [] : [3 * units])
    })
  }

  test('measure beside a wish to work is told to have no effect', () => {
    const { warnings } = read({ wishes: [{ type: 'DESIRED', start: '2026-03-23', end: '2026-03-23', measure: 'HOURS' }] })
    expect(warnings).toMatchObject([{ pointer: '/employees/0/wishes/0/measure', code: 'field-ignored' }])
  })
})

describe('absences', () => {
  const four = Array.from({ length: 28 }, (_, i) => new Date(Date.UTC(2026, 1, 2 + i)).toISOString().slice(0, 10))
  const nurse = { contract: { maxNhours: 9600, minNhours: 8880, inKWeeks: 4, minHoursWeek: 2220, maxHoursWeek: 2400 } }

  test('with a credit leave three quarters of the hours to a nurse who is away for one of four weeks, and her account says so', () => {
    const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY']
    const leave = { start: '2026-02-09', end: '2026-02-15', kind: 'vacation', creditMinutesPerDay: 444, weekdays }
    const { submission, errors, warnings } = read({ ...nurse, absences: [leave] }, { days: four, more: { settings: { maxConsecutiveDays: {} } } })
    expect([errors, warnings.filter(({ code }) => code !== 'setting-empty')]).toEqual([[], []])
    const { schedule } = submission!
    const { roster } = solve(schedule, solveOptions({ maxIterations: 60_000 }))
    expect([...roster].filter((employee) => employee !== NOBODY)).toHaveLength(15)
    expect([...roster].slice(7, 14)).toEqual(Array.from({ length: 7 }, () => NOBODY))
    const accounts = findAccounts(schedule, roster)
    expect(accounts.filter(({ per }) => per === 'week')[1]).toEqual({
      employeeId: 1,
      per: 'week',
      from: '2026-02-09',
      to: '2026-02-15',
      owed: 2220,
      worked: 0,
      credited: 2220,
      balance: 0,
    })
    expect(accounts.find(({ per }) => per === 'weeks')).toMatchObject({ owed: 8880, worked: 7200, credited: 2220, balance: 540 })
    expect(judge(schedule, roster).violations.filter(({ setting }) => setting.includes('Minutes'))).toEqual([])
  })

  test('without a credit owe what the days that are left can hold, which is nothing of a week', () => {
    const { schedule } = read({ ...nurse, absences: [{ start: '2026-02-09', end: '2026-02-15' }] }, { days: four }).submission!
    const accounts = findAccounts(schedule, new Int32Array(28).fill(NOBODY)).filter(({ per }) => per === 'week')
    expect(accounts.map(({ owed }) => owed)).toEqual([2220, 0, 2220, 2220])
  })

  test('are told by their kind where somebody works in one', () => {
    const { schedule } = read({ absences: [{ start: '2026-03-23', end: '2026-03-23', kind: 'course' }] }).submission!
    const [found] = judge(schedule, Int32Array.from([0, ...WEEK.slice(1).map(() => NOBODY)])).violations.filter(
      ({ setting }) => setting === 'unavailable',
    )
    expect(found!.matches[0]!.text).toContain('but is unavailable (course) from')
  })

  for (const [title, absences, credits] of [
    ['on each day that they touch', [{ start: '2026-03-24T22:00:00Z', end: '2026-03-25T23:00:00Z', creditMinutesPerDay: 300 }], [1, 2]],
    [
      'once a day, the most of several',
      [
        { start: '2026-03-24', end: '2026-03-24', creditMinutesPerDay: 300 },
        { start: '2026-03-24', end: '2026-03-24', creditMinutesPerDay: 200 },
      ],
      [1],
    ],
    ['on the weekdays they name', [{ start: '2026-03-23', end: '2026-03-30', creditMinutesPerDay: 300, weekdays: ['SATURDAY'] }], [5]],
    ['never without saying so', [{ start: '2026-03-23', end: '2026-03-30' }], []],
  ] as const) {
    test(`are credited ${title}`, () => {
      const { submission } = read({ absences })
      expect([...submission!.schedule.employees[0]!.absence!.credits]).toEqual(credits.map((day) => [day, 300]))
    })
  }

  for (const [absence, issue] of [
    [{ start: '2026-03-23' }, { pointer: '/employees/0/absences/0/end', code: 'field-missing' }],
    [{ start: '2026-03-23', end: '2026-03-22' }, { code: 'end-not-after-start' }],
    [{ start: '2026-03-23', end: '2026-03-23', creditMinutesPerDay: 1441 }, { code: 'out-of-range' }],
  ] as const) {
    test(`${JSON.stringify(absence)} is refused`, () => expect(read({ absences: [absence] }).errors).toMatchObject([issue]))
  }

  for (const [absence, code] of [
    [{ start: '2026-03-23', end: '2026-03-23', creditMinutesPerDay: 8 }, 'looks-like-hours'],
    [{ start: '2027-03-23', end: '2027-03-23' }, 'outside-schedule'],
  ] as const) {
    test(`${JSON.stringify(absence)} is answered with ${code}`, () => {
      expect(read({ absences: [absence] }).warnings.map((issue) => issue.code)).toContain(code)
    })
  }
})

test('wishes that repeat may come to a million times altogether, over all employees', () => {
  const days = ['2026-01-01', '2027-01-31']
  const wishes = Array.from({ length: 50 }, () => ({ type: 'UNDESIRED', start: days[0], end: days[1], repeats: {} }))
  const employees = (count: number): object => ({ employees: Array.from({ length: count }, (_, i) => ({ id: i + 1, wishes })) })
  const codesOf = (count: number): string[] => read({}, { days, more: employees(count) }).errors.map(({ code, pointer }) => `${code} ${pointer}`)
  // Each comes to 396 times, one on each day.
  expect(codesOf(50)).toEqual([])
  expect(codesOf(51)).toEqual(['list-too-long /employees/50/wishes/25/repeats'])
})

describe('the wall clock', () => {
  for (const [zone, date, wall, instant, shown] of [
    ['Europe/Copenhagen', '2026-03-29', 150, '2026-03-29T01:00', 'never'],
    ['Europe/Copenhagen', '2026-03-29', 119, '2026-03-29T00:59', 'once'],
    ['Europe/Copenhagen', '2026-03-29', 180, '2026-03-29T01:00', 'once'],
    ['Europe/Copenhagen', '2026-10-25', 150, '2026-10-25T00:30', 'twice'],
    ['Europe/Copenhagen', '2026-10-25', 180, '2026-10-25T02:00', 'once'],
    ['Australia/Lord_Howe', '2026-10-04', 135, '2026-10-03T15:30', 'never'],
    ['UTC', '2026-10-04', 1500, '2026-10-05T01:00', 'once'],
  ] as const) {
    test(`of ${zone} shows minute ${wall} of ${date} ${shown}`, () => {
      const found = instantOfWall(createClock(zone), parseLocalDate(date), wall)
      expect([new Date(found.instant * 60_000).toISOString().slice(0, 16), found.shown]).toEqual([instant, shown])
    })
  }
})
