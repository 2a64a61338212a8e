import type { StopReason } from '../model/job.ts'
import { compareScores, gapBetween, PERFECT } from '../model/score.ts'
import { toldBound } from './bounds/told-bound.ts'
import type { SolveOptions } from './index.ts'
import type { Instance } from './instance/instance.ts'
import type { Incumbent } from './local-search/incumbent.ts'
import type { Stall } from './portfolio/view.ts'
import { toldScoreOf } from './scoring/state.ts'

/** Where a search stands, in milliseconds since its start. */
interface Standing {
  readonly incumbent: Incumbent
  readonly elapsedMs: number
  readonly iterations: number
}

/** When a search ends, and how far it is until then. */
export class SearchEnd {
  readonly #options: SolveOptions
  readonly #instance: Instance
  readonly #lastPart: number
  /** When no better roster had come for too long, and how long it went on from there; null = that was never so. */
  #stalled: { readonly atMs: number; readonly leftMs: number } | null = null
  /** The incumbent that it saw last, since when, and when it looked last. */
  #revision = 0
  #betterAtMs = 0
  #seenAtMs = 0
  /** Why it ended; null = it goes on. */
  reason: StopReason | null = null

  /** `lastPart`: from this share of the search on, 0 to 1, all of it belongs to priorities that had no turn before; 1 = there are none. */
  constructor(options: SolveOptions, instance: Instance, lastPart: number) {
    this.#options = options
    this.#instance = instance
    this.#lastPart = lastPart
  }

  /** Share of the search that is over, 0 to 1; 1 ends it. */
  progress(standing: Standing): number {
    const { maxIterations, maxMs } = this.#options
    this.#noteBetter(standing)
    this.reason = reasonToEnd(this.#options, this.#instance, standing)
    if (this.reason !== null) return 1
    // Where iterations end the search, its pace may not depend on the clock, so that it can be repeated.
    return maxIterations === null ? this.#afterStall(standing.elapsedMs / maxMs, standing) : standing.iterations / maxIterations
  }

  /** How much of the time has passed that it may go on without a better roster; null = it may for ever. */
  get stall(): Stall | null {
    const { stallMs, maxMs, maxIterations } = this.#options
    if (stallMs === null || maxIterations !== null) return null
    return { passed: Math.min(1, (this.#seenAtMs - this.#betterAtMs) / stallMs), share: stallMs / maxMs }
  }

  /** Wherever the better roster was found. */
  #noteBetter({ incumbent: { revision }, elapsedMs }: Standing): void {
    if (revision !== this.#revision) this.#betterAtMs = elapsedMs
    this.#revision = revision
    this.#seenAtMs = elapsedMs
  }

  /** A search that stalls goes on with its last part, for as long as that would take after so much of the rest, and has converged then. */
  #afterStall(share: number, { elapsedMs }: Standing): number {
    const { stallMs } = this.#options
    const last = this.#lastPart
    if (this.#stalled === null) {
      if (stallMs === null || elapsedMs - this.#betterAtMs < stallMs) return share
      this.#stalled = { atMs: elapsedMs, leftMs: share >= last ? 0 : (elapsedMs * (1 - last)) / last }
    }
    const { atMs, leftMs } = this.#stalled
    if (elapsedMs - atMs < leftMs) return Math.max(share, last + ((1 - last) * (elapsedMs - atMs)) / leftMs)
    this.reason = 'CONVERGED'
    return 1
  }
}

/** Penalties are never negative: zero is its own proof. Money is proved in whole points, as it is told. */
export function isOptimal(instance: Instance, { score, bound, cells }: Incumbent): boolean {
  const least = toldBound(instance, bound ?? PERFECT)
  // Where a point weighs more than 1 telling a score takes counting: only of one that is as low.
  return compareScores(toldBound(instance, score), least) === 0 && compareScores(toldScoreOf(instance, cells, score), least) === 0
}

/** Whatever the search would do next; null = nothing ends it. */
function reasonToEnd(options: SolveOptions, instance: Instance, { incumbent, elapsedMs, iterations }: Standing): StopReason | null {
  if (isOptimal(instance, incumbent)) return 'OPTIMAL'
  const gap = gapBetween(incumbent.score, incumbent.bound)
  if (gap !== null && gap <= options.targetGap) return 'CONVERGED'
  if (options.shouldStop()) return 'STOPPED'
  // Whoever asked for so many iterations ended it; its time was not used up.
  if (options.maxIterations !== null && iterations >= options.maxIterations) return 'STOPPED'
  return elapsedMs >= options.maxMs ? 'TIME_LIMIT' : null
}
