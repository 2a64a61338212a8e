import { useRef, useState } from 'preact/hooks'
import { announce } from '../parts/announce.tsx'
import { t } from '../texts/texts.ts'
import { type CellRange, copied, type CopiedCells, emptied, pasted, rangeOf } from './cell-range.ts'
import type { CellAt } from './grid-keys.ts'
import type { GridProps } from './grid-props.ts'

/** Several cells at once. */
export interface Ranging {
  /** Null while one cell alone is chosen. */
  readonly range: CellRange | null
  /** Chooses the cells from the active one, or from where the choice began, to this one. */
  readonly extend: (to: CellAt) => void
  /** Chooses the active cell alone. */
  readonly clear: () => void
  /** Leaves the shifts of all chosen cells empty. */
  readonly empty: () => void
  readonly onCopy: (event: ClipboardEvent) => void
  readonly onPaste: (event: ClipboardEvent) => void
}

/** Chooses cells together, empties them, and copies them to others. `active`: the cell that has the focus. */
export function useCellRange({ rows, look, canCarry, onGive }: GridProps, active: CellAt): Ranging {
  const [corners, setCorners] = useState<{ readonly from: CellAt; readonly to: CellAt } | null>(null)
  const kept = useRef<CopiedCells | null>(null)
  const range = corners === null ? null : rangeOf(corners.from, corners.to)
  return {
    range,
    extend: (to) => setCorners({ from: corners?.from ?? active, to }),
    clear: () => setCorners(null),
    empty() {
      if (range === null || !canCarry) return
      const handovers = emptied(look, rows, range)
      onGive(handovers)
      // Rows come and go with what is empty.
      setCorners(null)
      announce(t('range.emptied', { count: handovers.length }))
    },
    onCopy(event) {
      const cells = copied(look, rows, range ?? rangeOf(active, active))
      if (cells.shifts.length === 0) return
      kept.current = cells
      event.clipboardData?.setData('text/plain', cells.text)
      event.preventDefault()
      announce(t('range.copied', { count: cells.shifts.length }))
    },
    onPaste(event) {
      if (kept.current === null || !canCarry) return
      event.preventDefault()
      const at = range === null ? active : { row: range.firstRow, column: Math.min(corners!.from.column, corners!.to.column) }
      const { handovers, left } = pasted(look, rows, kept.current, at)
      if (handovers.length > 0) onGive(handovers)
      setCorners(null)
      const said = [
        ...(handovers.length === 0 ? [] : [t('range.given', { count: handovers.length })]),
        ...(left === 0 ? [] : [t('range.left', { count: left })]),
      ]
      announce(said.join(' '))
    },
  }
}
