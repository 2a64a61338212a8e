import { createOffsetReader } from '../model/calendar.ts'
import { readTable, type TableRow } from './csv-table.ts'
import { FormatError } from './format-error.ts'
import type { ImportedSchedule } from './horizon-days.ts'

/** The tables of a schedule, as texts. */
export interface ScheduleTables {
  readonly employees: string
  readonly spots: string
  readonly shifts: string
  /** Absent when nobody has any. */
  readonly wishes?: string | undefined
}

type Fields = Record<string, unknown>

/** Columns whose cells are texts, even if they look like numbers. */
const TEXTS: ReadonlySet<string> = new Set(['name', 'type', 'tag', 'importance', 'description'])
/** Columns with several entries in a cell. */
const LISTS: ReadonlySet<string> = new Set(['skills', 'teams', 'tags', 'suggestedEmployees', 'dislikedEmployees', 'allowedCollisionSpots'])
const MOMENTS: ReadonlySet<string> = new Set(['start', 'end'])
const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)$/
const MINUTE_MS = 60_000
const DAY_MIN = 1440

/**
 * A schedule of tables whose columns have the names of its fields, `contract.` before those of a contract. What the fields may hold is for the reader of
 * schedules to judge; here only cells become values. Times without an offset are those of `timeZone`. Throws `FormatError`, after `name` of the table.
 */
export function csvToSchedule(tables: ScheduleTables, timeZone: string): ImportedSchedule {
  const zoned = createZonedTimes(timeZone)
  const read = (name: keyof ScheduleTables): readonly (TableRow & { readonly fields: Fields })[] =>
    inTable(name, () => readTable(tables[name] ?? 'employeeId').map((row) => ({ ...row, fields: fieldsOf(row, zoned) })))
  const wishes = read('wishes')
  const employees = read('employees').map(({ fields }) => withMemberships(fields))
  const known = new Set(employees.map(({ id }) => id))
  const stranger = wishes.find(({ fields }) => !known.has(fields['employeeId']))
  if (stranger !== undefined) throw new FormatError(stranger.line, 'wishes: employeeId is none of the table of employees.')
  return {
    timeZone,
    spots: read('spots').map(({ fields }) => fields),
    employees: employees.map((employee) => withWishes(employee, wishes)),
    shifts: read('shifts').map(({ fields }) => fields),
    settings: {},
  }
}

function inTable<Result>(name: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof FormatError ? new FormatError(null, `${name}: ${error.message}`) : error
  }
}

/** The skills and teams of an employee are memberships, which can have a start and an end; a table has room for their ids. */
function withMemberships(fields: Fields): Fields {
  const memberships = (name: string): Fields => {
    const ids = fields[name]
    return Array.isArray(ids) ? { [name]: ids.map((id: unknown) => ({ id })) } : {}
  }
  return { ...fields, ...memberships('skills'), ...memberships('teams') }
}

function withWishes(employee: Fields, wishes: readonly { readonly fields: Fields }[]): Fields {
  const own = wishes.filter(({ fields }) => fields['employeeId'] === employee['id'])
  if (own.length === 0) return employee
  return { ...employee, wishes: own.map(({ fields: { employeeId: _employeeId, ...wish } }) => wish) }
}

function fieldsOf({ line, cells }: TableRow, zoned: (text: string) => string | null): Fields {
  const fields: Fields = {}
  const contract: Fields = {}
  for (const [name, cell] of Object.entries(cells)) {
    const key = name.replace(/^contract\./, '')
    const value = valueOf(key, cell, zoned)
    if (value === null) throw new FormatError(line, `"${cell}" in the column ${name} is a time that the clock of the time zone leaves out.`)
    ;(key === name ? fields : contract)[key] = value
  }
  return Object.keys(contract).length === 0 ? fields : { ...fields, contract }
}

/** Null for a local time that there is not. */
function valueOf(name: string, cell: string, zoned: (text: string) => string | null): unknown {
  if (LISTS.has(name)) {
    return cell
      .split('|')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => (name === 'tags' ? part : scalarOf(part)))
  }
  if (MOMENTS.has(name)) return zoned(cell)
  return TEXTS.has(name) ? cell : scalarOf(cell)
}

function scalarOf(cell: string): string | number | boolean {
  if (/^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true'
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(cell) ? Number(cell) : cell
}

/** Gives local times their offset, of the two instants of a repeated hour the earlier; null for one that is left out. Other texts stay. */
function createZonedTimes(timeZone: string): (text: string) => string | null {
  const offsetAt = createOffsetReader(timeZone)
  return (text) => {
    const match = DATE_TIME.exec(text)
    if (match === null) return text
    const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number]
    const wall = Date.UTC(year, month - 1, day, hour, minute) / MINUTE_MS
    const offsets = [offsetAt(wall - DAY_MIN), offsetAt(wall + DAY_MIN)].sort((a, b) => b - a)
    const offset = offsets.find((candidate) => offsetAt(wall - candidate) === candidate)
    return offset === undefined ? null : `${text.replace(' ', 'T')}:00${writeOffset(offset)}`
  }
}

function writeOffset(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Tables to start from, by file name: a ward, two people, two days. Together they are a schedule that can be solved. */
export const CSV_TEMPLATES: Readonly<Record<`${keyof ScheduleTables}.csv`, string>> = {
  'spots.csv': 'id,name,skills,teams\r\n1,Ward,7,\r\n',
  'employees.csv':
    'id,name,skills,teams,contract.maxHoursWeek,contract.maxHoursDay,contract.hoursBetweenShift,contract.maxConsecutiveDays\r\n' +
    '11,Anna,7|8,,2220,540,660,5\r\n12,Bo,7,,1800,540,660,5\r\n',
  'shifts.csv':
    'id,name,spot,start,end,breakMinutes,importance,tags,employee,fixed\r\n' +
    '101,early,1,2027-03-01 07:00,2027-03-01 15:00,30,MANDATORY,early,,\r\n' +
    '102,late,1,2027-03-01 15:00,2027-03-01 23:00,30,MANDATORY,late,,\r\n' +
    '103,early,1,2027-03-02 07:00,2027-03-02 15:00,30,MANDATORY,early,11,true\r\n',
  'wishes.csv':
    'employeeId,type,start,end,tag,weight\r\n' +
    '11,UNDESIRED,2027-03-01 15:00,2027-03-01 23:00,late,2\r\n12,UNAVAILABLE,2027-03-01 06:00,2027-03-01 15:00,,\r\n',
}
