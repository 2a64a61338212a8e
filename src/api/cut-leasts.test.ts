import { describe, expect, test } from 'vitest'
import type { Issue } from '../model/issue.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

const WEEKDAYS = [0, 1, 2, 3, 4]
const WEEK = { kind: 'count', of: 'shifts', per: 'week', min: 5 }

/** A document with a shift 07:00–15:00 on each of some days after Monday 2026-03-02, and one contract. */
function house(days: readonly number[], contract: AnyJson, more: AnyJson = {}): AnyJson {
  const shifts = days.map((day) => {
    const date = new Date(Date.UTC(2026, 2, 2 + day)).toISOString().slice(0, 10)
    return { id: 200 + day, spot: 30, start: `${date}T07:00`, end: `${date}T15:00` }
  })
  const [first, second] = cleanDocument().employees
  return {
    ...cleanDocument(),
    shifts,
    employees: [
      { ...first, wishes: [] },
      { ...second, contract },
    ],
    ...more,
  }
}

/** Some days in each of so many weeks. */
const inWeeks = (weeks: number, days: readonly number[]): number[] =>
  Array.from({ length: weeks }, (_, week) => days.map((day) => 7 * week + day)).flat()

function cuts(document: AnyJson): Issue[] {
  const { errors, warnings } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return warnings.filter(({ code }) => code === 'least-cut')
}

describe('a house that does not work at weekends is told what a week at the edge owes', () => {
  test('in words, with the range that makes it owe all', () => {
    expect(cuts(house(inWeeks(2, WEEKDAYS), { minHoursWeek: 2400 }))).toEqual([
      {
        pointer: '/employees/1/contract/minHoursWeek',
        code: 'least-cut',
        detail:
          'From 2026-03-09 to 2026-03-13 only 5 of 7 days are planned, so minHoursWeek 2400 counts as 1714 there; on the others, Saturday and Sunday, nobody works.',
        hint: 'If all 2400 are owed, count them from 2026-03-09 to 2026-03-13: by a rule per period, with these days as a range in calendar.periods.',
      },
    ])
  })

  test('a rule per period, as the hint says, knows all of its days', () => {
    const calendar = { periods: [{ id: 'last', ranges: [{ start: '2026-03-09', end: '2026-03-13' }] }] }
    const rule = { kind: 'count', of: 'minutes', per: 'period', period: 'last', min: 2400 }
    const document = house(inWeeks(2, WEEKDAYS), { minHoursWeek: 2400, rules: [rule] }, { calendar })
    const { calendar: read } = readSubmission(document, { callback: 'optional' }).submission!.schedule
    expect(read.periods[0]!.windows).toEqual([{ first: 7, last: 11, length: 5 }])
    expect(cuts(document).map(({ pointer }) => pointer)).toEqual(['/employees/1/contract/minHoursWeek'])
  })

  for (const { title, days, contract, at = 'minHoursWeek', more } of [
    { title: 'a single week from Monday to Friday', days: WEEKDAYS, contract: { minHoursWeek: 2400 } },
    { title: 'four weeks as one', days: inWeeks(4, WEEKDAYS), contract: { inKWeeks: 4, minNhours: 9600 }, at: 'minNhours' },
    { title: 'the last of some windows of two weeks', days: inWeeks(4, WEEKDAYS), contract: { inKWeeks: 2, minNhours: 4800 }, at: 'minNhours' },
    { title: 'a month that begins on a Sunday', days: inWeeks(5, WEEKDAYS).slice(0, 22), contract: { minHoursMonth: 9600 }, at: 'minHoursMonth' },
    { title: 'a rule a week', days: inWeeks(2, WEEKDAYS), contract: { rules: [WEEK] }, at: 'rules/0/min' },
    { title: 'a rule of 28 days', days: inWeeks(4, WEEKDAYS), contract: { rules: [{ ...WEEK, per: 'rolling', days: 28 }] }, at: 'rules/0/min' },
    {
      title: 'a rule of a pay fortnight',
      days: inWeeks(2, WEEKDAYS),
      contract: { rules: [{ ...WEEK, per: 'period', period: 'pay' }] },
      at: 'rules/0/min',
      more: { calendar: { periods: [{ id: 'pay', start: '2026-03-02', days: 14 }] } },
    },
    {
      title: 'a pattern a week',
      days: inWeeks(2, WEEKDAYS),
      contract: { rules: [{ kind: 'pattern', pattern: 'W W', where: { W: {} }, per: 'week', min: 1 }] },
      at: 'rules/0/min',
    },
    {
      title: 'a quota',
      days: inWeeks(2, WEEKDAYS),
      contract: { quotas: [{ tag: 'day', per: 'week', min: 1 }] },
      at: 'quotas/0/min',
    },
    {
      title: 'weeks from Sunday, at the first of them',
      days: inWeeks(2, [...WEEKDAYS, 5]),
      contract: { minHoursWeek: 2400 },
      more: { calendar: { weekStartsOn: 'SUNDAY' } },
    },
    { title: 'a shop that is closed on Sunday and Monday', days: inWeeks(2, [1, 2, 3, 4, 5]), contract: { minHoursWeek: 2400 } },
  ]) {
    test(`of ${title}`, () => {
      const document = house(days, contract, more)
      for (const shift of document.shifts) shift.tags = ['day']
      expect(cuts(document).map(({ pointer }) => pointer)).toEqual([`/employees/1/contract/${at}`])
    })
  }

  test('once, however many contracts ask for it', () => {
    const document = house(WEEKDAYS, { minHoursWeek: 2400 })
    document.employees[0].contract = { minHoursWeek: 1200 }
    const found = cuts(document)
    expect(found).toHaveLength(1)
    expect(found[0]!.detail).toContain('The same was found 1 more time.')
  })
})

describe('nothing is said', () => {
  for (const { title, days, contract, more } of [
    { title: 'of whole weeks', days: inWeeks(2, [0, 1, 2, 3, 4, 5, 6]), contract: { minHoursWeek: 2400 } },
    {
      title: 'of a week that is cut on a day on which others work',
      days: [...inWeeks(1, [0, 1, 2, 3, 4, 5, 6]), 7, 8, 9, 10, 11],
      contract: { minHoursWeek: 2400 },
    },
    { title: 'of a week that is cut in its middle', days: [...WEEKDAYS, 7, 8], contract: { minHoursWeek: 2400 } },
    { title: 'of three days alone', days: [0, 1, 2], contract: { minHoursWeek: 2400 } },
    { title: 'of mosts', days: WEEKDAYS, contract: { maxHoursWeek: 2400, rules: [{ ...WEEK, min: undefined, max: 5 }] } },
    { title: 'of a least of nothing', days: WEEKDAYS, contract: { minHoursWeek: 0 } },
    { title: 'of the whole horizon', days: WEEKDAYS, contract: { minMinutesTotal: 2400, rules: [{ ...WEEK, per: 'horizon' }] } },
    { title: 'of two of four weeks', days: inWeeks(2, WEEKDAYS), contract: { inKWeeks: 4, minNhours: 9600 } },
    { title: 'of a horizon that repeats itself', days: WEEKDAYS, contract: { minHoursWeek: 2400 }, more: { horizon: 'CYCLIC' } },
  ]) {
    test(`says nothing ${title}`, () => expect(cuts(house(days, contract, more))).toEqual([]))
  }

  test('where a shift that stays empty makes the weekend known', () => {
    const document = house(WEEKDAYS, { minHoursWeek: 2400 })
    const sunday = { id: 300, spot: 30, start: '2026-03-08T07:00', end: '2026-03-08T15:00' }
    document.shifts.push({ ...sunday, importance: 'OPTIONAL', weight: 0, fixed: true, employee: null })
    expect(cuts(document)).toEqual([])
  })

  test('where a demand asks for people on the day before', () => {
    const document = house(inWeeks(2, WEEKDAYS).slice(0, 9), { minHoursWeek: 2400 })
    document.demands = [{ id: 1, spot: 30, start: '2026-03-06T07:00', end: '2026-03-09T15:00', min: 1 }]
    expect(cuts(document)).toEqual([])
  })
})
