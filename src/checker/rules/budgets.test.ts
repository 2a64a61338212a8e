import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readPayRules } from '../../../test/sample-pay.ts'
import { readJson, readShifts } from '../../../test/sample-notation.ts'

describePage('budgets', (line) => {
  const rates = line.Hourly!.split(', ').map(Number)
  const employees = [0, 1].map((at) => ({ pay: { hourly: rates[at] ?? rates[0]!, rules: null } }))
  return { shifts: readShifts(line.Row!), employees, pay: readPayRules(readJson(line['Pay rules']!) ?? [], readJson(line.Budgets!)!) }
})

const paid = { name: 'Anna', pay: { hourly: 1500, rules: null } }

test('what is paid above a budget is told with its name, its window and who is paid', () => {
  const pay = { ...readPayRules([], [{ id: 1, name: 'Shop', per: 'week', max: 10_000 }]), currency: 'EUR' }
  const employees = [paid, { ...paid, name: 'Bo' }, { name: 'Eve' }]
  const shifts = readShifts('Mon 07:00–11:00; Tue 07:00–11:00 by 2; Wed 07:00–11:00 by 3; Mon+1 07:00–11:00')
  const { matches } = judgeBy('budgets', { shifts, employees, pay })
  expect(matches).toEqual([
    {
      shiftIds: [101, 102],
      employeeIds: [1, 2],
      date: '2026-03-02',
      amount: 20,
      penalty: 20,
      unit: "unit of money above a budget, times the budget's weight",
      text: 'Budget "Shop" pays 120.00 EUR in the week from Monday 2026-03-02, 20.00 EUR more than the 100.00 EUR that it holds.',
    },
  ])
})

test('a budget of the horizon without a name is told by what it pays for, and with the priority that it names', () => {
  const pay = readPayRules([{ id: 1, kind: 'activation', amount: 300 }], [{ id: 7, per: 'horizon', max: 5000, priority: 2, weight: 4 }])
  const { matches, penalty } = judgeBy('budgets', { shifts: readShifts('Tue 07:00–11:00'), employees: [paid], pay })
  expect(matches.map(({ amount, date, text }) => [amount, date, text])).toEqual([
    [52, '2026-03-03', 'The budget of the whole house pays 63.00 in all, 13.00 more than the 50.00 that it holds.'],
  ])
  expect(penalty).toBe(52)
})

test('budgets without a name are told by their spots, or by their place where two pay for the same', () => {
  const week = { per: 'week', max: 100 }
  const budgets = [{ spots: [1] }, {}, { spots: [1, 2] }, { per: 'day' }, { per: 'day' }].map((more, index) => ({ id: index + 1, ...week, ...more }))
  const spots = { 1: { name: 'Till' } }
  const { matches } = judgeBy('budgets', { shifts: readShifts('Mon 07:00–11:00'), employees: [paid], spots, pay: readPayRules([], budgets) })
  expect(matches.map(({ text }) => text.split(' pays')[0])).toEqual([
    'The budget of Till',
    'The budget of the whole house',
    'The budget of Till and spot 2',
    'Budget 4',
    'Budget 5',
  ])
})

test('a window of a period that a horizon begins in has its whole budget', () => {
  const pay = readPayRules([], [{ id: 1, per: 'week', max: 11_900 }])
  const { matches } = judgeBy('budgets', { shifts: readShifts('Mon 07:00–15:00 historic; Wed 07:00–15:00'), employees: [paid], pay })
  expect(matches.map(({ amount, shiftIds }) => [amount, shiftIds])).toEqual([[1, [102]]])
})
