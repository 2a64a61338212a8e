import { isActivation } from '../../instance/activation.ts'
import type { Instance } from '../../instance/instance.ts'
import { leftOutBy } from '../left-out.ts'
import type { KindOf } from '../rule-kind.ts'
import { ActivationResource } from './activation-resource.ts'
import { compileConditionals } from './compile-conditionals.ts'
import { addConditionalUnits, type ConditionalRule, conditionalUnits } from './conditional.ts'
import { addConditionalChange } from './conditional-change.ts'

/** conditional: the general rules that need the whole row at once. Rows follow those that say what it costs to use somebody at all; the others are relaxed. */
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
  resources: {
    place: 6,
    of: ({ instance, employee, perUnit }) =>
      instance.conditionals[employee]!.filter((rule) => isActivation(rule, employee, instance)).map(
        ({ unit, times }) => new ActivationResource(instance.horizonFirst, times * perUnit[unit]!),
      ),
    reads: 'columns',
  },
  relaxed: {
    without: (instance) => ({
      conditionals: instance.conditionals.map((rules, employee) => rules.filter((rule) => isActivation(rule, employee, instance))),
    }),
    concerns: (instance, employee) => unfollowed(instance, employee).length > 0,
    leftOut: (instance) => leftOutBy(instance, [...new Set(instance.conditionals.flatMap((_, employee) => unfollowed(instance, employee)))]),
  },
}

function unfollowed(instance: Instance, employee: number): readonly ConditionalRule[] {
  return instance.conditionals[employee]!.filter((rule) => !isActivation(rule, employee, instance))
}
