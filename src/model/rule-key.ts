import type { Pattern } from './pattern.ts'
import type { ContractRule } from './schedule.ts'

const NUMBERS = new WeakMap<Pattern, number>()
let count = 0

/** Where a rule stands and what people call it tells none apart. */
const UNNAMED = { place: 0, name: undefined, reference: undefined }

/** The same for rules that say the same, wherever they stand in their contract and whatever they are called. A pattern is told by its object: equal ones of one schedule are one. */
export function ruleKey(rule: ContractRule): string {
  return JSON.stringify(rule.kind === 'pattern' ? { ...rule, ...UNNAMED, pattern: numberOf(rule.pattern) } : { ...rule, ...UNNAMED })
}

function numberOf(pattern: Pattern): number {
  const known = NUMBERS.get(pattern)
  if (known !== undefined) return known
  count += 1
  NUMBERS.set(pattern, count)
  return count
}
