import type { SettingName } from '../../model/settings.ts'
import type { Instance } from '../instance/instance.ts'

/** A rule that is left out of what a bound is proved of. */
export interface LeftOut {
  readonly setting: SettingName
  /** What the schedule calls it; absent where the setting is all that there is to say. */
  readonly name?: string
}

/** The rules that count by these units; −1 = nothing is counted. */
export function leftOutBy(
  { units }: Pick<Instance, 'units'>,
  rules: readonly { readonly unit: number; readonly name?: string | undefined }[],
): LeftOut[] {
  return rules.filter(({ unit }) => unit >= 0).map(({ unit, name }) => ({ setting: units[unit]!.setting, ...(name === undefined ? {} : { name }) }))
}
