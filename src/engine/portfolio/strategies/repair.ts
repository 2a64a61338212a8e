import { type Costs, createCosts } from '../../column-generation/costs.ts'
import { repairRows } from '../../column-generation/repair.ts'
import { canPriceRows } from '../../column-generation/size.ts'
import { keepIfBetter, type Search, shareAfter } from '../search.ts'
import type { Outcome, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** Gives employees whose roster lines break the first priority others, for the incumbent: local search goes on from where it was. */
export const repair: StrategyKind = {
  name: 'repair',
  supports: (instance, { solver }, { neighbourhoods }) => solver !== null && canPriceRows(instance, neighbourhoods),
  start: (search) => new Repair(search),
}

class Repair implements Strategy {
  readonly #search: Search
  readonly #costs: Costs

  constructor(search: Search) {
    this.#search = search
    this.#costs = createCosts(search.state.instance, search.penaltyWeights)
  }

  run({ until }: Turn): Outcome {
    const search = this.#search
    const { state, incumbent, random, move, penaltyWeights } = search
    const { revision } = incumbent
    const current = state.cells.slice()
    const isOver = (steps: number): boolean => shareAfter(search, steps) >= until
    const steps = Math.ceil(repairRows(state, { costs: this.#costs, random, move, priority: penaltyWeights.active[0]!, isOver }))
    search.iterations += steps
    keepIfBetter(search, current)
    return { steps, hasWon: incumbent.revision !== revision }
  }
}
