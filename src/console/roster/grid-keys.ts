/** A cell of the grid: row of the rows shown, column with the frozen ones counted. */
export interface CellAt {
  readonly row: number
  readonly column: number
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** How many rows a page is. */
  readonly pageRows: number
}

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
}

/** Days that PageUp and PageDown go with Ctrl: four weeks. */
const PAGE_COLUMNS = 28

/** The cell that a key goes to, by the pattern of a grid (ARIA Authoring Practices); null for a key that goes nowhere. */
export function cellAfter({ key, ctrlKey }: KeyPress, at: CellAt, { rows, columns, pageRows }: GridSize): CellAt | null {
  const to = (row: number, column: number): CellAt => ({ row: clamp(row, rows), column: clamp(column, columns) })
  switch (key) {
    case 'ArrowUp':
      return to(at.row - 1, at.column)
    case 'ArrowDown':
      return to(at.row + 1, at.column)
    case 'ArrowLeft':
      return to(at.row, at.column - 1)
    case 'ArrowRight':
      return to(at.row, at.column + 1)
    case 'Home':
      return ctrlKey ? to(0, 0) : to(at.row, 0)
    case 'End':
      return ctrlKey ? to(rows - 1, columns - 1) : to(at.row, columns - 1)
    case 'PageUp':
      return ctrlKey ? to(at.row, at.column - PAGE_COLUMNS) : to(at.row - pageRows, at.column)
    case 'PageDown':
      return ctrlKey ? to(at.row, at.column + PAGE_COLUMNS) : to(at.row + pageRows, at.column)
    default:
      return null
  }
}

function clamp(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at))
}
