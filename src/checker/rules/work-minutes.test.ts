import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readDays, readShifts } from '../../../test/sample-notation.ts'

describePage('maxMinutesPerDay', (line) => ({
  shifts: readShifts(line.Row!),
  employees: [{ contract: { maxMinutesPerDay: Number(line.Limit) } }],
}))

describePage('maxMinutesPerWeek', (line) => ({
  ...readDays(line.Days!, Number(line['Minutes of each shift'])),
  employees: [{ contract: { maxMinutesPerWeek: Number(line.Limit) } }],
}))

describePage('maxMinutesPerMonth', (line) => ({
  ...readDays(line.Days!, Number(line['Minutes of each shift'])),
  firstDay: line.From!,
  employees: [{ contract: { maxMinutesPerMonth: Number(line.Limit) } }],
}))

test('the night in which clocks go back is an hour longer', () => {
  const sample = { timeZone: 'Europe/Copenhagen', days: 7, shifts: readShifts('Sat 23:00–07:00') }
  const employees = [{ contract: { maxMinutesPerDay: 480 } }]
  expect(judgeBy('maxMinutesPerDay', { ...sample, firstDay: '2026-10-19', employees }).units).toBe(60)
  expect(judgeBy('maxMinutesPerDay', { ...sample, firstDay: '2026-10-12', employees }).units).toBe(0)
})

test('a limit of null allows everything and a limit of 0 nothing', () => {
  const shifts = readShifts('Mon 07:00–15:00')
  for (const setting of ['maxMinutesPerDay', 'maxMinutesPerWeek', 'maxMinutesPerMonth'] as const) {
    expect(judgeBy(setting, { shifts }).units).toBe(0)
    expect(judgeBy(setting, { shifts, employees: [{ contract: { [setting]: 0 } }] }).units).toBe(480)
  }
})

test('a week is told by its Monday and a month by its first day', () => {
  const sample = { shifts: readShifts('Wed 07:00–15:30'), employees: [{ name: 'Anna', contract: { maxMinutesPerWeek: 60, maxMinutesPerMonth: 60 } }] }
  expect(judgeBy('maxMinutesPerWeek', sample).matches[0]).toMatchObject({
    date: '2026-03-02',
    text: 'Anna works 8 h 30 min in the week from Monday 2026-03-02, more than the 1 h of the contract.',
  })
  expect(judgeBy('maxMinutesPerMonth', sample).matches[0]).toMatchObject({
    date: '2026-03-01',
    text: 'Anna works 8 h 30 min in the month 2026-03, more than the 1 h of the contract.',
  })
})
