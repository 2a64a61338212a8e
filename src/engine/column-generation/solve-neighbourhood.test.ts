import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { rosterOfDecided } from '../../model/roster.ts'
import { compareScores } from '../../model/score.ts'
import { loadHighs } from '../../threads/load-highs.ts'
import { solve } from '../index.ts'
import { compile } from '../instance/compile.ts'
import { createPenaltyWeights } from '../local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { Random } from '../random.ts'
import { createMove } from '../scoring/evaluate.ts'
import { wholeSpan } from '../scoring/one-row.ts'
import { cellsOf, createState, restoreCells, scoreFromScratch, scoreOf } from '../scoring/state.ts'
import { solveOptions } from '../solve-options.fixture.ts'
import { ColumnPool } from './column-pool.ts'
import { closeKept, createCosts } from './costs.ts'
import { diveAway } from './solve-neighbourhood.ts'

/** What becomes of the roster of a local search of so many iterations, in one dive for each seed. The dives are as coarse as can be. */
async function divesFrom(example: string, { maxIterations, seeds }: { maxIterations: number; seeds: number }) {
  const posted: unknown = JSON.parse(readFileSync(new URL(`../../../examples/${example}.json`, import.meta.url), 'utf8'))
  const { schedule } = readSubmission(posted, { callback: 'optional' }).submission!
  const instance = compile(schedule)
  const { active, kept, scales } = createPenaltyWeights(instance, DEFAULT_PARAMS)
  const costs = createCosts(instance, { active: active.slice(0, DEFAULT_PARAMS.neighbourhoods.maxPriorities), scales, params: DEFAULT_PARAMS })
  const cells = cellsOf(instance, solve(schedule, solveOptions({ maxIterations })).roster)
  const solver = await loadHighs()
  return Array.from({ length: seeds }, (_, i) => {
    const state = createState(instance, rosterOfDecided(schedule))
    restoreCells(state, cells)
    const before = scoreOf(state)
    const tools = {
      solver,
      costs,
      move: createMove(instance),
      random: new Random(i + 1),
      finders: null,
      pool: ColumnPool.for(instance, DEFAULT_PARAMS.columns),
      strict: null,
      seats: closeKept(costs, state, kept),
      spend: () => false,
    }
    const neighbourhood = { employees: Array.from({ length: instance.employeeCount }, (__, e) => e), span: wholeSpan(state) }
    const outcome = diveAway(state, neighbourhood, tools, { share: 0.5, rounds: 0, stopsWhenTailing: true })
    expect(scoreFromScratch(state)).toEqual(scoreOf(state))
    return { outcome, isSame: String(state.cells) === String(cells), change: Math.sign(compareScores(scoreOf(state), before)) }
  })
}

test('a dive that may end anywhere leaves a dearer roster in the place of the one that there was', async () => {
  const dives = await divesFrom('shop-week', { maxIterations: 100_000, seeds: 8 })
  expect(dives).toContainEqual({ outcome: 'away', isSame: false, change: 1 })
  // Where it came to no end, the roster is what it was.
  expect(dives).toContainEqual({ outcome: 'none', isSame: true, change: 0 })
})

test('or a better one, as any dive', async () => {
  expect(await divesFrom('clinic-week', { maxIterations: 3000, seeds: 1 })).toEqual([{ outcome: 'better', isSame: false, change: -1 }])
})

test('or the one that there was, where nothing better is possible', async () => {
  expect(await divesFrom('clinic-week', { maxIterations: 100_000, seeds: 1 })).toEqual([{ outcome: 'proved', isSame: true, change: 0 }])
})
