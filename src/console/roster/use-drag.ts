import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type Above, canSwap, type Carry, carryTo } from './carry.ts'
import { type Layout, rowAt } from './layout.ts'
import { canMove } from './working-copy.ts'
import type { GridProps } from './grid-props.ts'

/** A mouse that goes so far means to drag; pixels. */
const DRAG_FROM = 5
/** A finger that rests so long means to drag; milliseconds. Before that it scrolls. */
const HOLD_MS = 350
/** Near an edge the grid scrolls; pixels, and pixels a frame. */
const EDGE = 48
const EDGE_SPEED = 14

interface DragParts extends Pick<GridProps, 'rows' | 'look' | 'carry' | 'canCarry' | 'onCarry' | 'onDrop'> {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly layout: Layout
  readonly hideTip: () => void
}

/** Carries a shift with the pointer. `ghost` is what follows it. */
export function useDrag(parts: DragParts): {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly ghost: RefObject<HTMLDivElement | null>
} {
  const latest = useRef(parts)
  latest.current = parts
  const ghost = useRef<HTMLDivElement>(null)
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])
  const onPointerDown = (event: PointerEvent): void => {
    const chip = (event.target as Element).closest<HTMLElement>('[data-shift]')
    const { canCarry, look, carry } = latest.current
    if (chip === null || event.button !== 0 || event.shiftKey || !canCarry || carry !== null) return
    const shift = Number(chip.dataset['shift'])
    if (!canMove(look.model, shift)) return
    end.current?.()
    end.current = watchPointer(event, shift, { latest, ghost })
  }
  return { onPointerDown, ghost }
}

interface Watched {
  readonly latest: { readonly current: DragParts }
  readonly ghost: RefObject<HTMLDivElement | null>
}

/** Watches one press of the pointer until it ends. Gives what ends it early. */
function watchPointer(down: PointerEvent, shift: number, { latest, ghost }: Watched): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let carry: Carry | null = null
  let at = { x: down.clientX, y: down.clientY }
  let frame = 0
  const begin = (): void => {
    const { look, onCarry, hideTip } = latest.current
    const from = look.roster[shift]!
    carry = { shift, from, to: from, row: -1, onto: null, by: 'pointer' }
    hideTip()
    onCarry(carry)
    frame = requestAnimationFrame(step)
  }
  const hold = down.pointerType === 'mouse' ? undefined : setTimeout(begin, HOLD_MS)
  const finish = (isDropped: boolean): void => {
    if (signal.aborted) return
    stop.abort()
    clearTimeout(hold)
    cancelAnimationFrame(frame)
    if (carry === null) return
    swallowClick()
    if (isDropped && carry.row !== -1) latest.current.onDrop(carry)
    else latest.current.onCarry(null)
  }
  // Once a frame: where it is, what it is above, and whether the grid has to scroll.
  const step = (): void => {
    const { rows, onCarry } = latest.current
    scrollAtEdge(latest.current, at.y)
    if (ghost.current !== null) ghost.current.style.transform = `translate(${at.x + 14}px, ${at.y + 14}px)`
    const next = carryTo(carry!, rows, placeUnder(latest.current, carry!, at))
    if (next !== carry) {
      carry = next
      onCarry(carry)
    }
    frame = requestAnimationFrame(step)
  }
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return
    at = { x: event.clientX, y: event.clientY }
    const far = Math.hypot(at.x - down.clientX, at.y - down.clientY) >= DRAG_FROM
    if (carry === null && far && down.pointerType === 'mouse') begin()
    else if (carry === null && far) finish(false)
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', () => finish(true), { signal })
  addEventListener('pointercancel', () => finish(false), { signal })
  addEventListener('keydown', (event) => event.key === 'Escape' && finish(false), { signal })
  // A finger that carries does not scroll; only a listener that is not passive can say so.
  addEventListener('touchmove', (event) => carry !== null && event.preventDefault(), { signal, passive: false })
  addEventListener('contextmenu', (event) => carry !== null && event.preventDefault(), { signal })
  return () => finish(false)
}

/** What is under the pointer: the row, and a shift in it that the carried one can be swapped for. */
function placeUnder(parts: DragParts, carry: Carry, at: { readonly x: number; readonly y: number }): Above {
  const row = rowUnder(parts, at)
  if (row === null || row === -1) return { row, shift: null }
  const chip = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-shift]')
  const shift = chip === null || chip === undefined ? null : Number(chip.dataset['shift'])
  const { model, roster } = parts.look
  return { row, shift: shift !== null && parts.rows[row]?.kind === 'employee' && canSwap(model, roster, carry, shift) ? shift : null }
}

/** The row under the pointer: null above the rows, where the shift is left empty; −1 beside the grid. */
function rowUnder({ scroller, layout }: DragParts, { x, y }: { readonly x: number; readonly y: number }): number | null {
  const { left, right, top, bottom } = scroller.current!.getBoundingClientRect()
  if (x < left || x > right || y < top || y > bottom) return -1
  const head = layout.sizes.head
  if (y < top + head) return null
  return rowAt(layout, y - top - head + scroller.current!.scrollTop)
}

function scrollAtEdge({ scroller, layout }: DragParts, y: number): void {
  const element = scroller.current!
  const { top, bottom } = element.getBoundingClientRect()
  const firstRow = top + layout.sizes.head
  const isInside = y > firstRow && y < bottom
  if (isInside && y < firstRow + EDGE) element.scrollTop -= EDGE_SPEED
  if (isInside && y > bottom - EDGE) element.scrollTop += EDGE_SPEED
}

/** The click that a drag ends with opens nothing. */
function swallowClick(): void {
  const stop = new AbortController()
  addEventListener(
    'click',
    (event) => {
      event.stopPropagation()
      event.preventDefault()
    },
    { capture: true, once: true, signal: stop.signal },
  )
  setTimeout(() => stop.abort(), 0)
}
