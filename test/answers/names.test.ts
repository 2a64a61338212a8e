import { describe, expect, test } from 'vitest'
import { explain } from '../../src/answers/explain.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { SETTING_NAMES } from '../../src/model/settings.ts'
import { rosterAsPosted } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'

/** Numbers that are nothing but ids: none is an hour, a date, a count or a limit. */
const IDS = { anna: 90_001, bo: 90_002, ward: 90_011, desk: 90_012, nurse: 90_021, lead: 90_022, house: 90_031, night: 90_032 }
const FIRST_SHIFT = 90_100
const BARE = /(?<!\d)90[0-9]{3}(?!\d)/

const shift = (at: number, day: number, from: string, to: string, more: object = {}) => ({
  id: FIRST_SHIFT + at,
  name: `Shift ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[at]}`,
  spot: IDS.ward,
  start: `2026-12-${String(day).padStart(2, '0')}T${from}`,
  end: `2026-12-${String(day).padStart(2, '0')}T${to}`,
  ...more,
})

/** Everything has a name, and Anna breaks what she can. */
function named(): Schedule {
  const least = { minHoursWeek: 9000, minHoursMonth: 40_000, minConsecutiveDaysOff: 3, minHoursPerShiftExcludingBreak: 600, minShiftsTotal: 20 }
  const contract = {
    maxHoursDay: 60,
    maxHoursWeek: 120,
    maxHoursMonth: 180,
    hoursBetweenShift: 2000,
    maxWorkDaysMonth: 1,
    maxConsecutiveDays: 1,
    maxConsecutiveLateShifts: 1,
    maxConsecutiveDaysOff: 1,
    maxWeekends: 0,
    completeWeekends: true,
    minWeeklyRestHours: 160,
    maxHoursPerShiftExcludingBreak: 30,
    maxShiftsTotal: 1,
    rules: [
      { kind: 'count', of: 'shifts', per: 'day', max: 0, tags: ['holiday'] },
      { kind: 'count', of: 'shifts', per: 'period', period: 'pay fortnight', max: 0 },
      { kind: 'run', of: 'days', max: 1 },
      { kind: 'succession', after: ['day'], forbidden: ['day'], nextDay: true },
    ],
  }
  const shifts = [
    shift(0, 21, '07:00', '15:00', { employee: IDS.anna, tags: ['day'] }),
    shift(1, 21, '14:00', '22:00', { employee: IDS.anna, tags: ['late'] }),
    shift(2, 22, '15:00', '23:00', { employee: IDS.anna, tags: ['late'] }),
    shift(3, 25, '07:00', '15:00', { employee: IDS.anna, tags: ['day'], cost: 5 }),
    shift(4, 25, '07:00', '15:00', { employee: IDS.bo, spot: IDS.desk, dislikedEmployees: [IDS.bo] }),
    shift(5, 26, '07:00', '15:00', { employee: IDS.anna, tags: ['day'], suggestedEmployees: [IDS.bo] }),
    shift(6, 27, '07:00', '15:00', { tags: ['day'] }),
    shift(7, 28, '07:00', '15:00', { importance: 'OPTIONAL' }),
    shift(8, 24, '07:00', '15:00', { employee: IDS.bo }),
  ]
  const { submission, errors } = readSubmission(
    {
      timeZone: 'Europe/Copenhagen',
      skills: [
        { id: IDS.nurse, name: 'nurse' },
        { id: IDS.lead, name: 'lead' },
      ],
      teams: [
        { id: IDS.house, name: 'House' },
        { id: IDS.night, name: 'Nights' },
      ],
      employees: [
        {
          id: IDS.anna,
          name: 'Anna',
          contract,
          skills: [{ id: IDS.nurse, end: '2026-12-22' }],
          wishes: [
            { type: 'UNAVAILABLE', start: '2026-12-25', end: '2026-12-25' },
            { type: 'UNDESIRED', start: '2026-12-26', end: '2026-12-26' },
            { type: 'DESIRED', start: '2026-12-24', end: '2026-12-24' },
          ],
        },
        { id: IDS.bo, name: 'Bo', contract: least, teams: [{ id: IDS.night }] },
      ],
      spots: [
        { id: IDS.ward, name: 'Ward', skills: [IDS.nurse, IDS.lead], teams: [IDS.house], singleEmployeePerWeekPreferred: true },
        { id: IDS.desk, name: 'Desk' },
      ],
      shifts,
      coverageCompetencyRequirements: [
        { id: 1, skill: IDS.lead, minimumCount: 1, start: '2026-12-21T07:00', end: '2026-12-26T00:00', spotIds: [IDS.ward] },
      ],
      calendar: {
        holidays: [
          { date: '2026-12-25', name: 'Christmas Day' },
          { date: '2026-12-26', name: 'Boxing\u0007Day' },
        ],
        periods: [{ id: 'pay fortnight', start: '2026-12-21', days: 14 }],
      },
      settings: Object.fromEntries(SETTING_NAMES.map((name) => [name, { firstPriorityWeight: 1 }])),
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  return submission!.schedule
}

/** Every text of an answer, at whatever depth, with where it stands. */
function textsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each, at) => textsOf(each, `${path}/${at}`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) => (typeof held === 'string' ? [`${path}/${key}: ${held}`] : textsOf(held, `${path}/${key}`)))
}

describe('where everything has a name', () => {
  const schedule = named()
  const roster = rosterAsPosted(schedule)
  const { violations } = judge(schedule, roster)
  const told = explain({ schedule, roster, employee: null, matchLimit: 1000 })

  test('most rules are broken, so that their sentences are looked at', () => {
    expect(violations.map(({ setting }) => setting).length).toBeGreaterThan(25)
  })

  test('no sentence about a broken rule says an id', () => {
    expect(textsOf(violations).filter((text) => BARE.test(text))).toEqual([])
  })

  test('no sentence of an explanation says an id', () => {
    expect(textsOf(told).length).toBeGreaterThan(50)
    expect(textsOf(told).filter((text) => BARE.test(text))).toEqual([])
  })

  test('shifts and days say which holiday they are on, on one line', () => {
    const texts = textsOf(violations).join('\n')
    expect(texts).toContain('Shift D (2026-12-25 07:00–15:00, Christmas Day)')
    expect(texts).toContain('Shift F (2026-12-26 07:00–15:00, Boxing Day)')
    expect(texts).toMatch(/ on 2026-12-25, Christmas Day/)
    expect(texts).toContain('Shift A (2026-12-21 07:00–15:00)')
  })
})
