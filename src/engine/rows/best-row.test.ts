import { expect, test } from 'vitest'
import { sampleSchedule, type SampleEmployee } from '../../../test/sample-schedule.ts'
import { compile } from '../instance/compile.ts'
import { wholeSpan } from '../scoring/one-row.ts'
import { createState } from '../scoring/state.ts'
import { createPenaltyWeights } from '../local-search/penalty-weights.ts'
import { BestRowPricer } from './best-row.ts'
import { UNPRICED } from './row-pricer.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const DAY_MIN = 1440
/** In minutes, so that few sums of several are equal. */
const LENGTHS = [241, 307, 379, 439]

/** Whether it is known that no row costs less than the one that is found, which is a row of so many days with one of these shifts on each, where all of them together may take 200 minutes a day. */
function isKnownOver(days: number, contract: SampleEmployee['contract'] = {}) {
  const { schedule, roster } = sampleSchedule({
    employees: [{ contract: { maxMinutesTotal: 200 * days, ...contract } }],
    shifts: Array.from({ length: days }, (_, day) =>
      LENGTHS.map((length) => ({ from: day * DAY_MIN, to: day * DAY_MIN + length, employee: null })),
    ).flat(),
    weights: { assignShift: [1, 0, 0, 0], totalWork: [1, 0, 0, 0], oneShiftPerDay: [20, 0, 0, 0], minWeeklyRestMinutes: [1, 0, 0, 0] },
  })
  const state = createState(compile(schedule), roster)
  const pricer = new BestRowPricer(state, createPenaltyWeights(state.instance, DEFAULT_PARAMS), 0, wholeSpan(state), DEFAULT_PARAMS.polishing)
  const { rows: found, least } = pricer.find(UNPRICED)
  expect(found.length).toBe(1)
  return least === found[0]!.cost
}

test('a row is said to be the best as long as all ways to it were followed, and not where some were given up', () => {
  expect(isKnownOver(3)).toBe(true)
  expect(isKnownOver(28)).toBe(false)
})

test('nor where a rule applies that is not followed', () => {
  expect(isKnownOver(3, { minWeeklyRestMinutes: 600 })).toBe(false)
})
