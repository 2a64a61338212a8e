import { findChangedDecidedShifts } from '../checker/check.ts'
import { countOf } from '../checker/words.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { compareScores, formatScore, type Score } from '../model/score.ts'
import type { Judgement, Violation } from '../model/violation.ts'
import { mustPriorities } from '../model/settings.ts'
import { formatTable } from './table.ts'

/** Everything for which a solution is refused, each in a sentence; `document` is the solution as it was sent, with what it states of itself. */
export function objectionsTo(schedule: Schedule, solution: { roster: Roster; judgement: Judgement; document: unknown }): readonly string[] {
  const { score, violations } = solution.judgement
  const objections = findChangedDecidedShifts(schedule, solution.roster).map(
    ({ id }) => `Shift ${id} is fixed or historic, and the solution changes who works it.`,
  )
  if (score[0] > 0) objections.push(`First-priority rules are broken: penalty ${score[0]}.`)
  const empty = emptyMandatory(schedule, violations)
  if (empty > 0) objections.push(`${countOf(empty, 'mandatory shift')} ${empty === 1 ? 'is' : 'are'} empty.`)
  const stated = readScore(solution.document, 'score')
  if (stated === null && (fieldOf(solution.document, 'score') ?? null) !== null)
    objections.push('The score that the solution states is not four whole numbers.')
  if (stated !== null && compareScores(stated, score) !== 0) {
    objections.push(`The solution states the score ${formatScore(stated)}, but it is ${formatScore(score)}.`)
  }
  const bound = readScore(solution.document, 'bound')
  if (bound !== null && compareScores(bound, score) > 0) {
    objections.push(`The solution states the bound ${formatScore(bound)}, which its own roster beats.`)
  }
  return objections
}

/** Mandatory shifts that are empty where that does not break the first priority, which is said already. */
function emptyMandatory({ settings }: Schedule, violations: readonly Violation[]): number {
  if (!mustPriorities(settings).includes(1)) return 0
  const ofSeats = violations.filter(({ setting, priority }) => setting === 'assignShift' && priority === 1)
  return new Set(ofSeats.flatMap(({ matches }) => matches.flatMap(({ shiftIds }) => shiftIds))).size
}

/** Four whole numbers under `field`; null when there are none. */
export function readScore(document: unknown, field: 'score' | 'bound'): Score | null {
  const value = fieldOf(document, field)
  return Array.isArray(value) && value.length === 4 && value.every((number) => Number.isInteger(number)) ? (value as unknown as Score) : null
}

function fieldOf(document: unknown, field: string): unknown {
  return typeof document === 'object' && document !== null ? (document as Record<string, unknown>)[field] : undefined
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
      { title: 'places', value: ({ matches }) => String(matches.length), align: 'right' },
      { title: 'units', value: ({ matches }) => `${matches.reduce((sum, { amount }) => sum + amount, 0)} × ${matches[0]?.unit ?? ''}` },
    ],
    byImportance(violations),
  )
}
