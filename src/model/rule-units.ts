import type { ContractRule } from './schedule.ts'

/** True for the rules of which one unit is a minute. */
export function countsMinutes(rule: ContractRule): boolean {
  if (rule.kind === 'count' || rule.kind === 'hours') return rule.of === 'minutes'
  return rule.kind === 'rest' || rule.kind === 'restWindow' || rule.kind === 'span'
}
