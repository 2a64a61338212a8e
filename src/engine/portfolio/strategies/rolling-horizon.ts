import { findObstacle } from '../../bounds/prover.ts'
import { createCosts } from '../../column-generation/costs.ts'
import { repairRows } from '../../column-generation/repair.ts'
import { type Pace, RollingHorizon } from '../../column-generation/rolling/rolling-horizon.ts'
import { planOf } from '../../column-generation/rolling/rolling-plan.ts'
import { canPriceRows } from '../../column-generation/size.ts'
import { createPenaltyWeights } from '../../local-search/penalty-weights.ts'
import { restoreCells } from '../../scoring/state.ts'
import type { SearchParams } from '../params.ts'
import { climbWithin } from '../climb.ts'
import { keepIfBetter, type Search, shareAfter } from '../search.ts'
import type { Outcome, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** Builds a roster of a long horizon window by window, along prices that have climbed over all of it. */
export const rollingHorizon: StrategyKind = {
  name: 'rolling-horizon',
  supports: (instance, { solver }, params) =>
    solver !== null &&
    planOf(instance, params) !== null &&
    instance.employeeCount * instance.demands.count <= params.rolling.maxOptions &&
    canPriceRows(instance, params.neighbourhoods) &&
    findObstacle(instance, createPenaltyWeights(instance, params)) === null,
  start: (search) => new RollingTurns(search),
}

class RollingTurns implements Strategy {
  readonly #search: Search

  constructor(search: Search) {
    this.#search = search
  }

  /** Wins where its roster, repaired, is better than the incumbent. Where it is not, large neighbourhoods may begin with it all the same. */
  run({ until }: Turn): Outcome {
    const search = this.#search
    const { state, incumbent, params, random, move, columns, penaltyWeights } = search
    const { revision } = incumbent
    let steps = 0
    const spend = (more: number): boolean => {
      steps += more
      return shareAfter(search, steps) >= until
    }
    const { climbed, steps: climbing } = climbWithin(search, params.rolling.climbShare, 0)
    steps += climbing
    if (climbed === null) return this.#end(steps, revision)
    const goBack = climbed.ascent.noted()
    const pace = paceOf(() => shareAfter(search, steps), until, params)
    const plan = planOf(state.instance, params)!
    const rolling = { solver: columns!.solver, random, strict: climbed.strict, params, plan, spend, pace }
    const rows = new RollingHorizon(climbed.state, climbed.ascent, rolling).run()
    goBack()
    if (rows === null) return this.#end(steps, revision)
    const current = state.cells.slice()
    const { dayCount } = state.instance
    const cells = new Int32Array(current.length)
    rows.forEach((row, employee) => cells.set(row, employee * dayCount))
    restoreCells(state, cells)
    const costs = createCosts(state.instance, penaltyWeights)
    const isOver = (more: number): boolean => shareAfter(search, steps + more) >= until
    steps += Math.ceil(repairRows(state, { costs, random, move, priority: penaltyWeights.active[0]!, isOver }))
    const rolled = state.cells.slice()
    keepIfBetter(search, current)
    if (plan.isBeginning && incumbent.revision === revision) search.beginning = rolled
    return this.#end(steps, revision)
  }

  #end(steps: number, revision: number): Outcome {
    this.#search.iterations += Math.ceil(steps)
    return { steps, hasWon: this.#search.incumbent.revision !== revision }
  }
}

/** How windows of a horizon get on, by the share of the search that is over, `now`; it must be `until` when they are done. */
function paceOf(now: () => number, until: number, { rolling: { windowsShare } }: SearchParams): (done: number) => Pace {
  const wantedAt = Math.min(until, now() + windowsShare)
  let last = { at: now(), done: 0 }
  return (done) => {
    const at = now()
    const rest = ((at - last.at) / (done - last.done)) * (1 - done)
    last = { at, done }
    return { wanted: (wantedAt - at) / rest, needed: (until - at) / rest }
  }
}
