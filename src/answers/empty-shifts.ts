import { type EmptyShift, explainUnassigned } from '../engine/explain/unassigned.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { compareScores, PERFECT, PRIORITIES } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import type { UnassignedShift } from '../model/solution.ts'
import { mainReason, RULE_WORDS } from './rule-words.ts'
import { listed } from './sentences.ts'

type Candidate = UnassignedShift['employees'][number]

/**
 * Every empty shift of the horizon with what stands in everybody's way, and the cause in one sentence. Shifts that are not reached before `isOver` are
 * listed without it; where that answers true at once, nothing is compiled.
 */
export function explainEmptyShifts(schedule: Schedule, roster: Roster, isOver = () => false): UnassignedShift[] {
  return explainUnassigned(schedule, roster, isOver).map((empty) => {
    const { leftOutFor: _, ...rest } = empty
    return { ...rest, cause: causeOf(schedule, empty) }
  })
}

function causeOf(schedule: Schedule, { employees, leftOutFor }: EmptyShift): string {
  if (leftOutFor === 'decided') return 'It is fixed empty: it stays as it came.'
  if (schedule.employees.length === 0) return 'Nobody can work it: there are no employees.'
  if (leftOutFor === 'pairs') return 'So many shifts are empty that the reasons of each employee were not looked up for this one.'
  if (leftOutFor === 'time') return 'The time was over before the reasons of each employee were looked up.'
  if (employees.length === 0) return 'Everybody is on it already.'
  // Who has a seat of it already is kept off it by nothing.
  const isPart = employees.length < schedule.employees.length
  const noun = isPart ? 'others' : 'employees'
  const better = employees.filter(({ scoreChange }) => compareScores(scoreChange, PERFECT) < 0)
  const someOf = ({ length }: readonly Candidate[]): string =>
    employees.length === 1
      ? `the only ${isPart ? 'other employee' : 'employee'} on it`
      : `${length === 1 ? 'one' : `any of ${length}`} of the ${employees.length} ${noun} on it`
  if (better.length > 0) return `It could be filled: the roster is better with ${someOf(better)}.`
  // Whom a rule costs as much as the shift is worth is kept off it all the same.
  const same = employees.filter(({ scoreChange, settings }) => settings.length === 0 && compareScores(scoreChange, PERFECT) === 0)
  if (same.length > 0) return `Filling it gains nothing: the roster is no better and no worse with ${someOf(same)}.`
  const reasons = Map.groupBy(employees, (candidate) => reasonOf(schedule, candidate))
  const byNumber = [...reasons].sort(([, a], [, b]) => b.length - a.length)
  const by = (reason: SettingName | null): string => `by ${reason === null ? 'what it would cost' : RULE_WORDS[reason]}`
  const [[first, { length }], ...others] = byNumber as [(typeof byNumber)[number], ...typeof byNumber]
  if (others.length === 0)
    return `${employees.length === 1 ? `The only ${isPart ? 'other employee' : 'employee'} is` : `All ${employees.length} ${noun} are`} kept off it ${by(first)}.`
  const most = `Of ${employees.length} ${noun} ${length} ${length === 1 ? 'is' : 'are'} kept off it ${by(first)}`
  return `${listed([most, ...others.map(([reason, candidates]) => `${candidates.length} ${by(reason)}`)])}.`
}

/** The rule that decides: among those with a weight on or before the priority that gets worse; null when none is named. */
function reasonOf({ settings: { weights } }: Schedule, { scoreChange, settings }: Candidate): SettingName | null {
  const decisive = PRIORITIES.find((p) => scoreChange[p] !== 0) ?? PRIORITIES.at(-1)!
  const weighing = settings.filter((setting) => PRIORITIES.some((p) => p <= decisive && weights[setting][p] > 0))
  return mainReason(weighing.length === 0 ? settings : weighing)
}
