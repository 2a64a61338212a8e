import { isJsonObject } from '../api/fields.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { withShiftsWrittenOut } from '../api/write-out-shifts.ts'
import { NOBODY, type Roster, rosterAsPosted } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { postedShifts } from '../model/seats.ts'
import type { Teller } from '../model/teller.ts'
import type { Identifier } from '../model/units.ts'
import { diff, type DiffAnswer } from './diff.ts'
import { foundAsPosted, type FoundShift, templateOfKept } from './found-shifts.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * A schedule with the people of a roster on its shifts. Shifts that the roster does not have stay as they are; people whom
 * the schedule does not have any more are left off. Shifts that repeat are written out. Those that were found for a template become shifts of the schedule, behind the
 * others; those that had become so before and that nobody works any more are gone.
 */
export function takeRoster(given: Json, solution: unknown): Json {
  const document = withShiftsWrittenOut(given)
  const solved = byId(isJsonObject(solution) ? solution['shifts'] : null)
  const people = new Set(byId(document['employees']).keys())
  const templates = new Map([...byId(document['shiftTemplates'])].map(([id, template]) => [String(id), template]))
  const isThere = (id: unknown): boolean => people.has(id as Identifier)
  const posted = listOf(document['shifts'])
  const shifts = posted.flatMap((shift) => {
    const found = isJsonObject(shift) ? solved.get(shift['id'] as Identifier) : undefined
    if (found === undefined) return [shift]
    const taken = withPeople(shift as Json, found, isThere)
    const template = templateOfKept(taken['id'])
    return template !== null && templates.has(template) && taken['employee'] === null ? [] : [taken]
  })
  const ids = new Set<unknown>(byId(posted).keys())
  const made = [...solved.values()].flatMap((shift) => {
    const { template = null, employee } = shift
    if (template === null || !isThere(employee)) return []
    const kept = foundAsPosted(shift as unknown as FoundShift, templates.get(String(template)) ?? {}, ids)
    return [withPeople(kept, shift, isThere)]
  })
  return { ...document, shifts: [...shifts, ...made] }
}

/** Breaks that are told of a shift are of those who came with it: others have theirs placed anew. */
function withPeople(shift: Json, found: Json, isThere: (id: unknown) => boolean): Json {
  const { breaks, ...rest } = shift
  if (Array.isArray(found['employees'])) {
    const employees = found['employees'].filter(isThere)
    const kept = listOf(breaks).filter((each) => isJsonObject(each) && employees.includes(each['employeeId']))
    return { ...rest, employees, ...(kept.length === 0 ? {} : { breaks: kept }) }
  }
  const employee = isThere(found['employee'] ?? null) ? found['employee'] : null
  return { ...rest, employee, ...(breaks !== undefined && employee === shift['employee'] ? { breaks } : {}) }
}

function byId(list: unknown): ReadonlyMap<Identifier, Json> {
  return new Map(listOf(list).flatMap((entry) => (isJsonObject(entry) ? [[entry['id'] as Identifier, entry] as const] : [])))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/**
 * What changed hands from one version of a plan to another, on the shifts of the newer one. Null when the newer one is not a schedule that can be judged yet.
 * Whoever worked a shift before and is not among the people any more, counts as nobody.
 */
export function diffPlans(before: Json, after: Json, teller?: Teller): DiffAnswer | null {
  const { submission } = readSubmission(after, { callback: 'optional' })
  if (submission === null) return null
  const { schedule } = submission
  return diff({ schedule, before: rosterOf(before, schedule), after: rosterAsPosted(schedule) }, teller)
}

function rosterOf(document: Json, schedule: Schedule): Roster {
  const roster = new Int32Array(schedule.shifts.length).fill(NOBODY)
  const positions = new Map<unknown, number>(schedule.employees.map(({ id }, position) => [id, position]))
  const shifts = byId(withShiftsWrittenOut(document)['shifts'])
  for (const { from, to } of postedShifts(schedule.shifts)) {
    const shift = shifts.get(schedule.shifts[from]!.id)
    if (shift === undefined) continue
    const people = Array.isArray(shift['employees']) ? shift['employees'] : [shift['employee']]
    const known = people.flatMap((id) => positions.get(id) ?? [])
    for (const [seat, employee] of known.slice(0, to - from).entries()) roster[from + seat] = employee
  }
  return roster
}
