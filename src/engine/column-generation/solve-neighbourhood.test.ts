import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { rosterOfDecided } from '../../model/roster.ts'
import { compareScores } from '../../model/score.ts'
import { loadHighs } from '../../threads/load-highs.ts'
import { solve } from '../index.ts'
import { Prover } from '../bounds/prover.ts'
import { compile } from '../instance/compile.ts'
import { createPenaltyWeights } from '../local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { Random } from '../random.ts'
import { createMove } from '../scoring/evaluate.ts'
import { rowOf } from '../scoring/one-row.ts'
import { cellsOf, createState, restoreCells, scoreFromScratch, scoreOf } from '../scoring/state.ts'
import { solveOptions } from '../solve-options.fixture.ts'
import { ColumnPool } from './column-pool.ts'
import { createCosts } from './costs.ts'
import type { DivePrices } from './price-dive.ts'
import { diveAway } from './solve-neighbourhood.ts'

/** What becomes of the roster of a local search of so many iterations by dives along prices, one for each seed. `steps`: how many they may take. */
async function divesFrom(example: string, { maxIterations, seeds, steps = Infinity }: { maxIterations: number; seeds: number; steps?: number }) {
  const posted: unknown = JSON.parse(readFileSync(new URL(`../../../examples/${example}.json`, import.meta.url), 'utf8'))
  const { schedule } = readSubmission(posted, { callback: 'optional' }).submission!
  const instance = compile(schedule)
  const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
  const { active, scales } = penaltyWeights
  const costs = createCosts(instance, { active: active.slice(0, DEFAULT_PARAMS.neighbourhoods.maxPriorities), scales, params: DEFAULT_PARAMS })
  const cells = cellsOf(instance, solve(schedule, solveOptions({ maxIterations })).roster)
  const means = { solver: await loadHighs(), move: createMove(instance), pool: ColumnPool.for(instance, DEFAULT_PARAMS.columns) }
  const prover = Prover.create(instance, penaltyWeights, { ...means, random: new Random(1) })!
  const { ascent } = prover.climb(cells, 1, () => false).climbed!
  const { bound } = ascent
  return Array.from({ length: seeds }, (_, i) => {
    const state = createState(instance, rosterOfDecided(schedule))
    restoreCells(state, cells)
    const before = scoreOf(state)
    let taken = 0
    const outcome = diveAway(state, ascent, { ...means, costs, random: new Random(i + 1), spend: (more) => (taken += more) > steps })
    expect(scoreFromScratch(state)).toEqual(scoreOf(state))
    // Prices are back where they were.
    expect(ascent.bound).toBe(bound)
    return { outcome, isSame: String(state.cells) === String(cells), change: Math.sign(compareScores(scoreOf(state), before)), taken }
  })
}

test('a dive that leads away leaves a dearer roster in the place of the one that there was', async () => {
  const dives = await divesFrom('shop-week', { maxIterations: 100_000, seeds: 2 })
  for (const dive of dives) expect(dive).toMatchObject({ outcome: 'away', isSame: false, change: 1 })
})

test('or a better one, as any dive', async () => {
  expect(await divesFrom('clinic-week', { maxIterations: 300, seeds: 1 })).toMatchObject([{ outcome: 'better', isSame: false, change: -1 }])
})

test('or the one that there was, where time is over', async () => {
  const whole = await divesFrom('clinic-week', { maxIterations: 300, seeds: 1 })
  const steps = 0.9 * whole[0]!.taken
  expect(await divesFrom('clinic-week', { maxIterations: 300, seeds: 1, steps })).toMatchObject([{ outcome: 'none', isSame: true, change: 0 }])
})

test('seats that two have of one another change hands', () => {
  const { schedule, roster } = sampleSchedule({
    employees: [{}, {}],
    shifts: [480, 600].map((from, employee) => ({ from, to: from + 60, employee })),
  })
  const instance = compile(schedule)
  const state = createState(instance, roster)
  const rows = [1, 0].map((e) => rowOf(state, e))
  const prices: DivePrices = { follow: (_fixed, _rounds, _share, isOver) => void isOver(rows, 1), noted: () => () => {} }
  const { active, scales } = createPenaltyWeights(instance, DEFAULT_PARAMS)
  const costs = createCosts(instance, { active, scales, params: DEFAULT_PARAMS })
  const once = { ...costs, params: { ...DEFAULT_PARAMS, neighbourhoods: { ...DEFAULT_PARAMS.neighbourhoods, awayFirstRounds: 1, awayRounds: 1 } } }
  expect(diveAway(state, prices, { costs: once, move: createMove(instance), random: new Random(1), spend: () => false })).toBe('other')
  expect([0, 1].map((e) => rowOf(state, e))).toEqual(rows)
})
