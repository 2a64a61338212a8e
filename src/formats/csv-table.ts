import { FormatError } from './format-error.ts'

/** A line of a table: its cells by the names of their columns, empty ones left out. */
export interface TableRow {
  /** Where it begins; counts from 1. */
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
}

/**
 * Reads a table (RFC 4180) whose first line names its columns. Commas or semicolons part the cells, whichever the first line has more of, since
 * spreadsheets write what their country uses. Blanks around a cell do not count; lines without any content are left out. Throws `FormatError`.
 */
export function readTable(text: string): readonly TableRow[] {
  const plain = text.replace(/^\u{feff}/u, '')
  const firstLine = plain.slice(0, (plain.indexOf('\n') + 1 || plain.length + 1) - 1)
  const separator = firstLine.split(';').length > firstLine.split(',').length ? ';' : ','
  const [header, ...lines] = splitRecords(plain, separator)
  if (header === undefined) throw new FormatError(null, 'The table is empty: its first line has to name the columns.')
  const names = header.cells.map((name) => name.trim())
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at)
  if (twice !== undefined) throw new FormatError(header.line, `The column "${twice}" is there twice.`)
  return lines.flatMap(({ line, cells }) => {
    const beyond = cells.findIndex((cell, at) => cell.trim() !== '' && (names[at] ?? '') === '')
    if (beyond !== -1) throw new FormatError(line, `Cell ${beyond + 1} stands in a column without a name.`)
    const filled = names.flatMap((name, at) => {
      const cell = cells[at]?.trim() ?? ''
      return cell === '' ? [] : [[name, cell] as const]
    })
    return filled.length === 0 ? [] : [{ line, cells: Object.fromEntries(filled) }]
  })
}

interface SplitRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** A cell in quotes, in which `""` is a quote, or one without; then the separator, the end of the line, or the end. */
function splitRecords(text: string, separator: ',' | ';'): readonly SplitRecord[] {
  const pattern = new RegExp(`(?:[ \\t]*"((?:[^"]|"")*)"[ \\t]*|([^${separator}"\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y')
  const records: SplitRecord[] = []
  let line = 1
  let record: { line: number; cells: string[] } = { line, cells: [] }
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)
    if (found === null) throw new FormatError(line, 'A quote stands where none may: put the whole cell in quotes, and write a quote within it twice.')
    const [whole, quoted, bare = '', end] = found
    record.cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    line += whole.split('\n').length - 1
    if (end === separator && pattern.lastIndex < text.length) continue
    records.push(record)
    record = { line, cells: [] }
  }
  return records
}
