import { gapBetween } from '../../model/score.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Prover } from '../pricing/prover.ts'
import type { Incumbent } from './incumbent.ts'

/** What is asked of a prover. */
export type ProverInTurn = Pick<Prover, 'bound' | 'isLong' | 'begun' | 'canBegin' | 'isReachedBy' | 'improve' | 'takeRoster'>

/** What proofs share with the search. */
export interface Proving {
  readonly params: SearchParams['proving']
  readonly incumbent: Incumbent
  /** Whether nobody else searches beside this one. */
  readonly isAlone: boolean
  /** No proof begins before this share of the search, 0 to 1. */
  readonly earliest: number
  /** Share of the search that is over after so many further steps, 0 to 1. */
  readonly progress: (steps: number) => number
  /** Whether recombining found better rosters the last time. */
  readonly isWinning: () => boolean
  /** Called after so many steps of a proof, with the roster that it came to; null = none. */
  readonly onProved: (steps: number, roster: Int32Array | null) => void
}

/** When a bound is proved, and for how long at a time. */
export class ProofTurns {
  readonly #prover: ProverInTurn
  readonly #proving: Proving
  /** Whether a bound was tried. */
  hasBegun = false
  /** The share of the search that went into it. */
  #taken = 0

  constructor(prover: ProverInTurn, proving: Proving) {
    this.#prover = prover
    this.#proving = proving
  }

  /** Whether one that has begun, or has to, goes on before recombining, which may take all that is left. */
  get comesFirst(): boolean {
    return this.hasBegun || this.#isTime(this.#now)
  }

  /** Whether one goes on after recombining. */
  get comesNext(): boolean {
    const isFree = !this.hasBegun && this.#now >= this.#proving.earliest
    return isFree || this.#isLittleLeft || this.isDue(this.#now)
  }

  /** Whether, at such a share of the search, a proof should begin, or go on because the roster is what it waited for. */
  isDue(progress: number): boolean {
    const { score } = this.#proving.incumbent
    if (!this.#prover.canBegin(score) || !this.#isTime(progress) || this.#taken >= this.#proving.params.altogether) return false
    return !this.hasBegun || this.#prover.isReachedBy(score)
  }

  /**
   * Goes on proving what no roster can go below, as long as that closes much of the gap; and from half of the search on, where prices alone have to do, until anything
   * is proved.
   */
  goOn(): void {
    const { incumbent } = this.#proving
    for (;;) {
      const before = gapBetween(incumbent.score, incumbent.bound)
      const took = this.#takeTurn()
      const after = gapBetween(incumbent.score, incumbent.bound)
      const isMuch = after !== null && after < (1 - this.#proving.params.muchClosed) * (before ?? 1)
      if (!isMuch) this.#taken += took
      const isUnfinished = this.#isUnproved && took > 0 && this.#isTime(this.#now)
      if (!isMuch && !isUnfinished) return
    }
  }

  get #now(): number {
    return this.#proving.progress(0)
  }

  /** Whether prices alone have to do, and have not come to anything yet. */
  get #isUnproved(): boolean {
    return this.#prover.bound === null && this.#prover.isLong
  }

  #isTime(progress: number): boolean {
    const { isAlone, earliest } = this.#proving
    return progress >= Math.max(earliest, isAlone ? this.#proving.params.latest : this.#proving.params.latestBesideOthers)
  }

  /** Whether proving is what is left to do, while others search. */
  get #isLittleLeft(): boolean {
    const { incumbent, isAlone, isWinning } = this.#proving
    const isTurn = !isWinning() || this.#isTime(this.#now)
    return !isAlone && isTurn && (gapBetween(incumbent.score, incumbent.bound) ?? 1) <= this.#proving.params.smallGap
  }

  /** Proves for a while; answers the share of the search that it took. */
  #takeTurn(): number {
    const now = this.#now
    if (!this.#prover.canBegin(this.#proving.incumbent.score) || now >= 1) return 0
    const isFirst = this.#isUnproved
    const shares = this.#isLittleLeft
      ? { most: this.#proving.params.perTurnBesideOthers, all: this.#proving.params.altogetherBesideOthers }
      : { most: this.#proving.params.perTurn, all: this.#proving.params.altogether }
    const all = isFirst ? this.#proving.params.altogetherAtFirst : shares.all
    const isHopeless = (taken: number): boolean => isFirst && taken > this.#proving.params.hopeless * all * this.#prover.begun
    if (this.#taken >= all || isHopeless(this.#taken)) return 0
    this.hasBegun = true
    const until = Math.min(1, now + Math.min(shares.most, all - this.#taken))
    // Half of it tells whether the rest is of use.
    if (isFirst) this.#improve((now + until) / 2)
    if (!isHopeless(this.#taken + this.#now - now)) this.#improve(until)
    return this.#now - now
  }

  #improve(until: number): void {
    const { incumbent, progress, isWinning, onProved } = this.#proving
    const isOver = (steps: number): boolean => progress(steps) >= until
    const steps = this.#prover.improve(incumbent.cells, incumbent.score, isOver, isWinning())
    incumbent.bound = this.#prover.bound
    onProved(steps, this.#prover.takeRoster())
  }
}
