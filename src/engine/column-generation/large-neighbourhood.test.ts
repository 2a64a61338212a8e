import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import type { Weights } from '../../model/settings.ts'
import { loadHighs } from '../../threads/load-highs.ts'
import { compile } from '../instance/compile.ts'
import { Random } from '../random.ts'
import { createMove } from '../scoring/evaluate.ts'
import { createState } from '../scoring/state.ts'
import { createPenaltyWeights } from '../local-search/penalty-weights.ts'
import { ColumnPool } from './column-pool.ts'
import { LargeNeighbourhoodSearch } from './large-neighbourhood.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const DAY_MIN = 1440
const FIRST: Weights = [20, 0, 0, 0]
const SEARCH = 1e9

for (const { days, part, what } of [
  // Windows of 56 days, each of which overlaps the next by half.
  { days: 112, part: 0.25, what: 'a window of half of the days is a quarter of a sweep' },
  { days: 7, part: 1, what: 'all days at once are all of it' },
]) {
  test(`going over everybody once takes as much longer as one neighbourhood is smaller: ${what}`, async () => {
    const undesired = { type: 'UNDESIRED', from: 0, to: DAY_MIN } as const
    const { schedule, roster } = sampleSchedule({
      employees: [{ wishes: [undesired] }, {}, {}],
      shifts: Array.from({ length: days }, (_, day) => ({ from: day * DAY_MIN + 480, to: day * DAY_MIN + 960 })),
      weights: { assignShift: FIRST, oneShiftPerDay: FIRST, undesired: [0, 1, 0, 0] },
    })
    const state = createState(compile(schedule), roster)
    const { instance } = state
    const means = {
      solver: await loadHighs(),
      random: new Random(1),
      move: createMove(instance),
      pool: ColumnPool.for(instance, DEFAULT_PARAMS.columns),
    }
    const neighbourhoods = new LargeNeighbourhoodSearch(state, createPenaltyWeights(instance, DEFAULT_PARAMS), means)
    expect(neighbourhoods.sweepShare).toBe(0)
    const { steps } = neighbourhoods.run(state, {
      progress: (spent) => spent / SEARCH,
      isOver: (spent) => spent > 0,
      left: () => 1,
      onBetter: () => {},
      isPatient: () => false,
    })
    expect(neighbourhoods.sweepShare).toBeCloseTo(steps / SEARCH / part, 12)
  })
}
