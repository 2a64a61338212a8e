import { methodsOf } from '../../bounds/proof-methods.ts'
import { ProofTurns } from '../proof-turns.ts'
import { canProve } from '../search.ts'
import type { StrategyKind } from '../strategy.ts'

/** Proves what no roster can go below by prices that climb: fast, over any horizon, and all there is where linear programs would be too large. */
export const proofByAscent: StrategyKind = {
  name: 'proof-by-ascent',
  supports: (instance, help, params) => canProve(instance, help, params) && methodsOf(instance, params).includes('ascent'),
  start: (search) => new ProofTurns(search, 'ascent'),
}
