import { TABLE_NAMES, type TableName, tableOf } from '../../formats/csv-columns.ts'
import { readTable } from '../../formats/csv-table.ts'
import { type Draft, isTable, readDraft, readTablesDraft, type SourceFile } from './draft.ts'
import { t } from '../texts/texts.ts'

export type TableFiles = Readonly<Partial<Record<TableName, SourceFile>>>

/** What was chosen: a schedule, whose shifts a table may replace, or the tables of one. `round` counts the choices, so that each is checked anew. */
export interface Chosen {
  readonly schedule: SourceFile | null
  readonly tables: TableFiles
  /** What became of files that are not used, in sentences. */
  readonly remarks: readonly string[]
  readonly round: number
}

export const NOTHING_CHOSEN: Chosen = { schedule: null, tables: {}, remarks: [], round: 0 }

/** The tables without which there is no schedule. */
const NEEDED = ['spots', 'employees', 'shifts'] as const satisfies readonly TableName[]

/** What is chosen once these files are too. Tables of anything but shifts are a schedule of their own, in the place of one that was there. */
export function choose(before: Chosen, given: readonly SourceFile[]): Chosen {
  const files = given.filter(({ unread }) => unread === undefined)
  const schedule = files.findLast((file) => !isTable(file)) ?? null
  const remarks = given.flatMap(({ name, unread }) => (unread === undefined ? [] : [t('submit.leftOut', { file: name, why: unread })]))
  const tables: Partial<Record<TableName, SourceFile>> = schedule === null ? { ...before.tables } : {}
  const hasSchedule = (schedule ?? before.schedule) !== null
  for (const file of files.filter(isTable)) {
    const table = tableOfFile(file, hasSchedule)
    if (table === null) remarks.push(t('submit.whichTable', { file: file.name, names: TABLE_NAMES.map((name) => `${name}.csv`).join(', ') }))
    else tables[table] = file
  }
  const areWhole = TABLE_NAMES.some((name) => name !== 'shifts' && tables[name] !== undefined)
  if (areWhole && schedule !== null) remarks.push(t('submit.tablesOwn', { file: schedule.name }))
  return { schedule: areWhole ? null : (schedule ?? before.schedule), tables, remarks, round: before.round + 1 }
}

/** The tables that are still to be chosen; none where there is a schedule. */
export function missingTables({ schedule, tables }: Chosen): readonly TableName[] {
  return schedule !== null ? [] : NEEDED.filter((name) => tables[name] === undefined)
}

/** What the files say together, where no table is missing. Times without an offset are those of `timeZone`. */
export function draftOf({ schedule, tables }: Chosen, timeZone: string): Draft {
  if (schedule !== null) return readDraft(schedule, tables.shifts ?? null)
  const { employees, spots, shifts, ...optional } = tables
  return readTablesDraft({ employees: employees!, spots: spots!, shifts: shifts!, ...optional }, timeZone)
}

/** A table that nothing tells apart is of shifts where a schedule has the rest. */
function tableOfFile({ name, sheet, text }: SourceFile, hasSchedule: boolean): TableName | null {
  return (sheet === undefined ? null : tableOf(sheet, [])) ?? tableOf(name, headOf(text)) ?? (hasSchedule ? 'shifts' : null)
}

/** The names of its columns; none where it cannot be read, which is told when it is. */
function headOf(text: string): readonly string[] {
  try {
    return readTable(text).names
  } catch {
    return []
  }
}
