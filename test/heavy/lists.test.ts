import { expect, test } from 'vitest'
import { MAX_BREAK_RULES, MAX_BUDGETS, MAX_FAIRNESS, MAX_KEEP, MAX_PAY_RULES, MAX_ROTATIONS, MAX_TEMPLATES } from '../../src/api/limits.ts'
import { ScheduleSubmission } from '../../src/api/schemas/submission.ts'
import { GROWTHS, grown } from './heavy-schedules.ts'
import { entriesOf, listsOf } from './lists.ts'

const SHARE = 0.05
/** What takes long grows with a list of so many. */
const MANY = 1000
/** Lists that have a lower limit of their own. */
const LIMITS: Readonly<Record<string, number>> = {
  'breakRules[]': MAX_BREAK_RULES,
  'budgets[]': MAX_BUDGETS,
  'fairness[]': MAX_FAIRNESS,
  'keep[]': MAX_KEEP,
  'payRules[]': MAX_PAY_RULES,
  'rotations[]': MAX_ROTATIONS,
  'shiftTemplates[]': MAX_TEMPLATES,
}
/** Lists that cannot be long, and why. */
const SHORT: Readonly<Record<string, string>> = { 'calendar.weekend[]': 'six days at most, each once' }

test('every list that a schedule can have is grown by at least one growth', () => {
  const most = new Map<string, number>()
  for (const growth of GROWTHS)
    for (const [list, entries] of entriesOf(grown([growth], SHARE))) most.set(list, Math.max(most.get(list) ?? 0, entries))
  const lists = listsOf(ScheduleSubmission)
  const missing = lists.filter((list) => !(list in SHORT) && (most.get(list) ?? 0) < SHARE * (LIMITS[list] ?? MANY))
  expect(missing).toEqual([])
  // An exception for a list that no longer is would hide the next of that name.
  for (const list of [...Object.keys(LIMITS), ...Object.keys(SHORT)]) expect(lists).toContain(list)
})

test('lists within lists, within alternatives and of contracts that are shared are found', () => {
  const schema = {
    properties: {
      contracts: { items: { properties: { rules: { items: { anyOf: [{ properties: { tags: { items: {} } } }, {}] } } } } },
      employees: { items: { properties: { contract: { properties: { rules: { items: {} } } } } } },
      rota: { items: { items: {} } },
    },
  }
  expect(listsOf(schema)).toEqual([
    'contracts[]',
    'employees[]',
    'employees[].contract.rules[]',
    'employees[].contract.rules[].tags[]',
    'rota[]',
    'rota[][]',
  ])
  const counted = entriesOf({ contracts: [{ rules: [{ tags: ['a', 'b'] }, {}] }], employees: [{ contract: { rules: [{}] } }], rota: [[1, 2], [3]] })
  expect(Object.fromEntries(counted)).toEqual({
    'contracts[]': 1,
    'employees[]': 1,
    'employees[].contract.rules[]': 3,
    'employees[].contract.rules[].tags[]': 2,
    'rota[]': 2,
    'rota[][]': 3,
  })
})
