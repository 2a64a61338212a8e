import { type Column, COLUMNS, columnNamed, OWNED, OWNED_TABLES, TABLE_NAMES, type TableName } from './csv-columns.ts'
import { collectNames, collectPlaces, createCellReader, type Names, type NamesByKind, numberNames, partsOf, withoutLevel } from './csv-cells.ts'
import { byOwner, type CsvPlace, type Entries, type Entry, type Fields, placeOf } from './csv-places.ts'
import { rotationsOf } from './csv-rotations.ts'
import { readTable, type Table } from './csv-table.ts'
import { FormatError } from './format-error.ts'
import type { ImportedSchedule } from './horizon-days.ts'

/** The tables of a schedule, as texts. */
export interface ScheduleTables {
  readonly employees: string
  readonly spots: string
  readonly shifts: string
  /** Those that several employees have; absent when each has its own. */
  readonly contracts?: string | undefined
  /** Rotas that are worked in turn, a line a week; absent when nobody works one. */
  readonly rotations?: string | undefined
  /** Which contract an employee has on which days; absent when nobody's changes. */
  readonly contractPeriods?: string | undefined
  /** Absent when nobody has any. */
  readonly wishes?: string | undefined
  /** Absent when nobody is away. */
  readonly absences?: string | undefined
  /** How long it takes from place to place; absent when all is in one place. */
  readonly travel?: string | undefined
  /** How many are at work at a time; absent when nothing is asked for. */
  readonly coverage?: string | undefined
  /** What is shared evenly; absent when nothing is. */
  readonly fairness?: string | undefined
  /** How many people are wanted when, a line for each time or each time of a week; absent when shifts alone say it. */
  readonly demands?: string | undefined
  /** What shifts may be made for that. */
  readonly templates?: string | undefined
  /** The breaks of shifts of a length. */
  readonly breakRules?: string | undefined
  /** What is paid beside the hourly pay of contracts and employees. */
  readonly payRules?: string | undefined
  /** What may be paid in a time. */
  readonly budgets?: string | undefined
}

/** What is wrong or doubtful in a table. */
export interface CsvProblem extends CsvPlace {
  readonly detail: string
  readonly hint: string
}

/** A schedule of tables. */
export interface CsvSchedule {
  readonly schedule: ImportedSchedule
  /** In the order of the tables and lines, at most 100. With any the schedule is not whole. */
  readonly problems: readonly CsvProblem[]
  /** Of columns that nothing was read from. */
  readonly warnings: readonly CsvProblem[]
  /** The numbers that skills and teams got which the tables name, in words: `nurse 1, medication 2`. */
  readonly numbered: readonly { readonly what: 'Skills' | 'Teams'; readonly text: string }[]
  /** Where the value of an RFC 6901 pointer into the schedule comes from; null when no line of a table is to blame. */
  placeOf(pointer: string): CsvPlace | null
}

const MOST_PROBLEMS = 100
const MERGED = 'Fill it in every line: of merged cells only the first has anything.'
const FREE_DAY = 'Write a tag, or off for a day without a shift.'

/**
 * A schedule of tables whose columns have the names of its fields, `contract.` before those of an employee's own contract,
 * `rotation.` before those of the rotation that is worked and `seats.` before those of seats. What the fields may hold is for the reader of
 * schedules to judge; here only cells become values. Times without an offset are those of `timeZone`. Nothing is thrown: `problems` says what is wrong.
 */
export function csvToSchedule(tables: ScheduleTables, timeZone: string): CsvSchedule {
  const problems: CsvProblem[] = []
  const warnings: CsvProblem[] = []
  const read = readAll(tables, problems)
  for (const table of TABLE_NAMES) checkHead(table, read[table], { problems, warnings })
  const {
    contracts,
    rotations,
    spots,
    employees,
    shifts,
    travel,
    coverage,
    fairness,
    demands,
    templates,
    breakRules,
    payRules,
    budgets,
    skills,
    teams,
    ...lists
  } = readEntries(read, timeZone, problems)
  const known = new Set(employees.map(({ fields }) => fields['id']))
  const owned = byOwner((table) => lists[table])
  for (const table of OWNED_TABLES) {
    for (const { line, fields } of lists[table]) {
      const { employeeId } = fields
      if (employeeId === undefined || known.has(employeeId)) continue
      const detail = `${String(employeeId)} is not in employees.csv.`
      problems.push({ table, line, column: 'employeeId', detail, hint: 'Write an id or a name of it.' })
    }
  }
  return {
    schedule: {
      timeZone,
      spots: spots.map(({ fields }) => fields),
      employees: employees.map(({ fields }) => ({ ...withMemberships(fields), ...owned.fieldsOf(fields['id']) })),
      shifts: shifts.map(({ fields }) => fields),
      ...listsOf({ contracts, rotations, demands, shiftTemplates: templates, breakRules, payRules, budgets }),
      ...(travel.length === 0 ? {} : { travel: { matrix: travel.map(({ fields }) => fields) } }),
      ...listsOf({ coverageRequirements: coverage, fairness }),
      ...namesOf('skills', skills),
      ...namesOf('teams', teams),
      settings: {},
    },
    problems: inOrder(problems).slice(0, MOST_PROBLEMS),
    warnings,
    numbered: [...numberedText('Skills', skills), ...numberedText('Teams', teams)],
    placeOf: (pointer) =>
      placeOf(
        { contracts, rotations, spots, employees, shifts, travel, coverage, fairness, demands, templates, breakRules, payRules, budgets },
        owned,
        pointer,
      ),
  }
}

/** Lists of a schedule, each left out where its table has no line. */
function listsOf(lists: Readonly<Record<string, readonly { readonly fields: Fields }[]>>): Fields {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, entries]) => (entries.length === 0 ? [] : [[name, entries.map(({ fields }) => fields)]])),
  )
}

/** Where a place is, in words: `shifts.csv, line 3, column start`. */
export function csvPlaceText({ table, line, column }: CsvPlace): string {
  return `${table}.csv, line ${line}${column === null ? '' : `, column ${column}`}`
}

const NO_TABLE: Table = { names: [], line: 1, rows: [] }

function readAll(tables: ScheduleTables, problems: CsvProblem[]): Readonly<Record<TableName, Table | null>> {
  const read = (table: TableName): Table | null => {
    const text = tables[table]
    if (text === undefined) return NO_TABLE
    try {
      return readTable(text)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      const detail = error.message.replace(/^Line \d+: /, '')
      problems.push({ table, line: error.line ?? 1, column: null, detail, hint: '' })
      return null
    }
  }
  return Object.fromEntries(TABLE_NAMES.map((table) => [table, read(table)])) as Record<TableName, Table | null>
}

/** Columns that nobody knows are left out with a warning, since spreadsheets have columns for people too. */
function checkHead(
  table: TableName,
  read: Table | null,
  { problems, warnings }: { readonly problems: CsvProblem[]; readonly warnings: CsvProblem[] },
): void {
  if (read === null || read === NO_TABLE) return
  const { names, line } = read
  const seen = new Map<string, string>()
  for (const name of names.filter((each) => each !== '')) {
    const column = columnNamed(table, name)
    const hint = `Columns of ${table}.csv are ${COLUMNS[table].map((each) => each.name).join(', ')}.`
    if (column === null) warnings.push({ table, line, column: name, detail: `The column "${name}" is not known and not read.`, hint })
    else if (seen.has(column.name))
      problems.push({
        table,
        line,
        column: name,
        detail: `The columns "${seen.get(column.name)!}" and "${name}" are the same.`,
        hint: 'Leave one out.',
      })
    else seen.set(column.name, name)
  }
  const missing = COLUMNS[table].filter(({ name, isRequired }) => isRequired && !seen.has(name)).map(({ name }) => name)
  if (missing.length === 0) return
  const detail = `The ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`
  problems.push({ table, line, column: null, detail, hint: 'The first line with content names the columns; nothing may stand above it.' })
}

function numberedText(what: 'Skills' | 'Teams', { written, ids }: Names): CsvSchedule['numbered'] {
  return written.length === 0 ? [] : [{ what, text: written.map((name) => `${name} ${ids.get(name.toLowerCase())}`).join(', ') }]
}

/** The names that tables have, which a schedule keeps beside the numbers; nothing where tables have none. */
function namesOf(key: 'skills' | 'teams', { written, ids }: Names): Fields {
  return written.length === 0 ? {} : { [key]: written.map((name) => ({ id: ids.get(name.toLowerCase()), name })) }
}

/** First what others name, then what names them. */
function readEntries(
  read: Readonly<Record<TableName, Table | null>>,
  timeZone: string,
  problems: CsvProblem[],
): Entries & { readonly skills: Names; readonly teams: Names } {
  const held = (kind: 'skill' | 'team'): Names =>
    numberNames(
      (['spots', 'employees', 'shifts', 'coverage', 'fairness'] as const).flatMap((table) => partsOfColumns(table, read[table], kind)),
      `the ${kind}s`,
    )
  const none: Names = { where: '', ids: new Map(), texts: new Set(), written: [] }
  const before: NamesByKind = { skill: held('skill'), team: held('team'), contract: none, rotation: none, spot: none, employee: none, place: none }
  const readFirst = createCellReader(before, timeZone)
  const contracts = entriesOf('contracts', read.contracts, readFirst, problems)
  const weeks = entriesOf('rotations', read.rotations, readFirst, problems)
  const rotations = rotationsOf(weeks, (problem) => problems.push({ table: 'rotations', ...problem }))
  const spots = entriesOf('spots', read.spots, readFirst, problems)
  const fieldsOf = (entries: readonly Entry[]): readonly Fields[] => entries.map(({ fields }) => fields)
  const known = {
    ...before,
    contract: collectNames(fieldsOf(contracts), 'contracts.csv'),
    rotation: collectNames(fieldsOf(rotations), 'rotations.csv'),
    spot: collectNames(fieldsOf(spots), 'spots.csv'),
  }
  // Names of a table that cannot be read are not said to be unknown.
  const canSign = read.contracts !== null && read.rotations !== null
  const employees = entriesOf('employees', canSign ? read.employees : null, createCellReader(known, timeZone), problems)
  const homes = employees.map(({ fields }) => fields['home'])
  const names = { ...known, employee: collectNames(fieldsOf(employees), 'employees.csv'), place: collectPlaces(known.spot, homes) }
  const readCell = createCellReader(names, timeZone)
  const canName = canSign && read.spots !== null && read.employees !== null
  return {
    contracts,
    rotations,
    spots,
    employees,
    shifts: withSeatsTogether(entriesOf('shifts', canName ? read.shifts : null, readCell, problems)),
    contractPeriods: entriesOf('contractPeriods', canName ? read.contractPeriods : null, readCell, problems),
    wishes: entriesOf('wishes', canName ? read.wishes : null, readCell, problems),
    absences: entriesOf('absences', canName ? read.absences : null, readCell, problems),
    travel: entriesOf('travel', canName ? read.travel : null, readCell, problems),
    coverage: entriesOf('coverage', canName ? read.coverage : null, readCell, problems).map(withLevelsBeside),
    fairness: entriesOf('fairness', canName ? read.fairness : null, readCell, problems),
    demands: entriesOf('demands', canName ? read.demands : null, readCell, problems),
    templates: entriesOf('templates', canName ? read.templates : null, readCell, problems),
    breakRules: entriesOf('breakRules', read.breakRules, readCell, problems),
    payRules: entriesOf('payRules', read.payRules, readCell, problems),
    budgets: entriesOf('budgets', canName ? read.budgets : null, readCell, problems),
    skills: before.skill,
    teams: before.team,
  }
}

function partsOfColumns(table: TableName, read: Table | null, kind: Column['kind']): readonly string[] {
  const names = (read?.names ?? []).filter((name) => columnNamed(table, name)?.kind === kind)
  return (read?.rows ?? []).flatMap(({ cells }) =>
    names.flatMap((name) => partsOf(cells[name] ?? '').map((part) => (kind === 'skill' ? withoutLevel(part) : part))),
  )
}

/** Entries of a table without a column `id` are numbered from 1. */
function entriesOf(table: TableName, read: Table | null, readCell: ReturnType<typeof createCellReader>, problems: CsvProblem[]): readonly Entry[] {
  if (read === null) return []
  const columns = read.names.flatMap((name) => {
    const column = columnNamed(table, name)
    return column === null || column.kind === 'ignored' ? [] : [{ name, column }]
  })
  const isOwned = table in OWNED
  const hasIds =
    isOwned || !COLUMNS[table].some(({ name, isRequired }) => name === 'id' && !isRequired) || columns.some(({ column }) => column.name === 'id')
  return read.rows.map(({ line, cells }, at) => {
    const fields: Fields = hasIds ? {} : { id: at + 1 }
    const isRepeated = columns.some(({ name, column }) => column.name.startsWith('repeats.') && cells[name] !== undefined)
    const isAllDay = isOwned || isRepeated || table === 'coverage' || table === 'demands'
    for (const { name, column } of columns) {
      const cell = cells[name]
      const problem = (detail: string, hint: string): unknown => problems.push({ table, line, column: column.name, detail, hint })
      if (cell === undefined && column.isRequired) problem('The cell is empty.', column.kind === 'turn' ? FREE_DAY : MERGED)
      if (cell === undefined) continue
      const value = readCell(cell, column, isAllDay)
      if ('value' in value) setField(fields, column.name, value.value)
      else problem(value.detail, value.hint)
    }
    return { line, fields }
  })
}

/** Lines of one shift with seats, as `turnus export csv` writes one for each seat: alike but for who works them, who stands in `employee`. The first has all of them. */
function withSeatsTogether(entries: readonly Entry[]): readonly Entry[] {
  const keyOf = ({ fields: { employee: _employee, ...fields } }: Entry): string => JSON.stringify(fields)
  const isSeat = ({ fields }: Entry): boolean => fields['id'] !== undefined && fields['seats'] !== undefined && fields['employees'] === undefined
  const seatsOf = Map.groupBy(entries.filter(isSeat), keyOf)
  return entries.flatMap((entry) => {
    const seats = isSeat(entry) ? seatsOf.get(keyOf(entry))! : []
    const people = seats.flatMap(({ fields: { employee } }) => (employee === undefined ? [] : [employee]))
    if (seats.length < 2 && people.length === 0) return [entry]
    const { employee: _employee, ...fields } = entry.fields
    return seats[0] === entry ? [{ ...entry, fields: { ...fields, employees: people } }] : []
  })
}

function setField(fields: Fields, name: string, value: unknown): void {
  const [object = '', ...members] = name.split('.')
  if (members.length === 0) {
    fields[object] = value
    return
  }
  const inner = { ...(fields[object] as Fields | undefined) }
  setField(inner, members.join('.'), value)
  fields[object] = inner
}

/** A skill with a level, `nurse:3`, is two fields of who counts. */
function withLevelsBeside({ line, fields }: Entry): Entry {
  const { who, ratioOf, ...others } = fields as { readonly who?: Fields; readonly ratioOf?: Fields & { readonly who?: Fields } }
  const apart = (people: Fields | undefined): Fields => {
    if (people === undefined) return {}
    const { skill, ...rest } = people
    if (typeof skill !== 'object') return { who: people }
    const { id, minLevel } = skill as Fields
    return { who: { skill: id, minLevel, ...rest } }
  }
  const ratio = ratioOf === undefined ? {} : { ratioOf: { ...ratioOf, ...apart(ratioOf.who) } }
  return { line, fields: { ...others, ...apart(who), ...ratio } }
}

/** The skills and teams of an employee are memberships, which can have a start and an end; a table has room for their ids, and for levels of skills. */
function withMemberships(fields: Fields): Fields {
  const membershipOf = (entry: unknown): Fields => {
    if (typeof entry !== 'object') return { id: entry }
    const { id, minLevel } = entry as Fields
    return { id, level: minLevel }
  }
  const memberships = (name: string): Fields => {
    const entries = fields[name]
    return Array.isArray(entries) ? { [name]: entries.map(membershipOf) } : {}
  }
  return { ...fields, ...memberships('skills'), ...memberships('teams') }
}

function inOrder(problems: readonly CsvProblem[]): readonly CsvProblem[] {
  return problems.toSorted((one, other) => TABLE_NAMES.indexOf(one.table) - TABLE_NAMES.indexOf(other.table) || one.line - other.line)
}
