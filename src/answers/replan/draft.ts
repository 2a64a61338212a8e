import { isJsonObject, type Place, pointerStep } from '../../api/fields.ts'
import { IssueList } from '../../api/issues.ts'
import { edgeOf, instantOf } from '../../api/moments.ts'
import { type Clock, createClock, formatDateTime } from '../../api/times.ts'
import { withShiftsWrittenOut } from '../../api/write-out-shifts.ts'
import { breaksOf } from '../../checker/breaks.ts'
import { invariant } from '../../model/errors.ts'
import { materialised } from '../../model/generated-shifts.ts'
import type { Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { peopleOf, type PostedShift, postedShifts } from '../../model/seats.ts'
import type { Identifier } from '../../model/units.ts'
import { foundAsPosted } from '../found-shifts.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A time in minutes since 1970; the end is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What events write: a demand of the new schedule, or what is posted of a shift. */
export interface DraftEntry {
  fields: Fields
  /** By field: pointer to the event that wrote it last. */
  readonly writtenBy: Map<string, string>
  /** Pointer to the last event about it; null = it was there. */
  lastEvent: string | null
}

/** A shift of the new schedule, while events change it. */
export interface DraftShift extends DraftEntry {
  /** Who works it; null = what `fields` say, since an event said so. */
  people: readonly Identifier[] | null
  /** Who worked it in the solved roster, and so was told of it. */
  readonly told: readonly Identifier[]
  /** Where the breaks of those who work it lay, as they are posted. */
  breaks: ReadonlyMap<Identifier, readonly Fields[]>
  /** Found by the search: where nobody works it any more, there is none. */
  readonly isFound: boolean
  isCancelled: boolean
  /** Pointer to the event that added it; null = it was there. */
  readonly addedBy: string | null
}

interface DraftAbsence extends Span {
  readonly fields: Fields
  /** Pointer to the event that told it; null = it was there. */
  readonly toldBy: string | null
}

/** An employee whom events speak of. */
export interface DraftEmployee {
  readonly absences: DraftAbsence[]
}

/** A schedule on its way from one solved roster to the next: the document, with what events change apart from it. */
export interface Draft {
  readonly posted: Fields
  readonly clock: Clock
  /** In order, those that are cancelled included. */
  readonly shifts: DraftShift[]
  /** By every id that a client knows of them: a found shift has the one of the solution, and the one that it gets. */
  readonly shiftsById: Map<Identifier, DraftShift>
  /** Positions in `posted.employees`. */
  readonly employees: ReadonlyMap<Identifier, number>
  /** By position; those that no event spoke of are not there. */
  readonly touched: Map<number, DraftEmployee>
  readonly cancelledIds: Set<Identifier>
  /** By id, in order. */
  readonly demands: Map<Identifier, DraftEntry>
  /** Whether an event changed what is wanted. */
  wantsOthers: boolean
}

/** Notes which event wrote these fields. */
export function noteChanges(written: DraftEntry, { pointer }: Place, changes: Fields): void {
  written.lastEvent = pointer
  for (const field of Object.keys(changes)) written.writtenBy.set(field, `${pointer}/${pointerStep(field)}`)
}

/** Starts a draft from a document, the schedule that was read from it, and a roster of that. */
export function createDraft(document: Fields, asked: Schedule, found: Roster): Draft {
  const posted = withShiftsWrittenOut(document)
  const { schedule, roster } = materialised(asked, found)
  const { calendar, employees } = schedule
  const clock = createClock(calendar.timeZone, (posted['timeZone'] ?? null) !== null)
  const draft: Draft = {
    posted,
    clock,
    shifts: [],
    shiftsById: new Map(),
    employees: new Map(employees.map(({ id }, position) => [id, position])),
    touched: new Map(),
    cancelledIds: new Set(),
    demands: new Map(objectsIn(posted['demands']).map((fields) => [fields['id'] as Identifier, { fields, lastEvent: null, writtenBy: new Map() }])),
    wantsOthers: false,
  }
  const postedList = objectsIn(posted['shifts'])
  const templates = new Map(objectsIn(posted['shiftTemplates']).map((template) => [template['id'], template]))
  const write = momentWriter(clock, calendar.originEpochMin)
  const taken = new Set<unknown>(schedule.shifts.map(({ id }) => id))
  for (const [position, range] of postedShifts(schedule.shifts).entries()) {
    const people = peopleOf(schedule, roster, range).map((employee) => employees[employee]!.id)
    const shift = schedule.shifts[range.from]!
    const breaks = breaksIn(schedule, roster, range, write)
    if (shift.template === undefined) {
      const fields = postedList[position]
      invariant(fields !== undefined, 'the posted shifts stand before those that were found')
      addShift(draft, { id: shift.id, fields: asPlanned(fields, shift.fixed || shift.historic), people, breaks, isFound: false })
      continue
    }
    const { template, spotIndex, start, end } = shift
    const found = { id: String(shift.id), spot: schedule.spots[spotIndex]!.id, start: write(start), end: write(end) }
    const fields = foundAsPosted(found, templates.get(template) ?? {}, taken)
    const { id } = fields
    addShift(draft, { id, fields, people, breaks, isFound: true })
    draft.shiftsById.set(shift.id, draft.shifts.at(-1)!)
  }
  return draft
}

/** The breaks of those who work a shift: where they have been told that they lie. */
function breaksIn(
  { shifts, employees }: Schedule,
  roster: Roster,
  { from, to }: PostedShift,
  write: (minute: number) => string,
): DraftShift['breaks'] {
  const breaks = new Map<Identifier, readonly Fields[]>()
  for (let seat = from; seat < to; seat += 1) {
    const id = employees[roster[seat]!]?.id
    const own = breaksOf(shifts[seat]!)
    if (id === undefined || own.length === 0) continue
    const whose = shifts[seat]!.seats === undefined ? {} : { employeeId: id }
    breaks.set(
      id,
      own.map(({ rule, start, end }) => ({ ruleId: rule.id, ...whose, start: write(start), end: write(end) })),
    )
  }
  return breaks
}

/** A shift that said fixed and nothing of who works it was planned, and is not fixed to whom it got. Who was taken off it before has been told so. */
function asPlanned({ takenFrom: _before, ...fields }: Fields, isFixed: boolean): Fields {
  return fields['fixed'] === true && !isFixed ? { ...fields, fixed: false } : fields
}

interface AddedShift {
  readonly id: Identifier
  readonly fields: Fields
  readonly people: readonly Identifier[] | null
  readonly breaks?: DraftShift['breaks']
  readonly isFound: boolean
  readonly addedBy?: string
}

/** Puts a shift at the end. */
export function addShift(draft: Draft, { id, fields, people, breaks, isFound, addedBy }: AddedShift): void {
  const shift: DraftShift = {
    fields,
    people,
    told: people ?? [],
    breaks: breaks ?? new Map(),
    isFound,
    isCancelled: false,
    addedBy: addedBy ?? null,
    writtenBy: new Map(),
    lastEvent: addedBy ?? null,
  }
  draft.shifts.push(shift)
  draft.shiftsById.set(id, shift)
}

/** What is known of an employee of whom an event speaks. */
export function touch(draft: Draft, position: number): DraftEmployee {
  const known = draft.touched.get(position)
  if (known !== undefined) return known
  const entry = objectsIn(draft.posted['employees'])[position] ?? {}
  const absences = objectsIn(entry['absences']).map((fields): DraftAbsence => ({ fields, ...spanOf(fields, draft.clock), toldBy: null }))
  const employee: DraftEmployee = { absences }
  draft.touched.set(position, employee)
  return employee
}

/** Takes what is told elsewhere: an issue here would be told twice. */
const SILENT = { pointer: '' } as const

/** From when to when an absence lasts, a day as its end included. Both NaN where that cannot be read. */
function spanOf(fields: Fields, clock: Clock): Span {
  const place = { ...SILENT, issues: new IssueList({ strict: false }), fields }
  return { start: edgeOf(place, 'start', 'start', clock) ?? NaN, end: edgeOf(place, 'end', 'end', clock) ?? NaN }
}

/** From when to when a shift lasts. Both NaN where that cannot be read. */
export function timesOf({ fields }: DraftShift, clock: Clock, issues: IssueList): Span {
  const place = { ...SILENT, issues, fields }
  return { start: instantOf(place, 'start', clock) ?? NaN, end: instantOf(place, 'end', clock) ?? NaN }
}

/** Writes minutes since `originMin` as moments of a clock. */
export function momentWriter(clock: Clock, originMin = 0): (minute: number) => string {
  return (minute) => formatDateTime(originMin + minute, clock.offsetAt(originMin + minute))
}

/** The objects of a list; nothing of anything else. */
export function objectsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
