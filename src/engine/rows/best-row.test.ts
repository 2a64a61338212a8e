import { expect, test } from 'vitest'
import { sampleSchedule, type SampleEmployee } from '../../../test/sample-schedule.ts'
import { compile } from '../compile/compile.ts'
import { wholeSpan } from '../scoring/one-row.ts'
import { createState } from '../scoring/state.ts'
import { createSoftening } from '../search/soften.ts'
import { findBestRow } from './best-row.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const DAY_MIN = 1440
/** In minutes, so that few sums of several are equal. */
const LENGTHS = [241, 307, 379, 439]

/** Finds a row of so many days with one of these shifts on each, where all of them together may take 200 minutes a day. */
function rowOver(days: number, contract: SampleEmployee['contract'] = {}) {
  const { schedule, roster } = sampleSchedule({
    employees: [{ contract: { maxMinutesTotal: 200 * days, ...contract } }],
    shifts: Array.from({ length: days }, (_, day) =>
      LENGTHS.map((length) => ({ from: day * DAY_MIN, to: day * DAY_MIN + length, employee: null })),
    ).flat(),
    weights: { assignShift: [1, 0, 0, 0], totalWork: [1, 0, 0, 0], oneShiftPerDay: [20, 0, 0, 0], minWeeklyRestMinutes: [1, 0, 0, 0] },
  })
  const state = createState(compile(schedule), roster)
  return findBestRow(state, createSoftening(state.instance, DEFAULT_PARAMS), 0, wholeSpan(state), DEFAULT_PARAMS.polishing)
}

test('a row is said to be the best as long as all ways to it were followed, and not where some were given up', () => {
  expect(rowOver(3).isExact).toBe(true)
  expect(rowOver(28).isExact).toBe(false)
})

test('nor where a rule applies that is not followed', () => {
  expect(rowOver(3, { minWeeklyRestMinutes: 600 }).isExact).toBe(false)
})
