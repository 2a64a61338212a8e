import { FormatError } from './format-error.ts'

/** A line of a table: its cells by the names of their columns, empty ones left out. */
export interface TableRow {
  /** Where it begins; counts from 1. */
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
}

/** A table as it was read. */
export interface Table {
  /** The columns as they are named, without blanks around them; '' for one that is not. */
  readonly names: readonly string[]
  /** Where the names stand; counts from 1. */
  readonly line: number
  readonly rows: readonly TableRow[]
}

type Separator = ',' | ';' | '\t'
const SEPARATORS: readonly Separator[] = [',', ';', '\t']
/** What spreadsheets may write before a table, to say what parts its cells. */
const SEPARATOR_LINE = /^\u{feff}?sep=([,;\t])[ \t]*(?=[\r\n])/iu

/**
 * Reads a table (RFC 4180) whose first line with content names its columns. Commas, semicolons or tabs part the cells, whichever that line has most of,
 * since spreadsheets write what their country uses. Blanks around a cell do not count; lines without any content are left out. Throws `FormatError`.
 */
export function readTable(text: string): Table {
  const said = SEPARATOR_LINE.exec(text)
  const separator = (said?.[1] as Separator | undefined) ?? separatorOf(text)
  const records = splitRecords(text.replace(SEPARATOR_LINE, '').replace(/^\u{feff}/u, ''), separator)
  const [header, ...lines] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (header === undefined) throw new FormatError(null, 'The table is empty: its first line has to name the columns.')
  const names = header.cells.map((name) => name.trim())
  return {
    names,
    line: header.line,
    rows: lines.map(({ line, cells }) => {
      const beyond = cells.findIndex((cell, at) => cell.trim() !== '' && (names[at] ?? '') === '')
      if (beyond !== -1) throw new FormatError(line, cellBeyond(beyond, header.line, separator))
      const filled = names.flatMap((name, at) => {
        const cell = cells[at]?.trim() ?? ''
        return cell === '' ? [] : [[name, cell] as const]
      })
      return { line, cells: Object.fromEntries(filled) }
    }),
  }
}

/** The text of a table in the encodings that spreadsheets write: UTF-8, UTF-16 with a byte order mark, and otherwise Windows-1252. */
export function decodeTable(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function cellBeyond(position: number, headLine: number, separator: Separator): string {
  const comma = separator === ',' ? ' A number with a decimal comma has to be in quotes, or the cells parted by semicolons.' : ''
  return `Cell ${position + 1} stands in a column that line ${headLine} gives no name.${comma}`
}

function separatorOf(text: string): Separator {
  const [first = ''] = /^.*[^\s\u{feff},;].*$/mu.exec(text) ?? []
  return SEPARATORS.toSorted((one, other) => first.split(other).length - first.split(one).length)[0]!
}

interface SplitRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** A cell in quotes, in which `""` is a quote, or one without; then the separator, the end of the line, or the end. */
function splitRecords(text: string, separator: Separator): readonly SplitRecord[] {
  const blank = separator === '\t' ? ' ' : '[ \\t]'
  const pattern = new RegExp(`(?:${blank}*"((?:[^"]|"")*)"${blank}*|([^${separator}"\\r\\n]*))(${separator}|\\r\\n?|\\n|$)`, 'y')
  const records: SplitRecord[] = []
  let line = 1
  let record: { line: number; cells: string[] } = { line, cells: [] }
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)
    if (found === null) throw new FormatError(line, 'A quote stands where none may: put the whole cell in quotes, and write a quote within it twice.')
    const [whole, quoted, bare = '', end] = found
    record.cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    line += whole.split(/\r\n?|\n/).length - 1
    if (end === separator && pattern.lastIndex < text.length) continue
    records.push(record)
    record = { line, cells: [] }
  }
  return records
}
