import { leftOutBy } from '../left-out.ts'
import type { KindOf } from '../rule-kind.ts'
import { compileConditionals } from './compile-conditionals.ts'
import { conditionalUnits } from './conditional.ts'
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
    add: ({ conditionals, rowContext, dayCount }, cells, employee, units) => {
      for (const rule of conditionals[employee]!) units[rule.unit]! += conditionalUnits(rule, rowContext, cells, employee * dayCount, employee)
    },
  },
  change: addConditionalChange,
  relaxed: {
    without: ({ conditionals }) => ({ conditionals: conditionals.map(() => []) }),
    concerns: ({ conditionals }, employee) => conditionals[employee]!.length > 0,
    leftOut: (instance) => leftOutBy(instance, [...new Set(instance.conditionals.flat())]),
  },
}
