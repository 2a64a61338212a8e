import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readDays, readNumbers } from '../../../test/sample-notation.ts'

const limitIn = (text: string): number | null => readNumbers(text)[0]!

describePage('maxConsecutiveDays', (line) => ({
  ...readDays(line.Days!),
  employees: [{ contract: { maxConsecutiveDays: limitIn(line.Limit!) } }],
}))

describePage('maxConsecutiveNightShifts', (line) => ({
  ...readDays(line.Days!),
  employees: [{ contract: { maxConsecutiveNightShifts: limitIn(line.Limit!) } }],
}))

describePage('maxConsecutiveLateShifts', (line) => ({
  ...readDays(line.Days!),
  employees: [{ contract: { maxConsecutiveLateShifts: limitIn(line.Limit!) } }],
}))

describePage('minConsecutiveDays', (line) => ({
  ...readDays(line.Days!),
  employees: [{ contract: { minConsecutiveDays: limitIn(line['At least']!) } }],
}))

describePage('consecutiveDaysOff', (line) => ({
  ...readDays(line.Days!),
  employees: [{ contract: { minConsecutiveDaysOff: limitIn(line['At least']!), maxConsecutiveDaysOff: limitIn(line['At most']!) } }],
}))

test('absent limits on runs are off', () => {
  for (const setting of [
    'maxConsecutiveDays',
    'maxConsecutiveLateShifts',
    'maxConsecutiveNightShifts',
    'minConsecutiveDays',
    'consecutiveDaysOff',
  ] as const) {
    expect(judgeBy(setting, readDays('DLNNNNN .......')).units).toBe(0)
  }
})

test('two shifts on one day are one working day', () => {
  const { days, horizonFirst, shifts } = readDays('DDD....')
  const sample = { days, horizonFirst, shifts: [...shifts, ...shifts], employees: [{ contract: { maxConsecutiveDays: 3 } }] }
  expect(judgeBy('maxConsecutiveDays', sample).units).toBe(0)
})

test('a run of nights is told by its nights alone', () => {
  const { days, horizonFirst, shifts } = readDays('NNN.D..')
  const sample = {
    days,
    horizonFirst,
    shifts: [...shifts, { from: 480, to: 500 }],
    employees: [{ name: 'Anna', contract: { maxConsecutiveNightShifts: 2 } }],
  }
  expect(judgeBy('maxConsecutiveNightShifts', sample).matches).toMatchObject([
    {
      shiftIds: [101, 102, 103],
      employeeIds: [1],
      date: '2026-03-02',
      amount: 1,
      text: 'Anna works 3 nights in a row, from 2026-03-02 to 2026-03-04; the contract says 2 at most.',
    },
  ])
})

test('a run of days off is told without shifts', () => {
  const sample = { ...readDays('D.D....'), employees: [{ name: 'Anna', contract: { minConsecutiveDaysOff: 2 } }] }
  expect(judgeBy('consecutiveDaysOff', sample).matches[0]).toMatchObject({
    shiftIds: [],
    date: '2026-03-03',
    text: 'Anna has only 1 day off in a row, on 2026-03-03; the contract says 2 at least.',
  })
})
