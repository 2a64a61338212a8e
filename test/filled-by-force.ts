import { scoreOf } from '../src/checker/check.ts'
import { rosterOfDecided } from '../src/model/roster.ts'
import type { Schedule } from '../src/model/schedule.ts'
import { SETTING_NAMES, type SettingName, type Weights } from '../src/model/settings.ts'

const MAX_ROSTERS = 20_000

/**
 * Whether these shifts (positions) can all be worked under these rules and nothing else, without breaking more of them than what is decided does, by trying every
 * roster with the checker; null where those are more than `maxRosters`.
 */
export function canBeWorked(schedule: Schedule, shifts: readonly number[], rules: readonly SettingName[], maxRosters = MAX_ROSTERS): boolean | null {
  if (schedule.employees.length ** shifts.length > maxRosters) return null
  const weights = Object.fromEntries(
    SETTING_NAMES.map((name): [SettingName, Weights] => [name, [rules.includes(name) ? 1 : 0, 0, 0, 0]]),
  ) as Schedule['settings']['weights']
  const only = { ...schedule, settings: { ...schedule.settings, weights } }
  const roster = rosterOfDecided(only)
  const [decided] = scoreOf(only, roster)
  const place = (position: number): boolean => {
    if (position === shifts.length) return scoreOf(only, roster)[0] <= decided
    return schedule.employees.some((_, employee) => {
      roster[shifts[position]!] = employee
      return place(position + 1)
    })
  }
  return place(0)
}

/**
 * What is wrong with a conflict, by force: it can be met after all, or cannot without one of its members. Null where there is too much to try; empty where it
 * stands.
 */
export function faultsOfConflict(
  schedule: Schedule,
  { shifts, rules }: { readonly shifts: readonly number[]; readonly rules: readonly SettingName[] },
): readonly string[] | null {
  const isMet = canBeWorked(schedule, shifts, rules)
  if (isMet === null) return null
  const without = <T>(members: readonly T[], member: T): T[] => members.filter((other) => other !== member)
  return [
    ...(isMet ? ['can be met'] : []),
    ...shifts.filter((shift) => !canBeWorked(schedule, without(shifts, shift), rules)).map((shift) => `does not need shift ${shift}`),
    ...rules.filter((rule) => !canBeWorked(schedule, shifts, without(rules, rule))).map((rule) => `does not need ${rule}`),
  ]
}
