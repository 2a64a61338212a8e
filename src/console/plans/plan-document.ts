import { dateOfEpochDay, epochDayOf } from '../../model/calendar.ts'
import type { Identifier } from '../../model/units.ts'
import { readTable } from '../submit/csv-table.ts'
import { t } from '../texts/texts.ts'

interface Named {
  readonly id: Identifier
  readonly name?: string
}

/** Somebody of a plan, as far as the page edits it; every other field stays as it is. */
export interface PlanPerson extends Named {
  readonly contractId?: Identifier
  readonly skills?: readonly { readonly id: Identifier }[]
  readonly absences?: readonly { readonly start: string; readonly end: string }[]
  readonly wishes?: readonly { readonly type: string; readonly start: string; readonly end: string }[]
}

export interface PlanShift extends Named {
  readonly spot: Identifier
  readonly start: string
  readonly end: string
  readonly employee?: Identifier | null
  /** Of a shift with seats. */
  readonly employees?: readonly Identifier[]
  readonly seats?: unknown
  readonly historic?: boolean
  readonly importance?: string
}

/** The schedule of a plan while it is edited: it may be incomplete, and may have more than the page knows of. */
export interface PlanDocument {
  readonly timeZone?: string
  readonly employees?: readonly PlanPerson[]
  readonly spots?: readonly (Named & { readonly skills?: readonly unknown[] })[]
  readonly skills?: readonly Named[]
  readonly contracts?: readonly Named[]
  readonly shifts?: readonly PlanShift[]
  readonly [field: string]: unknown
}

/** Contracts to choose from, named in the language of who makes the plan; durations in minutes. */
const contracts = () => [
  { id: 'full-time', name: t('contract.fullTime'), hoursBetweenShift: 660, maxHoursWeek: 2400, maxConsecutiveDays: 6 },
  { id: 'part-time', name: t('contract.partTime'), hoursBetweenShift: 660, maxHoursWeek: 1200, maxConsecutiveDays: 6 },
  { id: 'on-call', name: t('contract.onCall'), hoursBetweenShift: 660, maxConsecutiveDays: 6 },
]

/** A plan without people and shifts. */
export function emptyPlan(timeZone: string): PlanDocument {
  return { timeZone, contracts: contracts(), skills: [], employees: [], spots: [], shifts: [] }
}

/** Somebody to be added, everything by name. */
export interface NewPerson {
  readonly name: string
  readonly contract: string
  readonly skills: readonly string[]
}

const NAME_HEADS: ReadonlySet<string> = new Set(['name', 'navn', 'namn'])

/** People out of a spreadsheet: a line each, of name, contract and skills with commas between. A line that begins with "Name" in any of the page's languages is a heading. */
export function readPeople(text: string): NewPerson[] {
  return readTable(text.trim())
    .map(({ cells }) => cells.map((cell) => cell.trim()))
    .filter(([name = '']) => name !== '' && !NAME_HEADS.has(name.toLowerCase()))
    .map(([name = '', contract = '', skills = '']) => ({ name, contract, skills: namesIn(skills) }))
}

/** `a, b` as its names. */
export function namesIn(text: string): string[] {
  return text
    .split(/[,;|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Adds people; skills that the plan has no name for yet are added to it, and an unknown contract is the first of the list. */
export function addPeople(document: PlanDocument, people: readonly NewPerson[]): PlanDocument {
  const contracts = document.contracts ?? []
  const named = withNames(
    document.skills ?? [],
    people.flatMap(({ skills }) => skills),
  )
  let next = nextId(document.employees ?? [])
  const added = people.map(({ name, contract, skills }): PlanPerson => {
    const contractId = (findNamed(contracts, contract) ?? contracts[0])?.id
    return {
      id: next++,
      name,
      ...(contractId === undefined ? {} : { contractId }),
      skills: skills.map((skill) => ({ id: findNamed(named, skill)!.id })),
    }
  })
  return { ...document, skills: named, employees: [...(document.employees ?? []), ...added] }
}

/** A shift of every week: where, when, on which weekdays (0 = Monday) and by how many people. */
export interface WeekShift {
  readonly spot: string
  /** `07:00`, of the wall clock; an end that is not after the start is on the next day. */
  readonly start: string
  readonly end: string
  readonly weekdays: readonly number[]
  readonly people: number
  /** Of a shift of one day alone: `YYYY-MM-DD`. */
  readonly date?: string
}

/** Adds shifts by a week template on the days from `from` to `to`, both included (`YYYY-MM-DD`). */
export function addWeekShifts(document: PlanDocument, { spot, start, end, weekdays, people }: WeekShift, from: string, to: string): PlanDocument {
  const spots = withNames(document.spots ?? [], [spot])
  const spotId = findNamed(spots, spot)!.id
  let next = nextId(document.shifts ?? [])
  const added: PlanShift[] = []
  for (let day = epochDayOf(from); day <= epochDayOf(to); day += 1) {
    if (!weekdays.includes((day + 3) % 7)) continue
    const lastDay = end > start ? day : day + 1
    for (let n = 0; n < people; n += 1) {
      added.push({
        id: next++,
        spot: spotId,
        start: `${dateOfEpochDay(day)}T${start}:00`,
        end: `${dateOfEpochDay(lastDay)}T${end}:00`,
        importance: 'MANDATORY',
      })
    }
  }
  return { ...document, spots, shifts: [...(document.shifts ?? []), ...added] }
}

/** Shifts at one spot with the same times of the clock, which are shown as one line. */
export interface ShiftGroup {
  readonly key: string
  readonly text: string
  readonly ids: readonly Identifier[]
}

/** How weekdays begin in the languages of the page, Monday first. */
const DAY_NAMES = [
  ['mo', 'ma', 'må'],
  ['tu', 'ti', 'di'],
  ['we', 'on', 'mi'],
  ['th', 'to', 'do'],
  ['fr'],
  ['sa', 'lø', 'lö'],
  ['su', 'so', 'sø', 'sö'],
] as const

/** `07:00`, after the day `2027-03-01` where the shift is of that day alone. */
const MOMENT = /^(?:(\d{4}-\d\d-\d\d)[T ])?(\d{1,2}:\d\d)(?::00)?$/

/** Shifts out of a spreadsheet: a line each, of where, from, until, weekdays and people; with dates before its times a shift is of its day alone, and by one. Headings, and what cannot be read, are left out. */
export function readWeekShifts(text: string): WeekShift[] {
  return readTable(text.trim())
    .map(({ cells }) => cells.map((cell) => cell.trim()))
    .flatMap(([spot = '', from = '', until = '', days = '', people = '']) => {
      const [, date, start] = MOMENT.exec(from) ?? []
      const [, , end] = MOMENT.exec(until) ?? []
      if (spot === '' || start === undefined || end === undefined) return []
      const times = { spot, start: start.padStart(5, '0'), end: end.padStart(5, '0') }
      if (date !== undefined) return [{ ...times, date, weekdays: weekdaysIn(''), people: 1 }]
      return [{ ...times, weekdays: weekdaysIn(days), people: Math.max(1, Number(people) || 1) }]
    })
}

/** `Mon-Fri`, `man, ons` or `Mo–Fr` as weekdays; all of them for nothing. */
function weekdaysIn(text: string): number[] {
  const dayOf = (name: string): number => DAY_NAMES.findIndex((beginnings) => beginnings.some((begin) => name.trim().toLowerCase().startsWith(begin)))
  const named = namesIn(text).flatMap((part) => {
    const [first = -1, last = first] = part.split(/[-–]/).map(dayOf)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n)
  })
  const days = named.filter((day) => day >= 0)
  return days.length > 0 ? days : DAY_NAMES.map((_, day) => day)
}

/** The shifts of a plan, by spot and time. */
export function groupShifts({ shifts = [], spots = [] }: PlanDocument): ShiftGroup[] {
  const keyOf = ({ spot, start, end }: PlanShift): string => `${nameById(spots, spot)}, ${start.slice(11, 16)}–${end.slice(11, 16)}`
  return [...Map.groupBy(shifts, keyOf)].map(([key, group]) => ({ key, text: key, ids: group.map(({ id }) => id) }))
}

/** Takes shifts out of the plan. */
export function removeShifts(document: PlanDocument, ids: readonly Identifier[]): PlanDocument {
  return { ...document, shifts: (document.shifts ?? []).filter(({ id }) => !ids.includes(id)) }
}

/** Takes somebody out of the plan, and off the shifts. */
export function removePerson(document: PlanDocument, id: Identifier): PlanDocument {
  return {
    ...document,
    employees: (document.employees ?? []).filter((person) => person.id !== id),
    shifts: (document.shifts ?? []).map((shift) => withoutWorker(shift, id)),
  }
}

function withoutWorker(shift: PlanShift, id: Identifier): PlanShift {
  if (shift.employee === id) return { ...shift, employee: null }
  return shift.employees?.includes(id) === true ? { ...shift, employees: shift.employees.filter((worker) => worker !== id) } : shift
}

/** What somebody has told of some days. */
export const DAY_KINDS = ['ABSENT', 'UNDESIRED', 'DESIRED'] as const
export type DayKind = (typeof DAY_KINDS)[number]

/** Notes an absence or a wish of somebody, from one local date to another, both included. */
export function addDays(document: PlanDocument, id: Identifier, kind: DayKind, days: { readonly start: string; readonly end: string }): PlanDocument {
  const employees = (document.employees ?? []).map((person) => {
    if (person.id !== id) return person
    if (kind === 'ABSENT') return { ...person, absences: [...(person.absences ?? []), days] }
    return { ...person, wishes: [...(person.wishes ?? []), { type: kind, ...days }] }
  })
  return { ...document, employees }
}

type Json = Readonly<Record<string, unknown>>

/** Two changes of one plan put together. */
export interface Merged {
  readonly document: PlanDocument
  /** What both changed, in words; of that, mine was taken. */
  readonly both: readonly string[]
}

/** Puts what was changed here and what somebody else saved meanwhile together, entry by entry of every list. Nothing of either is lost but where both changed the same. */
export function mergePlans(base: PlanDocument, mine: PlanDocument, theirs: PlanDocument): Merged {
  const both: string[] = []
  const merged: Record<string, unknown> = {}
  for (const part of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, here, there] = [base[part], mine[part], theirs[part]]
    if (isSame(was, here)) merged[part] = there
    else if (isSame(was, there) || isSame(here, there)) merged[part] = here
    else if (isList(here) && isList(there)) merged[part] = mergeLists(part, isList(was) ? was : [], here, there, both)
    else {
      merged[part] = here
      both.push(part)
    }
  }
  return { document: merged, both }
}

function mergeLists(part: string, was: readonly Json[], here: readonly Json[], there: readonly Json[], both: string[]): readonly Json[] {
  const [before, mine] = [was, here].map((list) => new Map(list.map((entry) => [entry['id'], entry])))
  const theirs = new Map(there.map((entry) => [entry['id'], entry]))
  const kept: Json[] = []
  for (const [id, entry] of theirs) {
    const [old, own] = [before!.get(id), mine!.get(id)]
    if (old === undefined && own !== undefined && !isSame(own, entry)) {
      // Both added something under one number: mine gets another below.
      kept.push(entry)
    } else if (own === undefined && old !== undefined) {
      if (!isSame(old, entry)) kept.push(entry)
    } else if (own === undefined || isSame(own, old)) kept.push(entry)
    else {
      kept.push(own)
      if (!isSame(old, entry) && !isSame(own, entry)) both.push(typeof entry['name'] === 'string' ? entry['name'] : `${part} ${String(id)}`)
    }
  }
  let next = Math.max(nextId(kept as never), nextId(here as never))
  for (const [id, own] of mine!) {
    if (before!.has(id)) {
      if (!theirs.has(id) && !isSame(own, before!.get(id))) kept.push(own)
    } else if (!theirs.has(id)) kept.push(own)
    else if (!isSame(own, theirs.get(id))) kept.push({ ...own, id: next++ })
  }
  return kept
}

function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && 'id' in entry)
}

/** Whether two values are the same JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function nextId(list: readonly { readonly id: Identifier }[]): number {
  return list.reduce((most, { id }) => (typeof id === 'number' ? Math.max(most, id) : most), 0) + 1
}

function findNamed<Entry extends Named>(list: readonly Entry[], name: string): Entry | undefined {
  return list.find((entry) => (entry.name ?? String(entry.id)).toLowerCase() === name.toLowerCase())
}

/** A list with an entry for each of these names. */
function withNames<Entry extends Named>(list: readonly Entry[], names: readonly string[]): readonly (Entry | Named)[] {
  let all: readonly (Entry | Named)[] = list
  for (const name of names) if (findNamed(all, name) === undefined) all = [...all, { id: nextId(all), name }]
  return all
}

/** What somebody or something is called; the id where there is no name. */
export function nameById(list: readonly Named[], id: Identifier): string {
  return list.find((entry) => entry.id === id)?.name ?? String(id)
}
