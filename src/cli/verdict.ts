import { findChangedDecidedShifts } from '../checker/check.ts'
import { countOf } from '../checker/words.ts'
import type { Schedule } from '../model/schedule.ts'
import { mustPriorities } from '../model/settings.ts'
import type { Violation } from '../model/violation.ts'
import { falseStatements, type Stated } from './statements.ts'
import { formatTable } from './table.ts'

/** Everything for which a solution is refused, each in a sentence. */
export function objectionsTo(stated: Stated): readonly string[] {
  const { schedule, roster, judgement } = stated
  const objections = findChangedDecidedShifts(schedule, roster).map(
    ({ id }) => `Shift ${id} is fixed or historic, and the solution changes who works it.`,
  )
  if (judgement.score[0] > 0) objections.push(`First-priority rules are broken: penalty ${judgement.score[0]}.`)
  const empty = emptyMandatory(schedule, judgement.violations)
  if (empty > 0) objections.push(`${countOf(empty, 'mandatory shift')} ${empty === 1 ? 'is' : 'are'} empty.`)
  return [...objections, ...falseStatements(stated)]
}

/** Mandatory shifts that are empty where that does not break the first priority, which is said already. */
function emptyMandatory({ settings }: Schedule, violations: readonly Violation[]): number {
  if (!mustPriorities(settings).includes(1)) return 0
  const ofSeats = violations.filter(({ setting, priority }) => setting === 'assignShift' && priority === 1)
  return new Set(ofSeats.flatMap(({ matches }) => matches.flatMap(({ shiftIds }) => shiftIds))).size
}

/** The first priority first, and within one what costs most. */
export function byImportance(violations: readonly Violation[]): readonly Violation[] {
  return [...violations].sort((a, b) => a.priority - b.priority || b.penalty - a.penalty)
}

/** One line for each rule and priority that costs, the most important first. */
export function violationTable(violations: readonly Violation[]): readonly string[] {
  return formatTable<Violation>(
    [
      { title: 'priority', value: ({ priority }) => String(priority + 1), align: 'right' },
      { title: 'rule broken', value: ({ setting }) => setting },
      { title: 'penalty', value: ({ penalty }) => penalty.toLocaleString('en-US'), align: 'right' },
      { title: 'places', value: ({ matchCount }) => String(matchCount), align: 'right' },
      { title: 'units', value: ({ units, matches }) => `${units} × ${matches[0]?.unit ?? ''}` },
    ],
    byImportance(violations),
  )
}
