import { leftOutBy } from '../left-out.ts'
import type { KindOf } from '../rule-kind.ts'
import { compilePairings } from './compile-pairings.ts'
import { stepPairings } from './pairing.ts'
import { pairingStateOf } from './pairing-units.ts'

/** pairing: who works with whom. */
export const PAIRING: KindOf<'pairings'> = {
  name: 'pairing',
  fields: ['pairings'],
  compile: (compiling) => {
    const pairings = compilePairings(compiling)
    return () => ({ pairings })
  },
  count: {
    of: 'roster',
    add: (instance, cells, { units }) => {
      pairingStateOf(instance, cells, units)
    },
  },
  change: stepPairings,
  relaxed: {
    without: () => ({ pairings: null }),
    concerns: ({ pairings }, employee) => pairings !== null && pairings.groupsOf[employee]!.length > 0,
    leftOut: (instance) => leftOutBy(instance, instance.pairings?.groups ?? []),
  },
}
