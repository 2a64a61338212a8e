import { meetings, type WishRule } from './wish.ts'
import type { Resource } from '../../rows/resource.ts'

const OPEN = 0
const SETTLED = 1

/** Follows whether a wish to work that shifts of several days could meet is met; what it weighs is charged on the last of them. */
export class WishResource implements Resource {
  readonly start = OPEN
  cost = 0
  readonly #rule: WishRule
  readonly #wish: number
  readonly #last: number
  readonly #weight: number

  /** `perUnit` as in `PenaltyWeights`. */
  constructor(rule: WishRule, wish: number, perUnit: Float64Array) {
    this.#rule = rule
    this.#wish = wish
    this.#last = rule.lastOfSeveral[wish]!
    this.#weight = rule.weight[wish]! * perUnit[rule.unit]!
  }

  step(state: number, day: number, duty: number): number {
    this.cost = 0
    if (state === SETTLED || day > this.#last || meetings(this.#rule, duty, this.#wish) > 0) return SETTLED
    if (day === this.#last) this.cost = this.#weight
    return day === this.#last ? SETTLED : OPEN
  }
}

/** Those of an employee that shifts of several days could meet. */
export function wishResourcesOf(rule: WishRule, employee: number, perUnit: Float64Array): WishResource[] {
  const found: WishResource[] = []
  rule.employee.forEach((whose, wish) => {
    if (whose === employee && rule.lastOfSeveral[wish]! >= 0) found.push(new WishResource(rule, wish, perUnit))
  })
  return found
}
