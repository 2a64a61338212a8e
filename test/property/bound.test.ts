// Slow: each schedule is proved by prices and solved by trying all rosters.
import { expect, test } from 'vitest'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { Ascent } from '../../src/engine/bounds/ascent.ts'
import { close, createCosts } from '../../src/engine/column-generation/costs.ts'
import { forbidsSeveralShifts, relax } from '../../src/engine/bounds/relax.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { rowOf } from '../../src/engine/scoring/one-row.ts'
import { createState, scoreOf } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { isDecided, rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { casesOf } from './cases.ts'
import { drawnSchedule } from './random-schedule.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

const WANTED = casesOf(45)
const WANTED_OF_PRICES = Math.ceil(WANTED / 3)
const MAX_ROSTERS = 1_000
const ITERATIONS = 15_000

test(`no roster costs less than prices alone say, on ${WANTED_OF_PRICES} tiny schedules`, () => {
  let tried = 0
  let near = 0
  for (let seed = 1; tried < WANTED_OF_PRICES; seed += 1) {
    const schedule = tinySchedule(seed)
    if (schedule === null) continue
    const instance = relax(compile(schedule))
    const { active, scales } = createPenaltyWeights(instance, DEFAULT_PARAMS)
    const [first] = active
    if (first === undefined || active.length < 2 || !forbidsSeveralShifts(instance, first)) continue
    const best = bestByForce(schedule).score
    if (best[first as 0] > 0) continue
    tried += 1
    const costs = createCosts(instance, { active: active.slice(0, 2), scales, params: DEFAULT_PARAMS })
    const state = createState(instance, rosterOfDecided(schedule))
    const rows = schedule.employees.map((_, employee) => rowOf(state, employee))
    const ascent = new Ascent(state, { move: createMove(instance), costs, strict: close(costs, instance, [first]) }, rows)
    ascent.run(Infinity, 1, () => false)
    expect(ascent.lastRows.map((those) => those.length)).toEqual(Array(DEFAULT_PARAMS.bounds.rememberedRounds).fill(rows.length))
    const costOf = (score: Score): number => score.reduce<number>((sum, penalty, p) => sum + penalty * costs.factors[p]!, 0)
    const least = ascent.bound + costOf(scoreOf(state))
    expect(least, `seed ${seed}`).toBeLessThanOrEqual(costOf(best) + 1e-3 + 1e-9 * Math.abs(least))
    if (least > costOf(best) - 1) near += 1
  }
  expect(near).toBeGreaterThan(WANTED_OF_PRICES / 4)
})

/** Few enough rosters to try them all; null when the seed has more. */
function tinySchedule(seed: number): Schedule | null {
  const { schedule } = drawnSchedule(seed, seed % 2 === 0 ? 'plain' : 'all')
  const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
  return open < 2 || (schedule.employees.length + 1) ** open > MAX_ROSTERS ? null : schedule
}

test(`no roster goes below a bound, on ${WANTED} tiny schedules`, async () => {
  const solver = await loadHighs()
  let proved = 0
  let closed = 0
  let tried = 0
  for (let seed = 1; tried < WANTED; seed += 1) {
    const schedule = tinySchedule(seed)
    if (schedule === null) continue
    tried += 1
    const { bound, score, stopReason } = solve(schedule, solveOptions({ seed, maxIterations: ITERATIONS, solver, proves: true }))
    if (bound === null) continue
    proved += 1
    const best = bestByForce(schedule).score
    expect(compareScores(bound, best), `seed ${seed}: ${bound.join()} is proved, ${best.join()} is there`).toBeLessThanOrEqual(0)
    if (stopReason === 'OPTIMAL') expect(score, `seed ${seed}`).toEqual(best)
    if (compareScores(bound, best) === 0) closed += 1
  }
  expect(proved).toBeGreaterThan(WANTED / 10)
  expect(closed).toBeGreaterThan(WANTED / 20)
})
