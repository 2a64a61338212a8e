import { OFF } from '../../instance/duties.ts'
import type { Resource } from '../../rows/resource.ts'

const UNUSED = 0
const USED = 1

/** Follows whether an employee is used yet, which costs once. */
export class ActivationResource implements Resource {
  readonly start = UNUSED
  cost = 0
  readonly #horizonFirst: number
  readonly #price: number

  /** `price`: what being used costs. */
  constructor(horizonFirst: number, price: number) {
    this.#horizonFirst = horizonFirst
    this.#price = price
  }

  step(state: number, day: number, duty: number): number {
    this.cost = 0
    if (state === USED || duty === OFF || day < this.#horizonFirst) return state
    this.cost = this.#price
    return USED
  }
}
