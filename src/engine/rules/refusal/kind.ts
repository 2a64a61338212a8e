import { leftOutBy } from '../left-out.ts'
import type { KindOf } from '../rule-kind.ts'
import { compileRefusals } from './compile-refusals.ts'
import { refusalStateOf, stepRefusals } from './refusal.ts'

/** refusal: an even share of refused wishes. */
export const REFUSAL: KindOf<'refusals'> = {
  name: 'refusal',
  fields: ['refusals'],
  compile: compileRefusals,
  count: {
    of: 'roster',
    add: ({ refusals }, cells, { units }) => {
      if (refusals !== null) refusalStateOf(refusals, cells, units)
    },
  },
  change: stepRefusals,
  // A share follows what everybody is refused together, which a row does not know.
  relaxed: {
    without: () => ({ refusals: null }),
    concerns: ({ refusals }, employee) => refusals !== null && refusals.shares[employee] === 1,
    leftOut: (instance) => leftOutBy(instance, instance.refusals?.named ?? []),
  },
}
