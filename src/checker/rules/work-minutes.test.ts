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

for (const setting of ['minMinutesPerWeek', 'minMinutesPerMonth'] as const) {
  describePage(setting, (line) => ({
    ...readDays(line.Days!, Number(line['Minutes of each shift'])),
    ...(line.From === undefined ? {} : { firstDay: line.From }),
    employees: [{ contract: { [setting]: Number(line.Limit) } }],
  }))
}

for (const setting of ['maxMinutesInKWeeks', 'minMinutesInKWeeks'] as const) {
  describePage(setting, (line) => ({
    ...readDays(line.Days!, Number(line['Minutes of each shift'])),
    employees: [{ contract: { [setting]: Number(line.Limit), inKWeeks: Number(line.K) } }],
  }))
}

test('absent least limits ask for nothing', () => {
  for (const setting of ['minMinutesPerWeek', 'minMinutesPerMonth', 'minMinutesInKWeeks', 'maxMinutesInKWeeks'] as const)
    expect(judgeBy(setting, { ...readDays('D......'), employees: [{ contract: { inKWeeks: 2 } }] }).units).toBe(0)
})

test('February of a leap year has 29 days, and December 31', () => {
  const unitsFrom = (firstDay: string): number =>
    judgeBy('minMinutesPerMonth', { ...readDays('.'), firstDay, employees: [{ contract: { minMinutesPerMonth: 29 * 31 * 28 } }] }).units
  expect([unitsFrom('2028-02-10'), unitsFrom('2026-02-10'), unitsFrom('2026-12-10')]).toEqual([31 * 28, 29 * 31, 29 * 28])
})

test('too little work is told with what the known days come to', () => {
  const employees = [{ name: 'Anna', contract: { minMinutesPerWeek: 2400, minMinutesInKWeeks: 2400, inKWeeks: 2 } }]
  expect(judgeBy('minMinutesPerWeek', { ...readDays('D......D'), employees }).matches).toMatchObject([
    { shiftIds: [101], date: '2026-03-02', text: 'Anna works 8 h in the week from Monday 2026-03-02, less than the 40 h of the contract.' },
  ])
  expect(judgeBy('minMinutesInKWeeks', { ...readDays('D......'), employees }).matches[0]!.text).toBe(
    'Anna works 8 h in the 2 weeks from Monday 2026-03-02, less than the 40 h of the contract (20 h for the days that are known).',
  )
})
