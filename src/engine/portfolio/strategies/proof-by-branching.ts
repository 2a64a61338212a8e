import { methodsOf } from '../../bounds/proof-methods.ts'
import { ProofTurns } from '../proof-turns.ts'
import { canProve } from '../search.ts'
import type { StrategyKind } from '../strategy.ts'

/** Proves what no roster can go below by column generation over everybody's whole lines, and by branching where fractions are left. */
export const proofByBranching: StrategyKind = {
  name: 'proof-by-branching',
  supports: (instance, help, params) => canProve(instance, help, params) && methodsOf(instance, params).includes('branching'),
  start: (search) => new ProofTurns(search, 'branching'),
}
