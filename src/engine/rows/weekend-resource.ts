import { OFF } from '../compile/duties.ts'
import type { WeekendRule } from '../rules/weekend.ts'
import type { Resource } from './resource.ts'

/** Follows how many weekends ago one was worked, 1 = the last one, at most n of "every n-th"; doubled, and 1 more while the Saturday at hand is worked. */
export class WeekendResource implements Resource {
  readonly start: number
  cost = 0
  readonly #rule: WeekendRule
  readonly #every: number
  readonly #costOfSplit: number
  readonly #costOfFrequent: number

  /** `perUnit` as in `Softening`. */
  constructor(rule: WeekendRule, employee: number, perUnit: Float64Array) {
    this.#rule = rule
    this.#every = rule.every[employee]!
    this.#costOfSplit = rule.complete[employee] === 1 ? perUnit[rule.completeUnit]! : 0
    this.#costOfFrequent = this.#every > 1 ? perUnit[rule.frequencyUnit]! : 0
    this.start = 2 * this.#every
  }

  step(state: number, day: number, duty: number): number {
    this.cost = 0
    const { weekends, isWhole } = this.#rule
    const weekend = weekends.weekendOf[day]!
    if (weekend < 0) return state
    const isWorked = duty !== OFF
    const isSaturday = weekends.saturday[weekend] === day
    if (isSaturday && weekends.sunday[weekend]! >= 0) return (state & ~1) | (isWorked ? 1 : 0)
    const workedSaturday = !isSaturday && (state & 1) === 1
    const since = state >> 1
    if (!isWorked && !workedSaturday) return 2 * Math.min(since + 1, this.#every)
    if (isWorked !== workedSaturday && isWhole[weekend] === 1) this.cost += this.#costOfSplit
    if (since < this.#every) this.cost += this.#costOfFrequent
    return 2 * Math.min(1, this.#every)
  }
}
