// Slow: a browser scrolls through a roster of 120 people step by step.
import { describe, expect, test } from 'vitest'
import { DAYS_PER_BLOCK, ROOMY } from '../../src/console/roster/layout.ts'
import { NO_BROWSER, openHouse } from './house.ts'
import { largeSchedule } from './large-schedule.ts'
import { STEP_PX, scrolling, type Way, WAYS } from './scrolling.ts'
import { hasRoster, solvedJob } from './solved-job.ts'

/** 7,440 cells, of which a screen shows some 300. */
const SIZE = { employees: 120, days: 62 }
const CALM_FRAMES = 10
/** Steps of each way. */
const STEPS = 60
/** Cells that may be drawn at a time, whatever the size of the house. */
const MAX_CELLS = 600

/** After a jump everything is new, and comes in stages: in one frame no more than this share of all. */
const MOST_OF_JUMP = 0.6

/** A row has a line at least; rows are drawn two at a time, and two frames may come to one. */
const rowsOf = (pixels: number): number => 2 * Math.ceil(pixels / (ROOMY.line + ROOMY.rowGap)) + 2
/** What one frame of a way may draw: rows and blocks of days that come into sight, or are drawn beyond the edge. */
const MAX_NEW: Readonly<Record<Exclude<Way, 'jumps'>, { readonly rows: number; readonly blocks: number }>> = {
  down: { rows: rowsOf(STEP_PX), blocks: 0 },
  right: { rows: 0, blocks: 1 },
  both: { rows: rowsOf(STEP_PX), blocks: 1 },
  fast: { rows: rowsOf(4 * STEP_PX), blocks: 1 },
}

/** What was done between two frames. */
interface Frame {
  /** Cells that were made, or in which anything was changed. */
  readonly touched: number
  /** Cells, rows and blocks of days that stand in the page. */
  readonly cells: number
  readonly rows: number
  readonly blocks: number
}

const COUNTING = {
  given: `const frames = [], touched = new Set()
    const note = (records) => {
      for (const { addedNodes, target } of records) {
        const cell = (target instanceof Element ? target : target.parentElement)?.closest('.roster-cell')
        if (cell) touched.add(cell)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          if (node.matches('.roster-cell')) touched.add(node)
          for (const within of node.querySelectorAll('.roster-cell')) touched.add(within)
        }
      }
    }
    const observer = new MutationObserver(note)
    observer.observe(grid, { subtree: true, childList: true, attributes: true, characterData: true })
    // What else the page has to do with the grid is done when nothing of it changes for so many frames.
    for (let calm = 0; calm < ${CALM_FRAMES}; calm += 1) {
      await nextFrame()
      note(observer.takeRecords())
      if (touched.size > 0) calm = 0
      touched.clear()
    }`,
  while: `i < ${STEPS}`,
  eachFrame: `note(observer.takeRecords())
    frames.push({
      touched: touched.size,
      cells: grid.querySelectorAll('.roster-cell').length,
      rows: grid.querySelectorAll('.roster-row').length,
      blocks: grid.querySelectorAll('.roster-head .roster-block').length,
    })
    touched.clear()`,
  gives: 'frames',
}

/** Run in the page: how many places of the grid that can be seen have nothing drawn at them. */
const EMPTY_PLACES = `(() => {
  const grid = document.querySelector('.roster-grid')
  const { left, top, right, bottom } = grid.getBoundingClientRect()
  let empty = 0
  for (let x = left + 400; x < right - 20; x += 50)
    for (let y = top + 60; y < Math.min(bottom, innerHeight) - 20; y += 20)
      if (!document.elementsFromPoint(x, y).some((element) => element.matches('.roster-row, .roster-block'))) empty += 1
  return empty
})()`

describe.skipIf(NO_BROWSER)(`scrolling ${SIZE.employees} employees × ${SIZE.days} days`, () => {
  const house = openHouse()
  test('a frame draws what comes into sight and touches nothing else', async () => {
    const job = await solvedJob(house.hospital, largeSchedule(SIZE, house.hospital.receiver.url), hasRoster)
    const stay = await house.visit()
    await stay.signIn(house.hospital.planner)
    await stay.open(`#/jobs/${job}/roster`)
    await stay.page.locator('.roster-chip').first().waitFor()
    // What is broken is told when it was judged, and marks cells.
    await stay.page.locator('.roster-rule').first().waitFor()
    for (const way of Object.keys(WAYS) as Way[]) {
      const frames = (await stay.page.evaluate(scrolling(way, COUNTING))) as Frame[]
      expect(frames).toHaveLength(STEPS)
      expect(frames.some(({ touched }) => touched > 0)).toBe(true)
      const tooMuch = frames.filter((frame) => frame.cells > MAX_CELLS || frame.touched > maxTouched(way, frame, frames))
      expect({ way, tooMuch }).toEqual({ way, tooMuch: [] })
      await expect.poll(() => stay.page.evaluate(EMPTY_PLACES)).toBe(0)
    }
    await stay.close()
  })
})

/** Cells that a frame may touch. */
function maxTouched(way: Way, { rows, blocks }: Frame, frames: readonly Frame[]): number {
  if (way === 'jumps') return MOST_OF_JUMP * Math.max(...frames.map(({ cells }) => cells))
  const most = MAX_NEW[way]
  return DAYS_PER_BLOCK * (most.rows * blocks + most.blocks * rows)
}
