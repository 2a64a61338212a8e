import { gapBetween } from '../../model/score.ts'
import { higherBound } from '../bounds/people-at-once.ts'
import type { ProofMethod } from '../bounds/proof-methods.ts'
import { restoreCells } from '../scoring/state.ts'
import { hearOthers, keepIfBetter, type ProverInTurn, type Search, shareAfter } from './search.ts'
import type { Outcome, ProofTurn, Standing, Strategy, Turn } from './strategy.ts'

/** One method of proving as a strategy: what is proved is the search's, so that another method can go on with it. */
export class ProofTurns implements Strategy {
  readonly #search: Search
  readonly #method: ProofMethod
  readonly #prover: ProverInTurn

  constructor(search: Search, method: ProofMethod) {
    this.#search = search
    this.#method = method
    this.#prover = search.prover!
  }

  standing(): Partial<Standing> {
    const { score } = this.#search.incumbent
    const { begun, bound, isLong } = this.#prover
    return {
      proofBy: this.#prover.dueFor(score),
      canProve: this.#prover.canBegin(score),
      isBoundReached: this.#prover.isReachedBy(score),
      begun,
      isUnproved: bound === null && isLong,
    }
  }

  /** Wins when it closes a good part of the gap. */
  run({ until, proof }: Turn): Outcome {
    const search = this.#search
    const { incumbent } = search
    const { review, gapToWin } = proof!
    const from = shareAfter(search, 0)
    let { steps, isHandedOver } = this.#improve(review?.at ?? until, proof!)
    if (review !== undefined && review.charged + shareAfter(search, 0) - from <= review.max * this.#prover.begun) {
      const rest = this.#improve(until, proof!)
      steps += rest.steps
      isHandedOver = rest.isHandedOver
    }
    const after = gapBetween(incumbent.score, incumbent.bound)
    return { steps, hasWon: after !== null && after < gapToWin, isHandedOver }
  }

  dispose(): void {
    this.#prover.dispose()
  }

  #improve(until: number, { firstOnly, untilAlone = until }: ProofTurn): ReturnType<ProverInTurn['improve']> {
    const search = this.#search
    const { state, incumbent } = search
    const isOver = (spent: number): boolean => {
      // What others find puts off the end of a search that would have converged.
      hearOthers(search)
      return shareAfter(search, spent) >= (search.help.isAlone() ? Math.min(until, untilAlone) : until)
    }
    const latest = shareAfter(search, 0) + search.params.proving.demandedShare
    const isLate = (spent: number): boolean => shareAfter(search, spent) >= latest
    const improvement = this.#prover.improve(this.#method, { cells: incumbent.cells.slice(), score: incumbent.score }, isOver, { firstOnly, isLate })
    incumbent.bound = higherBound(this.#prover.bound, search.floor)
    search.iterations += improvement.steps
    const roster = this.#prover.takeRoster()
    if (roster !== null) {
      const current = state.cells.slice()
      restoreCells(state, roster)
      keepIfBetter(search, current)
    }
    // What is proved is told at once: it may end the search.
    search.pace.onLook(search.moves)
    return improvement
  }
}
