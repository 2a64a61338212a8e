import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { rosterOfDecided } from '../../model/roster.ts'
import { compile } from '../instance/compile.ts'
import { createPenaltyWeights } from '../local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { createState } from '../scoring/state.ts'
import { close, createCosts } from './costs.ts'
import { CoverRows } from './cover-rows.ts'
import { crowdSegments, unroundedLess } from './crowd-segments.ts'

/** Six employees, one of whom works a fixed shift, and half an hour in which one has to be there, two better, and three at most. */
function segmentsOf(hasClosed: boolean) {
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      employees: Array.from({ length: 6 }, (_, at) => ({ id: at + 1, contract: {} })),
      spots: [{ id: 1 }],
      shifts: [1, 2, 3].map((id) => ({ id, spot: 1, start: '2027-03-02T08:00', end: '2027-03-02T09:00' })),
      coverageRequirements: [{ id: 1, start: '2027-03-02T08:00', end: '2027-03-02T08:30', min: 1, ideal: 2, max: 3 }],
      settings: {
        others: 'off',
        oneShiftPerDay: { firstPriorityWeight: 20 },
        coverageRequirements: { secondPriorityWeight: 4 },
        shiftCost: { thirdPriorityWeight: 1 },
      },
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  const instance = compile(submission!.schedule)
  const state = createState(instance, rosterOfDecided(submission!.schedule))
  const costs = createCosts(instance, createPenaltyWeights(instance, DEFAULT_PARAMS))
  const rows = CoverRows.of(instance)
  const closed = hasClosed ? close(costs, instance, [0, 1]) : costs
  return { ...crowdSegments(state, closed, rows, 0), less: unroundedLess(state, closed, rows), factors: costs.factors }
}

test('people up to the least save most, those up to the ideal less, and those beyond the most cost; half an hour is half of each', () => {
  const { segments, saving, less, factors } = segmentsOf(false)
  const [missing, better] = [(factors[1]! * 4) / 2, (factors[2]! * 4) / 2]
  expect(segments.map(({ length, slope }) => [length, slope])).toEqual([
    [1, -missing],
    [1, -better],
    [1, 0],
    [3, missing],
  ])
  expect(segments.every(({ isForced, min, max, length }) => !isForced && min === 0 && max === length)).toBe(true)
  expect(saving).toBe(0)
  // A missing person, and one more for the ideal, each half an hour short of the hour that is counted.
  expect(less).toBeCloseTo(-missing - better, 6)
})

test('where its priority is closed, the least is there and nobody is beyond the most', () => {
  const { segments, saving, factors } = segmentsOf(true)
  expect(segments.map(({ isForced, min, max }) => [isForced, min, max])).toEqual([
    [true, 1, 1],
    [false, 0, 1],
    [false, 0, 1],
    [false, 0, 0],
  ])
  expect(saving).toBeCloseTo((-factors[1]! * 4) / 2, 6)
})
