import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import type { Weights } from '../../model/settings.ts'
import { solve } from '../index.ts'
import type { LinearSolver } from '../pricing/linear-solver.ts'
import { solveOptions } from '../solve-options.fixture.ts'
import { isTooSoon } from './between-cycles.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const DAY_MIN = 1440
const DAYS = 100
const FIRST: Weights = [20, 0, 0, 0]

/** Says so when it is asked for the first programme. */
const ASKED: LinearSolver = {
  constants: { modelStatus: { optimal: 7 }, callbackType: { simplexInterrupt: 6 } },
  createModel() {
    throw new Error('a programme is asked for')
  },
}

/** Searches 100 days, with so many employees, one shift a day, and nobody there on the first. */
function search(employees: number): number {
  const away = { type: 'UNAVAILABLE', from: 0, to: DAY_MIN } as const
  const { schedule } = sampleSchedule({
    employees: Array.from({ length: employees }, (_, e) => ({
      wishes: e > 0 ? [away] : [away, { ...away, type: 'UNDESIRED', from: DAY_MIN, to: 2 * DAY_MIN }],
    })),
    shifts: Array.from({ length: DAYS }, (_, day) => ({ from: day * DAY_MIN + 480, to: day * DAY_MIN + 960, employee: null })),
    weights: { assignShift: FIRST, unavailable: FIRST, oneShiftPerDay: FIRST, undesired: [0, 1, 0, 0] },
  })
  return solve(schedule, solveOptions({ maxIterations: 20_000, solver: ASKED })).score[0]
}

test('a roster of 10,000 cells with a breach is recombined after the first cycle', () => {
  expect(() => search(100)).toThrow('a programme is asked for')
})

test('in one of more cells the walk comes first', () => {
  expect(search(101)).toBe(20)
})

const SLOW = { cells: 10_001, isBroken: false, sweepShare: 0.31, progress: 0.49 }
for (const { when, ...change } of [
  { when: 'the house is smaller', cells: 10_000 },
  { when: 'there are breaches', isBroken: true },
  { when: 'a sweep takes three tenths of the search', sweepShare: 0.3 },
  { when: 'half of the search is over', progress: 0.5 },
]) {
  test(`recombining waits for the walk in a large house that it could hardly go over once, but not when ${when}`, () => {
    expect(isTooSoon(DEFAULT_PARAMS.policy, SLOW)).toBe(true)
    expect(isTooSoon(DEFAULT_PARAMS.policy, { ...SLOW, ...change })).toBe(false)
  })
}
