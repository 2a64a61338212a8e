import { RULE_WORDS } from '../../answers/rule-words.ts'

/** The name of a rule as a heading: `Too little rest between shifts`. */
export function ruleText(setting: keyof typeof RULE_WORDS): string {
  const words = RULE_WORDS[setting]
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
