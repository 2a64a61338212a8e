import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import type { Weights } from '../../model/settings.ts'
import { compile } from '../instance/compile.ts'
import { wholeSpan } from '../scoring/one-row.ts'
import { createState } from '../scoring/state.ts'
import { createPenaltyWeights } from '../local-search/penalty-weights.ts'
import { close, createCosts } from './costs.ts'
import { SeatValues } from './seat-values.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const SEATS = 3

/** Three equal empty seats, by costs at which a point of the second priority costs 1. */
function seatsOf(assignShift: Weights, isStrict = false): SeatValues {
  const { schedule, roster } = sampleSchedule({
    employees: [{}, {}, {}],
    shifts: Array.from({ length: SEATS }, () => ({ from: 480, to: 960, employee: null })),
    weights: { assignShift, oneShiftPerDay: [20, 0, 0, 0], shiftCost: [0, 1, 0, 0] },
  })
  const state = createState(compile(schedule), roster)
  const costs = createCosts(state.instance, createPenaltyWeights(state.instance, DEFAULT_PARAMS))
  return new SeatValues(state, isStrict ? close(costs, state.instance, [0]) : costs, wholeSpan(state))
}

function minAt(seats: SeatValues, price: number): number {
  return seats.minCost(Float64Array.of(price))
}

test('seats are filled as long as they are worth their price, which is what no roster pays less than', () => {
  const seats = seatsOf([0, 5, 0, 0])
  expect(seats.of(0)).toEqual([{ length: SEATS, slope: -5, min: 0, max: SEATS, isForced: false }])
  expect([minAt(seats, 0), minAt(seats, 4), minAt(seats, 5), minAt(seats, 9)]).toEqual([-15, -3, 0, 0])
  const wanted = Float64Array.of(0)
  seats.addWanted(Float64Array.of(4), wanted)
  expect([...wanted]).toEqual([SEATS])
  expect([...seats.atMargin()]).toEqual([5])
})

test('so many are filled at least and at most as is decided, whatever they cost', () => {
  const seats = seatsOf([0, 5, 0, 0])
  seats.limit(0, 1, 2)
  expect(seats.of(0)).toMatchObject([{ min: 1, max: 2 }])
  expect([minAt(seats, 0), minAt(seats, 9)]).toEqual([-10, 4])
  seats.limit(0, 0, SEATS)
  expect(minAt(seats, 0)).toBe(-15)
})

test('what the first priority wants filled is filled where it may not be broken, and what that saves stands apart', () => {
  const seats = seatsOf([1, 5, 0, 0], true)
  const [segment] = seats.of(0)
  expect(segment).toEqual({ length: SEATS, slope: -5, min: SEATS, max: SEATS, isForced: true })
  expect(seats.saved).toBeLessThan(-1000)
  expect(minAt(seats, 9) - seats.saved).toBe(12)
})
