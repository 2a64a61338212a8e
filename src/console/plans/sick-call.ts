import type { Static } from 'typebox'
import type { ReplanPreviewResult } from '../../api/schemas/questions/replan-preview.ts'
import { withShiftsWrittenOut } from '../../api/write-out-shifts.ts'
import type { Identifier } from '../../model/units.ts'
import { workersOf } from '../health/health.ts'
import { isSame, type PlanDocument, type PlanShift } from './plan-document.ts'

/** Somebody is ill from one local date to another, both included. */
export interface SickCall {
  readonly employeeId: Identifier
  readonly start: string
  readonly end: string
}

export type Preview = Static<typeof ReplanPreviewResult>

/** With few changes, as good with other people, better with more changes, or with nobody in the place of who is ill. */
export type AnswerKind = 'keep' | 'other' | 'free' | 'empty'

export interface SickAnswer extends Pick<Preview, 'changes' | 'score' | 'currency'> {
  readonly kind: AnswerKind
  /** Mandatory shifts that nobody works. */
  readonly empty: number
  /** What people are paid, now minus before, in minor units; absent where the schedule says nothing of money. */
  readonly costChange?: number
}

/** Seconds that each search may take. */
const ANSWER_SECONDS = 3
/** Rosters that the gateway is asked for, from the fewest changes to the best one. */
const ROSTERS = 2

/** What `schedule.replan-preview` is asked. Nothing that starts before the first day changes. */
export function previewParameters(document: PlanDocument, { employeeId, start, end }: SickCall, more: object): Readonly<Record<string, unknown>> {
  const events = [{ absent: { employeeId, start, end, kind: 'illness' } }]
  return { schedule: document, events, freezeUntil: start, maxSeconds: ANSWER_SECONDS, ...more }
}

/** Finds the answers, one search after another, and gives those so far each time. Answers that change the same are one. */
export async function findAnswers(
  { document, sick }: { readonly document: PlanDocument; readonly sick: SickCall },
  ask: (parameters: Readonly<Record<string, unknown>>) => Promise<Preview>,
  onAnswers: (answers: readonly SickAnswer[]) => void,
): Promise<void> {
  const filled = answersOf(await ask(previewParameters(document, sick, { alternatives: ROSTERS })))
  onAnswers(filled)
  const missed = filled[0]!.changes.flatMap(({ shiftId, before }) => (before === sick.employeeId ? [shiftId] : []))
  if (missed.length === 0) return
  const left = await ask(previewParameters(document, sick, { leaveEmpty: missed }))
  onAnswers(differing([...filled, { ...answerOf(left, left), kind: 'empty' }]))
}

/** The rosters of a preview, the one with the fewest changes first. All of them leave as many shifts empty. */
function answersOf(preview: Preview): readonly SickAnswer[] {
  const { alternatives = [] } = preview
  const rosters = differing((alternatives.length === 0 ? [preview] : alternatives).map((roster) => answerOf(preview, roster)))
  return rosters.map((answer, at) => ({ ...answer, kind: at === 0 ? 'keep' : isSame(answer.score, rosters[0]!.score) ? 'other' : 'free' }))
}

function answerOf(
  { emptyShiftIds, currency }: Preview,
  { changes, score, affectedEmployees }: Pick<Preview, 'changes' | 'score' | 'affectedEmployees'>,
): SickAnswer {
  const costs = affectedEmployees.flatMap(({ costChange }) => costChange ?? [])
  return {
    kind: 'keep',
    changes,
    score,
    empty: emptyShiftIds.length,
    ...(currency === undefined ? {} : { currency }),
    ...(costs.length === 0 ? {} : { costChange: costs.reduce((sum, cost) => sum + cost, 0) }),
  }
}

function differing(answers: readonly SickAnswer[]): readonly SickAnswer[] {
  const hands = answers.map(({ changes }) => JSON.stringify(changes.map(({ shiftId, before, after }) => [shiftId, before, after])))
  return answers.filter((_, at) => hands.indexOf(hands[at]!) === at)
}

/** The plan with the absence, and with the people of an answer on the shifts. Null when the answer has shifts that the plan has not: those that are found for a demand. */
export function takeAnswer(
  document: PlanDocument,
  { employeeId, start, end }: SickCall,
  { changes }: Pick<SickAnswer, 'changes'>,
): PlanDocument | null {
  const shown = writtenOut(document, changes)
  const ids = new Set((shown.shifts ?? []).map(({ id }) => id))
  if (changes.some(({ shiftId }) => !ids.has(shiftId))) return null
  const byShift = Map.groupBy(changes, ({ shiftId }) => shiftId)
  const employees = (shown.employees ?? []).map((person) =>
    person.id === employeeId ? { ...person, absences: [...(person.absences ?? []), { start, end, kind: 'illness' }] } : person,
  )
  const shifts = (shown.shifts ?? []).map((shift) => {
    const changed = byShift.get(shift.id)
    return changed === undefined ? shift : withPeople(shift, changed)
  })
  return { ...shown, employees, shifts }
}

/** Shifts that repeat are written out where one of them changes hands. */
function writtenOut(document: PlanDocument, changes: Preview['changes']): PlanDocument {
  const ids = new Set((document.shifts ?? []).map(({ id }) => id))
  return changes.every(({ shiftId }) => ids.has(shiftId)) ? document : (withShiftsWrittenOut(document) as PlanDocument)
}

/** A shift that was fixed is planned again: it was fixed to somebody who is away. */
function withPeople({ fixed: _fixed, ...shift }: PlanShift & { readonly fixed?: unknown }, changes: Preview['changes']): PlanShift {
  const left = new Set(changes.map(({ before }) => before))
  const came = changes.flatMap(({ after }) => after ?? [])
  const people = [...workersOf(shift).filter((worker) => !left.has(worker)), ...came]
  if (shift.employees !== undefined || shift.seats !== undefined) return { ...shift, employees: people }
  return { ...shift, employee: people[0] ?? null }
}

/** The first day that is offered: today, or else the first day of the plan. */
export function offeredDay({ shifts = [] }: PlanDocument, today: string): string {
  const days = shifts.map(({ start }) => start.slice(0, 10)).toSorted()
  const [first, last] = [days[0] ?? today, days.at(-1) ?? today]
  return first <= today && today <= last ? today : first
}
