import { findSyntaxFault } from '../../api/json-syntax.ts'
import { findRepeatedName } from '../../api/repeated-names.ts'
import { type CsvProblem, csvToSchedule } from '../../formats/csv-schedule.ts'
import { OPTIONAL_TABLES, type OptionalTable, type TableName } from '../../formats/csv-columns.ts'
import type { Issue } from '../gateway/documents.ts'
import { findPlaces, type TextPlace } from './json-places.ts'
import { mergeShifts, type ShiftOrigin } from './read-shifts.ts'
import { t } from '../texts/texts.ts'

/** A file as it was chosen. */
export interface SourceFile {
  readonly name: string
  readonly text: string
  /** Of a sheet of a workbook: what the sheet is called. It is a table. */
  readonly sheet?: string
  /** Of a file from which nothing is read, such as a picture: why, in words. */
  readonly unread?: string
}

/** Something wrong or doubtful, at its place in a file. */
export interface PlacedIssue {
  readonly issue: Issue
  readonly file: SourceFile
  readonly place: TextPlace
  /** Of a table, as the documentation names it; absent for the whole line, and in documents. */
  readonly tableColumn?: string
}

/** What the files say together, before the gateway has looked at it. */
export interface Draft {
  /** What would be submitted; null while the files cannot be read. */
  readonly document: Readonly<Record<string, unknown>> | null
  /** Why they cannot be read, or what is wrong with the table. */
  readonly problems: readonly PlacedIssue[]
  /** What is doubtful in the tables. */
  readonly doubts: readonly PlacedIssue[]
  /** What somebody should know of what was read, in sentences. */
  readonly remarks: readonly string[]
  /** Puts what the gateway says of the document at its places in the files. */
  readonly locate: (issues: readonly Issue[]) => readonly PlacedIssue[]
}

const PLAIN = { doubts: [], remarks: [] } as const

/** Reads a schedule and, where one was chosen, the table of shifts that takes the place of its own. */
export function readDraft(schedule: SourceFile, shifts: SourceFile | null): Draft {
  const read = readJson(schedule)
  if ('problem' in read) return { ...PLAIN, document: null, problems: [read.problem], locate: () => [] }
  if (shifts === null) return { ...PLAIN, document: read.document, problems: [], locate: (issues) => locateInSchedule(schedule, issues) }
  const { document, origins, problems } = mergeShifts(read.document, shifts.text)
  const placed = problems.map(({ line, issue }) => ({ issue, file: shifts, place: { line, column: 1 } }))
  return { ...PLAIN, document, problems: placed, locate: (issues) => locateMerged({ schedule, shifts, origins }, issues) }
}

/** Reads the tables of a schedule. Times without an offset are those of `timeZone`. */
export function readTablesDraft(files: ScheduleFiles, timeZone: string): Draft {
  const { employees, spots, shifts } = files
  const optional = Object.fromEntries(OPTIONAL_TABLES.map((name) => [name, files[name]?.text]))
  const texts = { employees: employees.text, spots: spots.text, shifts: shifts.text, ...optional }
  const { schedule, problems, warnings, numbered, placeOf } = csvToSchedule(texts, timeZone)
  const place = ({ table, line, column, ...told }: CsvProblem): PlacedIssue => ({
    issue: { pointer: '', code: `${column ?? ''} ${told.detail}`, ...told },
    file: files[table]!,
    place: { line, column: 1 },
    ...(column === null ? {} : { tableColumn: column }),
  })
  return {
    document: problems.length > 0 ? null : { ...schedule },
    problems: problems.map(place),
    doubts: warnings.map(place),
    remarks: numbered.map(({ what, text }) => t(`submit.numbered.${what}`, { text })),
    locate: (issues) => issues.map(({ detail, hint, pointer }) => place({ ...(placeOf(pointer) ?? WHOLE), detail, hint })),
  }
}

/** Where something of the schedule as a whole is told. */
const WHOLE = { table: 'shifts', line: 1, column: null } as const

/** The tables of a schedule, as files. */
export type ScheduleFiles = Readonly<Record<Exclude<TableName, OptionalTable>, SourceFile>> &
  Readonly<Partial<Record<OptionalTable, SourceFile | undefined>>>

/** True for a sheet, and for a file that is a table by its name. */
export function isTable({ name, sheet }: Pick<SourceFile, 'name' | 'sheet'>): boolean {
  return sheet !== undefined || /\.(?:csv|tsv|txt)$/i.test(name)
}

type ReadDocument = { readonly document: Readonly<Record<string, unknown>> } | { readonly problem: PlacedIssue }

function readJson(file: SourceFile): ReadDocument {
  let document: unknown
  try {
    document = JSON.parse(file.text)
  } catch {
    const { line, column, found } = findSyntaxFault(file.text)
    const detail = found === null ? t('submit.breaksOff') : t('submit.noJson', { found: JSON.stringify(found) })
    return { problem: problemOf(file, { line, column }, { code: 'body-unreadable', detail, hint: t('submit.mend') }) }
  }
  const repeated = findRepeatedName(file.text, document)
  if (repeated !== null) {
    const detail = t('submit.twice', { name: JSON.stringify(repeated.name) })
    return { problem: problemOf(file, repeated, { code: 'body-unreadable', detail, hint: t('submit.keepOne') }) }
  }
  if (typeof document === 'object' && document !== null && !Array.isArray(document)) return { document: document as Record<string, unknown> }
  const issue = { code: 'wrong-type', detail: t('submit.noObject'), hint: t('submit.objectHint') }
  return { problem: problemOf(file, { line: 1, column: 1 }, issue) }
}

function problemOf(file: SourceFile, place: TextPlace, issue: Omit<Issue, 'pointer'>): PlacedIssue {
  return { issue: { pointer: '', ...issue }, file, place }
}

function locateInSchedule(file: SourceFile, issues: readonly Issue[]): readonly PlacedIssue[] {
  const places = findPlaces(
    file.text,
    issues.map(({ pointer }) => pointer),
  )
  return issues.map((issue) => ({ issue, file, place: places.get(issue.pointer)! }))
}

interface MergedFiles {
  readonly schedule: SourceFile
  readonly shifts: SourceFile
  readonly origins: readonly ShiftOrigin[]
}

/** A shift is at its line of the table or, if it was kept from the document, where it stands there; everything else is in the document. */
function locateMerged({ schedule, shifts, origins }: MergedFiles, issues: readonly Issue[]): readonly PlacedIssue[] {
  const targets = issues.map((issue) => {
    const [, index, rest = ''] = /^\/shifts\/(\d+)(\/.*)?$/.exec(issue.pointer) ?? []
    const origin = index === undefined ? undefined : origins[Number(index)]
    if (origin === undefined) return { issue, pointer: issue.pointer }
    return 'line' in origin ? { issue, line: origin.line } : { issue, pointer: `/shifts/${origin.index}${rest}` }
  })
  const places = findPlaces(
    schedule.text,
    targets.flatMap((target) => (target.pointer === undefined ? [] : [target.pointer])),
  )
  return targets.map((target) =>
    target.line === undefined
      ? { issue: target.issue, file: schedule, place: places.get(target.pointer)! }
      : { issue: target.issue, file: shifts, place: { line: target.line, column: 1 } },
  )
}
