import { checkOrder, isGiven, isJsonObject, listOf, openObject, type Place, type Shape, shapeOf, shown } from '../../api/fields.ts'
import { hintForUnknownId, isId, requiredId } from '../../api/identifiers.ts'
import { MAX_EVENTS } from '../../api/limits.ts'
import { requiredEdge } from '../../api/moments.ts'
import { EVENT_SCHEMAS, ReplanEvent } from '../../api/schemas/replan.ts'
import type { Identifier } from '../../model/units.ts'
import { applyAddDemand, applyCancelDemand, applyChangeDemand } from './demand-events.ts'
import { addShift, type Draft, type DraftShift, type Fields, momentWriter, noteChanges, type Span, touch } from './draft.ts'

type EventKind = keyof typeof EVENT_SCHEMAS

const EVENT = shapeOf('an event', ReplanEvent)
const KINDS = Object.keys(EVENT_SCHEMAS) as EventKind[]
const NAMES: Readonly<Record<EventKind, string>> = {
  absent: 'an absence',
  present: 'a presence',
  addShift: 'a shift that is added',
  cancelShift: 'a shift that is cancelled',
  changeShift: 'a change of a shift',
  addDemand: 'a demand that is added',
  cancelDemand: 'a demand that is cancelled',
  changeDemand: 'a change of a demand',
}
const SHAPES = Object.fromEntries(KINDS.map((kind) => [kind, shapeOf(NAMES[kind], EVENT_SCHEMAS[kind])])) as Readonly<Record<EventKind, Shape>>
const APPLY: Readonly<Record<EventKind, (draft: Draft, event: Place) => void>> = {
  absent: applyAbsent,
  present: applyPresent,
  addShift: applyAddShift,
  cancelShift: applyCancelShift,
  changeShift: applyChangeShift,
  addDemand: applyAddDemand,
  cancelDemand: applyCancelDemand,
  changeDemand: applyChangeDemand,
}

/** Applies the events of a request to a draft, in order. What fits nothing is reported with a pointer to the event, and changes nothing. */
export function applyEvents(draft: Draft, request: Place): void {
  if (!isGiven(request, 'events')) return
  for (const [at, value] of listOf(request, 'events', MAX_EVENTS).entries()) {
    const event = openObject(request.issues, `/events/${at}`, value, EVENT)
    if (event === null) continue
    const kinds = KINDS.filter((kind) => (event.fields[kind] ?? null) !== null)
    const [kind] = kinds
    if (kind === undefined || kinds.length > 1) {
      const detail = kind === undefined ? 'The event says nothing that happened.' : `The event says ${kinds.join(' and ')}.`
      request.issues.error(event.pointer, 'event-unclear', detail, `Name exactly one of ${KINDS.join(', ')} in each event.`)
      continue
    }
    const place = openObject(request.issues, `${event.pointer}/${kind}`, event.fields[kind], SHAPES[kind])
    if (place !== null) APPLY[kind](draft, place)
  }
}

/** The position of the employee that an event names; null when there is none, which is reported. */
function employeeIn(draft: Draft, event: Place): number | null {
  const id = requiredId(event, 'employeeId')
  if (!isId(event.fields['employeeId'])) return null
  const position = draft.employees.get(id)
  if (position !== undefined) return position
  const hint = hintForUnknownId(draft.employees, id, 'Give the id of one of its employees.')
  event.issues.error(`${event.pointer}/employeeId`, 'employee-unknown', `The schedule has no employee ${shown(id)}.`, hint)
  return null
}

/** The period of an event; null when it is none, which is reported. */
function periodOf({ clock }: Draft, event: Place): Span | null {
  const start = requiredEdge(event, 'start', 'start', clock)
  const end = requiredEdge(event, 'end', 'end', clock)
  checkOrder(event, 'start', 'end', start, end)
  return start === null || end === null || end <= start ? null : { start, end }
}

function applyAbsent(draft: Draft, event: Place): void {
  const position = employeeIn(draft, event)
  const period = periodOf(draft, event)
  if (position === null || period === null) return
  const { employeeId: _, ...fields } = event.fields
  touch(draft, position).absences.push({ fields, ...period, toldBy: event.pointer })
}

function applyPresent(draft: Draft, event: Place): void {
  const position = employeeIn(draft, event)
  const period = periodOf(draft, event)
  if (position === null || period === null) return
  const { absences } = touch(draft, position)
  const write = momentWriter(draft.clock)
  let isAbsent = false
  for (let at = absences.length - 1; at >= 0; at -= 1) {
    const { start, end, fields } = absences[at]!
    if (!(start < period.end && period.start < end)) continue
    isAbsent = true
    const before = { ...absences[at]!, fields: { ...fields, end: write(period.start) }, end: period.start }
    const after = { ...absences[at]!, fields: { ...fields, start: write(period.end) }, start: period.end }
    absences.splice(at, 1, ...(start < period.start ? [before] : []), ...(end > period.end ? [after] : []))
  }
  if (isAbsent) return
  const detail = `Employee ${shown(event.fields['employeeId'])} has no absence in that period.`
  event.issues.error(event.pointer, 'absence-unknown', detail, 'Correct the employee or the period, or leave the event out.')
}

/** The shift that an event names; null when there is none that events may change, which is reported. */
function shiftIn(draft: Draft, event: Place): DraftShift | null {
  const id = requiredId(event, 'shiftId')
  return isId(event.fields['shiftId']) ? plannedShift(draft, id, { issues: event.issues, pointer: `${event.pointer}/shiftId` }) : null
}

/** The shift of an id, which is not historic; null when there is none, which is reported. */
export function plannedShift(draft: Draft, id: Identifier, { issues, pointer }: Pick<Place, 'issues' | 'pointer'>): DraftShift | null {
  const shift = draft.shiftsById.get(id)
  if (shift === undefined) {
    const detail = draft.cancelledIds.has(id) ? `The shift ${shown(id)} was cancelled before.` : `The schedule has no shift ${shown(id)}.`
    issues.error(pointer, 'shift-unknown', detail, hintForUnknownId(draft.shiftsById, id, 'Give the id of one of its shifts.'))
    return null
  }
  if (shift.fields['historic'] !== true) return shift
  issues.error(
    pointer,
    'decided-shift-changed',
    `The shift ${shown(id)} is historic: it was worked already.`,
    'Give the id of a shift in the horizon.',
  )
  return null
}

function applyAddShift(draft: Draft, event: Place): void {
  const id = requiredId(event, 'id')
  if (!isId(event.fields['id']) || makesHistory(event)) return
  if (draft.shiftsById.has(id)) {
    const detail = `The schedule has a shift ${shown(id)} already.`
    event.issues.error(`${event.pointer}/id`, 'id-duplicate', detail, 'Give the shift an id of its own, or change the one that is there.')
    return
  }
  addShift(draft, { id, fields: event.fields, people: null, isFound: false, addedBy: event.pointer })
}

function applyCancelShift(draft: Draft, event: Place): void {
  const shift = shiftIn(draft, event)
  if (shift === null) return
  shift.isCancelled = true
  for (const id of [event.fields['shiftId'], shift.fields['id']] as Identifier[]) {
    draft.cancelledIds.add(id)
    draft.shiftsById.delete(id)
  }
}

function applyChangeShift(draft: Draft, event: Place): void {
  const shift = shiftIn(draft, event)
  if (shift === null || makesHistory(event)) return
  const { shiftId: _, ...changes } = event.fields
  const saysWho = Object.hasOwn(changes, 'employee') || Object.hasOwn(changes, 'employees')
  // Where breaks lie goes with when the shift is, and who works it.
  const { breaks: _breaks, ...kept } = shift.fields
  const { employee: _employee, employees: _employees, ...rest } = kept
  shift.fields = { ...(saysWho ? rest : kept), ...changes }
  if (saysWho) shift.people = null
  shift.breaks = new Map()
  noteChanges(shift, event, changes)
}

/** Reports an event that would have a shift worked already. */
function makesHistory({ issues, pointer, fields }: Place): boolean {
  if (fields['historic'] !== true) return false
  const detail = 'An event cannot say that a shift was worked before the schedule begins.'
  issues.error(`${pointer}/historic`, 'decided-shift-changed', detail, 'Leave historic out, or submit the schedule anew.')
  return true
}

/** Who works a shift by its fields: ids of `employee` or `employees`. */
export function peopleIn(fields: Fields): readonly Identifier[] {
  const { employee, employees } = fields
  return [...(isId(employee) ? [employee] : []), ...(Array.isArray(employees) ? employees.filter(isId) : [])]
}

/** True for the fields of a shift that has seats. */
export function hasSeats(fields: Fields): boolean {
  return isJsonObject(fields['seats'])
}
