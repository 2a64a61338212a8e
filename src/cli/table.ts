/** One column of a printed table. */
export interface Column<Row> {
  readonly title: string
  readonly value: (row: Row) => string
  /** Numbers stand to the right. */
  readonly align?: 'left' | 'right'
}

/** Lines of a table as wide as its cells need, two blanks between columns; the titles first. No trailing blanks. */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ value }) => value(row)))]
  const widths = columns.map((_, c) => Math.max(...cells.map((line) => line[c]!.length)))
  return cells.map((line) =>
    line
      .map((cell, c) => (columns[c]!.align === 'right' ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!)))
      .join('  ')
      .trimEnd(),
  )
}
