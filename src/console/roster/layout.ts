import type { GridRow } from './rows.ts'

/** Sizes of the grid in CSS pixels. */
export interface Sizes {
  /** A shift within a cell, with the gap to the next one, and what is around them all. */
  readonly line: number
  readonly rowGap: number
  readonly day: number
  readonly head: number
  /** The frozen columns: name, hours, nights, weekends. */
  readonly frozen: readonly number[]
}

/** To work in: what a shift shows can be read, and a finger finds it. */
export const ROOMY: Sizes = { line: 22, rowGap: 9, day: 68, head: 44, frozen: [160, 136, 48, 76] }
/** To look at: four weeks of 32 people on a screen of 1440 × 900. */
export const COMPACT: Sizes = { line: 16, rowGap: 2, day: 38, head: 34, frozen: [108, 86, 34, 58] }

/** The days are drawn in blocks of so many, so that a scroll by some pixels draws nothing. */
export const DAYS_PER_BLOCK = 4
/** So many rows are drawn beyond each edge. */
const ROWS_BEYOND = 2

export const FROZEN_COLUMNS = 4

/** Where the rows stand: row r from `tops[r]` to `tops[r + 1]`, in pixels below the head. */
export interface Layout {
  readonly sizes: Sizes
  readonly frozenWidth: number
  readonly tops: Float64Array
  readonly height: number
  readonly width: number
}

/** The part of the grid that is drawn: rows and blocks of days, the ends exclusive. */
export interface DrawnPart {
  readonly firstRow: number
  readonly endRow: number
  readonly firstBlock: number
  readonly endBlock: number
}

/** What can be seen: how far it is scrolled, and how large it is; pixels. */
export interface Viewport {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Lays the rows out. */
export function layOut(rows: readonly GridRow[], dayCount: number, sizes: Sizes): Layout {
  const tops = new Float64Array(rows.length + 1)
  for (const [row, { lines }] of rows.entries()) tops[row + 1] = tops[row]! + lines * sizes.line + sizes.rowGap
  const frozenWidth = sizes.frozen.reduce((sum, width) => sum + width, 0)
  return { sizes, frozenWidth, tops, height: tops[rows.length]!, width: dayCount * sizes.day }
}

/** Where a block of days stands, in pixels from the left end of all. */
export function blockLeft({ sizes, frozenWidth }: Layout, block: number): number {
  return frozenWidth + block * DAYS_PER_BLOCK * sizes.day
}

/** The row at a height below the head; the first or last one beyond the edges, −1 when there is none. */
export function rowAt({ tops }: Layout, y: number): number {
  let low = 0
  let high = tops.length - 1
  if (high === 0) return -1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (tops[middle]! <= y) low = middle
    else high = middle
  }
  return low
}

/** What has to be drawn so that nothing is missing in the viewport, and some rows beyond it. Grows in steps, so that most scrolling changes nothing. */
export function drawnPart(layout: Layout, dayCount: number, viewport: Viewport): DrawnPart {
  const seen = seenPart(layout, dayCount, viewport)
  return {
    ...seen,
    firstRow: Math.max(0, stepDown(seen.firstRow - ROWS_BEYOND)),
    endRow: Math.min(layout.tops.length - 1, stepDown(seen.endRow - 1 + ROWS_BEYOND) + ROWS_BEYOND),
  }
}

/** What can be seen, and no more; of its rows the upper `share`. */
export function seenPart(layout: Layout, dayCount: number, { left, top, width, height }: Viewport, share = 1): DrawnPart {
  const { sizes, frozenWidth } = layout
  const blockWidth = DAYS_PER_BLOCK * sizes.day
  return {
    firstRow: Math.max(0, rowAt(layout, top)),
    endRow: rowAt(layout, top + share * Math.max(0, height - sizes.head)) + 1,
    firstBlock: Math.max(0, Math.floor(left / blockWidth)),
    endBlock: Math.min(Math.ceil(dayCount / DAYS_PER_BLOCK), Math.floor((left + Math.max(0, width - frozenWidth)) / blockWidth) + 1),
  }
}

/** Whether two parts are the same. */
export function isSamePart(a: DrawnPart, b: DrawnPart): boolean {
  return a.firstRow === b.firstRow && a.endRow === b.endRow && a.firstBlock === b.firstBlock && a.endBlock === b.endBlock
}

/** Whether nothing of one part is in the other. */
export function areApart(a: DrawnPart, b: DrawnPart): boolean {
  return a.endRow <= b.firstRow || b.endRow <= a.firstRow || a.endBlock <= b.firstBlock || b.endBlock <= a.firstBlock
}

/** How far to scroll so that a cell can be seen; as it is where it can be already. `column` counts the frozen ones, which always can. */
export function scrollTo(
  layout: Layout,
  { row, column }: { readonly row: number; readonly column: number },
  view: Viewport,
): { left: number; top: number } {
  const { sizes, frozenWidth } = layout
  const bottom = view.height - sizes.head
  const day = (column - FROZEN_COLUMNS) * sizes.day
  return {
    top: within(view.top, layout.tops[row] ?? 0, layout.tops[row + 1] ?? 0, bottom),
    left: column < FROZEN_COLUMNS ? view.left : within(view.left, day, day + sizes.day, view.width - frozenWidth),
  }
}

function within(now: number, start: number, end: number, length: number): number {
  if (start < now) return start
  return end > now + length ? Math.max(0, end - length) : now
}

function stepDown(row: number): number {
  return Math.floor(row / ROWS_BEYOND) * ROWS_BEYOND
}
