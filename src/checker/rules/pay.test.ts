import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readPayRules } from '../../../test/sample-pay.ts'
import { readJson, readShifts } from '../../../test/sample-notation.ts'

describePage('payCost', (line) => {
  const pay = { hourly: Number(line.Hourly), rules: null }
  return { shifts: readShifts(line.Row!), employees: [{ pay }, { pay }], pay: readPayRules(readJson(line['Pay rules']!) ?? []) }
})

test('pay is told with the hours', () => {
  const employees = [{ name: 'Anna', pay: { hourly: 1503, rules: null } }]
  const { matches } = judgeBy('payCost', { shifts: readShifts('Mon 07:00–15:10'), employees, pay: { ...readPayRules([]), currency: 'EUR' } })
  expect(matches.map(({ amount, text }) => [amount, text])).toEqual([[123, 'Anna is paid 122.75 EUR for 8 h 10 min.']])
})

test('of a currency without cents nothing stands behind a point', () => {
  const pay = { ...readPayRules([]), currency: 'JPY', currencyUnit: 1000 }
  const employees = [{ name: 'Anna', pay: { hourly: 1500, rules: null } }]
  const { matches } = judgeBy('payCost', { shifts: readShifts('Mon 07:00–15:00'), employees, pay })
  expect(matches.map(({ amount, text }) => [amount, text])).toEqual([[12, 'Anna is paid 12000 JPY for 8 h.']])
})
