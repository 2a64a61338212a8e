import type { Duties } from '../../instance/duties.ts'
import { holderOn } from '../../instance/terms.ts'
import { ON_BOTH, weekendDaysOf, type WeekendRule } from './weekend.ts'
import type { Resource } from '../../rows/resource.ts'

/** A state is four times how many weekends ago one was worked, and the days of the weekend at hand that are worked so far. */
const SINCE = 4

/** Follows how many weekends ago one was worked, 1 = the last one, at most n of "every n-th", and which days of the weekend at hand are. */
export class WeekendResource implements Resource {
  readonly start: number
  cost = 0
  readonly #rule: WeekendRule
  readonly #duties: Duties
  readonly #employee: number
  /** Of all days the largest: so many weekends back it matters that one was worked. */
  readonly #every: number
  readonly #perUnit: Float64Array

  /** `perUnit` as in `PenaltyWeights`. */
  constructor(rule: WeekendRule, employee: number, duties: Duties, perUnit: Float64Array) {
    this.#rule = rule
    this.#duties = duties
    this.#employee = employee
    this.#perUnit = perUnit
    this.#every = rule.reach[employee]!
    this.start = SINCE * this.#every
  }

  step(state: number, day: number, duty: number): number {
    this.cost = 0
    const { weekends, isWhole } = this.#rule
    const weekend = weekends.weekendOf[day]!
    if (weekend < 0) return state
    const worked = (state % SINCE) | weekendDaysOf(this.#duties, duty)
    const since = Math.floor(state / SINCE)
    if (day < weekends.closes[weekend]!) return SINCE * since + worked
    if (worked === 0) return SINCE * Math.min(since + 1, this.#every)
    const { every, complete, completeUnit, frequencyUnit, terms } = this.#rule
    const holder = holderOn(terms, this.#employee, weekends.judgedOn[weekend]!)
    if (worked !== ON_BOTH && isWhole[weekend] === 1 && complete[holder] === 1) this.cost += this.#perUnit[completeUnit]!
    if (since < every[holder]!) this.cost += this.#perUnit[frequencyUnit]!
    return SINCE * Math.min(1, this.#every)
  }
}
