import { describe, expect, test } from 'vitest'
import { judge } from '../checker/check.ts'
import { SETTING_NAMES } from '../model/settings.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'

function read(start: string, end: string, more: object = {}) {
  const document = { timeZone: 'Europe/Copenhagen', spots: [{ id: 1 }], employees: [], shifts: [{ id: 'n7', spot: 1, start, end }], ...more }
  return readSubmission(document, { callback: 'optional', strict: true })
}

/** The moments of the only shift, in UTC. */
function momentsOf(start: string, end: string): string[] {
  const { submission, errors } = read(start, end)
  expect(errors).toEqual([])
  const { calendar, shifts } = submission!.schedule
  return [shifts[0]!.start, shifts[0]!.end].map((minute) => new Date((calendar.originEpochMin + minute) * 60_000).toISOString().slice(0, 16))
}

describe('a date-time without an offset', () => {
  for (const [start, end, moments] of [
    ['2026-03-02T07:00', '2026-03-02T15:00:00', ['2026-03-02T06:00', '2026-03-02T14:00']],
    ['2026-07-02T22:00', '2026-07-03T06:00', ['2026-07-02T20:00', '2026-07-03T04:00']],
    ['2026-03-28T22:00', '2026-03-29T06:00', ['2026-03-28T21:00', '2026-03-29T04:00']],
    ['2026-03-29T01:59', '2026-03-29T03:00', ['2026-03-29T00:59', '2026-03-29T01:00']],
    ['2026-10-24T22:00', '2026-10-25T06:00', ['2026-10-24T20:00', '2026-10-25T05:00']],
    ['2026-03-02T07:00', '2026-03-02T14:00:00Z', ['2026-03-02T06:00', '2026-03-02T14:00']],
    ['2026-03-02T07:00', '2026-03-02T24:00', ['2026-03-02T06:00', '2026-03-02T23:00']],
  ] as const) {
    test(`is local: ${start} to ${end}`, () => expect(momentsOf(start, end)).toEqual(moments))
  }

  test('that clocks skip is refused, with the shift that it is of', () => {
    const { submission, errors } = read('2026-03-29T02:30', '2026-03-29T08:00')
    expect(submission).toBeNull()
    expect(errors).toMatchObject([{ pointer: '/shifts/0/start', code: 'time-skipped' }])
    expect(errors[0]!.detail).toBe('start of "n7" is "2026-03-29T02:30", which the clocks of Europe/Copenhagen skip.')
  })

  test('that clocks show twice is the first, with a warning', () => {
    const { submission, warnings } = read('2026-10-25T02:30', '2026-10-25T08:00')
    expect(submission!.schedule.shifts[0]!.end - submission!.schedule.shifts[0]!.start).toBe(390)
    expect(warnings).toContainEqual(expect.objectContaining({ pointer: '/shifts/0/start', code: 'time-shown-twice' }))
  })

  test('is refused where no time zone is named', () => {
    const { errors } = read('2026-03-02T07:00', '2026-03-02T15:00', { timeZone: undefined })
    expect(errors.map(({ code }) => code)).toEqual(['date-time-without-offset', 'date-time-without-offset'])
    expect(errors[0]!.hint).toContain('timeZone')
  })

  test('is read in wishes and windows too', () => {
    const employees = [{ id: 1, wishes: [{ type: 'UNDESIRED', start: '2026-03-02T08:00', end: '2026-03-02T09:00' }] }]
    const { submission, errors } = read('2026-03-02T07:00', '2026-03-02T15:00', { employees })
    expect(errors).toEqual([])
    expect(submission!.schedule.employees[0]!.wishes[0]!.start - submission!.schedule.shifts[0]!.start).toBe(60)
  })
})

test('a time zone by its name in Windows is answered with one of the database', () => {
  const { errors } = read('2026-03-02T07:00', '2026-03-02T15:00', { timeZone: 'Romance Standard Time' })
  expect(errors).toMatchObject([{ code: 'time-zone-unknown', hint: 'That is a name of Windows. Did you mean "Europe/Paris"?' }])
})

describe('settings.others', () => {
  test('off leaves the rules that are named, {} with their default', () => {
    const settings = { others: 'off', assignShift: { firstPriorityWeight: 3 }, unavailable: {} }
    const { submission, warnings } = readSubmission({ ...cleanDocument(), settings }, { callback: 'required', strict: true })
    const { weights } = submission!.schedule.settings
    expect(SETTING_NAMES.filter((name) => weights[name].some((weight) => weight > 0))).toEqual(['assignShift', 'unavailable'])
    expect([weights.assignShift, weights.unavailable]).toEqual([
      [3, 0, 0, 0],
      [20, 0, 0, 0],
    ])
    expect(warnings.map(({ code }) => code)).not.toContain('setting-empty')
    const named = new Set(
      judge(submission!.schedule, new Int32Array(submission!.schedule.shifts.length).fill(-1)).violations.map(({ setting }) => setting),
    )
    expect([...named]).toEqual(['assignShift'])
  })

  test('of another word is refused', () => {
    const { errors } = readSubmission({ ...cleanDocument(), settings: { others: false } }, { callback: 'required' })
    expect(errors).toMatchObject([{ pointer: '/settings/others' }])
  })
})
