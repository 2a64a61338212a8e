import type { SettingName } from '../model/settings.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'

/** What stands in the way where a rule is broken, as a noun that a sentence can hold: `too little rest between shifts`. */
export function ruleWords(setting: SettingName, { say }: Teller = ENGLISH): string {
  return say(`rule.${setting}`)
}

/**
 * Which of several broken rules is the reason, where one has to be named: who lacks the skill is not kept by the rest. Rules that are not in the list follow
 * in the order of the settings.
 */
const FIRST_REASONS: readonly SettingName[] = ['spotSkills', 'spotTeams', 'unavailable', 'shiftCollision', 'oneShiftPerDay', 'minRestBetweenShifts']

/** The rule that is the reason before all others; null when there is none. */
export function mainReason(settings: readonly SettingName[]): SettingName | null {
  return FIRST_REASONS.find((setting) => settings.includes(setting)) ?? settings[0] ?? null
}
