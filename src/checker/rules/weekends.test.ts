import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readDays, readNumbers } from '../../../test/sample-notation.ts'

describePage('weekendWorkFrequency', (line) => ({
  ...readDays(line.Days!),
  employees: [{ contract: { weekendWorkFrequency: Number(line.n) } }],
}))

test('a contract that does not speak of weekends allows them all', () => {
  expect(judgeBy('weekendWorkFrequency', readDays('.....DD .....DD')).units).toBe(0)
})

test('the known days may start on a Sunday', () => {
  const sample = { ...readDays('D .....D.'), firstDay: '2026-03-01', employees: [{ contract: { weekendWorkFrequency: 2 } }] }
  expect(judgeBy('weekendWorkFrequency', sample).units).toBe(1)
})

test('a weekend too soon is told with the one before it', () => {
  const sample = { ...readDays('.....D. ......D'), employees: [{ name: 'Anna', contract: { weekendWorkFrequency: 2 } }] }
  expect(judgeBy('weekendWorkFrequency', sample).matches).toMatchObject([
    {
      shiftIds: [101, 102],
      employeeIds: [1],
      date: '2026-03-15',
      amount: 1,
      text: 'Anna works on the weekend of 2026-03-15 and on that of 2026-03-07; the contract says every second weekend at most.',
    },
  ])
})

describePage('maxWeekends', (line) => {
  const weekendsWorked = readNumbers(line['Weekends before']!)[0]!
  return {
    ...readDays(line.Days!),
    employees: [{ contract: { maxWeekends: Number(line.Limit) }, history: weekendsWorked === null ? null : { weekendsWorked } }],
  }
})

describePage('completeWeekends', (line) => ({ ...readDays(line.Days!), employees: [{ contract: { completeWeekends: true } }] }))

test('contracts without a number of weekends or complete ones cost nothing', () => {
  for (const setting of ['maxWeekends', 'completeWeekends'] as const) expect(judgeBy(setting, readDays('.....D. .....DD')).units).toBe(0)
})

test('too many weekends are told for the whole horizon, a half one by the day that is worked', () => {
  const employees = [{ name: 'Anna', contract: { maxWeekends: 1, completeWeekends: true }, history: { weekendsWorked: 1 } }]
  const [many] = judgeBy('maxWeekends', { ...readDays('.....D. ......D'), employees }).matches
  expect(many).toMatchObject({ shiftIds: [101, 102], text: 'Anna works on 3 weekends (1 of them before), more than the 1 of the contract.' })
  expect(judgeBy('completeWeekends', { ...readDays('.....D. ......D'), employees }).matches).toMatchObject([
    { shiftIds: [101], date: '2026-03-07', text: 'Anna works on Saturday 2026-03-07 and not on the Sunday after it.' },
    { shiftIds: [102], date: '2026-03-15', text: 'Anna works on Sunday 2026-03-15 and not on the Saturday before it.' },
  ])
})
