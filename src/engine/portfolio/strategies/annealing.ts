import { raiseBroken, freeze } from '../../local-search/penalty-weights.ts'
import { type Cooling, temperatureAt } from '../../local-search/cycles.ts'
import type { LocalSearch } from '../../local-search/local-search.ts'
import type { Search } from '../search.ts'
import type { Outcome, Strategy, StrategyKind, Turn } from '../strategy.ts'
import { localSearchOf } from '../local-search-of.ts'

/** Simulated annealing over block moves, on weighted priorities. A turn lasts until the next look at the clock. */
export const annealing: StrategyKind = {
  name: 'annealing',
  supports: () => true,
  start: (search) => new Annealing(search),
}

class Annealing implements Strategy {
  readonly #search: Search
  readonly #localSearch: LocalSearch
  #cooling: Cooling = { cycle: 0, from: 0, to: 0 }

  constructor(search: Search) {
    this.#search = search
    this.#localSearch = localSearchOf(search)
  }

  run({ from, cooling, paused = 0 }: Turn): Outcome {
    const search = this.#search
    const { pace, incumbent, params } = search
    const { revision } = incumbent
    if (cooling !== undefined) this.#begin(cooling)
    const begunAtMs = pace.clock()
    const temperature = temperatureAt(search.cycles[this.#cooling.cycle]!, this.#cooling, from - paused)
    search.moves += this.#localSearch.step(params.policy.iterationsPerLook, temperature)
    search.movesMs += pace.clock() - begunAtMs
    search.iterations += params.policy.iterationsPerLook
    pace.onLook(search.moves)
    return { steps: params.policy.iterationsPerLook, hasWon: incumbent.revision !== revision }
  }

  /**
   * Sets out on a cooling: from where the last one ended as long as that breaks the priority that this one wants to see unbroken, else from the incumbent.
   */
  #begin(cooling: Cooling): void {
    const { state, incumbent, penaltyWeights, kernel, cycles } = this.#search
    const isFirst = this.#cooling.to === 0
    const last = cycles[this.#cooling.cycle]!
    const next = cycles[cooling.cycle]!
    this.#cooling = cooling
    // What came before it may have changed any row.
    if (isFirst) return this.#localSearch.refresh()
    const { active } = penaltyWeights
    const isTraded = last.frozen === 0 && !last.alone
    if (isTraded) raiseBroken(state, penaltyWeights)
    // A priority at zero cannot be bettered: the cycle is better spent on all of them.
    const isSettled = next.alone && incumbent.score[active[next.frozen]!] === 0
    freeze(state.instance, penaltyWeights, next.frozen, next.alone && !isSettled)
    const isGoingOn = isTraded && next.frozen === 0 && !next.alone && state.score[active[0]!]! > 0
    if (!isGoingOn) kernel.restore(state, incumbent.cells)
    this.#localSearch.refresh()
  }
}
