// Slow: each schedule is proved by prices and solved by trying all rosters.
import { expect, test } from 'vitest'
import { Ascent } from '../../src/engine/bounds/ascent.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import { close, createCosts } from '../../src/engine/column-generation/costs.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { rowOf } from '../../src/engine/scoring/one-row.ts'
import { createState, scoreOf } from '../../src/engine/scoring/state.ts'
import { isDecided, rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Score } from '../../src/model/score.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { createRandom } from './any-schedule.ts'
import { wardWithPatterns } from './any-pattern.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { chanceOf } from './draft.ts'
import { searchFor } from './search-for.ts'

const WARDS = casesOf(100)
const SOLVED = casesOf(10)
const MAX_OPEN = 6
const SETTINGS = {
  oneShiftPerDay: { firstPriorityWeight: 20 },
  contractRules: { secondPriorityWeight: 3 },
  assignShift: { secondPriorityWeight: 2 },
}

/** Wards with so few shifts that all rosters can be tried, by seed. */
function* tinyWards(count: number): Generator<{ seed: number; schedule: Schedule }> {
  for (let seed = FIRST_SEED, found = 0; found < count; seed += 1) {
    const chance = chanceOf(createRandom(seed))
    const schedule = wardWithPatterns(chance, { days: chance.whole(2, 5), historyDays: chance.whole(0, 3), settings: SETTINGS, share: 0.4 })
    const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
    if (open < 2 || open > MAX_OPEN) continue
    found += 1
    yield { seed, schedule }
  }
}

test(`no roster costs less than prices say where rows follow patterns, on ${WARDS} tiny wards`, () => {
  let [exact, charged] = [0, 0]
  for (const { seed, schedule } of tinyWards(WARDS)) {
    const best = bestByForce(schedule).score
    const { least, costOf } = boundOf(schedule)
    expect(least, `seed ${seed}`).toBeLessThanOrEqual(costOf(best) + 1e-3)
    if (least > costOf(best) - 0.01) exact += 1
    if (best[1] > 0) charged += 1
  }
  expect(exact).toBeGreaterThan(WARDS / 2)
  expect(charged).toBeGreaterThan(WARDS / 4)
})

/** What the first two priorities cost at least, by prices of seats. */
function boundOf(schedule: Schedule): { least: number; costOf: (score: Score) => number } {
  const instance = relax(compile(schedule))
  const { active, scales } = createPenaltyWeights(instance, DEFAULT_PARAMS)
  const costs = createCosts(instance, { active: active.slice(0, 2), scales, params: DEFAULT_PARAMS })
  const state = createState(instance, rosterOfDecided(schedule))
  const rows = schedule.employees.map((_, employee) => rowOf(state, employee))
  const ascent = new Ascent(state, { move: createMove(instance), costs, strict: close(costs, instance, active.slice(0, 1)) }, rows)
  ascent.run(Infinity, 1, () => false)
  const costOf = (score: Score): number => score.reduce<number>((sum, penalty, p) => sum + penalty * costs.factors[p]!, 0)
  return { least: ascent.bound + costOf(scoreOf(state)), costOf }
}

test(`the engine finds the best of all rosters under patterns, on ${SOLVED} tiny wards`, () => {
  for (const { seed, schedule } of tinyWards(SOLVED)) {
    const best = bestByForce(schedule).score
    expect(searchFor(schedule, best, { seed: 1, maxIterations: 30_000 }).score, `seed ${seed}`).toEqual(best)
  }
})
