import { ruleRow } from '../model/rules.ts'
import { SETTING_NAMES, type SettingName } from '../model/settings.ts'

/** What stands in the way where a rule is broken, as a noun that a sentence can hold. */
export const RULE_WORDS = Object.fromEntries(SETTING_NAMES.map((name) => [name, ruleRow(name).words])) as Readonly<Record<SettingName, string>>

/**
 * Which of several broken rules is the reason, where one has to be named: who lacks the skill is not kept by the rest. Rules that are not in the list follow
 * in the order of the settings.
 */
const FIRST_REASONS: readonly SettingName[] = ['spotSkills', 'spotTeams', 'unavailable', 'shiftCollision', 'oneShiftPerDay', 'minRestBetweenShifts']

/** The rule that is the reason before all others; null when there is none. */
export function mainReason(settings: readonly SettingName[]): SettingName | null {
  return FIRST_REASONS.find((setting) => settings.includes(setting)) ?? settings[0] ?? null
}
