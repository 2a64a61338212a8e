import { restoreCells } from '../../scoring/state.ts'
import { fillGroups } from '../../local-search/fill-groups.ts'
import { keepIfBetter, type Search, shareAfter } from '../search.ts'
import type { Outcome, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** Fills shifts that need one another, for the incumbent, else for the roster at which local search stands, which goes on from where it was. */
export const groupFilling: StrategyKind = {
  name: 'group-filling',
  supports: ({ links }) => links !== null,
  start: (search) => new GroupFilling(search),
}

class GroupFilling implements Strategy {
  readonly #search: Search

  constructor(search: Search) {
    this.#search = search
  }

  run({ until }: Turn): Outcome {
    const search = this.#search
    const { state, incumbent, penaltyWeights, move, params } = search
    const { revision } = incumbent
    const current = state.cells.slice()
    const fill = (cells: Int32Array): number => {
      restoreCells(state, cells)
      const { steps } = fillGroups(state, {
        move,
        penaltyWeights,
        params: params.construction,
        isOver: (spent) => shareAfter(search, spent) >= until,
      })
      search.iterations += steps
      keepIfBetter(search, current)
      return steps
    }
    let steps = fill(incumbent.cells)
    // Local search may stand at a roster that is as good, where somebody is free whom a group needs.
    if (incumbent.revision === revision) steps += fill(current)
    return { steps, hasWon: incumbent.revision !== revision }
  }
}
