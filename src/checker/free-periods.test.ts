import { describe, expect, test } from 'vitest'
import { readShifts } from '../../test/sample-notation.ts'
import { sampleSchedule } from '../../test/sample-schedule.ts'
import type { FreePeriodRequirement } from '../model/schedule.ts'
import { promise } from './free-period.fixture.ts'
import { grantFreePeriods } from './free-periods.ts'

const DAY_MIN = 1440

/** What a requirement over two weeks grants beside a row. */
function grantsBeside(row: string, requirement: Partial<FreePeriodRequirement>) {
  const { schedule, roster } = sampleSchedule({
    shifts: readShifts(row),
    freePeriods: (wall) => [promise({ windowStart: wall(0), windowEnd: wall(14 * DAY_MIN), ...requirement })],
  })
  return grantFreePeriods(schedule, roster)
}

// Free: Tuesday to Wednesday (48 h, 1 unit), Friday to Sunday (72 h, 2 units), Tuesday+1 to Saturday+1 (120 h, 4 units), Monday+1's hours (16 h).
const ROW = 'Mon 00:00–24:00; Thu 00:00–24:00; Mon+1 00:00–08:00; Mon+1 16:00–24:00; Sun+1 00:00–24:00'

describe('grantFreePeriods', () => {
  const datesBeside = (requirement: Partial<FreePeriodRequirement>): (readonly string[])[] =>
    grantsBeside(ROW, requirement).selections.map(({ localDates }) => localDates)
  const SHORT = ['2026-03-03', '2026-03-04']
  const MIDDLE = ['2026-03-06', '2026-03-07', '2026-03-08']
  const LONG = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14']

  test('takes nothing when nothing is asked for', () => {
    expect(datesBeside({})).toEqual([])
  })

  test('takes the interval with the most units first', () => {
    expect(datesBeside({ requiredUnitCount: 1 })).toEqual([LONG])
    expect(datesBeside({ requiredUnitCount: 4 })).toEqual([LONG])
  })

  test('takes another when the first is not enough, and tells them in order of time', () => {
    expect(datesBeside({ requiredUnitCount: 5 })).toEqual([MIDDLE, LONG])
    expect(datesBeside({ requiredUnitCount: 7 })).toEqual([SHORT, MIDDLE, LONG])
  })

  test('takes no interval without a unit, whatever is missing', () => {
    expect(datesBeside({ requiredUnitCount: 99 })).toEqual([SHORT, MIDDLE, LONG])
  })

  test('takes preferred dates before units', () => {
    expect(datesBeside({ requiredUnitCount: 1, preferredLocalDates: ['2026-03-03'] })).toEqual([SHORT])
    expect(datesBeside({ requiredUnitCount: 1, preferredLocalDates: ['2026-03-03', '2026-03-06', '2026-03-07'] })).toEqual([MIDDLE])
  })

  test('takes required dates before everything, also beyond the units', () => {
    const preferredLocalDates = ['2026-03-10', '2026-03-11']
    expect(datesBeside({ requiredUnitCount: 1, preferredLocalDates, requiredLocalDates: ['2026-03-04'] })).toEqual([SHORT])
    expect(datesBeside({ requiredUnitCount: 1, requiredLocalDates: ['2026-03-04', '2026-03-06'] })).toEqual([SHORT, MIDDLE])
    expect(datesBeside({ requiredUnitCount: 2, preferredLocalDates, requiredLocalDates: ['2026-03-04'] })).toEqual([SHORT, LONG])
  })

  test('takes the earliest of equal intervals', () => {
    const row = 'Mon 00:00–24:00; Thu 00:00–24:00; Sun 00:00–Sun+1 24:00'
    expect(grantsBeside(row, { requiredUnitCount: 1 }).selections.map(({ localDates }) => localDates)).toEqual([SHORT])
  })

  test('tells a selection with its times, minutes, units and whole dates', () => {
    const { selections } = grantsBeside('Mon 00:00–Fri 16:00; Mon+1 07:00–Sun+1 24:00', { requiredUnitCount: 1 })
    expect(selections).toEqual([
      {
        requirementId: 31,
        employeeId: 1,
        start: 4 * DAY_MIN + 960,
        end: 7 * DAY_MIN + 420,
        minutes: 63 * 60,
        units: 2,
        localDates: ['2026-03-07', '2026-03-08'],
      },
    ])
  })

  test('leaves over what is free all day and not taken, of intervals without a unit too', () => {
    const { residualFreeDays } = grantsBeside('Mon 00:00–24:00; Wed 00:00–Fri 24:00; Mon+1 00:00–Sat+1 24:00', {
      requiredUnitCount: 1,
      ineligibleLocalDates: ['2026-03-15'],
    })
    expect(residualFreeDays).toEqual([{ requirementId: 31, employeeId: 1, date: '2026-03-03' }])
  })

  test('tells what it could not grant', () => {
    expect(grantsBeside(ROW, { requiredUnitCount: 7, requiredLocalDates: ['2026-03-07'] }).unresolved).toEqual([])
    expect(grantsBeside(ROW, { requiredUnitCount: 9, requiredLocalDates: ['2026-03-09', '2026-03-05', '2026-03-09'] }).unresolved).toEqual([
      { requirementId: 31, employeeId: 1, missingUnits: 2, missingLocalDates: ['2026-03-05', '2026-03-09'] },
    ])
  })
})
