import { OWNED, OWNED_TABLES, type OwnedTable, type TableName } from './csv-columns.ts'
import { placeInRotation, type TableRotation } from './csv-rotations.ts'

/** What a line of a table says, by field. */
export type Fields = Record<string, unknown>

/** A line of a table, as far as it was read. */
export interface Entry {
  readonly line: number
  readonly fields: Fields
}

/** The lines of all tables. */
export type Entries = Readonly<Record<Exclude<TableName, 'rotations'>, readonly Entry[]>> & { readonly rotations: readonly TableRotation[] }

/** A place in the tables. */
export interface CsvPlace {
  readonly table: TableName
  /** Counts from 1. */
  readonly line: number
  /** As the documentation names it; null for the whole line. */
  readonly column: string | null
}

/** What tables say of each employee, as its lists. */
interface Owned {
  fieldsOf(employeeId: unknown): Fields
  /** Where an entry of a list is, or its first where `index` is undefined; null for one that no table gave. */
  placeOf(employeeId: unknown, list: string, index: number | undefined): { readonly table: OwnedTable; readonly line: number } | null
}

/** The lists of each employee, of the tables that have them. */
export function byOwner(entriesOf: (table: OwnedTable) => readonly Entry[]): Owned {
  const tables = OWNED_TABLES.map((table) => ({ table, list: OWNED[table], of: Map.groupBy(entriesOf(table), ({ fields }) => fields['employeeId']) }))
  return {
    fieldsOf: (employeeId) =>
      Object.fromEntries(
        tables.flatMap(({ list, of }) => {
          const own = of.get(employeeId)
          return own === undefined ? [] : [[list, own.map(({ fields: { employeeId: _employeeId, ...entry } }) => entry)]]
        }),
      ),
    placeOf(employeeId, list, index) {
      const found = tables.find((each) => each.list === list)
      const line = found?.of.get(employeeId)?.[index ?? 0]?.line
      return line === undefined ? null : { table: found!.table, line }
    },
  }
}

/** Objects whose fields have a column each. */
const INNER: ReadonlySet<string> = new Set(['contract', 'rotation', 'pay', 'seats', 'repeats', 'who', 'ratioOf'])

/** The tables that are called otherwise than what they give. */
const LISTS_OF_TABLES: Readonly<Record<string, TableName>> = {
  'travel/matrix': 'travel',
  coverageRequirements: 'coverage',
  shiftTemplates: 'templates',
}

/** Of whole ways no line is to blame, but their table is. */
const WAYS: CsvPlace = { table: 'travel', line: 1, column: null }

/** Where the value of a pointer into the schedule comes from; null when no line of a table is to blame. */
export function placeOf(entries: Omit<Entries, OwnedTable>, owned: Owned, pointer: string): CsvPlace | null {
  if (pointer === '/travel/matrix' && entries.travel.length > 0) return WAYS
  const [, list, index, rest = ''] =
    /^\/(contracts|rotations|spots|employees|shifts|travel\/matrix|coverageRequirements|fairness|demands|shiftTemplates|breakRules|payRules|budgets)\/(\d+)(?:\/(.*))?$/.exec(
      pointer,
    ) ?? []
  if (list === undefined) return null
  const table = (LISTS_OF_TABLES[list] ?? list) as Exclude<TableName, OwnedTable>
  const entry = entries[table][Number(index)]
  if (entry === undefined) return null
  const path = rest.split('/')
  if ('weeks' in entry) return { table, ...placeInRotation(entry, path) }
  const [name = '', at, ...inside] = path
  const found = table === 'employees' ? owned.placeOf(entry.fields['id'], name, at === undefined ? undefined : Number(at)) : null
  return found === null ? { table, line: entry.line, column: columnAt(path) } : { ...found, column: columnAt(inside) }
}

/** The column of a field; null for none. */
function columnAt([field = '', ...inside]: readonly string[]): string | null {
  if (field === '') return null
  const member = INNER.has(field) ? columnAt(inside) : null
  return member === null ? field : `${field}.${member}`
}
