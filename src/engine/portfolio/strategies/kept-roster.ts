import { rosterAsPosted } from '../../../model/roster.ts'
import { canRepairKept, repairKept } from '../../replan/repair-kept.ts'
import { goOnFrom, type Search, shareAfter } from '../search.ts'
import type { Outcome, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** Mends the roster that the schedule came with, with the fewest changes: local search goes on from there. */
export const keptRoster: StrategyKind = {
  name: 'kept-roster',
  supports: (instance, _, { replanning }) => canRepairKept(instance, replanning.keptShare),
  start: (search) => new KeptRoster(search),
}

class KeptRoster implements Strategy {
  readonly #search: Search

  constructor(search: Search) {
    this.#search = search
  }

  run({ from, until }: Turn): Outcome {
    const search = this.#search
    const { state, incumbent, params } = search
    const { instance } = state
    const { revision } = incumbent
    let steps = 0
    // Where iterations end a search, places do: the clock may not decide then.
    const isOverAt = (share: number, places: number) => (): boolean => {
      steps += params.replanning.stepsPerPlace
      return steps > places * params.replanning.stepsPerPlace || shareAfter(search, steps) >= share
    }
    const { places } = params.replanning
    const mended = repairKept(instance, rosterAsPosted(instance.schedule), {
      chain: params.replanning.chain,
      isFirstOver: isOverAt((from + until) / 2, places / 2),
      isOver: isOverAt(until, places),
    })
    search.iterations += steps
    goOnFrom(search, mended)
    return { steps, hasWon: incumbent.revision !== revision }
  }
}
