import { type EmptyShift, explainUnassigned } from '../engine/explain/unassigned.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { compareScores, PERFECT, PRIORITIES } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import type { UnassignedShift } from '../model/solution.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import { mainReason, ruleWords } from './rule-words.ts'

type Candidate = UnassignedShift['employees'][number]

/**
 * Every empty shift of the horizon with what stands in everybody's way, and the cause in one sentence. Shifts that are not reached before `isOver` are
 * listed without it; where that answers true at once, nothing is compiled.
 */
export function explainEmptyShifts(schedule: Schedule, roster: Roster, isOver = () => false, teller: Teller = ENGLISH): UnassignedShift[] {
  return explainUnassigned(schedule, roster, isOver).map((empty) => {
    const { leftOutFor: _, ...rest } = empty
    return { ...rest, cause: causeOf(schedule, empty, teller) }
  })
}

function causeOf(schedule: Schedule, { employees, leftOutFor }: EmptyShift, teller: Teller): string {
  const { say } = teller
  if (leftOutFor === 'decided') return say('cause.fixed')
  if (schedule.employees.length === 0) return say('cause.noEmployees')
  if (leftOutFor === 'pairs') return say('cause.pairs')
  if (leftOutFor === 'time') return say('cause.time')
  if (employees.length === 0) return say('cause.everybody')
  // Who has a seat of it already is kept off it by nothing.
  const isPart = employees.length < schedule.employees.length
  const all = employees.length
  const someOf = ({ length: count }: readonly Candidate[]): string => {
    if (all === 1) return say(isPart ? 'cause.onlyOther' : 'cause.onlyEmployee')
    return say(isPart ? 'cause.someOfOthers' : 'cause.someOfEmployees', { count, all })
  }
  const better = employees.filter(({ scoreChange }) => compareScores(scoreChange, PERFECT) < 0)
  if (better.length > 0) return say('cause.better', { who: someOf(better) })
  // Whom a rule costs as much as the shift is worth is kept off it all the same.
  const same = employees.filter(({ scoreChange, settings }) => settings.length === 0 && compareScores(scoreChange, PERFECT) === 0)
  if (same.length > 0) return say('cause.noGain', { who: someOf(same) })
  return keptOff(schedule, { employees, isPart }, teller)
}

/** `Of 9 employees 5 are kept off it by a missing skill and 4 by a wish to be free.` */
function keptOff(
  schedule: Schedule,
  { employees, isPart }: { readonly employees: readonly Candidate[]; readonly isPart: boolean },
  teller: Teller,
): string {
  const { say } = teller
  const all = employees.length
  const reasons = Map.groupBy(employees, (candidate) => reasonOf(schedule, candidate))
  const byNumber = [...reasons].sort(([, a], [, b]) => b.length - a.length)
  const named = (reason: SettingName | null): string => (reason === null ? say('cause.cost') : ruleWords(reason, teller))
  const [[first, { length: count }], ...others] = byNumber as [(typeof byNumber)[number], ...typeof byNumber]
  const reason = named(first)
  if (others.length > 0) {
    const most = say(isPart ? 'cause.ofOthers' : 'cause.ofEmployees', { all, count, reason })
    const further = others.map(([other, candidates]) => say('cause.further', { number: candidates.length, reason: named(other) }))
    return `${teller.listed([most, ...further])}.`
  }
  if (all === 1) return say(isPart ? 'cause.onlyOtherKept' : 'cause.onlyEmployeeKept', { reason })
  return say(isPart ? 'cause.allOthersKept' : 'cause.allEmployeesKept', { all, reason })
}

/** The rule that decides: among those with a weight on or before the priority that gets worse; null when none is named. */
function reasonOf({ settings: { weights } }: Schedule, { scoreChange, settings }: Candidate): SettingName | null {
  const decisive = PRIORITIES.find((p) => scoreChange[p] !== 0) ?? PRIORITIES.at(-1)!
  const weighing = settings.filter((setting) => PRIORITIES.some((p) => p <= decisive && weights[setting][p] > 0))
  return mainReason(weighing.length === 0 ? settings : weighing)
}
