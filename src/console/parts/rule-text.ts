import { RULE_WORDS } from '../../answers/rule-words.ts'

/** The name of a rule as a heading: `Too little rest between shifts`. */
export function ruleText(setting: keyof typeof RULE_WORDS): string {
  const words = RULE_WORDS[setting]
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** A rule that a bound leaves out, as its answer names it: a setting, or a setting and what the schedule calls the rule. */
export function leftOutText(leftOut: string): string {
  const at = leftOut.indexOf(':')
  const setting = at < 0 ? leftOut : leftOut.slice(0, at)
  const words = (RULE_WORDS as Readonly<Record<string, string | undefined>>)[setting] ?? setting
  return at < 0 ? words : `${words} (${leftOut.slice(at + 1).trim()})`
}
