import type { ComponentChildren } from 'preact'

/** One column of a table. */
export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ComponentChildren
  /** `title` heads its row, `number` stands to the right, `actions` holds buttons. */
  readonly kind?: 'title' | 'number' | 'actions'
}

interface TableProps<Row> {
  /** What the table shows, for a screen reader. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
}

/** A table that becomes a list of cards on a narrow screen. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table class="table">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, kind }, at) => (
            <th key={at} scope="col" class={kind}>
              {kind === 'actions' ? <span class="hidden">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, kind, cell }, at) =>
              kind === 'title' ? (
                <th key={at} scope="row" class="title">
                  {cell(row)}
                </th>
              ) : (
                <td key={at} class={kind} data-label={head}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
