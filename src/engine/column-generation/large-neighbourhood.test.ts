import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import type { Weights } from '../../model/settings.ts'
import { loadHighs } from '../../threads/load-highs.ts'
import { compile } from '../instance/compile.ts'
import { Random } from '../random.ts'
import { createMove } from '../scoring/evaluate.ts'
import { createState, restoreCells, scoreOf } from '../scoring/state.ts'
import { solve } from '../index.ts'
import { solveOptions } from '../solve-options.fixture.ts'
import { largeDocument } from '../../../bench/large-document.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { compareScores } from '../../model/score.ts'
import { Prover } from '../bounds/prover.ts'
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
      canDiveAway: false,
    }
    const neighbourhoods = new LargeNeighbourhoodSearch(state, createPenaltyWeights(instance, DEFAULT_PARAMS), means)
    expect(neighbourhoods.sweepShare).toBe(0)
    const { steps } = neighbourhoods.run(state, {
      progress: (spent) => spent / SEARCH,
      isOver: (spent) => spent > 0,
      left: () => 1,
      onBetter: () => {},
      climb: () => ({ prices: null, steps: 0 }),
      excursion: { isOn: () => false, begin: () => {}, giveUp: () => {} },
    })
    expect(neighbourhoods.sweepShare).toBeCloseTo(steps / SEARCH / part, 12)
  })
}

/**
 * A large-neighbourhood search of a house of eight, which leaves the best roster for dearer ones: what happened in order, and whether the roster was dearer than the best one then, 1, or cheaper, −1; and before which neighbourhoods prices climbed. `isTooMuch`: whether
 * there is no time for a neighbourhood, by whether the roster is a dearer one. `hasPrices`: whether there is time for prices to climb.
 */
async function excursions(neighbourhoods: number, { isTooMuch = (_isAway: boolean): boolean => false, patience = {}, hasPrices = true } = {}) {
  const { submission } = readSubmission(largeDocument({ employees: 8, weeks: 2, seed: 4 }), { callback: 'optional' })
  const { schedule } = submission!
  const instance = compile(schedule)
  const state = createState(instance, solve(schedule, solveOptions({ maxIterations: 20_000 })).roster)
  const means = {
    solver: await loadHighs(),
    random: new Random(1),
    move: createMove(instance),
    pool: ColumnPool.for(instance, DEFAULT_PARAMS.columns),
    canDiveAway: true,
  }
  const params = { ...DEFAULT_PARAMS, neighbourhoods: { ...DEFAULT_PARAMS.neighbourhoods, ...patience } }
  const penaltyWeights = createPenaltyWeights(instance, params)
  const prover = Prover.create(instance, penaltyWeights, means)!
  const search = new LargeNeighbourhoodSearch(state, penaltyWeights, means)
  let best = { cells: state.cells.slice(), score: scoreOf(state) }
  let isOn = false
  let begun = 0
  const climbedAt: number[] = []
  const happened: { what: 'better' | 'begin' | 'giveUp'; change: number }[] = []
  const note = (what: 'better' | 'begin' | 'giveUp'): void => {
    happened.push({ what, change: Math.sign(compareScores(scoreOf(state), best.score)) })
  }
  search.run(state, {
    progress: (spent) => spent / SEARCH,
    isOver: () => (begun += 1) > neighbourhoods,
    left: () => (isTooMuch(isOn) ? 0 : 1),
    climb() {
      climbedAt.push(begun)
      const { climbed, steps } = prover.climb(best.cells, 1, () => false)
      return { prices: hasPrices ? climbed!.ascent : null, steps }
    },
    onBetter() {
      note('better')
      if (compareScores(scoreOf(state), best.score) >= 0) return
      best = { cells: state.cells.slice(), score: scoreOf(state) }
      isOn = false
    },
    excursion: {
      isOn: () => isOn,
      begin() {
        note('begin')
        isOn = true
      },
      giveUp() {
        note('giveUp')
        isOn = false
        restoreCells(state, best.cells)
      },
    },
  })
  return { happened, climbedAt }
}

test('dives lead to dearer rosters, the first one at once, from which windows go on until they find nothing better', async () => {
  const { happened, climbedAt } = await excursions(60)
  expect(climbedAt[0]).toBe(1)
  const begun = happened.filter(({ what }) => what === 'begin')
  const givenUp = happened.filter(({ what }) => what === 'giveUp')
  expect(new Set(begun.map(({ change }) => change))).toEqual(new Set([1]))
  expect(givenUp.map(({ change }) => change)).not.toContain(-1)
  expect(givenUp).toContainEqual({ what: 'giveUp', change: 1 })
  // From some of them it came to a better roster, which it did not give up.
  expect(begun.length).toBeGreaterThan(givenUp.length + 1)
  const first = happened.findIndex(({ what }) => what === 'begin')
  expect(happened.slice(first)).toContainEqual({ what: 'better', change: 1 })
  expect(happened.slice(first)).toContainEqual({ what: 'better', change: -1 })
})

test('a dearer roster for which there is too little time is given up as well', async () => {
  const { happened } = await excursions(150, { isTooMuch: (isAway) => isAway, patience: { minPatience: 200_000 } })
  const begun = happened.findIndex(({ what }) => what === 'begin')
  expect(happened[begun + 1]).toEqual({ what: 'giveUp', change: 1 })
})

test('where there is no time for prices to climb there are no dives, and it is not tried again', async () => {
  const { happened, climbedAt } = await excursions(20, { hasPrices: false })
  expect(climbedAt).toEqual([1])
  expect(new Set(happened.map(({ what }) => what))).toEqual(new Set(['better']))
})
