import { SETTING_NAMES, type SettingName } from '../../model/settings.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import { MAX_MARKED } from '../rows/weekend-mark.ts'
import { countedBy } from '../rules/count/left-out.ts'
import { gapRules } from '../rules/gap/left-out.ts'
import type { LeftOut } from '../rules/left-out.ts'
import { followsGaps } from './ascent.ts'
import { methodsOf } from './proof-methods.ts'

/** Rules of one setting that are told by name; where more are left out, the setting stands for all of them. */
const MAX_NAMES = 20

/**
 * The rules that no bound of an instance follows, in the order of settings: `setting`, or `setting: name` of those that have a name. They are what kinds relax, and what
 * graphs of rows leave out because they would be too large.
 */
export function leftOutOfBound(instance: Instance, params: SearchParams): string[] {
  const relaxed = instance.kinds.flatMap((kind) => kind.relaxed?.leftOut(instance) ?? [])
  const bySetting = Map.groupBy([...relaxed, ...leftOutOfGraphs(instance, params)], ({ setting }) => setting)
  return SETTING_NAMES.flatMap((setting) => namesOf(setting, bySetting.get(setting) ?? []))
}

function namesOf(setting: SettingName, rules: readonly LeftOut[]): readonly string[] {
  const names = new Set(rules.map(({ name }) => (name === undefined ? setting : `${setting}: ${name}`)))
  return names.size > MAX_NAMES ? [setting] : [...names]
}

/** What ascents leave out of graphs that would be too large: which shift follows which, and sums of weekends beyond those that are marked. */
function leftOutOfGraphs(instance: Instance, params: SearchParams): LeftOut[] {
  if (!methodsOf(instance, params).includes('ascent')) return []
  const gaps = followsGaps(instance, params.bounds) ? [] : gapRules(instance)
  const weekends = instance.countsOf.flatMap((mine) =>
    [...mine]
      .map((r) => instance.counts[r]!)
      .filter(({ of, isPartition }) => of === 'weekend' && isPartition)
      .slice(MAX_MARKED),
  )
  return [...gaps, ...countedBy(instance, [...new Set(weekends)])]
}
