import type { Issue } from '../model/issue.ts'
import { isDecided, NOBODY } from '../model/roster.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Identifier } from '../model/units.ts'
import { isGiven, isJsonObject, listOf, shown } from './fields.ts'
import type { Place } from './fields.ts'
import { hintForUnknownId, idOf, isId, requiredId } from './identifiers.ts'
import { IssueList } from './issues.ts'

/**
 * Reads who works which shift out of a solution: a callback's payload, or anything with `shifts[]` of `{id, employee}`; all other
 * fields are left alone. `roster` is null exactly when there are errors: every shift of the schedule must be there once, and
 * those that are decided must be as the schedule says.
 */
export function readSolution(document: unknown, schedule: Schedule): { roster: Roster | null; errors: Issue[] } {
  const issues = new IssueList({ strict: false })
  const roster = isJsonObject(document) ? readRoster({ issues, pointer: '', fields: document }, schedule) : null
  if (roster === null && issues.errorCount === 0)
    issues.error('', 'wrong-type', `A solution must be an object, not ${shown(document)}.`, 'Pass the callback’s payload.')
  const { errors } = issues.finish()
  return { roster: errors.length === 0 ? roster : null, errors }
}

function readRoster(document: Place, schedule: Schedule): Roster {
  const { issues } = document
  const roster = new Int32Array(schedule.shifts.length).fill(NOBODY)
  if (!isGiven(document, 'shifts')) return roster
  const employees = new Map<Identifier, number>(schedule.employees.map((employee, index) => [employee.id, index]))
  const unseen = new Map<Identifier, number>(schedule.shifts.map((shift, index) => [shift.id, index]))
  const known = new Set(unseen.keys())
  for (const [at, fields] of listOf(document, 'shifts', Infinity).entries()) {
    const pointer = `/shifts/${at}`
    if (!isJsonObject(fields)) {
      issues.error(pointer, 'wrong-type', `A shift must be an object, not ${shown(fields)}.`, 'Send {"id": …, "employee": …}.')
      continue
    }
    const place: Place = { issues, pointer, fields }
    const id = requiredId(place, 'id')
    const employee = readEmployee(place, employees)
    const index = unseen.get(id)
    if (index !== undefined) {
      unseen.delete(id)
      roster[index] = employee
      checkDecided(place, schedule, index, employee)
    } else if (isId(fields['id'])) {
      if (known.has(id)) issues.error(`${pointer}/id`, 'id-duplicate', `The shift ${id} is there twice.`, 'Name every shift once.')
      else issues.error(`${pointer}/id`, 'shift-unknown', `The schedule has no shift ${id}.`, hintForUnknownId(known, id, BELONG))
    }
  }
  for (const id of unseen.keys())
    issues.error(
      '/shifts',
      'shift-missing',
      `The shift ${id} of the schedule is not in the solution.`,
      'Name every shift, the empty ones with employee null.',
    )
  return roster
}

const BELONG = 'Check that solution and schedule belong together.'

function readEmployee(place: Place, employees: ReadonlyMap<Identifier, number>): number {
  const { issues, pointer, fields } = place
  if (fields['employee'] === undefined)
    issues.error(`${pointer}/employee`, 'field-missing', 'employee is required.', 'Write null when nobody works the shift.')
  const id = idOf(place, 'employee')
  if (id === null) return NOBODY
  const index = employees.get(id)
  if (index === undefined)
    issues.error(`${pointer}/employee`, 'employee-unknown', `The schedule has no employee ${id}.`, hintForUnknownId(employees, id, BELONG))
  return index ?? NOBODY
}

function checkDecided(place: Place, schedule: Schedule, index: number, employee: number): void {
  const shift = schedule.shifts[index]!
  if (!isDecided(shift) || (shift.employeeIndex ?? NOBODY) === employee) return
  const decided = shift.employeeIndex === null ? 'nobody' : `employee ${schedule.employees[shift.employeeIndex]!.id}`
  place.issues.error(
    `${place.pointer}/employee`,
    'decided-shift-changed',
    `The shift ${shift.id} is ${shift.historic ? 'historic' : 'fixed'} with ${decided}.`,
    'Leave it as the schedule says.',
  )
}
