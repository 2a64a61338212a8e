import { isJsonObject } from '../api/fields.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { withShiftsWrittenOut } from '../api/write-out-shifts.ts'
import { NOBODY, type Roster, rosterAsPosted } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { postedShifts } from '../model/seats.ts'
import type { Identifier } from '../model/units.ts'
import { diff, type DiffAnswer } from './diff.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * A schedule with the people of a roster on its shifts. Shifts that the roster does not have stay as they are; people whom the schedule does not have any more are
 * left off. Shifts that repeat are written out, and those that were found for a template stand behind the others, in the place of those that were found before.
 */
export function takeRoster(given: Json, solution: unknown): Json {
  const document = withShiftsWrittenOut(given)
  const solved = byId(isJsonObject(solution) ? solution['shifts'] : null)
  const people = new Set(byId(document['employees']).keys())
  const templates = new Set([...byId(document['shiftTemplates']).keys()].map(String))
  const isThere = (id: unknown): boolean => people.has(id as Identifier)
  const posted = listOf(document['shifts']).filter((shift) => !isOfTemplate(shift, templates))
  const shifts = posted.map((shift) => {
    const found = isJsonObject(shift) ? solved.get(shift['id'] as Identifier) : undefined
    return found === undefined ? shift : withPeople(shift as Json, found, isThere)
  })
  const made = [...solved.values()].filter((shift) => (shift['template'] ?? null) !== null && isThere(shift['employee']))
  return { ...document, shifts: [...shifts, ...made.map(({ template: _template, ...shift }) => shift)] }
}

/** Whether a shift was found for a template before: its id is `"<template>/<local start>/<n>"`. */
function isOfTemplate(shift: unknown, templates: ReadonlySet<string>): boolean {
  const id = isJsonObject(shift) ? shift['id'] : null
  const template = typeof id === 'string' ? /^(.+)\/[^/]+\/\d+$/.exec(id)?.[1] : undefined
  return template !== undefined && templates.has(template)
}

function withPeople(shift: Json, found: Json, isThere: (id: unknown) => boolean): Json {
  if (Array.isArray(found['employees'])) return { ...shift, employees: found['employees'].filter(isThere) }
  const employee = found['employee'] ?? null
  return { ...shift, employee: isThere(employee) ? employee : null }
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
export function diffPlans(before: Json, after: Json): DiffAnswer | null {
  const { submission } = readSubmission(after, { callback: 'optional' })
  if (submission === null) return null
  const { schedule } = submission
  return diff({ schedule, before: rosterOf(before, schedule), after: rosterAsPosted(schedule) })
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
