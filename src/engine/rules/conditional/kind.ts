import { leftOutBy } from '../left-out.ts'
import type { KindOf } from '../rule-kind.ts'
import { compileConditionals } from './compile-conditionals.ts'
import { addConditionalUnits, conditionalUnits } from './conditional.ts'
import { addConditionalChange } from './conditional-change.ts'

/** conditional: the general rules that need the whole row at once. */
export const CONDITIONAL: KindOf<'conditionals'> = {
  name: 'conditional',
  fields: ['conditionals'],
  compile: (compiling) => {
    const conditionals = compileConditionals(compiling)
    return () => ({ conditionals })
  },
  count: {
    of: 'kept',
    add: (instance, cells, employee, units) => {
      for (const rule of instance.conditionals[employee]!) {
        const amount = conditionalUnits(rule, instance.rowContext, cells, employee * instance.dayCount, employee)
        addConditionalUnits(instance, rule, { employee, amount, times: 1 }, units)
      }
    },
  },
  change: addConditionalChange,
  relaxed: {
    without: ({ conditionals }) => ({ conditionals: conditionals.map(() => []) }),
    concerns: ({ conditionals }, employee) => conditionals[employee]!.length > 0,
    leftOut: (instance) => leftOutBy(instance, [...new Set(instance.conditionals.flat())]),
  },
}
