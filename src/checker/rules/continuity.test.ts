import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readShifts } from '../../../test/sample-notation.ts'

const PREFERS_ONE = { 1: { name: 'Ward', singleEmployeePerWeekPreferred: true } }

describePage('singleEmployeePerWeek', (line) => ({ shifts: readShifts(line.Shifts!), employees: [{}, {}, {}], spots: PREFERS_ONE }))

describePage('sameTimeOfDayForNonHistoricShifts', (line) => ({ shifts: readShifts(line.Row!) }))

test('employees at one spot are told with its name and the week', () => {
  const sample = { shifts: readShifts('Wed 07:00–15:00; Thu 07:00–15:00 by 2'), employees: [{}, {}], spots: PREFERS_ONE }
  expect(judgeBy('singleEmployeePerWeek', sample).matches).toMatchObject([
    {
      shiftIds: [101, 102],
      employeeIds: [1, 2],
      date: '2026-03-02',
      amount: 1,
      text: '2 employees work at Ward in the week from Monday 2026-03-02; one is preferred.',
    },
  ])
})

test('the time of day is that of the wall clock, on both sides of a clock change', () => {
  const zone = { timeZone: 'Europe/Copenhagen', firstDay: '2026-03-23' }
  expect(
    judgeBy('sameTimeOfDayForNonHistoricShifts', { ...zone, shifts: readShifts('Sat 07:00–15:00; Sun 07:00–15:00; Mon+1 07:00–15:00') }).units,
  ).toBe(0)
  expect(judgeBy('sameTimeOfDayForNonHistoricShifts', { ...zone, shifts: readShifts('Sun 01:00–01:30; Sun 03:00–04:00') }).units).toBe(2)
  const autumn = { timeZone: 'Australia/Lord_Howe', firstDay: '2026-03-30' }
  expect(judgeBy('sameTimeOfDayForNonHistoricShifts', { ...autumn, shifts: readShifts('Sun 00:00–01:00; Sun 12:00–13:00') }).units).toBe(12)
})

test('a start that moves is told with both shifts', () => {
  const sample = { shifts: readShifts('Mon 07:00–15:00; Tue 14:00–22:00'), employees: [{ name: 'Anna' }] }
  expect(judgeBy('sameTimeOfDayForNonHistoricShifts', sample).matches).toMatchObject([
    {
      shiftIds: [101, 102],
      employeeIds: [1],
      date: '2026-03-03',
      amount: 7,
      text: 'Anna starts shift 102 (2026-03-03 14:00–22:00) 7 h or more off the time of day of shift 101 (2026-03-02 07:00–15:00).',
    },
  ])
})
