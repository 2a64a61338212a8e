import { NOBODY } from '../../model/roster.ts'
import { type Carry, canSwap, carryTo } from './carry.ts'
import type { GridProps } from './grid-props.ts'
import { type CellAt, cellAfter } from './grid-keys.ts'
import { bringIntoSight, type GridParts } from './grid-place.ts'
import { FROZEN_COLUMNS, rowAt } from './layout.ts'
import type { Ranging } from './use-cell-range.ts'

/** Swaps a carried shift for one of the cell that it is above. */
const SWAP = 's'

/** Keys of the grid, and of a shift that is carried through it. */
export function useGridKeys(
  props: GridProps,
  {
    scroller,
    layout,
    active,
    setActive,
    hideTip,
    ranging,
  }: GridParts & { readonly active: CellAt; readonly hideTip: () => void; readonly ranging: Ranging },
): (event: KeyboardEvent) => void {
  const goTo = (at: CellAt): void => {
    setActive(at)
    bringIntoSight(scroller.current!, layout, at)
    // Drawn first: the cell may not be there yet.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-cell="${at.row} ${at.column}"]`)?.focus({ preventScroll: true }))
  }
  return (event) => {
    const { rows, look, carry } = props
    const pageRows = Math.max(1, rowAt(layout, scroller.current!.clientHeight - layout.sizes.head) - 1)
    const size = { rows: rows.length, columns: look.model.schedule.calendar.days.length + FROZEN_COLUMNS, pageRows }
    const act = rangeActOf(event, ranging) ?? actOf(event, props, active)
    if (act !== null) {
      event.preventDefault()
      act()
      return
    }
    const after = cellAfter(event, active, size)
    if (event.key === 'Escape') hideTip()
    if (after === null || event.altKey || event.metaKey) return
    event.preventDefault()
    if (carry === null) {
      if (event.shiftKey) ranging.extend(after)
      else ranging.clear()
      return goTo(after)
    }
    // The day of a shift is its own: it is carried up and down only.
    props.onCarry(carryTo(carry, rows, { row: after.row, shift: null }))
    return goTo({ row: after.row, column: active.column })
  }
}

/** What Delete and Escape do while several cells are chosen; null for other keys. */
function rangeActOf({ key }: KeyboardEvent, { range, empty, clear }: Ranging): (() => void) | null {
  if (range === null) return null
  if (key === 'Delete') return empty
  return key === 'Escape' ? clear : null
}

/** What Enter, Space, S, Delete and Escape do; null for other keys. */
function actOf(event: KeyboardEvent, props: GridProps, { row, column }: CellAt): (() => void) | null {
  const { rows, carry, canCarry, onCarry, onDrop, onOpen, carryFrom } = props
  const here = rows[row]
  if (here === undefined) return null
  const day = column < FROZEN_COLUMNS ? null : column - FROZEN_COLUMNS
  if (carry !== null) {
    if (event.key === 'Escape') return () => onCarry(null)
    if (event.key === SWAP && day !== null) return () => onCarry(carryTo(carry, rows, { row, shift: nextSwap(props, carry, here.cells[day]!) }))
    if (event.key === 'Enter') return () => onDrop(carry)
    // In the cell that it came from, Space takes the next one of the cell.
    if (event.key === ' ' && carry.to === carry.from && day !== null) return () => onCarry(carryFrom(row, day, carry.shift))
    return event.key === ' ' ? () => onDrop(carry) : null
  }
  if (event.key === 'Enter') return () => onOpen({ row: here, day, shift: null })
  if (day === null || !canCarry || here.kind === 'demand') return null
  if (event.key === ' ') return () => onCarry(carryFrom(row, day, null))
  if (event.key !== 'Delete' || here.kind !== 'employee') return null
  return () => {
    const taken = carryFrom(row, day, null)
    if (taken !== null) onDrop({ ...taken, to: NOBODY, row: null })
  }
}

/** The shift of a cell that the carried one is swapped for after the one that it would be now; null after the last. */
function nextSwap({ look: { model, roster } }: GridProps, carry: Carry, cell: readonly number[]): number | null {
  const others = cell.filter((shift) => canSwap(model, roster, carry, shift))
  return others[carry.onto === null ? 0 : others.indexOf(carry.onto) + 1] ?? null
}
