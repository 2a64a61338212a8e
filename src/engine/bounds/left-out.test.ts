import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import type { Schedule } from '../../model/schedule.ts'
import { compile } from '../instance/compile.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { leftOutOfBound } from './left-out.ts'

const OFF = { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 }

/** What rules of the kind that rows follow, and of those that they do not, are asked for by. */
const RULES = [
  { title: 'a run of days', contract: { rules: [{ kind: 'run', of: 'days', max: 3, name: 'Three days' }] }, leftOut: [] },
  { title: 'a most of hours a week', contract: { maxWorkHoursPerWeek: 40 }, leftOut: [] },
  { title: 'a weekly rest', contract: { minWeeklyRestHours: 35 }, leftOut: ['minWeeklyRestMinutes'] },
  {
    title: 'a run of weekends with a name',
    contract: { rules: [{ kind: 'run', of: 'weekends', max: 1, name: 'Every other weekend' }] },
    leftOut: ['contractRules: Every other weekend'],
  },
  { title: 'a run of weekends without a name', contract: { rules: [{ kind: 'run', of: 'weekends', max: 1 }] }, leftOut: ['contractRules'] },
  {
    title: 'shifts in any seven days',
    contract: { rules: [{ kind: 'count', of: 'shifts', per: 'rolling', days: 7, max: 5, name: 'Five in seven' }] },
    leftOut: ['contractRules: Five in seven'],
  },
  {
    title: 'whoever is used at all',
    contract: { rules: [{ kind: 'count', of: 'shifts', per: 'horizon', max: 0, cap: 1, name: 'Used' }] },
    leftOut: [],
  },
  {
    title: 'at most one shift with a cap',
    contract: { rules: [{ kind: 'count', of: 'shifts', per: 'horizon', max: 1, cap: 1, name: 'One' }] },
    leftOut: ['contractRules: One'],
  },
  {
    title: 'a pairing',
    also: { pairings: [{ id: 'p1', employees: [1, 2], mode: 'APART', scope: 'SAME_DAY' }] },
    leftOut: ['pairings: p1'],
  },
  {
    title: 'more shift groups than are told by name',
    also: { shiftGroups: Array.from({ length: 21 }, (_, i) => ({ id: i + 1, shiftIds: [1, 2], mode: 'SAME_EMPLOYEE' })) },
    leftOut: ['shiftGroups'],
  },
  {
    title: 'as many shift groups as are told by name',
    also: { shiftGroups: Array.from({ length: 20 }, (_, i) => ({ id: i + 1, shiftIds: [1, 2], mode: 'SAME_EMPLOYEE' })) },
    leftOut: Array.from({ length: 20 }, (_, i) => `shiftGroups: ${i + 1}`),
  },
]
for (const { title, contract = {}, also = {}, leftOut } of RULES) {
  test(`of ${title} the bound leaves out ${leftOut.length === 0 ? 'nothing' : leftOut.slice(0, 2).join(', ')}`, () => {
    expect(leftOutOfBound(compile(scheduleWith(contract, also)), DEFAULT_PARAMS)).toEqual(leftOut)
  })
}

test('what graphs of rows are too large for is left out too', () => {
  const instance = compile(scheduleWith({ hoursBetweenShift: 660 }, {}))
  const bounds = { ...DEFAULT_PARAMS.bounds, largeMaster: 0 }
  expect(leftOutOfBound(instance, { ...DEFAULT_PARAMS, bounds })).toEqual([])
  const gaps = leftOutOfBound(instance, { ...DEFAULT_PARAMS, bounds: { ...bounds, maxOptions: 7 } })
  expect(gaps).toEqual(['shiftCollision', 'minRestBetweenShifts'])
  expect(leftOutOfBound(instance, { ...DEFAULT_PARAMS, bounds: { ...bounds, maxOptions: 8 } })).toEqual([])
})

/** Two employees with such a contract and four shifts. */
function scheduleWith(contract: object, also: object): Schedule {
  const dates = ['2026-03-02', '2026-03-07', '2026-03-08', '2026-03-15']
  const document = {
    timeZone: 'UTC',
    // It is on by default, and no bound follows it.
    settings: { sameTimeOfDayForNonHistoricShifts: OFF },
    spots: [{ id: 1 }],
    employees: [1, 2].map((id) => ({ id, contract })),
    shifts: dates.map((date, i) => ({ id: i + 1, spot: 1, start: `${date}T08:00`, end: `${date}T16:00` })),
    ...also,
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional', limits: { memoryMib: Infinity } })
  expect(errors).toEqual([])
  return submission!.schedule
}
