import { isDeepStrictEqual } from 'node:util'
import { explainEmptyShifts } from '../answers/empty-shifts.ts'
import { writeRoster } from '../answers/write-roster.ts'
import { isJsonObject, pointerStep, shown } from '../api/fields.ts'
import { Shift as ShiftSchema } from '../api/schemas/shift.ts'
import { parseDateTime } from '../api/times.ts'
import { withShiftsWrittenOut } from '../api/write-out-shifts.ts'
import { type ConstraintRelease, writeRelease } from '../api/write-solution.ts'
import { findLeftOut } from '../engine/index.ts'
import { JOB_STATES, STOP_REASONS } from '../model/job.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { compareScores, formatScore, gapBetween, PRIORITIES, type Score } from '../model/score.ts'
import type { UnassignedShift } from '../model/solution.ts'
import type { Judgement } from '../model/violation.ts'

/** A solution, and what it can be held against. */
export interface Stated {
  /** The document that `schedule` was read from. */
  readonly posted: unknown
  /** As it was read: its candidates are not yet shifts of its own. */
  readonly asked: Schedule
  readonly schedule: Schedule
  readonly roster: Roster
  readonly judgement: Judgement
  /** The solution as it was sent, with what it states of itself. */
  readonly document: unknown
}

/** Fields that follow from schedule and roster alone. */
const FOLLOWING = [
  'unassigned',
  'freePeriodSelections',
  'residualFreeDays',
  'unresolvedFreePeriodRequirements',
  'openAtEnd',
  'accounts',
  'changes',
  'affectedEmployees',
  'coverage',
  'costs',
] as const

/** Fields of a shift that say who works it. */
const WORKED_BY: ReadonlySet<string> = new Set(['employee', 'employees'])

/** Differences of one kind that are told one by one. */
const MOST_TOLD = 5

type Fields = Readonly<Record<string, unknown>>

/**
 * Everything that a solution states and that is not so, each in a sentence: its score, bound and gap, how it ended, its shifts against those of the
 * schedule, the rules that it says are broken, and what else follows from its roster. What it does not state is nothing wrong. Sentences that
 * explain are not compared: another version says the same in other words.
 */
export function falseStatements(stated: Stated): readonly string[] {
  const { document, posted, judgement } = stated
  if (!isJsonObject(document)) return []
  return [
    ...falseFigures(document, judgement.score),
    ...falseEnd(document),
    ...falseLeftOut(stated, document),
    ...changedShifts(postedShifts(posted), document['shifts']),
    ...falseReleases(judgement.violations.map(writeRelease), document['constraintRelease']),
    ...falseConsequences(stated, document),
  ]
}

function falseFigures(document: Fields, score: Score): string[] {
  const objections: string[] = []
  const stated = readScore(document, 'score')
  const bound = readScore(document, 'bound')
  for (const field of ['score', 'bound'] as const)
    if ((document[field] ?? null) !== null && readScore(document, field) === null)
      objections.push(`The ${field} that the solution states is not four whole numbers.`)
  if (stated !== null && compareScores(stated, score) !== 0)
    objections.push(`The solution states the score ${formatScore(stated)}, but it is ${formatScore(score)}.`)
  if (bound !== null && compareScores(bound, score) > 0)
    objections.push(`The solution states the bound ${formatScore(bound)}, which its own roster beats.`)
  const gap = bound === null ? null : gapBetween(stated ?? score, bound)
  if (document['gap'] !== undefined && document['bound'] !== undefined && !isSameNumber(document['gap'], gap))
    objections.push(`The solution states the gap ${shown(document['gap'])}, but between its score and its bound it is ${shown(gap)}.`)
  return objections
}

function isSameNumber(stated: unknown, expected: number | null): boolean {
  return stated === expected || (typeof stated === 'number' && expected !== null && Math.abs(stated - expected) < 1e-9)
}

/** `type`, `status`, `stopReason` and `noBoundReason` have to be of one and the same end. */
function falseEnd(document: Fields): string[] {
  const { type, status, stopReason, noBoundReason } = document
  const objections: string[] = []
  if (isGiven(type) && type !== 'schedule.solved')
    objections.push(`The solution states the type ${shown(type)}; what carries a roster is a schedule.solved.`)
  if (isGiven(status) && !isWordOf(JOB_STATES, status)) objections.push(`The solution states the status ${shown(status)}, which there is not.`)
  else if (isGiven(status) && status !== 'SOLVED' && (isGiven(stopReason) || type === 'schedule.solved'))
    objections.push(`The solution states the status ${shown(status)}, and that its search has ended; that is SOLVED.`)
  else if (status === 'SOLVED' && stopReason === null) objections.push('The solution states the status SOLVED, and no reason why its search ended.')
  if (isGiven(stopReason) && !isWordOf(STOP_REASONS, stopReason))
    objections.push(`The solution states the stopReason ${shown(stopReason)}, which there is not.`)
  const score = readScore(document, 'score')
  const bound = readScore(document, 'bound')
  const isProved = score !== null && bound !== null && compareScores(score, bound) === 0
  if (stopReason === 'OPTIMAL' && document['bound'] !== undefined && !isProved)
    objections.push('The solution states the stopReason OPTIMAL, and no bound that proves it.')
  if (bound !== null && isGiven(noBoundReason)) objections.push('The solution states a bound, and in noBoundReason why there is none.')
  return objections
}

function changedShifts(posted: readonly unknown[], stated: unknown): string[] {
  if (!Array.isArray(stated)) return []
  const byId = new Map(posted.filter(isJsonObject).map((shift) => [shift['id'], shift]))
  const objections = stated.filter(isJsonObject).flatMap((shift) => {
    const before = byId.get(shift['id'])
    const differing = before === undefined ? [] : Object.keys(shift).filter((key) => !WORKED_BY.has(key) && !isSameField(key, before, shift))
    return differing.map(
      (key) => `Shift ${String(shift['id'])}: the solution states ${key} ${shown(shift[key])}, and the schedule ${shown(before![key] ?? null)}.`,
    )
  })
  return firstOf(objections, 'fields of shifts differ from the schedule')
}

/** True for a field that says the same in both: left out is as null and as the default, and times are moments. */
function isSameField(key: string, before: Fields, after: Fields): boolean {
  const known = (ShiftSchema.properties as Readonly<Record<string, { readonly default?: unknown }>>)[key]
  // What somebody keeps beside a shift of theirs is no statement about the schedule.
  if (known === undefined && before[key] === undefined) return true
  const plain = (value: unknown): unknown => {
    const given = value ?? known?.default ?? null
    if ((key === 'start' || key === 'end') && typeof given === 'string') return Number.isNaN(parseDateTime(given)) ? given : parseDateTime(given)
    return Array.isArray(given) && given.length === 0 ? null : given
  }
  return isDeepStrictEqual(plain(before[key]), plain(after[key]))
}

function falseReleases(found: readonly ConstraintRelease[], stated: unknown): string[] {
  if (!Array.isArray(stated)) return []
  const nameOf = ({ setting, priority }: Fields): string => `${String(setting)} on priority ${String(priority)}`
  const told = new Map(stated.filter(isJsonObject).map((release) => [nameOf(release), release]))
  const objections = found.flatMap((release) => {
    const name = nameOf({ ...release })
    const its = told.get(name)
    told.delete(name)
    if (its === undefined) return [`The solution does not state that ${name} is broken, with a penalty of ${release.penalty}.`]
    if (its['penalty'] !== release.penalty)
      return [`The solution states a penalty of ${shown(its['penalty'])} for ${name}, but it is ${release.penalty}.`]
    const places = (matches: unknown): string[] => (Array.isArray(matches) ? matches : []).map((match) => JSON.stringify(sorted(match))).sort()
    const isSame = its['matches'] === undefined || isDeepStrictEqual(places(its['matches']), places(asJson(release.matches)))
    return isSame ? [] : [`The solution states other places at which ${name} is broken than there are.`]
  })
  const invented = [...told.keys()].map((name) => `The solution states that ${name} is broken, which is not so.`)
  return firstOf([...objections, ...invented], 'of the rules that it states are not as they are')
}

/** What bounds of the schedule leave out. Nothing may be stated of it: by a search that goes on, or was over before it began. */
function falseLeftOut({ asked }: Stated, { boundLeavesOut: stated }: Fields): string[] {
  if (!Array.isArray(stated) || stated.length === 0) return []
  const expected = findLeftOut(asked)
  if (isDeepStrictEqual(stated, expected)) return []
  return [`The solution states that its bound leaves out ${shown(stated)}; a bound of this schedule leaves out ${shown(expected)}.`]
}

/** What follows from schedule and roster. While a search goes on its empty shifts are not explained. */
function falseConsequences({ posted, schedule, roster, judgement }: Stated, document: Fields): string[] {
  const isStated = (field: (typeof FOLLOWING)[number]): boolean =>
    field === 'costs' ? isJsonObject(document[field]) : Array.isArray(document[field])
  const fields = FOLLOWING.filter((field) => isStated(field) && !(field === 'unassigned' && document['stopReason'] === null))
  if (fields.length === 0) return []
  const following = writeRoster(posted, schedule, roster, {
    ...judgement,
    bound: readScore(document, 'bound'),
    noBoundReason: null,
    boundLeavesOut: [],
    stopReason: 'STOPPED',
    unassigned: fields.includes('unassigned') ? explainEmptyShifts(schedule, roster) : [],
    statistics: { solveMs: 0, firstRosterMs: 0, moves: 0, threads: 1, seed: 0 },
  })
  return fields.flatMap((field) => {
    const expected = field === 'unassigned' ? unexplainedAs(document[field], following.unassigned) : following[field]
    const at = firstDifference(asJson(expected), document[field], `/${field}`)
    return at === null ? [] : [`The solution states something else than follows from its roster at ${at}.`]
  })
}

/** Empty shifts, of which those that a search had no time to explain are as they are stated: how many that were, nobody knows any more. */
function unexplainedAs(stated: unknown, unassigned: readonly UnassignedShift[]): readonly UnassignedShift[] {
  if (!Array.isArray(stated)) return unassigned
  const isLeft = (position: number): boolean => isJsonObject(stated[position]) && stated[position]['complete'] === false
  return unassigned.map((empty, position) => (isLeft(position) ? { ...empty, complete: false, employees: [] } : empty))
}

/** Where two values are first different, as a pointer; null when they are not. */
function firstDifference(expected: unknown, stated: unknown, pointer: string): string | null {
  if (Array.isArray(expected) && Array.isArray(stated)) {
    const length = Math.max(expected.length, stated.length)
    for (let i = 0; i < length; i += 1) {
      const at = i in expected && i in stated ? firstDifference(expected[i], stated[i], `${pointer}/${i}`) : `${pointer}/${i}`
      if (at !== null) return at
    }
    return null
  }
  if (isJsonObject(expected) && isJsonObject(stated)) {
    for (const key of Object.keys(expected).filter((name) => !WORDS.has(name))) {
      const at = firstDifference(expected[key], stated[key], `${pointer}/${pointerStep(key)}`)
      if (at !== null) return at
    }
    return null
  }
  return expected === stated ? null : pointer
}

/** Fields that explain in sentences. */
const WORDS: ReadonlySet<string> = new Set(['text', 'cause'])

/** An object with its fields in one order, without those that explain. */
function sorted(match: unknown): unknown {
  if (!isJsonObject(match)) return match
  return Object.fromEntries(
    Object.entries(match)
      .filter(([key, value]) => !WORDS.has(key) && value !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function firstOf(objections: readonly string[], what: string): string[] {
  const more = objections.length - MOST_TOLD
  return more <= 0 ? [...objections] : [...objections.slice(0, MOST_TOLD), `${more} more ${what}.`]
}

/** As it is once it was written and read: without fields that are undefined. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function postedShifts(posted: unknown): readonly unknown[] {
  const document = withShiftsWrittenOut(posted)
  const shifts = isJsonObject(document) ? document['shifts'] : null
  return Array.isArray(shifts) ? shifts : []
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function isWordOf(words: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && words.includes(value)
}

/** Four whole numbers under `field`; null when there are none. */
export function readScore(document: unknown, field: 'score' | 'bound'): Score | null {
  const value = isJsonObject(document) ? document[field] : undefined
  const isScore = Array.isArray(value) && value.length === PRIORITIES.length && value.every((number) => Number.isInteger(number))
  return isScore ? (value as unknown as Score) : null
}
