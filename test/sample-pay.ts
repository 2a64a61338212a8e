import { expect } from 'vitest'
import { readSubmission } from '../src/api/read-schedule.ts'
import type { PayTerms } from '../src/model/pay.ts'

/** Pay rules and budgets as they are posted, read as in a request. */
export function readPayRules(payRules: readonly unknown[], budgets: readonly unknown[] = []): Omit<PayTerms, 'calendar'> {
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      payRules,
      budgets,
      employees: [{ id: 1, pay: { hourly: 1 } }],
      spots: [{ id: 1 }, { id: 2 }, { id: 3 }],
      shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00Z', end: '2026-03-02T15:00Z' }],
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  const { calendar: _, ...terms } = submission!.schedule.pay!
  return terms
}
