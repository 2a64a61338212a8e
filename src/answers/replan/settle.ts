import { shown } from '../../api/fields.ts'
import { IssueList } from '../../api/issues.ts'
import { firstWhere } from '../../model/first-where.ts'
import type { Identifier } from '../../model/units.ts'
import { peopleIn, hasSeats } from './apply-events.ts'
import { type Draft, type DraftShift, type Span, timesOf } from './draft.ts'

/** When somebody is away by the events: spans in order that do not touch one another. */
type Away = ReadonlyMap<Identifier, readonly Span[]>

/**
 * After all events: takes those who are away off their shifts, and fixes what starts before `freezeUntil`, in minutes since 1970, and `leaveEmpty`. Of a shift
 * that starts before it and before the absence, its employee works what is left of it. An event that gives a shift to somebody who is away is reported.
 */
export function settle(
  draft: Draft,
  { freezeUntil, leaveEmpty }: { readonly freezeUntil: number | null; readonly leaveEmpty: readonly DraftShift[] },
  issues: IssueList,
): void {
  for (const shift of leaveEmpty) {
    shift.people = []
    shift.fields = { ...shift.fields, fixed: true }
  }
  const away = awayOf(draft)
  if (away.size === 0 && freezeUntil === null) return
  const untold = new IssueList({ strict: false })
  for (const shift of draft.shifts) {
    if (shift.isCancelled || shift.fields['historic'] === true) continue
    const times = timesOf(shift, draft.clock, untold)
    // What an event adds is to be planned, whenever it starts.
    const isFrozen = freezeUntil !== null && times.start < freezeUntil && shift.addedBy === null
    const people = shift.people ?? peopleIn(shift.fields)
    const gone = people.filter((id) => isGone(away.get(id) ?? [], times, isFrozen))
    if (gone.length > 0 && shift.people === null) reportGiven(issues, shift, gone[0]!)
    else if (gone.length > 0) takeOff(shift, people, gone)
    if (isFrozen && people.length > gone.length) shift.fields = { ...shift.fields, fixed: true }
    else if (isFrozen && people.length === 0) {
      shift.people = []
      shift.fields = { ...shift.fields, fixed: true }
    }
  }
}

function takeOff(shift: DraftShift, people: readonly Identifier[], gone: readonly Identifier[]): void {
  shift.people = people.filter((id) => !gone.includes(id))
  if (shift.isFound) shift.isCancelled = true
  // Fixed with nobody would leave it empty; those who are left on its other seats stay.
  else if (shift.fields['fixed'] === true && shift.people.length === 0) shift.fields = { ...shift.fields, fixed: false }
}

function isGone(away: readonly Span[], shift: Span, isFrozen: boolean): boolean {
  const span = away[firstWhere(away.length, (at) => away[at]!.end > shift.start)]
  return span !== undefined && span.start < shift.end && !(isFrozen && shift.start < span.start)
}

function awayOf({ touched, employees }: Draft): Away {
  const ids = [...employees.keys()]
  const away = new Map<Identifier, readonly Span[]>()
  for (const [position, { absences }] of touched) {
    const told = absences.filter(({ toldBy }) => toldBy !== null)
    if (told.length > 0) away.set(ids[position]!, joined(told))
  }
  return away
}

function joined(spans: readonly Span[]): readonly Span[] {
  const longest: { start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const before = longest.at(-1)
    if (before === undefined || start > before.end) longest.push({ start, end })
    else before.end = Math.max(before.end, end)
  }
  return longest
}

function reportGiven(issues: IssueList, shift: DraftShift, employeeId: Identifier): void {
  const field = hasSeats(shift.fields) ? 'employees' : 'employee'
  const pointer = shift.writtenBy.get(field) ?? `${shift.addedBy}/${field}`
  const detail = `Employee ${shown(employeeId)} is absent during the shift ${shown(shift.fields['id'])}, as another event says.`
  issues.error(pointer, 'employee-absent', detail, 'Give it to somebody else, or leave the employee out.')
}
