import { SETTING_NAMES, type SettingName } from '../model/settings.ts'

/** The weights of one setting as a request says them. */
export type PostedWeights = Readonly<Record<(typeof FIELDS)[number], number>>

const FIELDS = ['firstPriorityWeight', 'secondPriorityWeight', 'thirdPriorityWeight', 'fourthPriorityWeight'] as const

/** Weights of a rule that counts on the first two priorities. */
export function weights(first: number, second: number): PostedWeights {
  return { firstPriorityWeight: first, secondPriorityWeight: second, thirdPriorityWeight: 0, fourthPriorityWeight: 0 }
}

/** The settings of a request in which only these rules count: every other one is off. */
export function onlySettings(rules: Partial<Record<SettingName, PostedWeights>>): Readonly<Record<SettingName, PostedWeights>> {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, rules[name] ?? weights(0, 0)])) as Record<SettingName, PostedWeights>
}
