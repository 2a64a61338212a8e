import type { RefObject } from 'preact'
import type { CellAt } from './grid-keys.ts'
import { type Layout, scrollTo, type Viewport } from './layout.ts'

/** What moves within the grid. */
export interface GridParts {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly layout: Layout
  readonly setActive: (at: CellAt) => void
}

/** The cell that an element is in; null when in none. */
export function cellOf(target: EventTarget | null): CellAt | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined
  if (cell === undefined) return null
  const [row, column] = cell.split(' ').map(Number) as [number, number]
  return { row, column }
}

/** Scrolls no further than it takes to see all of a cell. */
export function bringIntoSight(element: HTMLElement, layout: Layout, at: CellAt): void {
  const { left, top } = scrollTo(layout, at, viewportOf(element))
  element.scrollTo({ left, top, behavior: 'instant' })
}

/** What can be seen of the grid. */
export function viewportOf({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement): Viewport {
  return { left: scrollLeft, top: scrollTop, width: clientWidth, height: clientHeight }
}
