import { SETTING_NAMES, type SettingName } from '../../model/settings.ts'
import { t } from '../texts/texts.ts'

/** The name of a rule as a heading: `Too little rest between shifts`. */
export function ruleText(setting: SettingName): string {
  const words = t(`rule.${setting}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** A rule that a bound leaves out, as its answer names it: a setting, or a setting and what the schedule calls the rule. */
export function leftOutText(leftOut: string): string {
  const at = leftOut.indexOf(':')
  const setting = at < 0 ? leftOut : leftOut.slice(0, at)
  const words = isRule(setting) ? t(`rule.${setting}`) : setting
  return at < 0 ? words : `${words} (${leftOut.slice(at + 1).trim()})`
}

/** False for a rule of a later version. */
function isRule(setting: string): setting is SettingName {
  return SETTING_NAMES.some((name) => name === setting)
}
