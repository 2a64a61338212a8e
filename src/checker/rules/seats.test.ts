import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readShifts } from '../../../test/sample-notation.ts'

describePage('assignShift', (line) => ({ shifts: readShifts(line.Shifts!), weekendUnassignedMultiplier: Number(line['Weekend multiplier']) }))

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
      text: 'Nobody works the mandatory Night (2026-03-03 23:00–07:00).',
    },
  ])
})

test('the weekend is that of the time zone', () => {
  const shifts = readShifts('Fri 23:30–07:00 empty; Sat 00:00–08:00 empty')
  const { matches } = judgeBy('assignShift', { timeZone: 'America/New_York', shifts, weekendUnassignedMultiplier: 5 })
  expect(matches.map(({ amount }) => amount)).toEqual([1, 5])
})
