import { leftOutBy } from '../left-out.ts'
import type { KindOf } from '../rule-kind.ts'
import { stepBudgets } from './budget.ts'
import { budgetStateOf } from './budget-units.ts'
import { compileBudgets } from './compile-budgets.ts'

/** budget: what everybody is paid together in a window. */
export const BUDGET: KindOf<'budgets'> = {
  name: 'budget',
  fields: ['budgets'],
  compile: compileBudgets,
  count: {
    of: 'roster',
    add: ({ budgets, duties }, cells, { units }) => {
      if (budgets !== null) budgetStateOf(budgets, duties, cells, units)
    },
  },
  change: stepBudgets,
  // What is left of a budget depends on everybody, which a row does not know.
  relaxed: {
    without: () => ({ budgets: null }),
    concerns: ({ budgets }, employee) => budgets !== null && budgets.isPaid[employee] === 1,
    leftOut: (instance) => leftOutBy(instance, instance.budgets?.named ?? []),
  },
}
