import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import type { PayRule } from '../../src/model/pay.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { grownBy } from './heavy-schedules.ts'

let looks = 0

/** The same rule; each look at the times that it is about is counted. */
function counting(rule: PayRule): PayRule {
  if (rule.kind !== 'surcharge') return rule
  return {
    ...rule,
    get between() {
      looks += 1
      return rule.between
    },
  }
}

/** How often is looked at when 100 surcharges begin and end, while a schedule is compiled and judged; each shift is worked by somebody. */
function looksOf(shifts: number, fixed: boolean): number {
  const document = grownBy({ surcharges: 100 })
  document.shifts.splice(shifts)
  const workers = document.employees.length
  if (fixed) for (const [n, shift] of document.shifts.entries()) Object.assign(shift, { employee: 1 + (n % workers), fixed: true })
  const { schedule: read } = readSubmission(document, { callback: 'optional' }).submission!
  const schedule: Schedule = { ...read, pay: { ...read.pay!, rules: read.pay!.rules.map(counting) } }
  looks = 0
  compile(schedule)
  judge(
    schedule,
    Int32Array.from(schedule.shifts, (_, n) => n % workers),
  )
  return looks
}

// Of each of 28 days it is looked at once, in the search and in judging.
test.each([
  { shifts: 'free', fixed: false },
  { shifts: 'fixed', fixed: true },
])('when surcharges begin and end is looked at no more often for ten times as many $shifts shifts', ({ fixed }) => {
  const many = looksOf(1000, fixed)
  expect(many).toBe(looksOf(100, fixed))
  expect(many).toBe(2 * 28 * 100)
})
