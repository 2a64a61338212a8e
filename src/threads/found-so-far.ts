import { compareScores, type Score } from '../model/score.ts'
import type { Roster } from '../model/roster.ts'
import type { SolveEvents } from './pool.ts'

/** A roster with the score that the checker gave it. */
export interface ScoredRoster {
  readonly roster: Roster
  readonly score: Score
}

/** What is known of one search while it lasts, whoever has found it. Each better roster and each higher bound is an event. */
export class FoundSoFar {
  readonly #events: Pick<SolveEvents, 'onProgress' | 'onBound'>
  readonly #elapsedMs: () => number
  /** Moves by thread. */
  readonly #moves = new Map<object, number>()
  #best: ScoredRoster | null = null
  #firstRosterMs: number | null = null
  #bound: Score | null = null

  constructor(events: Pick<SolveEvents, 'onProgress' | 'onBound'>, elapsedMs: () => number) {
    this.#events = events
    this.#elapsedMs = elapsedMs
  }

  get best(): ScoredRoster | null {
    return this.#best
  }

  /** Since the start of the search; null when there is no roster yet. */
  get firstRosterMs(): number | null {
    return this.#firstRosterMs
  }

  get bound(): Score | null {
    return this.#bound
  }

  /** Evaluated by all threads. */
  get moves(): number {
    return [...this.#moves.values()].reduce((sum, moves) => sum + moves, 0)
  }

  /** Whether the best roster is proved to be the best of all. */
  get isOptimal(): boolean {
    return this.#best !== null && this.#bound !== null && compareScores(this.#best.score, this.#bound) === 0
  }

  /** `thread` is the same object for all that one thread tells. */
  noteMoves(thread: object, moves: number): void {
    this.#moves.set(thread, moves)
  }

  /** Whether it is better than any before; `moves` are told with it. */
  noteRoster({ roster, score }: ScoredRoster, moves: number): boolean {
    if (this.#best !== null && compareScores(score, this.#best.score) >= 0) return false
    const elapsedMs = this.#elapsedMs()
    this.#best = { roster, score }
    this.#firstRosterMs ??= elapsedMs
    this.#events.onProgress({ elapsedMs, score, moves, roster })
    return true
  }

  noteBound(bound: Score): void {
    if (this.#bound !== null && compareScores(bound, this.#bound) <= 0) return
    this.#bound = bound
    this.#events.onBound?.({ elapsedMs: this.#elapsedMs(), bound })
  }
}
