import { oneLine } from './solved-shifts.ts'

/** What spreadsheets take for a formula at the start of a cell. */
const FORMULA = /^\s*[=+\-@]/

/** A text as a cell: on one line, with an apostrophe before what a spreadsheet would take for a formula. */
export function nameCell(name: string): string {
  const text = oneLine(name)
  return FORMULA.test(text) ? `'${text}` : text
}

/** Cells as lines of a table (RFC 4180), as they are. */
export function linesOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

/** Rows as lines of a table (RFC 4180): texts as names are, numbers as they are. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return linesOf(rows.map((cells) => cells.map((cell) => (typeof cell === 'number' ? String(cell) : nameCell(cell)))))
}

function quoted(cell: string): string {
  return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
