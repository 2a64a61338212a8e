import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { ENGLISH } from '../../model/teller.ts'
import { tellingIn, viewRoster } from '../roster-view.ts'
import { findOpenRests } from './rest.ts'

const weekOf = (shifts: readonly { day: number; from: string; to: string }[], contract: object = { minWeeklyRestHours: 35 }, more: object = {}) => {
  const document = {
    timeZone: 'Europe/Berlin',
    spots: [{ id: 1 }],
    employees: [{ id: 1, name: 'Ann', contract }],
    shifts: [
      ...shifts.map(({ day, from, to }, index) => ({
        id: index + 1,
        spot: 1,
        start: `2026-06-0${day}T${from}:00+02:00`,
        end: `2026-06-0${day}T${to}:00+02:00`,
      })),
      { id: 90, spot: 1, start: '2026-06-01T01:00:00+02:00', end: '2026-06-01T02:00:00+02:00' },
      { id: 91, spot: 1, start: '2026-06-07T22:00:00+02:00', end: '2026-06-07T23:00:00+02:00' },
    ],
    ...more,
  }
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const roster = Int32Array.from(schedule.shifts, ({ id }) => (Number(id) >= 90 ? -1 : 0))
  return findOpenRests(viewRoster(schedule, roster, tellingIn(schedule, ENGLISH))).map(({ until, ...rest }) => ({
    ...rest,
    hours: (until - schedule.calendar.days[6]!.start) / 60,
  }))
}
const early = (day: number) => ({ day, from: '07:00', to: '15:00' })

test('a week worked until its last day has its rest only if work begins late enough after it', () => {
  expect(weekOf([1, 2, 3, 4, 5, 6, 7].map(early))).toEqual([
    {
      employeeId: 1,
      setting: 'minWeeklyRestMinutes',
      date: '2026-06-01',
      hours: 15 + 35,
      text: 'Ann has the 35 h free of work of the week from Monday 2026-06-01 only without work until 2026-06-09 02:00.',
    },
  ])
})

test('a week with its rest, or with a rest that the last known day completes, leaves nothing open', () => {
  expect(weekOf([1, 2, 3, 6, 7].map(early))).toEqual([])
  expect(weekOf([1, 2, 3, 4, 5, 6].map(early), { minWeeklyRestHours: 33 })).toEqual([])
  expect(weekOf([1, 2, 3, 4, 5, 6].map(early), { minWeeklyRestHours: 34 })).toHaveLength(1)
})

test('nor does a week that nobody asks for rest in', () => {
  expect(weekOf([1, 2, 3, 4, 5, 6, 7].map(early), {})).toEqual([])
  expect(
    weekOf([1, 2, 3, 4, 5, 6, 7].map(early), { minWeeklyRestHours: 35 }, { settings: { minWeeklyRestMinutes: { firstPriorityWeight: 0 } } }),
  ).toEqual([])
})
