import type { Duties } from '../../instance/duties.ts'
import type { Resource } from '../../rows/resource.ts'
import { endsOn, maxEndsThatMatter, type PatternRule, stateAfter } from './pattern.ts'

/** Follows the automaton of a pattern, and beside it how many matches have ended in the window at hand, as far as that matters. */
export class PatternResource implements Resource {
  readonly start = 0
  cost = 0
  readonly #rule: PatternRule
  readonly #duties: Duties
  readonly #price: number
  readonly #high: number
  /** By day: the window that is over when it begins; −1 = none. */
  readonly #closed: Int32Array
  readonly #lastWindow: number

  constructor(rule: PatternRule, duties: Duties, perUnit: Float64Array) {
    this.#rule = rule
    this.#duties = duties
    this.#price = rule.times * perUnit[rule.unit]!
    this.#high = maxEndsThatMatter(rule)
    this.#closed = new Int32Array(rule.windowOf.length).fill(-1)
    let open = -1
    for (let day = 0; day < rule.windowOf.length; day += 1) {
      const window = rule.windowOf[day]!
      if (open >= 0 && open !== window) this.#closed[day] = open
      open = window
    }
    this.#lastWindow = open
  }

  step(state: number, day: number, duty: number): number {
    const rule = this.#rule
    let ends = Math.floor(state / rule.states)
    this.cost = 0
    if (this.#closed[day]! >= 0) {
      this.cost = this.#costOfLess(this.#closed[day]!, ends)
      ends = 0
    }
    const next = stateAfter(rule, this.#duties, state % rule.states, day, duty)
    if (rule.windowOf[day]! >= 0 && endsOn(rule, next, day) === 1) {
      if (ends >= rule.most) this.cost += this.#price
      ends = Math.min(ends + 1, this.#high)
    }
    return ends * rule.states + next
  }

  end(state: number): number {
    return this.#lastWindow < 0 ? 0 : this.#costOfLess(this.#lastWindow, Math.floor(state / this.#rule.states))
  }

  #costOfLess(window: number, ends: number): number {
    return this.#price * Math.max(0, this.#rule.least[window]! - ends)
  }
}
