import { expect, test } from 'vitest'
import { costsOf } from '../../checker/costs.ts'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import type { Carry } from './carry.ts'
import { carriedCost, moneyOf, payslipTexts, signedMoney, weekTexts } from './money.ts'
import { WARD, wardModel } from './ward.fixture.ts'

/** Anna costs 18.00 an hour and Bo 20.00, half as much again at night. */
const paid = wardModel({
  currency: 'EUR',
  payRules: [{ id: 1, name: 'Night', kind: 'surcharge', from: '23:00', to: '06:00', percent: 150 }],
  employees: WARD.employees.map((employee, at) => (at < 2 ? { ...employee, pay: { hourly: 1800 + 200 * at } } : employee)),
})
const roster = rosterAsPosted(paid.schedule)
const carry = (to: number, over: Partial<Carry> = {}): Carry => ({ shift: 3, from: 1, to, row: 0, onto: null, by: 'pointer', ...over })

test('a total moves with what is carried, and the whole payroll says the same', () => {
  const start = moneyOf(paid, { base: roster, roster }, null)!
  expect(start).toEqual({ total: costsOf(paid.schedule, roster).total, change: 0 })
  // The late shift of eight hours goes from Bo to Anna, who costs 2.00 less an hour.
  expect(moneyOf(paid, { base: roster, roster }, carry(0))).toEqual({ total: start.total - 1600, change: -1600 })
  expect(moneyOf(paid, { base: roster, roster }, carry(NOBODY))).toEqual({ total: start.total - 16_000, change: -16_000 })
  const dropped = roster.with(3, 0)
  expect(moneyOf(paid, { base: roster, roster: dropped }, null)).toEqual({ total: start.total - 1600, change: -1600 })
})

test('what is beside the grid, or above its own row, costs nothing', () => {
  expect(carriedCost(paid, roster, carry(0, { row: -1 }))).toBe(0)
  expect(carriedCost(paid, roster, carry(1))).toBe(0)
  expect([signedMoney(paid, -1600), signedMoney(paid, 0), signedMoney(paid, 5)]).toEqual(['-€16', '€0', '+€0.05'])
})

test('a payslip is told line by line, and of whoever is not paid nothing is', () => {
  // A night of seven hours, as the clock goes forward: six of them are paid half as much again.
  expect(payslipTexts(paid, roster, 1)).toEqual(['In all €520', 'Regular pay, 23 h: €460', 'Night, 6 h: €60'])
  expect(payslipTexts(paid, roster, 2)).toEqual([])
  expect(moneyOf(wardModel(), { base: roster, roster }, null)).toBeNull()
  expect(payslipTexts(wardModel(), roster, 1)).toEqual([])
})

test('what each week costs is told of somebody and of all, with overtime in the week in which it ends', () => {
  const model = wardModel({
    currency: 'EUR',
    payRules: [{ id: 'week', kind: 'overtime', per: 'week', overMinutes: 600, percent: 200 }],
    employees: WARD.employees.map((employee, at) => (at < 2 ? { ...employee, pay: { hourly: 1800 + 200 * at } } : employee)),
  })
  const own = weekTexts(model, roster, 1)
  const all = weekTexts(model, roster, null)
  expect([own.length, own.every((text) => /^Week from \d{4}-\d\d-\d\d: €\d+(\.\d\d)?$/.test(text))]).toEqual([all.length, true])
  const sumOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Math.round(100 * Number(/: €([\d.]+)$/.exec(text)![1])), 0)
  const { total, byEmployee } = costsOf(model.schedule, roster)
  expect(sumOf(all)).toBe(total)
  expect(sumOf(own)).toBe(byEmployee!.find(({ employeeId }) => employeeId === model.schedule.employees[1]!.id)!.total)
  expect(weekTexts(model, roster, 2)).toEqual([])
  expect(weekTexts(wardModel(), roster, null)).toEqual([])
})
