import { expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { rosterAsPosted } from '../model/roster.ts'
import { explain } from './explain.ts'

const NAMES = ['Ann', 'Bea'] as const
/** Both work every day of one week, and rest 35 hours in each. */
const WEEK = {
  timeZone: 'UTC',
  spots: [{ id: 1 }],
  employees: NAMES.map((name, e) => ({ id: e + 1, name, contract: { minWeeklyRestHours: 35 } })),
  shifts: [1, 2, 3, 4, 5, 6, 7].flatMap((day) =>
    NAMES.map((_, e) => ({ id: 10 * day + e, spot: 1, start: `2026-06-0${day}T07:00:00Z`, end: `2026-06-0${day}T15:00:00Z`, employee: e + 1 })),
  ),
}

test('what the next schedule leaves free is told of everybody, and to one employee of themselves alone', () => {
  const { schedule } = readSubmission(WEEK, { callback: 'optional' }).submission!
  const openFor = (employee: number | null) => explain({ schedule, roster: rosterAsPosted(schedule), employee, matchLimit: 1 }).openAtEnd
  const all = openFor(null)
  expect(all.map(({ employeeId, until }) => ({ employeeId, until }))).toEqual([
    { employeeId: 1, until: '2026-06-09T02:00:00+00:00' },
    { employeeId: 2, until: '2026-06-09T02:00:00+00:00' },
  ])
  expect(openFor(1)).toEqual([all[1]])
})
