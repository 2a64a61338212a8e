import type { Issue } from '../model/issue.ts'
import { isDecided, NOBODY } from '../model/roster.ts'
import type { Roster } from '../model/roster.ts'
import { withBreaks } from '../model/breaks.ts'
import { type GeneratedShift, generatedOf, withGenerated } from '../model/generated-shifts.ts'
import type { Schedule } from '../model/schedule.ts'
import { type PostedShift, postedShifts, seatPeople, seatsOf } from '../model/seats.ts'
import type { Identifier } from '../model/units.ts'
import { isGiven, isJsonObject, listOf, shown } from './fields.ts'
import type { Place } from './fields.ts'
import { hintForUnknownId, idOf, idsOf, isId, requiredId } from './identifiers.ts'
import { IssueList } from './issues.ts'
import { instantOf } from './moments.ts'
import { readBreaks } from './read-breaks.ts'
import { checkPeople } from './read-seats.ts'
import { type Clock, createClock } from './times.ts'

/**
 * Reads who works which shift out of a solution: a callback's payload, or anything with `shifts[]` of `{id, employee}`, or `{id, employees}` of a shift
 * with seats; all other fields are left alone. `roster` is null exactly when there are errors: every shift of the schedule must be there once, and those
 * that are decided must be as the schedule says. Shifts with a `template` were found: they stand behind the posted ones in the roster (`model/generated-shifts.ts`).
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
  const generated = new Map<string, GeneratedShift>()
  const breaks = new Map<number, readonly number[]>()
  const breaksOfFound = new Map<string, readonly number[]>()
  const findCandidate = candidateFinder(schedule)
  const clock = createClock(schedule.calendar.timeZone, true)
  if (!isGiven(document, 'shifts')) return roster
  const employees = new Map<Identifier, number>(schedule.employees.map((employee, index) => [employee.id, index]))
  const posted = postedShifts(schedule.shifts)
  const unseen = new Map<Identifier, PostedShift>(posted.map((range) => [schedule.shifts[range.from]!.id, range]))
  const known = new Set(unseen.keys())
  for (const [at, fields] of listOf(document, 'shifts', Infinity).entries()) {
    const pointer = `/shifts/${at}`
    if (!isJsonObject(fields)) {
      issues.error(pointer, 'wrong-type', `A shift must be an object, not ${shown(fields)}.`, 'Send {"id": …, "employee": …}.')
      continue
    }
    const place: Place = { issues, pointer, fields }
    const id = requiredId(place, 'id')
    const range = unseen.get(id)
    if (range !== undefined) {
      unseen.delete(id)
      readShift(place, { schedule, employees, roster, range, breaks, clock })
      continue
    }
    if (findCandidate !== null && (fields['template'] ?? null) !== null) {
      readGenerated(place, employees, { schedule, findCandidate, generated, breaksOfFound, clock })
      continue
    }
    if (fields['employees'] === undefined) readEmployee(place, employees)
    if (isId(fields['id'])) {
      if (known.has(id)) issues.error(`${pointer}/id`, 'id-duplicate', `The shift ${id} is there twice.`, 'Name every shift once.')
      else issues.error(`${pointer}/id`, 'shift-unknown', `The schedule has no shift ${id}.`, hintForUnknownId(known, id, BELONG))
    }
  }
  for (const id of unseen.keys())
    issues.error(
      '/shifts',
      'shift-missing',
      `The shift ${id} of the schedule is not in the solution.`,
      'Name every shift, the empty ones with employee null, or with no employees where they have seats.',
    )
  const whole = withGenerated(roster, [...generated.values()])
  for (const [at, { candidate, employeeIndex }] of generatedOf(schedule, whole).entries()) {
    const starts = breaksOfFound.get(foundKey(candidate, employeeIndex))
    if (starts !== undefined) breaks.set(schedule.shifts.length + at, starts)
  }
  return withBreaks(whole, breaks)
}

function foundKey(candidate: number, employeeIndex: number): string {
  return `${candidate} ${employeeIndex}`
}

/** Position of the candidate of a template at a spot from a moment to another, in minutes since 1970; −1 = there is none. Null where the schedule has no candidates. */
type FindCandidate = (of: { readonly template: Identifier; readonly spot: Identifier; readonly start: number; readonly end: number }) => number

function candidateFinder({ candidates, spots, calendar: { originEpochMin } }: Schedule): FindCandidate | null {
  if (candidates === undefined) return null
  let positions: ReadonlyMap<string, number> | null = null
  const keyOf = (template: Identifier, spot: Identifier, start: number, end: number): string => JSON.stringify([template, spot, start, end])
  return ({ template, spot, start, end }) => {
    positions ??= new Map(candidates.map((shift, position) => [keyOf(shift.template!, spots[shift.spotIndex]!.id, shift.start, shift.end), position]))
    return positions.get(keyOf(template, spot, start - originEpochMin, end - originEpochMin)) ?? -1
  }
}

/** What shifts that were found are read into. */
interface Finding {
  readonly schedule: Schedule
  readonly findCandidate: FindCandidate
  readonly generated: Map<string, GeneratedShift>
  readonly breaksOfFound: Map<string, readonly number[]>
  readonly clock: Clock
}

/** A shift that was made of a template: what the schedule calls it is its template, spot and times, and somebody works it. */
function readGenerated(
  place: Place,
  employees: ReadonlyMap<Identifier, number>,
  { schedule, findCandidate, generated, breaksOfFound, clock }: Finding,
): void {
  const { issues, pointer } = place
  const before = issues.errorCount
  const [template, spot] = [requiredId(place, 'template'), requiredId(place, 'spot')]
  const start = isGiven(place, 'start') ? instantOf(place, 'start', clock) : null
  const end = isGiven(place, 'end') ? instantOf(place, 'end', clock) : null
  const employeeIndex = readEmployee(place, employees)
  if (issues.errorCount > before || start === null || end === null) return
  const candidate = findCandidate({ template, spot, start, end })
  if (candidate < 0) {
    const detail = `The template ${shown(template)} allows no shift at the spot ${shown(spot)} from ${shown(place.fields['start'])} to ${shown(place.fields['end'])} while somebody is wanted there.`
    issues.error(pointer, 'template-shift-unknown', detail, BELONG)
    return
  }
  if (employeeIndex === NOBODY) {
    issues.error(
      `${pointer}/employee`,
      'field-missing',
      'Nobody works a shift that was made of a template.',
      'Leave the shift out, or name who works it.',
    )
    return
  }
  const key = foundKey(candidate, employeeIndex)
  if (generated.has(key)) {
    issues.error(`${pointer}/employee`, 'employee-repeated', 'The employee works the same shift of the template already.', 'Name each once.')
    return
  }
  generated.set(key, { candidate, employeeIndex })
  const { breakRules = null, historic } = schedule.candidates![candidate]!
  const employee = schedule.employees[employeeIndex]!.id
  const starts = readBreaks(place, { rules: breakRules, start, end, historic, employees: [employee], hasSeats: false }, clock)?.get(employee)
  if (starts !== undefined) breaksOfFound.set(key, starts)
}

/** What one shift is read into. */
interface Reading {
  readonly schedule: Schedule
  readonly employees: ReadonlyMap<Identifier, number>
  readonly roster: Roster
  readonly range: PostedShift
  /** By seat: where its breaks begin. */
  readonly breaks: Map<number, readonly number[]>
  readonly clock: Clock
}

function readShift(place: Place, { schedule, employees, roster, range, breaks, clock }: Reading): void {
  const { seats } = schedule.shifts[range.from]!
  checkField(place, seats !== undefined)
  if (seats === undefined) {
    const employee = readEmployee(place, employees)
    roster[range.from] = employee
    checkDecided(place, schedule, range.from, employee)
  } else {
    const people = readPeople(place, employees, seats.max)
    checkDecidedPeople(place, schedule, range, people)
    seatPeople(schedule, roster, range, people)
  }
  readBreaksOfSeats(place, { schedule, roster, range, breaks, clock })
}

function readBreaksOfSeats(place: Place, { schedule, roster, range, breaks, clock }: Omit<Reading, 'employees'>): void {
  const { start, end, breakRules = null, historic, seats } = schedule.shifts[range.from]!
  const { originEpochMin } = schedule.calendar
  const people = seatsOf(range).flatMap((seat) => (roster[seat] === NOBODY ? [] : [{ seat, id: schedule.employees[roster[seat]!]!.id }]))
  const given = readBreaks(
    place,
    {
      rules: breakRules,
      start: originEpochMin + start,
      end: originEpochMin + end,
      historic,
      employees: people.map(({ id }) => id),
      hasSeats: seats !== undefined,
    },
    clock,
  )
  for (const { seat, id } of people) {
    const shift = schedule.shifts[seat]!
    // Of one that is decided the schedule says where they lie, where it does.
    const starts = isDecided(shift) ? (shift.breaks ?? given?.get(id)) : given?.get(id)
    if (starts !== undefined) breaks.set(seat, starts)
  }
}

/** Reports the one of `employee` and `employees` that does not belong to the shift. */
function checkField({ issues, pointer, fields }: Place, hasSeats: boolean): void {
  const key = hasSeats ? 'employee' : 'employees'
  if ((fields[key] ?? null) === null) return
  const detail = hasSeats ? 'The shift has seats, and employee names one person.' : 'The shift is one seat, and employees lists people.'
  issues.error(`${pointer}/${key}`, 'seats-unclear', detail, hasSeats ? 'List who works it: "employees": [ … ].' : 'Name who works it as employee.')
}

function readPeople(place: Place, employees: ReadonlyMap<Identifier, number>, max: number): number[] {
  const { issues, pointer, fields } = place
  if (!Array.isArray(fields['employees']) && (fields['employees'] ?? null) === null)
    issues.error(`${pointer}/employees`, 'field-missing', 'employees is required.', 'Write [] when nobody works the shift.')
  const ids = idsOf(place, 'employees', (id, at) => {
    if (employees.has(id)) return true
    issues.error(at, 'employee-unknown', `The schedule has no employee ${id}.`, hintForUnknownId(employees, id, BELONG))
    return false
  })
  checkPeople(place, ids, max)
  return [...new Set(ids)].map((id) => employees.get(id)!).slice(0, max)
}

/** Of a shift with seats, those who are decided must be on it; on one that is historic, nobody else. */
function checkDecidedPeople(place: Place, schedule: Schedule, { from, to }: PostedShift, people: readonly number[]): void {
  const now = new Set(people)
  const decided = schedule.shifts.slice(from, to).filter(isDecided)
  const missing = decided.find(({ employeeIndex }) => employeeIndex !== null && !now.has(employeeIndex))
  const free = to - from - decided.length
  const shift = schedule.shifts[from]!
  const state = shift.historic ? 'historic' : 'fixed'
  const isChanged = missing !== undefined || people.length - decided.filter(({ employeeIndex }) => employeeIndex !== null).length > free
  if (!isChanged) return
  const who = missing === undefined ? 'those whom the schedule lists alone' : `employee ${schedule.employees[missing.employeeIndex!]!.id}`
  place.issues.error(
    `${place.pointer}/employees`,
    'decided-shift-changed',
    `The shift ${shift.id} is ${state} with ${who}.`,
    'Leave it as the schedule says.',
  )
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
