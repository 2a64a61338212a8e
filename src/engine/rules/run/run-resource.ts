import { NO_LIMIT } from '../../instance/limits.ts'
import type { RunRule } from './run.ts'
import type { Resource } from '../../rows/resource.ts'

/** Bits of a state: whether the run has the flag, whether it began on the first day and may go on before it; above them its length, 0 = no day yet. */
const HAS_FLAG = 1
const FROM_START = 2
const LENGTH = 4

/** Follows the run that a row ends in; a length beyond all limits is as good as the longest that matters. */
export class RunResource implements Resource {
  readonly start = 0
  cost = 0
  readonly #flags: Uint8Array
  readonly #most: readonly [off: number, on: number]
  readonly #least: readonly [off: number, on: number]
  readonly #costOfMore: readonly [off: number, on: number]
  readonly #costOfLess: readonly [off: number, on: number]
  readonly #isClosed: boolean

  /** `flags` by duty; `perUnit` as in `PenaltyWeights`. */
  constructor(rule: RunRule, employee: number, flags: Uint8Array, perUnit: Float64Array) {
    const price = (unit: number): number => (unit < 0 ? 0 : rule.times * perUnit[unit]!)
    this.#flags = flags
    this.#isClosed = rule.closedAt >= 0
    this.#most = [rule.mostOff[employee]!, rule.most[employee]!]
    this.#least = [rule.leastOff[employee]!, rule.least[employee]!]
    this.#costOfMore = [price(rule.offUnit), price(rule.maxUnit)]
    this.#costOfLess = [price(rule.offUnit), price(rule.minUnit)]
  }

  step(state: number, _day: number, duty: number): number {
    const value = this.#flags[duty]! as 0 | 1
    this.cost = 0
    if (state === 0) return this.#grown(value, 1, this.#isClosed ? 0 : FROM_START)
    const before = (state & HAS_FLAG) as 0 | 1
    if (value === before) return this.#grown(value, Math.floor(state / LENGTH) + 1, state & FROM_START)
    const ended = this.#costOfEnd(state)
    const next = this.#grown(value, 1, 0)
    this.cost += ended
    return next
  }

  end(state: number): number {
    return this.#isClosed ? this.#costOfEnd(state) : 0
  }

  #costOfEnd(state: number): number {
    const value = (state & HAS_FLAG) as 0 | 1
    const missing = this.#least[value] - Math.floor(state / LENGTH)
    return missing > 0 && (state & FROM_START) === 0 ? missing * this.#costOfLess[value] : 0
  }

  #grown(value: 0 | 1, length: number, fromStart: number): number {
    const most = this.#most[value]
    this.cost = length > most ? this.#costOfMore[value] : 0
    const matters = Math.max(this.#least[value], most === NO_LIMIT ? 1 : most + 1)
    const kept = Math.min(length, matters)
    return kept * LENGTH + (kept < this.#least[value] ? fromStart : 0) + value
  }
}
