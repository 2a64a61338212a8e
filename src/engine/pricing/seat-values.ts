import type { Span } from '../scoring/one-row.ts'
import { seatCost } from '../scoring/seats.ts'
import type { State } from '../scoring/state.ts'
import type { Costs } from './costs.ts'

/** Equal seats of one demand: how many, and what each costs when it is filled. */
export interface Segment {
  readonly length: number
  readonly slope: number
  /** So many of them are filled at least, and at most. */
  readonly least: number
  readonly most: number
}

/** Prices begin at so many times the heaviest unit of the second priority at most. */
const DEAREST = 3

/** What the seats that are left on the days of a span cost when they are filled, by demand. Costs grow from seat to seat. */
export class SeatValues {
  readonly #segments = new Map<number, Segment[]>()
  readonly #dearest: number
  readonly #count: number

  constructor(state: State, costs: Costs, { from, to }: Span) {
    const { demands, openDemands } = state.instance
    this.#count = demands.count
    // What a seat is worth to the first priority is no measure of what it costs to fill it.
    this.#dearest = DEAREST * costs.heaviest
    for (let day = from; day <= to; day += 1) for (const d of openDemands[day]!) this.#segments.set(d, segmentsOf(state, costs, d))
  }

  /** Of a demand with an open shift in the span; none where no seat is left. */
  of(d: number): readonly Segment[] {
    return this.#segments.get(d)!
  }

  /** By demand: what one more employee on it is worth; −∞ where no seat is left, 0 outside the span. */
  atMargin(): Float64Array {
    const worth = new Float64Array(this.#count)
    for (const [d, [first]] of this.#segments) worth[d] = first === undefined ? -Infinity : -first.slope
    return worth
  }

  /** The same, where that is not beyond what a price may be. */
  firstPrices(): Float64Array {
    return this.atMargin().map((worth) => Math.min(worth, this.#dearest))
  }

  /** So many of a demand's seats that are left are filled from now on, at least and at most. */
  limit(d: number, least: number, most: number): void {
    let before = 0
    this.#segments.set(
      d,
      this.of(d).map(({ length, slope }) => {
        const segment = { length, slope, least: within(least - before, length), most: within(most - before, length) }
        before += length
        return segment
      }),
    )
  }

  /** What seats cost at least that are paid these prices when they are filled. */
  least(prices: Float64Array): number {
    let sum = 0
    for (const [d, segments] of this.#segments) {
      for (const { slope, least, most } of segments) {
        const cost = slope + prices[d]!
        sum += (cost < 0 ? most : least) * cost
      }
    }
    return sum
  }

  /** By demand, added to `sum`: how many seats are worth their price. */
  addWanted(prices: Float64Array, sum: Float64Array): void {
    for (const [d, segments] of this.#segments) for (const { length, slope } of segments) if (slope + prices[d]! < 0) sum[d]! += length
  }
}

function within(seats: number, length: number): number {
  return Math.max(0, Math.min(length, seats))
}

/** What each further employee on a demand costs, equal ones together. */
function segmentsOf({ instance, filled }: State, costs: Costs, d: number): Segment[] {
  const segments: { length: number; slope: number }[] = []
  for (let n = filled[d]!; n < instance.demands.seats[d]!; n += 1) {
    const slope = seatCost(instance, costs.factors, d, n)
    const last = segments.at(-1)
    if (last?.slope === slope) last.length += 1
    else segments.push({ length: 1, slope })
  }
  return segments.map(({ length, slope }) => ({ length, slope, least: 0, most: length }))
}
