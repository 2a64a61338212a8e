import { isTimeZone } from '../../api/times.ts'
import { withShiftsWrittenOut } from '../../api/write-out-shifts.ts'
import { createCellReader, type NamesByKind } from '../../formats/csv-cells.ts'
import { type CellKind, type Column, columnNamed, COLUMNS } from '../../formats/csv-columns.ts'
import { createTimeReader } from '../../formats/csv-times.ts'
import type { Identifier } from '../../model/units.ts'
import type { Issue } from '../gateway/documents.ts'
import { readTable, type TableRow } from './csv-table.ts'
import { t } from '../texts/texts.ts'

/** Something of a schedule whose fields nobody has looked at yet. */
type Fields = Readonly<Record<string, unknown>>

/** Where a shift comes from: a line of the table, or its place in `shifts` of the document. */
export type ShiftOrigin = { readonly line: number } | { readonly index: number }

/** A schedule with the shifts of a table in it. */
export interface MergedSchedule {
  readonly document: Fields
  /** Of each shift of the document, in its order. */
  readonly origins: readonly ShiftOrigin[]
  /** What is wrong with the table, with the line of it. */
  readonly problems: readonly { readonly line: number; readonly issue: Issue }[]
}

type Report = (code: string, detail: string, hint: string) => void
interface Names {
  readonly spots: ReadonlyMap<string, Identifier>
  readonly employees: ReadonlyMap<string, Identifier>
  /** By id as it is written. */
  readonly shifts: ReadonlyMap<string, Identifier>
  readonly skills: ReadonlyMap<string, Identifier>
  readonly readTime: ReturnType<typeof createTimeReader>
  readonly readCell: ReturnType<typeof createCellReader>
  /** Whether the shift of the row repeats: it then begins and ends with days. */
  readonly isRepeated: boolean
}
type ReadCell = (cell: string, report: Report, names: Names) => unknown

/** How cells are read that are not just what they say: names are those of the document, and an empty cell may mean nobody. */
const READ: Readonly<Partial<Record<CellKind, ReadCell>>> = {
  id: readId,
  number: readInteger,
  start: (cell, report, names) => readMoment(cell, report, names, 'start'),
  end: (cell, report, names) => readMoment(cell, report, names, 'end'),
  spot: (cell, report, { spots }) => readReference(cell, 'spot', spots, report),
  employee: readEmployee,
  skill: readSkill,
  weekday: readPlain('weekday'),
}

/** How a cell of a column is read; columns are those of `turnus import csv`. */
function readerOf({ kind, isList }: Column): ReadCell {
  const read = READ[kind]
  if (!isList) return read ?? readPlain(kind)
  return (cell, report, names) => splitList(cell)?.map((part) => (read === undefined ? part : read(part, report, names)))
}

const NOBODY_NAMED = { where: '', ids: new Map(), texts: new Set<Identifier>(), written: [] }
/** Names are read here, as those of a document. */
const NO_NAMES: NamesByKind = {
  skill: NOBODY_NAMED,
  team: NOBODY_NAMED,
  contract: NOBODY_NAMED,
  rotation: NOBODY_NAMED,
  spot: NOBODY_NAMED,
  employee: NOBODY_NAMED,
  place: NOBODY_NAMED,
}

/** What a cell begins with that was kept from being a formula, as `turnus export csv` does. */
const KEPT_FROM_FORMULA = /^'(?=\s*[=+\-@])/

/** Of kinds that every table reads alike. */
function readPlain(kind: CellKind): ReadCell {
  return (cell, report, { readCell }) => {
    if (cell === '') return undefined
    const read = readCell(cell, { name: '', kind, isList: false, isRequired: false }, false)
    if ('value' in read) return read.value
    report(kind === 'yesNo' ? 'boolean-invalid' : `${kind}-invalid`, read.detail, read.hint)
    return undefined
  }
}

/**
 * The schedule with the shifts of a table: a row changes the shift of its `id` in the fields for which there are columns, or is a new shift; shifts without
 * a row are left out, except historic ones, which a roster that was exported does not have. Spots and employees go by id or by name,
 * times without an offset are those of the schedule’s time zone.
 */
export function mergeShifts(posted: Fields, text: string): MergedSchedule {
  const document = withShiftsWrittenOut(posted)
  const [head, ...rows] = readTable(text)
  const problems: { line: number; issue: Issue }[] = []
  const reportAt =
    (line: number): Report =>
    (code, detail, hint) =>
      problems.push({ line, issue: { pointer: '', code, detail, hint } })
  const columns = readHead(head, reportAt(head?.line ?? 1))
  const shifts = listOf(document.shifts)
  const zone = typeof document.timeZone === 'string' && isTimeZone(document.timeZone) ? document.timeZone : 'UTC'
  const names = {
    spots: idsByName(document.spots),
    employees: idsByName(document.employees),
    shifts: new Map(shifts.flatMap(({ id }) => (isId(id) ? [[String(id), id] as const] : []))),
    skills: new Map([...idsOfSkills(document), ...idsByName(document.skills)]),
    readTime: createTimeReader(zone),
    readCell: createCellReader(NO_NAMES, zone),
    isRepeated: false,
  }
  const known = new Map(shifts.map((shift) => [shift.id, shift]))
  const read = withPeople(
    rows.map((row) => ({ origin: { line: row.line }, fields: readShift(row, columns, reportAt(row.line), names) })),
    known,
  )
  const listed = new Set(read.map(({ fields }) => fields.id))
  reportRepeated(read, reportAt)
  const kept = shifts.flatMap((shift, index) => (shift.historic === true && !listed.has(shift.id) ? [{ origin: { index }, fields: shift }] : []))
  const merged = [...kept, ...read.map(({ origin, fields }) => ({ origin, fields: { ...known.get(fields.id), ...fields } }))]
  return {
    document: { ...document, shifts: merged.map(({ fields }) => fields) },
    origins: merged.map(({ origin }) => origin),
    problems,
  }
}

/** A shift that has seats in the document may have a row for each of its people, as a roster that was exported has: these are one shift. */
function withPeople(read: readonly ReadRow[], known: ReadonlyMap<unknown, Fields>): readonly ReadRow[] {
  const rowsOf = Map.groupBy(read, ({ fields }) => fields.id)
  return read.flatMap((row) => {
    const { employee: _, ...fields } = row.fields
    const own = rowsOf.get(fields.id)!
    if (!isFields(known.get(fields.id)?.seats) || !own.some((each) => 'employee' in each.fields)) return [row]
    if (own[0] !== row) return []
    const employees = own.map((each) => each.fields.employee).filter((employee) => employee !== null && employee !== undefined)
    return [{ origin: row.origin, fields: { ...fields, employees } }]
  })
}

interface ReadRow {
  readonly origin: { readonly line: number }
  readonly fields: Fields
}

interface HeadColumn {
  readonly name: string
  readonly field: string
  readonly read: ReadCell
}

/** Null = a column that is not read. */
function readHead(head: TableRow | undefined, report: Report): readonly (HeadColumn | null)[] {
  const written = (head?.cells ?? []).map((cell) => cell.trim())
  const columns = written.map((name) => columnNamed('shifts', name))
  if (!columns.some((column) => column?.name === 'id')) report('column-missing', t('submit.noIdColumn'), t('submit.beginWith'))
  return columns.map((column, at) => {
    const name = written[at]!
    if (column === null && name !== '')
      report(
        'column-unknown',
        t('submit.columnUnknown', { name }),
        t('submit.columns', { names: COLUMNS.shifts.map((each) => each.name).join(', ') }),
      )
    return column === null || column.kind === 'ignored' ? null : { name, field: column.name, read: readerOf(column) }
  })
}

function readShift({ cells }: TableRow, columns: readonly (HeadColumn | null)[], report: Report, names: Names): Fields {
  if (cells.length > columns.length) {
    report('cells-too-many', t('submit.cellsTooMany', { cells: cells.length, columns: columns.length }), t('submit.quoteIt'))
  }
  const fields: Record<string, unknown> = {}
  const cellAt = (index: number): string => (cells[index] ?? '').trim().replace(KEPT_FROM_FORMULA, '')
  const isRepeated = columns.some((column, index) => column?.field.startsWith('repeats.') === true && cellAt(index) !== '')
  columns.forEach((column, index) => {
    if (column === null) return
    const value = column.read(cellAt(index), (code, detail, hint) => report(code, `${column.name}: ${detail}`, hint), { ...names, isRepeated })
    if (value === undefined) return
    const [field = '', member] = column.field.split('.')
    fields[field] = member === undefined ? value : { ...(fields[field] as Fields | undefined), [member]: value }
  })
  return fields
}

function reportRepeated(read: readonly { origin: { line: number }; fields: Fields }[], reportAt: (line: number) => Report): void {
  const first = new Map<unknown, number>()
  for (const { origin, fields } of read) {
    const line = first.get(fields.id)
    if (fields.id === undefined) reportAt(origin.line)('id-missing', t('submit.idMissing'), t('submit.ownId'))
    else if (line !== undefined) reportAt(origin.line)('id-repeated', t('submit.idRepeated', { id: String(fields.id), line }), t('submit.ownId'))
    else first.set(fields.id, origin.line)
  }
}

function readMoment(cell: string, report: Report, { readTime, isRepeated }: Names, edge: 'start' | 'end'): string | undefined {
  if (cell === '') return undefined
  const read = readTime(cell, isRepeated ? edge : null)
  if ('time' in read) return read.time
  report('date-time-invalid', read.wrong, '')
  return undefined
}

/** The id of a shift that is there, in its own type; else that of a new one. */
function readId(cell: string, _report: Report, { shifts }: Names): Identifier | undefined {
  return cell === '' ? undefined : (shifts.get(cell) ?? (Number.isSafeInteger(Number(cell)) ? Number(cell) : cell))
}

function readInteger(cell: string, report: Report): number | undefined {
  if (cell === '') return undefined
  const value = Number(cell)
  if (Number.isSafeInteger(value)) return value
  report('integer-invalid', t('submit.noInteger', { cell }), t('submit.digits'))
  return undefined
}

/** Null = nobody works it. */
function readEmployee(cell: string, report: Report, { employees }: Names): Identifier | null | undefined {
  return cell === '' ? null : readReference(cell, 'employee', employees, report)
}

/** `nurse`, or `nurse:3` for a level. */
function readSkill(cell: string, report: Report, { skills }: Names): unknown {
  const [, name = cell, level] = /^(.*?)\s*:\s*(\d{1,3})(?::00)?$/.exec(cell) ?? []
  const id = readReference(name, 'skill', skills, report)
  return level === undefined || id === undefined ? id : { id, minLevel: Number(level) }
}

/** The skills that a document speaks of, by their ids: a document need not name any. */
function idsOfSkills({ employees, spots }: Fields): ReadonlyMap<string, Identifier> {
  const held = [...listOf(employees), ...listOf(spots)].flatMap(({ skills }) => (Array.isArray(skills) ? (skills as unknown[]) : []))
  const ids = held.map((skill) => (isFields(skill) ? skill.id : skill))
  return new Map(ids.flatMap((id) => (isId(id) ? [[String(id).toLowerCase(), id] as const] : [])))
}

function readReference(
  cell: string,
  what: 'spot' | 'employee' | 'skill',
  ids: ReadonlyMap<string, Identifier>,
  report: Report,
): Identifier | undefined {
  if (cell === '') return undefined
  const id = ids.get(cell.trim().toLowerCase()) ?? (/^-?\d+$/.test(cell) ? Number(cell) : undefined)
  if (id === undefined) report(`${what}-unknown`, t(`submit.unknown.${what}`, { cell }), t('submit.writeName'))
  return id
}

function splitList(cell: string): readonly string[] | undefined {
  if (cell === '') return undefined
  return cell
    .split(/[;|,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Ids by name, in lower case, and by themselves; a name that several have names nobody, and an id is meant before a name. */
function idsByName(list: unknown): ReadonlyMap<string, Identifier> {
  const ids = new Map<string, Identifier>()
  const shared = new Set<string>()
  const entries = listOf(list)
  for (const { id, name } of entries) {
    if (typeof name !== 'string' || !isId(id)) continue
    const key = name.trim().toLowerCase()
    if (ids.has(key)) shared.add(key)
    ids.set(key, id)
  }
  for (const name of shared) ids.delete(name)
  for (const { id } of entries) if (typeof id === 'string') ids.set(id.toLowerCase(), id)
  return ids
}

function isId(value: unknown): value is Identifier {
  return typeof value === 'number' || typeof value === 'string'
}

function listOf(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : []
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
