import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellAfter } from './grid-keys.ts'
import { areApart, COMPACT, DAYS_PER_BLOCK, drawnPart, FROZEN_COLUMNS, layOut, ROOMY, rowAt, scrollTo, seenPart } from './layout.ts'
import type { GridRow } from './rows.ts'

const rowsOf = (lines: readonly number[]): readonly GridRow[] =>
  lines.map((count, position) => ({ key: String(position), kind: 'employee', position, label: '', cells: [], lines: count }))

const anyRows = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 300 }).map(rowsOf)
const anySizes = fc.constantFrom(ROOMY, COMPACT)
const anyView = fc.record({
  left: fc.integer({ min: 0, max: 5000 }),
  top: fc.integer({ min: 0, max: 20_000 }),
  width: fc.integer({ min: layOut([], 0, ROOMY).frozenWidth + ROOMY.day, max: 2600 }),
  height: fc.integer({ min: ROOMY.head + 100, max: 1600 }),
})

describe('what is drawn', () => {
  test('holds every row and day that can be seen, and not much beyond', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1, max: 400 }), anyView, anySizes, (rows, dayCount, view, sizes) => {
        const layout = layOut(rows, dayCount, sizes)
        const part = drawnPart(layout, dayCount, view)
        for (const [row] of rows.entries()) {
          const isSeen = layout.tops[row + 1]! > view.top && layout.tops[row]! < view.top + view.height - sizes.head
          if (isSeen) expect(row >= part.firstRow && row < part.endRow).toBe(true)
        }
        for (let day = 0; day < dayCount; day += 1) {
          const isSeen = (day + 1) * sizes.day > view.left && day * sizes.day < view.left + view.width - layout.frozenWidth
          const block = Math.floor(day / DAYS_PER_BLOCK)
          if (isSeen) expect(block >= part.firstBlock && block < part.endBlock).toBe(true)
        }
        expect((part.endRow - part.firstRow - 8) * (sizes.line + sizes.rowGap)).toBeLessThanOrEqual(view.height)
        expect((part.endBlock - part.firstBlock - 2) * DAYS_PER_BLOCK * sizes.day).toBeLessThanOrEqual(view.width)
      }),
    )
  })

  test('comes in parts after a jump, each within the next, of which the second holds all that can be seen', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1, max: 400 }), anyView, anySizes, (rows, dayCount, view, sizes) => {
        const layout = layOut(rows, dayCount, sizes)
        const [half, seen, drawn] = [seenPart(layout, dayCount, view, 0.5), seenPart(layout, dayCount, view), drawnPart(layout, dayCount, view)]
        expect(half).toEqual({ ...seen, endRow: half.endRow })
        expect(half.endRow).toBeLessThanOrEqual(seen.endRow)
        expect(drawn.firstRow <= seen.firstRow && seen.endRow <= drawn.endRow).toBe(true)
        const isSeen = (row: number): boolean => layout.tops[row + 1]! > view.top && layout.tops[row]! < view.top + view.height - sizes.head
        for (const [row] of rows.entries()) if (isSeen(row)) expect(row >= seen.firstRow && row < seen.endRow).toBe(true)
      }),
    )
  })

  test('is apart from what has no row or no day in common with it', () => {
    const part = { firstRow: 10, endRow: 20, firstBlock: 2, endBlock: 5 }
    const after = (change: Partial<typeof part>): boolean => areApart(part, { ...part, ...change })
    expect([after({}), after({ firstRow: 19, endRow: 30 }), after({ firstBlock: 0, endBlock: 3 })]).toEqual([false, false, false])
    expect([after({ firstRow: 20, endRow: 30 }), after({ firstRow: 0, endRow: 10 }), after({ firstBlock: 5, endBlock: 8 })]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('a row is found by its height', () => {
    const layout = layOut(rowsOf([1, 2, 1]), 7, ROOMY)
    const [first, second] = [ROOMY.line + ROOMY.rowGap, 2 * ROOMY.line + ROOMY.rowGap]
    expect([-5, 0, first - 1, first, first + second - 1, first + second, 9999].map((y) => rowAt(layout, y))).toEqual([0, 0, 0, 1, 1, 2, 2])
    expect(rowAt(layOut([], 7, ROOMY), 0)).toBe(-1)
  })

  test('after scrolling to a cell all of it can be seen, and nothing moves when it can be already', () => {
    fc.assert(
      fc.property(anyRows, anyView, fc.nat(), fc.integer({ min: 0, max: 60 }), anySizes, (rows, view, at, day, sizes) => {
        const layout = layOut(rows, 61, sizes)
        const cell = { row: at % rows.length, column: day + FROZEN_COLUMNS }
        const moved = { ...view, ...scrollTo(layout, cell, view) }
        expect(layout.tops[cell.row]).toBeGreaterThanOrEqual(moved.top)
        expect(layout.tops[cell.row + 1]).toBeLessThanOrEqual(moved.top + moved.height - sizes.head)
        expect(day * sizes.day).toBeGreaterThanOrEqual(moved.left)
        expect((day + 1) * sizes.day).toBeLessThanOrEqual(moved.left + moved.width - layout.frozenWidth)
        expect(scrollTo(layout, cell, moved)).toEqual({ left: moved.left, top: moved.top })
      }),
    )
  })
})

describe('keys', () => {
  const size = { rows: 10, columns: 40, pageRows: 4 }
  const from = { row: 5, column: 20 }
  for (const { key, ctrlKey = false, to } of [
    { key: 'ArrowUp', to: [4, 20] },
    { key: 'ArrowDown', to: [6, 20] },
    { key: 'ArrowLeft', to: [5, 19] },
    { key: 'ArrowRight', to: [5, 21] },
    { key: 'Home', to: [5, 0] },
    { key: 'End', to: [5, 39] },
    { key: 'Home', ctrlKey: true, to: [0, 0] },
    { key: 'End', ctrlKey: true, to: [9, 39] },
    { key: 'PageUp', to: [1, 20] },
    { key: 'PageDown', to: [9, 20] },
    { key: 'PageUp', ctrlKey: true, to: [5, 0] },
    { key: 'PageDown', ctrlKey: true, to: [5, 39] },
  ]) {
    test(`${ctrlKey ? 'Ctrl+' : ''}${key} goes to row ${to[0]}, column ${to[1]}`, () => {
      expect(cellAfter({ key, ctrlKey }, from, size)).toEqual({ row: to[0], column: to[1] })
    })
  }

  test('nothing goes beyond the edges, and other keys go nowhere', () => {
    expect(cellAfter({ key: 'ArrowUp', ctrlKey: false }, { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 })
    expect(cellAfter({ key: 'a', ctrlKey: false }, from, size)).toBeNull()
  })
})
