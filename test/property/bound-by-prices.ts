import { Ascent } from '../../src/engine/bounds/ascent.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import { close, createCosts } from '../../src/engine/column-generation/costs.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { rowOf } from '../../src/engine/scoring/one-row.ts'
import { createState, scoreOf } from '../../src/engine/scoring/state.ts'
import { rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Score } from '../../src/model/score.ts'

/** What the first two priorities cost at least, by prices of seats and of people at work. */
export function boundByPrices(schedule: Schedule): { readonly least: number; readonly costOf: (score: Score) => number } {
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
