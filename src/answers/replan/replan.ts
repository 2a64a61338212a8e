import { isJsonObject, openObject, type Place, shapeOf } from '../../api/fields.ts'
import { idsOf } from '../../api/identifiers.ts'
import { IssueList } from '../../api/issues.ts'
import type { ScheduleLimits } from '../../api/limits.ts'
import { edgeOf } from '../../api/moments.ts'
import { readSubmission, type Submission } from '../../api/read-schedule.ts'
import { ReplanRequest } from '../../api/schemas/replan.ts'
import { parseLocalDate } from '../../api/times.ts'
import { dateOfEpochDay } from '../../model/calendar.ts'
import type { Issue } from '../../model/issue.ts'
import type { Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { applyEvents, hasSeats, peopleIn, plannedShift } from './apply-events.ts'
import { createDraft, type Draft, type DraftEntry, type DraftShift, type Fields, objectsIn } from './draft.ts'
import { settle } from './settle.ts'

/** A solved request: the document as it was posted, the schedule that was read from it, and a roster of that. */
export interface SolvedRequest {
  readonly posted: Fields
  readonly schedule: Schedule
  readonly roster: Roster
}

export interface ReplanOptions {
  readonly callback: 'required' | 'optional'
  readonly limits?: Partial<ScheduleLimits>
}

/** A new document that can be submitted as any other, and what it reads as. */
export interface Replanned {
  readonly document: Fields
  readonly submission: Submission
}

export interface ReplanResult {
  /** Null exactly when there are errors. */
  readonly replanned: Replanned | null
  /** Pointers lead into the request. */
  readonly errors: readonly Issue[]
  /** Pointers lead into the new document. */
  readonly warnings: readonly Issue[]
}

const REQUEST = shapeOf('the replan', ReplanRequest)
const CALLBACK_FIELDS = ['callbackUrl', 'callbackAuthenticationHeaderName', 'callbackAuthenticationHeaderValue'] as const
/** Lists whose entries may name shifts, and how many of them an entry needs at least. */
const NAMING_SHIFTS = { shiftGroups: 2, coverageCompetencyRequirements: 1 } as const

/**
 * What a solved request becomes by a request to plan it again: the posted document with its roster as `employee` and `employees`, and with what happened since.
 * Everything else stays as it is. Never throws; every event that fits nothing is an error.
 */
export function replan(base: SolvedRequest, request: unknown, options: ReplanOptions): ReplanResult {
  const issues = new IssueList({ strict: true })
  const place = openObject(issues, '', request, REQUEST)
  if (place === null) return { replanned: null, ...issues.finish() }
  const draft = createDraft(base.posted, base.schedule, base.roster)
  const freezeUntil = edgeOf(place, 'freezeUntil', 'start', draft.clock)
  applyEvents(draft, place)
  const leaveEmpty = shiftsToLeaveEmpty(draft, place)
  if (issues.errorCount === 0) settle(draft, { freezeUntil, leaveEmpty }, issues)
  if (issues.errorCount > 0) return { replanned: null, ...issues.finish() }
  const shifts = draft.shifts.filter(({ isCancelled }) => !isCancelled)
  const document = writeDocument(draft, place, { shifts, schedule: base.schedule })
  const read = readSubmission(document, options)
  const warnings = [...leftOut(draft), ...read.warnings]
  if (read.submission === null) return { replanned: null, errors: read.errors.map((issue) => placed(issue, draft, shifts, place)), warnings }
  return { replanned: { document, submission: read.submission }, errors: [], warnings }
}

function shiftsToLeaveEmpty(draft: Draft, request: Place): readonly DraftShift[] {
  const shifts = new Set<DraftShift>()
  idsOf(request, 'leaveEmpty', (id, pointer) => {
    const shift = plannedShift(draft, id, { issues: request.issues, pointer })
    if (shift !== null) shifts.add(shift)
    return shift !== null
  })
  return [...shifts]
}

interface Written {
  readonly shifts: readonly DraftShift[]
  /** The old one. */
  readonly schedule: Schedule
}

function writeDocument(draft: Draft, request: Place, { shifts, schedule }: Written): Fields {
  const { noticeFrom: _old, alternatives: _asked, ...posted } = draft.posted
  const { termination, freezeUntil, noticeFrom = freezeUntil, alternatives } = request.fields
  const keep = request.fields['keep'] ?? keepsUnlessTold(posted, shifts, schedule)
  return {
    ...withCallback(posted, request.fields),
    employees: objectsIn(posted['employees']).map((employee, position) => {
      const touched = draft.touched.get(position)
      return touched === undefined ? employee : { ...employee, absences: touched.absences.map(({ fields }) => fields) }
    }),
    shifts: shifts.map(writeShift),
    ...(draft.wantsOthers ? { demands: Array.from(draft.demands.values(), ({ fields }) => fields) } : {}),
    ...withoutCancelled(draft),
    ...given({ termination, keep, noticeFrom, alternatives }),
  }
}

/**
 * Of a schedule that says nothing of changes: whoever was told of a shift keeps it, unless that leaves one empty or breaks what must be kept. Null where it says
 * something, and where nothing may change that somebody was told of.
 */
function keepsUnlessTold({ keep, settings }: Fields, shifts: readonly DraftShift[], { calendar }: Schedule): readonly Fields[] | null {
  if ((keep ?? null) !== null || (isJsonObject(settings) && (settings['keepAssignment'] ?? null) !== null)) return null
  const mayChange = shifts.some(({ fields, people }) => fields['fixed'] !== true && fields['historic'] !== true && (people?.length ?? 0) > 0)
  const last = parseLocalDate(calendar.days.at(-1)!.date)
  return mayChange ? [{ until: dateOfEpochDay(last + 1), weight: 1, priority: 2 }] : null
}

/** The fields that are there. */
function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? null) !== null))
}

function writeShift({ fields, people, told, breaks: lain }: DraftShift): Fields {
  const now = people ?? peopleIn(fields)
  const gone = told.filter((id) => !now.includes(id))
  const takenFrom = gone.length > 0 && (hasSeats(fields) || now.length === 0) ? { takenFrom: gone } : {}
  if (people === null) return { ...fields, ...takenFrom }
  const { employee: _employee, employees: _employees, breaks: _breaks, ...rest } = fields
  // Who keeps a shift keeps its breaks: fixed they stay, else the search begins with them.
  const own = people.flatMap((id) => lain.get(id) ?? [])
  const breaks = own.length === 0 ? {} : { breaks: own }
  // Several people on one seat are for the reader to refuse.
  return { ...rest, ...(hasSeats(fields) || people.length > 1 ? { employees: people } : { employee: people[0] ?? null }), ...breaks, ...takenFrom }
}

/** A header is for the address that it came with: a new one goes without, unless it brings its own. */
function withCallback(posted: Fields, request: Fields): Fields {
  const given = CALLBACK_FIELDS.filter((field) => (request[field] ?? null) !== null)
  if (given.length === 0) return posted
  const kept = Object.fromEntries(Object.entries(posted).filter(([field]) => !(CALLBACK_FIELDS as readonly string[]).includes(field)))
  const told = Object.fromEntries(given.map((field) => [field, request[field]]))
  const isSameAddress = (request['callbackUrl'] ?? posted['callbackUrl']) === posted['callbackUrl']
  if (given.length === 1 && given[0] === 'callbackUrl' && isSameAddress) return posted
  return { ...kept, ...(isSameAddress && posted['callbackUrl'] !== undefined ? { callbackUrl: posted['callbackUrl'] } : {}), ...told }
}

/** The lists that name shifts, without those that were cancelled, and without entries of which too little is left. */
function withoutCancelled({ posted, cancelledIds }: Draft): Fields {
  if (cancelledIds.size === 0) return {}
  const lists: [string, readonly Fields[]][] = []
  for (const [list, least] of Object.entries(NAMING_SHIFTS)) {
    const entries = objectsIn(posted[list])
    if (entries.length === 0) continue
    const kept = entries.map((entry) => withoutIds(entry, cancelledIds)).filter((entry, at) => entry === entries[at] || idsIn(entry).length >= least)
    lists.push([list, kept])
  }
  return Object.fromEntries(lists)
}

function withoutIds(entry: Fields, cancelled: ReadonlySet<unknown>): Fields {
  const ids = idsIn(entry)
  return ids.some((id) => cancelled.has(id)) ? { ...entry, shiftIds: ids.filter((id) => !cancelled.has(id)) } : entry
}

function idsIn({ shiftIds }: Fields): readonly unknown[] {
  return Array.isArray(shiftIds) ? shiftIds : []
}

/** Says which requirements and groups lost their shifts. */
function leftOut({ posted, cancelledIds }: Draft): Issue[] {
  if (cancelledIds.size === 0) return []
  return Object.entries(NAMING_SHIFTS).flatMap(([list, least]) =>
    objectsIn(posted[list])
      .filter((entry) => {
        const left = withoutIds(entry, cancelledIds)
        return left !== entry && idsIn(left).length < least
      })
      .map(
        ({ id }): Issue => ({
          pointer: `/${list}`,
          code: 'requirement-left-out',
          detail: `${String(id)} lost its shifts, which were cancelled, and was left out.`,
          hint: 'Submit the schedule anew where something else is meant.',
        }),
      ),
  )
}

/** An issue of the new document, with its pointer into the request: at the field of an event that wrote it, or at the event. */
function placed(issue: Issue, draft: Draft, shifts: readonly DraftShift[], request: Place): Issue {
  const [, list, at, field, more] = /^\/([^/]*)(?:\/([^/]*)(?:\/([^/]*)(.*))?)?$/s.exec(issue.pointer) ?? []
  const written = list === 'shifts' ? shifts[Number(at)] : list === 'demands' ? [...draft.demands.values()][Number(at)] : undefined
  const pointer = written === undefined ? null : pointerOfEntry(written, field, more ?? '')
  if (pointer !== null) return { ...issue, pointer }
  if (list === 'employees' && field === 'absences') {
    const [, absence, rest] = /^\/(\d+)(.*)$/s.exec(more ?? '') ?? []
    const toldBy = draft.touched.get(Number(at))?.absences[Number(absence)]?.toldBy ?? null
    if (toldBy !== null) return { ...issue, pointer: `${toldBy}${rest ?? ''}` }
  }
  if (list !== undefined && (request.fields[list] ?? null) !== null && list !== 'events') return issue
  const detail = `${issue.detail} That is at ${issue.pointer === '' ? 'the root' : issue.pointer} of the schedule that the events make.`
  return { ...issue, pointer: '/events', detail }
}

function pointerOfEntry(
  { addedBy = null, lastEvent, writtenBy }: DraftEntry & Partial<Pick<DraftShift, 'addedBy'>>,
  field: string | undefined,
  more: string,
): string | null {
  if (field === undefined) return lastEvent
  const written = writtenBy.get(field)
  if (written !== undefined) return `${written}${more}`
  return addedBy === null ? lastEvent : `${addedBy}/${field}${more}`
}
