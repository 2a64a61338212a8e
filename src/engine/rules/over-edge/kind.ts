import type { RuleKind } from '../rule-kind.ts'
import { withoutLeast } from '../pattern/pattern.ts'
import { plainKind } from '../plain-kind.ts'
import { edgeRule, OverEdge, type Rounds } from './over-edge.ts'
import { usedUnits } from './used-units.ts'

/**
 * over the edge: what rows of a cyclic schedule break where the last day is followed by the first. A bound leaves it out: no row breaks less for it, but where a rule asks for matches of a pattern, which may
 * lie over the edge. A bound leaves that out as well.
 */
export function overEdgeKind(rounds: Rounds): RuleKind {
  const used = usedUnits(rounds.twice)
  return plainKind({
    name: 'over-edge',
    compile: ({ units, demands }) => {
      const edge = new OverEdge(rounds, (demand) => demands.shiftIndexes[demands.shiftOffset[demand]!]!)
      const rules = rounds.twice.units.flatMap(({ setting, weights, isMinutes }, of) =>
        used.has(of) ? [edgeRule(edge, units.of(setting, { weights, isMinutes }), of)] : [],
      )
      return () => rules
    },
    relaxed: 'as a whole',
    alsoRelaxed: ({ patterns }) => ({ patterns: patterns.map(withoutLeast) }),
  })
}
