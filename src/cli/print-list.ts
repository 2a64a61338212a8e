import { type Column, formatTable } from './table.ts'
import { createPaint, type Terminal } from './terminal.ts'

/** Prints rows as a table for people, or as one JSON array with every field when `json` is true. */
export function printList<Row>(
  terminal: Terminal,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  options: { json?: boolean | undefined },
): void {
  if (options.json === true) {
    terminal.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
    return
  }
  const paint = createPaint(terminal.stdout, terminal.env)
  const [titles, ...lines] = formatTable(columns, rows)
  terminal.stdout.write([paint('bold', titles!), ...lines].map((line) => `${line}\n`).join(''))
}

/** A moment as a table shows it, UTC to the second; a dash for none. */
export function formatMoment(moment: Date | null): string {
  return moment === null ? '-' : `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
