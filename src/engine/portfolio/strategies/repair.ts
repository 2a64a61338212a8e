import { type Costs, createCosts } from '../../column-generation/costs.ts'
import { mend } from '../../column-generation/repair.ts'
import { canRecombine } from '../../column-generation/size.ts'
import { keepIfBetter, type Search, shareAfter } from '../search.ts'
import type { Outcome, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** Gives employees whose roster lines break the first priority others, for the incumbent: local search goes on from where it was. */
export const repair: StrategyKind = {
  name: 'repair',
  supports: (instance, { solver }, { neighbourhoods }) => solver !== null && canRecombine(instance, neighbourhoods),
  start: (search) => new Repair(search),
}

class Repair implements Strategy {
  readonly #search: Search
  readonly #costs: Costs

  constructor(search: Search) {
    this.#search = search
    this.#costs = createCosts(search.state.instance, search.softening)
  }

  run({ until }: Turn): Outcome {
    const search = this.#search
    const { state, incumbent, random, move, softening } = search
    const { revision } = incumbent
    const walked = state.cells.slice()
    const isOver = (steps: number): boolean => shareAfter(search, steps) >= until
    const steps = Math.ceil(mend(state, { costs: this.#costs, random, move, priority: softening.active[0]!, isOver }))
    search.iterations += steps
    keepIfBetter(search, walked)
    return { steps, hasWon: incumbent.revision !== revision }
  }
}
