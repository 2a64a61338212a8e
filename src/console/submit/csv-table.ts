/** A row of a table, with the line of the text on which it begins, from 1. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Reads a table as RFC 4180 writes it. A tab in its first line parts cells, as lines that are copied out of a spreadsheet have it; otherwise the comma or the semicolon does, whichever that line has more of. Empty lines are left out.
 * A quotation mark that is never closed takes the rest of the text.
 */
export function readTable(text: string): readonly TableRow[] {
  const [firstLine = ''] = text.split('\n', 1)
  const separator = firstLine.includes('\t') ? '\t' : countOf(firstLine, ';') > countOf(firstLine, ',') ? ';' : ','
  const rows: TableRow[] = []
  let line = 1
  let at = 0
  while (at < text.length) {
    const { cells, end } = readRow(text, at, separator)
    if (cells.length > 1 || cells[0]!.trim() !== '') rows.push({ line, cells })
    line += countOf(text.slice(at, end), '\n')
    at = end
  }
  return rows
}

function readRow(text: string, start: number, separator: string): { readonly cells: readonly string[]; readonly end: number } {
  const cells: string[] = []
  let at = start
  for (;;) {
    const { cell, end } = text[at] === '"' ? readQuoted(text, at) : { cell: '', end: at }
    let rest = end
    while (rest < text.length && text[rest] !== separator && text[rest] !== '\n') rest += 1
    cells.push(cell + text.slice(end, rest).replace(/\r$/, ''))
    if (text[rest] !== separator) return { cells, end: rest + 1 }
    at = rest + 1
  }
}

function readQuoted(text: string, start: number): { readonly cell: string; readonly end: number } {
  let cell = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { cell: cell + text.slice(at), end: text.length }
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 }
    cell += '"'
    at = quote + 2
  }
}

function countOf(text: string, char: string): number {
  return text.split(char).length - 1
}
