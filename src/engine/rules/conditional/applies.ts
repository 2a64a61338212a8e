import { holderOn } from '../../instance/terms.ts'
import type { ConditionalRule } from './conditional.ts'

/** True where the condition, whose sums are there, is met for a match of that day. */
export function applies(rule: ConditionalRule, day: number): boolean {
  if (rule.when === null) return true
  const sum = rule.when.sums[rule.when.windows.firstWindow[day]!]!
  return sum >= rule.when.min && sum <= rule.when.max
}

/** True where the contract of that day has the rule. */
export function isHeld({ held }: ConditionalRule, employee: number, day: number): boolean {
  return held === null || held.has[holderOn(held.terms, employee, day)] === 1
}
