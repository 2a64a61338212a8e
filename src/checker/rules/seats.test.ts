import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readShifts } from '../../../test/sample-notation.ts'

describePage('assignShift', (line) => ({
  shifts: readShifts(line.Shifts!),
  weekendUnassignedMultiplier: Number(line['Weekend multiplier']),
  weekendFloorPercent: Number(line['Floor percent']),
}))

describePage('assignOptionalShift', (line) => ({ shifts: readShifts(line.Shifts!), weekendUnassignedMultiplier: Number(line['Weekend multiplier']) }))

test('an empty seat is told with its name, local date and times', () => {
  const [shift] = readShifts('Tue 23:00–07:00 empty')
  const { matches } = judgeBy('assignShift', { timeZone: 'Europe/Copenhagen', shifts: [{ ...shift!, name: 'Night' }] })
  expect(matches).toEqual([
    {
      shiftIds: [101],
      employeeIds: [],
      date: '2026-03-03',
      amount: 1,
      unit: 'empty mandatory shift, times its weight',
      penalty: 20,
      text: 'Nobody works the mandatory Night (2026-03-03 23:00–07:00).',
    },
  ])
})

test('the weekend is that of the time zone', () => {
  const shifts = readShifts('Fri 23:30–07:00 empty; Sat 00:00–08:00 empty')
  const { matches } = judgeBy('assignShift', { timeZone: 'America/New_York', shifts, weekendUnassignedMultiplier: 5 })
  expect(matches.map(({ amount }) => amount)).toEqual([1, 5])
})

test('weekends below the floor are told once, with what is empty', () => {
  const { matches } = judgeBy('assignShift', {
    shifts: readShifts('Sat 07:00–15:00; Sat 07:00–15:00 empty; Sun 07:00–15:00 empty'),
    weekendFloorPercent: 50,
  })
  expect(matches[2]).toMatchObject({
    shiftIds: [102, 103],
    employeeIds: [],
    amount: 1,
    text: 'Only 1 of the 3 mandatory weekend shifts is filled; the floor of 50 percent asks for 2.',
  })
})
