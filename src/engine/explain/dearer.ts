import { addScores, compareScores, PERFECT, type Score } from '../../model/score.ts'
import type { SettingName } from '../../model/settings.ts'

/** What a rule costs more. */
export interface Change {
  readonly setting: SettingName
  readonly change: Score
}

/** Takes an amount of a rule that is counted more. */
export type AddAmount = (setting: SettingName, weights: Score, amount: number) => void

/** Adds an amount of a rule to what is known under a key. */
export function addChange(
  changes: Map<string, Change>,
  key: string,
  { setting, weights, amount }: { readonly setting: SettingName; readonly weights: Score; readonly amount: number },
): void {
  const more: Score = [amount * weights[0], amount * weights[1], amount * weights[2], amount * weights[3]]
  changes.set(key, { setting, change: addScores(changes.get(key)?.change ?? PERFECT, more) })
}

/** The rules of changes that are dearer, each once. */
export function dearer(changes: Iterable<Change>): SettingName[] {
  return [...new Set([...changes].filter(({ change }) => compareScores(change, PERFECT) > 0).map(({ setting }) => setting))]
}
