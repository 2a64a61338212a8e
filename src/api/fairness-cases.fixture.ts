import { fairness } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

/** What is wrong with the work that `fairness` shares. */
export const FAIRNESS_ERROR_CASES: Case[] = [
  { code: 'fairness-unclear', pointer: '/fairness/0', spoil: fairness({ employees: [1], teams: [20] }) },
  { code: 'fairness-unclear', pointer: '/fairness/0', spoil: fairness({ of: 'refusedWishes', spots: [30] }) },
  { code: 'employee-unknown', pointer: '/fairness/0/employees/0', spoil: fairness({ employees: [99] }) },
  { code: 'choice-unknown', pointer: '/fairness/0/of', spoil: fairness({ of: 'refusals' }) },
  { code: 'field-missing', pointer: '/fairness/0/of', spoil: fairness({ of: null }) },
  { code: 'spot-unknown', pointer: '/fairness/0/spots/0', spoil: fairness({ spots: [99] }) },
]

/** What is doubtful in what histories carry over. */
export const FAIRNESS_WARNING_CASES: Case[] = [
  {
    code: 'fairness-unknown',
    pointer: '/employees/0/history/fairness/0/id',
    spoil: (document) => {
      fairness({})(document)
      document.employees[0].history = { fairness: [{ id: 2, carry: 1 }] }
    },
  },
]
