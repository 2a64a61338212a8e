import { expect, test } from 'vitest'
import { costsOf } from '../../src/checker/costs.ts'
import { moneyInWords, type PayRule } from '../../src/model/pay.ts'
import type { PayLine } from '../../src/model/solution.ts'
import { tableLines } from '../constraint-pages.ts'
import { readPayRules } from '../sample-pay.ts'
import { readShifts } from '../sample-notation.ts'
import { sampleSchedule } from '../sample-schedule.ts'
import { readText } from '../source-files.ts'

const PAGE = readText('docs/pay.md').split('\n## Payslips\n')[1]!
const RULES = readPayRules((JSON.parse(/```json\n([\s\S]*?)```/.exec(PAGE)![1]!) as { payRules: unknown[] }).payRules)
const PAYSLIPS = tableLines(PAGE)
/** Thursday 2026-03-05. */
const HOLIDAY = 3

function written({ kind, payRule, minutes, amount }: PayLine): string {
  return [payRule ?? kind, ...(minutes === undefined ? [] : [`${minutes} min`]), moneyInWords(amount, null)].join(' ')
}

test('the page has twelve payslips at least', () => {
  expect(PAYSLIPS.length).toBeGreaterThanOrEqual(12)
})

test.each(PAYSLIPS.map((line) => ({ title: line.Payslip, line })))('the payslip of $title is right to the cent', ({ line }) => {
  const named = line.Rules === '–' ? [] : line.Rules!.split(', ')
  const rules: readonly PayRule[] = RULES.rules.filter(({ id }) => named.includes(String(id)))
  expect(rules.map(({ id }) => id)).toEqual(expect.arrayContaining(named))
  const employees = [{ pay: { hourly: Math.round(100 * Number(line.Hourly)), rules: null } }]
  const { schedule, roster } = sampleSchedule({ shifts: readShifts(line.Shifts!), employees, pay: { ...RULES, rules }, holidays: [HOLIDAY] })
  const { total, byEmployee } = costsOf(schedule, roster)
  expect(byEmployee!.flatMap(({ lines }) => lines.map(written)).join('; ')).toBe(line.Lines)
  expect(moneyInWords(total!, null)).toBe(line.Total)
})
