import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readDays } from '../../../test/sample-notation.ts'

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
