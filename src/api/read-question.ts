import { GatewayError } from '../model/errors.ts'
import { materialised } from '../model/generated-shifts.ts'
import type { Issue } from '../model/issue.ts'
import { rosterAsPosted, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { seatsAround } from '../model/seats.ts'
import type { Identifier } from '../model/units.ts'
import { flagOf, integerOf, isGiven, isJsonObject, listOf, openObject, shapeOf, type Place } from './fields.ts'
import { hintForUnknownId, idOf, readId, requiredId } from './identifiers.ts'
import { localDateOf } from './moments.ts'
import { type IssueCode, IssueList } from './issues.ts'
import { DEFAULT_ANSWERS, MAX_ASKED_SHIFTS, RANGES, type ScheduleLimits } from './limits.ts'
import { readSubmission } from './read-schedule.ts'
import { readSolution } from './read-solution.ts'

/** What a question is about: a schedule with the shifts that were found among its own, and who works in it. */
export interface AskedRoster {
  /** As it was read, before anything was found; absent = it is the same. */
  readonly asked?: Schedule
  readonly schedule: Schedule
  readonly roster: Roster
}

/** The parameters of a question, while they are read. */
export interface QuestionPlace extends Place, Reading {}

/** What a question is read with. */
export interface Reading {
  /** How large a schedule may be; the defaults where nothing is said. */
  readonly limits: Partial<ScheduleLimits>
  /** What schedules were read as before, within the same limits, by the very document. Absent = everything is read anew. */
  readonly readBefore?: WeakMap<object, Schedule>
}

/**
 * Opens the parameters of a question and answers what `read` makes of them. Throws `request-invalid` with everything that is wrong in them:
 * pointers lead into the parameters, and an unknown parameter is an error, since the answer would be to another question.
 */
export function readQuestion<T>(
  parameters: unknown,
  schema: { readonly properties: object },
  { limits, readBefore }: Reading,
  read: (place: QuestionPlace) => T | null,
): T {
  const issues = new IssueList({ strict: true })
  const place = openObject(issues, '', parameters, shapeOf('the question', schema))
  const question = place === null ? null : read({ ...place, limits, ...(readBefore === undefined ? {} : { readBefore }) })
  const { errors, warnings } = issues.finish()
  if (question !== null && errors.length === 0) return question
  throw new GatewayError(
    'request-invalid',
    `The parameters have ${errors.length === 1 ? 'one error' : `${errors.length} errors`}.`,
    'Correct what is listed, and ask again.',
    { issues: errors, warnings },
  )
}

/** The parameter `schedule`; null when it is absent or wrong, which is reported. Its warnings are told beside errors alone: `schedule.validate` tells them otherwise. */
export function askedSchedule(place: QuestionPlace): Schedule | null {
  if (!isGiven(place, 'schedule')) return null
  const document = place.fields['schedule']
  const known = isJsonObject(document) ? place.readBefore?.get(document) : undefined
  if (known !== undefined) return known
  const { submission, errors, warnings } = readSubmission(document, { callback: 'optional', limits: place.limits })
  report(place, 'schedule', errors)
  if (submission !== null && isJsonObject(document)) place.readBefore?.set(document, submission.schedule)
  if (submission === null)
    for (const { pointer, code, detail, hint } of warnings) place.issues.warn(`/schedule${pointer}`, code as IssueCode, detail, hint)
  return submission?.schedule ?? null
}

/** The parameter `schedule`, with demands and with templates of shifts for them; null when it is wrong or has none of either, which is reported. */
export function askedDemand(place: QuestionPlace): Schedule | null {
  const schedule = askedSchedule(place)
  if (schedule === null) return null
  const { demands = [], shiftTemplates = [] } = schedule
  for (const [key, list, hint] of [
    ['demands', demands, 'Say in demands how many are wanted where and when.'],
    ['shiftTemplates', shiftTemplates, 'Say in shiftTemplates what shifts may be made: at which spots, from when to when, how long.'],
  ] as const)
    if (list.length === 0) place.issues.error(`/schedule/${key}`, 'field-missing', `The schedule has no ${key}, so that no shifts can be made.`, hint)
  return demands.length === 0 || shiftTemplates.length === 0 ? null : schedule
}

/** A roster of the schedule in the parameter `key`; where that is absent, the one that the schedule came with. Null when it is wrong, which is reported. */
export function askedRoster(place: QuestionPlace, key: string, schedule: Schedule): Roster | null {
  const value = place.fields[key]
  if (value === undefined || value === null) return rosterAsPosted(schedule)
  const { roster, errors } = readSolution(value, schedule)
  report(place, key, errors)
  return roster
}

/** The parameters `schedule` and `solution`; null when either is wrong, which is reported. */
export function askedScheduleAndRoster(place: QuestionPlace): AskedRoster | null {
  const schedule = askedSchedule(place)
  const roster = schedule === null ? null : askedRoster(place, 'solution', schedule)
  return schedule === null || roster === null ? null : { ...materialised(schedule, roster), asked: schedule }
}

/** What a recommendation is wanted for. */
type AskedFor =
  | { readonly shift: number }
  | { readonly shifts: readonly number[] }
  | { readonly employee: number }
  | { readonly demand: number; readonly date: string | null }

/** Positions of what one of the parameters `shiftId`, `shiftIds`, `employeeId` and `demandId` names; what is wrong is reported. */
export function askedFor(place: Place, { schedule, roster }: AskedRoster): AskedFor {
  const given = ['shiftId', 'shiftIds', 'employeeId', 'demandId'].filter((key) => (place.fields[key] ?? null) !== null)
  if (given.length > 1) {
    const detail = `${given.slice(0, -1).join(', ')} and ${given.at(-1)} are given together.`
    place.issues.error(`/${given[1]}`, 'question-unclear', detail, 'Ask about one of them: a shift, several shifts, an employee, or a demand.')
  }
  if (given[0] === 'employeeId') return { employee: askedEmployee(place, schedule) ?? 0 }
  if (given[0] === 'demandId') return { demand: askedDemandId(place, schedule), date: localDateOf(place, 'date') }
  return given[0] === 'shiftIds' ? { shifts: askedShifts(place, { schedule, roster }) } : { shift: askedShift(place, schedule) }
}

/** The position of the demand that the parameter `demandId` names; −1 when there is none, which is reported. */
function askedDemandId(place: Place, { demands = [] }: Schedule): number {
  const id = requiredId(place, 'demandId')
  const position = demands.findIndex((demand) => demand.id === id)
  if (position < 0 && place.issues.errorCount === 0) {
    const hint = hintForUnknownId(new Set(demands.map((demand) => demand.id)), id, 'Give the id of one of its demands.')
    place.issues.error('/demandId', 'demand-unknown', `The schedule has no demand ${id}.`, hint)
  }
  return position
}

/** The position of the shift that the parameter `shiftId` names; −1 when there is none that can be planned, which is reported. */
function askedShift(place: Place, schedule: Schedule): number {
  const id = requiredId(place, 'shiftId')
  return positionOfShift(place, schedule, id, '/shiftId')
}

/** The positions of the shifts that `shiftIds` names; a shift may be named as often as it has seats. */
function askedShifts(place: Place, { schedule }: AskedRoster): number[] {
  const times = new Map<number, number>()
  const ids = listOf(place, 'shiftIds', MAX_ASKED_SHIFTS)
  if (Array.isArray(place.fields['shiftIds']) && ids.length === 0)
    place.issues.error('/shiftIds', 'out-of-range', 'shiftIds names no shift.', 'Name at least one.')
  return ids.flatMap((value, i) => {
    const pointer = `/shiftIds/${i}`
    const id = readId(place.issues, pointer, `shiftIds[${i}]`, value)
    const position = id === null ? -1 : positionOfShift(place, schedule, id, pointer)
    if (position < 0) return []
    const { from, to } = seatsAround(schedule.shifts, position)
    times.set(position, (times.get(position) ?? 0) + 1)
    if (times.get(position)! > to - from)
      place.issues.error(pointer, 'id-duplicate', `The shift ${id} is named more often than it has seats.`, 'Name it once.')
    return [position]
  })
}

function positionOfShift(place: Place, schedule: Schedule, id: Identifier, pointer: string): number {
  const position = schedule.shifts.findIndex((shift) => shift.id === id)
  if (position < 0 && place.issues.errorCount === 0) {
    const known = new Set<Identifier>(schedule.shifts.map((shift) => shift.id))
    const hint = hintForUnknownId(known, id, 'Give the id of one of its shifts.')
    place.issues.error(pointer, 'shift-unknown', `The schedule has no shift ${id}.`, hint)
  }
  if (schedule.shifts[position]?.historic === true)
    place.issues.error(
      pointer,
      'decided-shift-changed',
      `The shift ${id} is historic: it was worked already.`,
      'Give the id of a shift in the horizon.',
    )
  return position
}

/** The position of the employee that the parameter `employeeId` names; null when it is absent or, which is reported, there is none. */
export function askedEmployee(place: Place, schedule: Schedule): number | null {
  const id = idOf(place, 'employeeId')
  if (id === null) return null
  const position = schedule.employees.findIndex((employee) => employee.id === id)
  if (position >= 0) return position
  const known = new Set<Identifier>(schedule.employees.map((employee) => employee.id))
  const hint = hintForUnknownId(known, id, 'Give the id of one of its employees.')
  place.issues.error('/employeeId', 'employee-unknown', `The schedule has no employee ${id}.`, hint)
  return null
}

/** The position of the employee that the parameter `replaces` names, who has to work the shift at `shift`; null when it is absent or, which is reported, wrong. */
export function askedReplaced(place: Place, { schedule, roster }: AskedRoster, shift: number): number | null {
  const id = idOf(place, 'replaces')
  if (id === null || shift < 0) return null
  const { from, to } = seatsAround(schedule.shifts, shift)
  const position = [...roster.subarray(from, to)].find((employee) => schedule.employees[employee]?.id === id)
  if (position !== undefined) return position
  const detail = `Employee ${id} does not work shift ${schedule.shifts[shift]!.id}.`
  place.issues.error('/replaces', 'employee-unknown', detail, 'Give the id of somebody who works it, or leave replaces out.')
  return null
}

/** How much is wanted, by a parameter or, where it is absent, by default. */
export function askedAmount(place: Place, key: string, amount: keyof typeof DEFAULT_ANSWERS): number {
  return integerOf(place, key, RANGES[amount]) ?? DEFAULT_ANSWERS[amount]
}

/** True or false in a parameter, or when it is absent. */
export function askedFlag(place: Place, key: string, absent = false): boolean {
  return flagOf(place, key, absent)
}

function report({ issues }: Place, key: string, errors: readonly Issue[]): void {
  for (const { pointer, code, detail, hint } of errors) issues.error(`/${key}${pointer}`, code as IssueCode, detail, hint)
}
