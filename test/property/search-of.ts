import { compile } from '../../src/engine/instance/compile.ts'
import { close, createCosts } from '../../src/engine/column-generation/costs.ts'
import { ColumnPool } from '../../src/engine/column-generation/column-pool.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import { ColumnGeneration } from '../../src/engine/column-generation/column-generation.ts'
import { Random } from '../../src/engine/random.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { rowOf, wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { createState, scoreOf } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { rosterOfDecided, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Score } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

const solver = await loadHighs()

/** A search over the rows of everybody, by a roster that breaks nothing of the first priority. */
export function searchOf(schedule: Schedule, roster: Roster, params = DEFAULT_PARAMS) {
  const instance = relax(compile(schedule))
  const { active, scales } = createPenaltyWeights(instance, params)
  const costs = createCosts(instance, { active: active.slice(0, 2), scales, params })
  const state = createState(instance, rosterOfDecided(schedule))
  const whole = createState(instance, roster)
  const rows = schedule.employees.map((_, employee) => rowOf(whole, employee))
  const strict = close(costs, instance, [active[0]!])
  const means = { solver, random: new Random(1), move: createMove(instance), costs, strict, seats: strict }
  const tools = { ...means, pool: ColumnPool.for(instance, params.columns), finders: null, spend: () => false }
  const search = new ColumnGeneration(state, { employees: rows.map((_, e) => e), span: wholeSpan(state) }, tools, rows)
  return {
    instance,
    search,
    costOf: (score: Score): number => score.reduce<number>((sum, penalty, p) => sum + penalty * costs.factors[p]!, 0),
    totalOf: (cost: number): number => search.totalOf(cost, scoreOf(state)),
  }
}
