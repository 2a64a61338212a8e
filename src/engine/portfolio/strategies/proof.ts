import { gapBetween } from '../../../model/score.ts'
import { findObstacle, Prover } from '../../pricing/prover.ts'
import { restoreCells } from '../../scoring/state.ts'
import { createSoftening } from '../../search/soften.ts'
import { keepIfBetter, type Search, shareAfter } from '../search.ts'
import type { Outcome, Standing, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** Proves what no roster can go below. */
export const proof: StrategyKind = {
  name: 'proof',
  supports: (instance, { solver, proves }, params) => solver !== null && proves && findObstacle(instance, createSoftening(instance, params)) === null,
  start: (search) => new Proof(search),
}

/** What is asked of a prover. */
export type ProverInTurn = Pick<Prover, 'bound' | 'isLong' | 'begun' | 'canBegin' | 'isReachedBy' | 'improve' | 'takeRoster' | 'dispose'>

/** `prover` is for tests. */
export class Proof implements Strategy {
  readonly #search: Search
  readonly #prover: ProverInTurn

  constructor(search: Search, prover: ProverInTurn = proverOf(search)) {
    this.#search = search
    this.#prover = prover
  }

  standing(): Partial<Standing> {
    const { score } = this.#search.incumbent
    const { begun, bound, isLong } = this.#prover
    return { canProve: this.#prover.canBegin(score), isBoundReached: this.#prover.isReachedBy(score), begun, isUnproved: bound === null && isLong }
  }

  /** Wins when it closes a good part of the gap. */
  run({ until, review, mayWait = false }: Turn): Outcome {
    const search = this.#search
    const { incumbent, params } = search
    const before = gapBetween(incumbent.score, incumbent.bound)
    const from = shareAfter(search, 0)
    let steps = this.#improve(review?.at ?? until, mayWait)
    if (review !== undefined && review.charged + shareAfter(search, 0) - from <= review.max * this.#prover.begun)
      steps += this.#improve(until, mayWait)
    const after = gapBetween(incumbent.score, incumbent.bound)
    return { steps, hasWon: after !== null && after < (1 - params.proving.muchClosed) * (before ?? 1) }
  }

  dispose(): void {
    this.#prover.dispose()
  }

  #improve(until: number, mayWait: boolean): number {
    const search = this.#search
    const { state, incumbent } = search
    const isOver = (spent: number): boolean => shareAfter(search, spent) >= until
    const steps = Math.ceil(this.#prover.improve(incumbent.cells, incumbent.score, isOver, mayWait))
    incumbent.bound = this.#prover.bound
    search.iterations += steps
    const roster = this.#prover.takeRoster()
    if (roster !== null) {
      const walked = state.cells.slice()
      restoreCells(state, roster)
      keepIfBetter(search, walked)
    }
    // What is proved is told at once: it may end the search.
    search.pace.onLook(search.moves)
    return steps
  }
}

function proverOf({ state, softening, columns, random, move }: Search): Prover {
  return Prover.create(state.instance, softening, { solver: columns!.solver, random, move, memory: columns!.pool })!
}
