import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readDays, readNumbers } from '../../../test/sample-notation.ts'

describePage('totalWork', (line) => {
  const [minMinutesTotal, maxMinutesTotal] = readNumbers(line.Minutes!) as [number | null, number | null]
  const [minShiftsTotal, maxShiftsTotal] = readNumbers(line.Shifts!) as [number | null, number | null]
  const [minutesWorked, shiftsWorked] = readNumbers(line.History!) as [number | null, number | null]
  const history = minutesWorked === null ? null : { minutesWorked, shiftsWorked: shiftsWorked! }
  return {
    ...readDays(line.Days!),
    employees: [{ contract: { minMinutesTotal, maxMinutesTotal, minShiftsTotal, maxShiftsTotal }, history }],
  }
})

describePage('maxWorkDaysPerMonth', (line) => ({
  ...readDays(line.Days!),
  firstDay: line.From!,
  employees: [{ contract: { maxWorkDaysPerMonth: Number(line.Limit) } }],
}))

test('contracts without these limits cost nothing', () => {
  for (const setting of ['totalWork', 'maxWorkDaysPerMonth'] as const) expect(judgeBy(setting, readDays('DDDDDDD')).units).toBe(0)
})

test('two shifts on one day are one working day', () => {
  const { days, horizonFirst, shifts } = readDays('DD.....')
  const sample = { days, horizonFirst, shifts: [...shifts, ...shifts], employees: [{ contract: { maxWorkDaysPerMonth: 2 } }] }
  expect(judgeBy('maxWorkDaysPerMonth', sample).units).toBe(0)
})

test('totals are told with what was worked before, for the whole horizon', () => {
  const contract = { maxMinutesTotal: 1200, minShiftsTotal: 9 }
  const { matches } = judgeBy('totalWork', {
    ...readDays('DD.....'),
    employees: [{ name: 'Anna', contract, history: { minutesWorked: 480, shiftsWorked: 1 } }],
  })
  expect(matches.map(({ text }) => text)).toEqual([
    'Anna works 24 h (8 h before) over the whole horizon, more than the 20 h of the contract.',
    'Anna works 3 shifts (1 shift before) over the whole horizon, less than the 9 shifts of the contract.',
  ])
  expect(matches[0]).toMatchObject({ shiftIds: [101, 102], employeeIds: [1], amount: 240 })
  expect('date' in matches[0]!).toBe(false)
})

test('a month with too many days is told by its first', () => {
  const sample = { ...readDays('DD.....'), employees: [{ name: 'Anna', contract: { maxWorkDaysPerMonth: 1 } }] }
  expect(judgeBy('maxWorkDaysPerMonth', sample).matches).toMatchObject([
    { shiftIds: [101, 102], date: '2026-03-01', amount: 1, text: 'Anna works on 2 days in the month 2026-03, more than the 1 of the contract.' },
  ])
})
