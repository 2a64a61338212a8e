import { LargeNeighbourhoodSearch } from '../../column-generation/large-neighbourhood.ts'
import { canPriceRows } from '../../column-generation/size.ts'
import { restoreCells } from '../../scoring/state.ts'
import { isBetter, keep } from '../../local-search/incumbent.ts'
import { climbWithin } from '../climb.ts'
import { hearOthers, isBroken, type Search, shareAfter } from '../search.ts'
import type { Outcome, Standing, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** Finds the roster lines of several employees anew together, by column generation. Where that leads nowhere, local search goes on from where it was. */
export const largeNeighbourhoods: StrategyKind = {
  name: 'large-neighbourhoods',
  supports: (instance, { solver }, { neighbourhoods }) => solver !== null && canPriceRows(instance, neighbourhoods),
  start: (search) => new LargeNeighbourhoods(search),
}

class LargeNeighbourhoods implements Strategy {
  readonly #search: Search
  readonly #neighbourhoods: LargeNeighbourhoodSearch

  constructor(search: Search) {
    const { state, penaltyWeights, random, move, columns, climber } = search
    this.#search = search
    this.#neighbourhoods = new LargeNeighbourhoodSearch(state, penaltyWeights, { ...columns!, random, move, canDiveAway: climber !== null })
  }

  standing(): Partial<Standing> {
    const { sweepShare, canTakeAll } = this.#neighbourhoods
    return { sweepShare, canTakeAll }
  }

  run(turn: Turn, isCalledBack: (share: number) => boolean): Outcome {
    const search = this.#search
    const { state, incumbent, changed, params } = search
    const { share, latest } = turn.extension!
    const { canTakeAll } = this.#neighbourhoods
    const { maxShareAtOnce, maxShareOfAll } = params.neighbourhoods
    const most = canTakeAll ? maxShareOfAll : maxShareAtOnce
    const current = state.cells.slice()
    restoreCells(state, search.beginning ?? incumbent.cells)
    const from = shareAfter(search, 0)
    let { until } = turn
    let begunAt = from
    let hasWon = false
    const { steps } = this.#neighbourhoods.run(state, {
      progress: (spent) => shareAfter(search, spent),
      isOver: (spent) => {
        begunAt = shareAfter(search, spent)
        this.#hear()
        return begunAt >= Math.min(latest, until) || (begunAt > from && isCalledBack(begunAt))
      },
      left: (spent) => {
        const overrun = (params.policy.maxOverrun - 1) * share
        return Math.min(latest, until + overrun, begunAt + most) - shareAfter(search, spent)
      },
      climb: (spent) => {
        const { climbed, steps: more } = climbWithin(search, params.neighbourhoods.awayClimb, spent)
        return { prices: climbed?.ascent ?? null, steps: more }
      },
      excursion: {
        isOn: () => search.beginning !== null,
        begin: (spent) => {
          search.beginning = state.cells.slice()
          until = shareAfter(search, spent) + share
        },
        giveUp: () => {
          search.beginning = null
          restoreCells(state, incumbent.cells)
        },
      },
      onBetter: (spent) => {
        if (this.#keepIfBest()) hasWon = true
        if (!isBroken(search) || canTakeAll) until = shareAfter(search, spent) + share
      },
    })
    search.iterations += Math.ceil(steps)
    // The next turn goes on from there.
    if (search.beginning !== null) search.beginning = state.cells.slice()
    if (!hasWon) restoreCells(state, current)
    changed.addAll()
    return { steps, hasWon }
  }

  /** True where the state became the incumbent. What began with a dearer roster may take some neighbourhoods to get there. */
  #keepIfBest(): boolean {
    const search = this.#search
    const { state, incumbent, changed, pace, moves } = search
    if (!isBetter(state, incumbent)) return false
    search.beginning = null
    changed.addAll()
    keep(state, incumbent, changed)
    pace.onLook(moves)
    return true
  }

  /** Makes the state what the incumbent is, where another thread found a better one; not as long as it is dearer than that because it began with another roster. */
  #hear(): void {
    const { state, incumbent, beginning } = this.#search
    if (hearOthers(this.#search) && beginning === null) restoreCells(state, incumbent.cells)
  }
}
