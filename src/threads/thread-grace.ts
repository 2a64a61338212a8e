import { setTimeout as sleep } from 'node:timers/promises'

/** What is known of a thread without asking what it does. */
interface Watched {
  /** Processor time that it has taken, in milliseconds; infinite when it is gone. It answers itself, between two steps of whatever it does. */
  readonly processorMs: () => Promise<number>
  readonly clockMs: () => number
}

/** Of the time that passes, what a thread takes at least that waits for nothing but a processor. Measured: one that sleeps, and wakes up ten times a second, takes a third of that. */
const LEAST_SHARE = 1 / 500

/**
 * What a thread has left of a grace in processor time, counted from now: a busy machine takes nothing of it. A thread that takes next to no processor time for `stuckMs` by the clock, or does not
 * answer for so long, is stuck and has nothing left.
 */
export class ThreadGrace {
  readonly #watched: Watched
  readonly #stuckMs: number
  readonly #usedBefore: Promise<number>
  /** When it was seen to go on for the last time, and what it had taken by then. */
  #seen: { readonly atMs: number; readonly usedMs: number }

  constructor(watched: Watched, stuckMs: number) {
    this.#watched = watched
    this.#stuckMs = stuckMs
    this.#usedBefore = watched.processorMs()
    this.#seen = { atMs: watched.clockMs(), usedMs: 0 }
  }

  /** Milliseconds of `graceMs` that are left, no more than the time after which to ask again; 0 = it is over. */
  async leftOf(graceMs: number): Promise<number> {
    const usedMs = await Promise.race([this.#usedMs(), sleep(this.#stuckMs, Infinity, { ref: false })])
    const atMs = this.#watched.clockMs()
    const passedMs = atMs - this.#seen.atMs
    const isGoingOn = usedMs - this.#seen.usedMs > LEAST_SHARE * passedMs
    if (usedMs >= graceMs || (passedMs >= this.#stuckMs && !isGoingOn)) return 0
    if (passedMs >= this.#stuckMs) this.#seen = { atMs, usedMs }
    return Math.min(graceMs - usedMs, this.#stuckMs)
  }

  async #usedMs(): Promise<number> {
    return (await this.#watched.processorMs()) - (await this.#usedBefore)
  }
}
