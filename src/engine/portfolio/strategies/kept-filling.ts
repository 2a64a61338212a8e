import { fillNear } from '../../replan/fill-near.ts'
import { canRepairKept } from '../../replan/repair-kept.ts'
import { rosterOf } from '../../scoring/state.ts'
import { goOnFrom, type Search, shareAfter } from '../search.ts'
import type { Outcome, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** Fills what mending the roster that the schedule came with left empty, by the rows of those around it, before anything else counts. */
export const keptFilling: StrategyKind = {
  name: 'kept-filling',
  supports: (instance, { solver }, { replanning }) => solver !== null && canRepairKept(instance, replanning.keptShare),
  start: (search) => new KeptFilling(search),
}

class KeptFilling implements Strategy {
  readonly #search: Search

  constructor(search: Search) {
    this.#search = search
  }

  run({ from, until }: Turn): Outcome {
    const search = this.#search
    const { state, incumbent, params, help, random } = search
    const { instance } = state
    const { revision } = incumbent
    let steps = 0
    const spend = (more: number): number => {
      steps += more
      return Math.min(1, (shareAfter(search, steps) - from) / (until - from))
    }
    const filled = fillNear(instance, rosterOf(instance, incumbent.cells), { solver: help.solver!, random, params, spend })
    search.iterations += Math.ceil(steps)
    goOnFrom(search, filled)
    return { steps, hasWon: incumbent.revision !== revision }
  }
}
