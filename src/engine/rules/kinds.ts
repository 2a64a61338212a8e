import type { Compiling } from '../instance/compiling.ts'
import type { Duties } from '../instance/duties.ts'
import type { CompiledRules } from '../instance/instance.ts'
import { BUDGET } from './budget/kind.ts'
import { CONDITIONAL } from './conditional/kind.ts'
import { COUNT } from './count/kind.ts'
import { COVERAGE } from './coverage/kind.ts'
import { FIT } from './fit/kind.ts'
import { FREE_PERIOD } from './free-period/kind.ts'
import { GAP } from './gap/kind.ts'
import { LINK } from './link/kind.ts'
import { PAIRING } from './pairing/kind.ts'
import { PATTERN } from './pattern/kind.ts'
import { PAY } from './pay/kind.ts'
import { REFUSAL } from './refusal/kind.ts'
import { ROTA } from './rota/kind.ts'
import type { RuleField, RuleKind } from './rule-kind.ts'
import { RUN } from './run/kind.ts'
import { SAME_TIME } from './same-time/kind.ts'
import { SPAN } from './span/kind.ts'
import { TRAVEL } from './travel/kind.ts'
import { WEEKEND } from './weekend/kind.ts'
import { WEEKLY_REST } from './weekly-rest/kind.ts'
import { WISH } from './wish/kind.ts'

/** Every kind of rule, in the order in which they are compiled, which is that of units and columns of duties. Cover is not among them: it is what seats cost. */
export const RULE_KINDS = [
  FIT,
  COUNT,
  RUN,
  GAP,
  CONDITIONAL,
  LINK,
  WEEKEND,
  WEEKLY_REST,
  FREE_PERIOD,
  WISH,
  SAME_TIME,
  PAIRING,
  PATTERN,
  REFUSAL,
  COVERAGE,
  ROTA,
  TRAVEL,
  SPAN,
  PAY,
  BUDGET,
] as const

/** Fields of rules that no kind of the list holds. */
type Forgotten = Exclude<RuleField, (typeof RULE_KINDS)[number]['fields'][number]>

/** All rules of an instance; where the list forgets a field, this does not compile. */
type WholeRules<Nothing extends never> = [Nothing] extends [never] ? CompiledRules : never

/** Has the rules of these kinds made, of which those of `RULE_KINDS` may not be missing. `makeDuties` is called when all have asked for their columns. */
export function compileRules(
  kinds: readonly RuleKind[],
  compiling: Compiling,
  makeDuties: () => Duties,
  between: () => void,
): WholeRules<Forgotten> & { readonly duties: Duties } {
  const finish = kinds.map(({ compile }) => {
    const made = compile(compiling)
    between()
    return made
  })
  const duties = makeDuties()
  const parts = finish.map((make) => {
    const part = make(duties)
    between()
    return part
  })
  const rules: Partial<CompiledRules> = Object.assign({}, ...parts)
  return { ...(rules as CompiledRules), plain: parts.flatMap(({ plain }) => plain ?? []), duties }
}
