import { isBetter, keep } from '../../local-search/incumbent.ts'
import { hasCandidates } from '../../instance/candidate-times.ts'
import { reoptimise } from '../../local-search/reoptimise.ts'
import { type Search, shareAfter } from '../search.ts'
import type { Outcome, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** Gives one employee after another their best roster line against everybody else's. */
export const rowPolishing: StrategyKind = {
  name: 'row-polishing',
  supports: (instance) => !hasCandidates(instance),
  start: (search) => new RowPolishing(search),
}

class RowPolishing implements Strategy {
  readonly #search: Search

  constructor(search: Search) {
    this.#search = search
  }

  run({ maxSteps = Infinity, until }: Turn): Outcome {
    const search = this.#search
    const { state, penaltyWeights, random, move, params } = search
    const { steps, rows } = reoptimise(state, penaltyWeights, {
      random,
      move,
      params: params.polishing,
      maxSteps,
      isOver: (spent) => shareAfter(search, spent) >= until,
      onBetter: () => {
        search.changed.add(move)
        if (isBetter(state, search.incumbent)) keep(state, search.incumbent, search.changed)
        search.pace.onLook(search.moves)
      },
    })
    search.iterations += steps
    return { steps, hasWon: rows > 0 }
  }
}
