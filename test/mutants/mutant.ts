import type { SettingName } from '../../src/model/settings.ts'

/** One line of one rule, made wrong. Some test has to notice. */
export interface Mutant {
  /** The rule that it makes wrong. Others may suffer with it. */
  readonly setting: SettingName
  readonly side: 'engine' | 'checker'
  /** Relative to the root. */
  readonly file: string
  /** Stands exactly once in the file. */
  readonly find: string
  readonly replace: string
}

/** Which rule, the text as it is, the text as it is not. */
export type Change = readonly [setting: SettingName, find: string, replace: string]

/** The mutants of one file. */
export function inFile(side: Mutant['side'], path: string, changes: readonly Change[]): Mutant[] {
  return changes.map(([setting, find, replace]) => ({ setting, side, file: `src/${side}/${path}`, find, replace }))
}
