import { PRIORITIES, type Score } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import { RULE_WORDS } from './rule-words.ts'

const ORDINALS = ['first', 'second', 'third', 'fourth'] as const

/** `a`, `a and b`, `a, b and c`. */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

/** `20 better on the first priority and 5 worse on the second`; `no better and no worse` when nothing changes. */
export function changeInWords(change: Score): string {
  const parts = PRIORITIES.filter((p) => change[p] !== 0).map(
    (p) => `${Math.abs(change[p])} ${change[p] < 0 ? 'better' : 'worse'} on the ${ORDINALS[p]}`,
  )
  return parts.length === 0 ? 'no better and no worse' : listed([`${parts[0]} priority`, ...parts.slice(1)])
}

/** `; in the way: a missing skill and a wish to be free`; empty without settings. */
export function obstaclesInWords(settings: readonly SettingName[]): string {
  return settings.length === 0 ? '' : `; in the way: ${listed(settings.map((setting) => RULE_WORDS[setting]))}`
}
