import type { Span } from '../scoring/one-row.ts'
import { seatCost } from '../scoring/seats.ts'
import type { State } from '../scoring/state.ts'
import { type Costs, heaviestOpen } from './costs.ts'
import { CoverRows } from './cover-rows.ts'
import { crowdSegments, unroundedLess } from './crowd-segments.ts'

/** Equal seats of one demand, or further people in a stretch of coverage: how many, and what each costs. */
export interface Segment {
  readonly length: number
  readonly slope: number
  /** So many of them are filled at least, and at most. */
  readonly min: number
  readonly max: number
  /** Filled whatever it costs. */
  readonly isForced: boolean
}

/**
 * What the seats that are left on the days of a span cost when they are filled, and further people in the stretches of coverage that have shifts on them: by cover row (`cover-rows.ts`). Costs grow
 * from seat to seat.
 */
export class SeatValues {
  readonly #segments = new Map<number, readonly Segment[]>()
  readonly #unlimited: ReadonlyMap<number, readonly Segment[]>
  readonly #dearest: number
  readonly #missing: number
  readonly #count: number
  /** What forced seats save of closed priorities: it stays out of their slopes, beside which all else would be rounding. */
  readonly saved: number

  constructor(state: State, costs: Costs, { from, to }: Span) {
    const { demands, openDemands } = state.instance
    const rows = CoverRows.of(state.instance)
    this.#count = rows.count
    // What a seat is worth to the first priority is no measure of what it costs to fill it.
    this.#dearest = costs.params.columns.maxPrice * heaviestOpen(costs)
    this.#missing = costs.params.columns.missing * heaviestOpen(costs)
    let saved = 0
    for (let day = from; day <= to; day += 1) {
      for (const d of openDemands[day]!) {
        if (demands.candidateOf[d]! >= 0) continue
        const { segments, saving } = segmentsOf(state, costs, d)
        this.#segments.set(d, segments)
        saved += saving
      }
    }
    for (let stretch = 0; stretch < rows.quarters.length; stretch += 1) {
      if (!rows.isWithin(stretch, { from, to })) continue
      const { segments, saving } = crowdSegments(state, costs, rows, stretch)
      if (segments.every(({ slope, isForced, max, length }) => slope === 0 && !isForced && max === length)) continue
      this.#segments.set(demands.count + stretch, segments)
      saved += saving
    }
    this.saved = saved + unroundedLess(state, costs, rows)
    this.#unlimited = new Map(this.#segments)
  }

  /** Whether a cover row is about what costs something here. */
  has(row: number): boolean {
    return this.#segments.has(row)
  }

  /** Of a cover row that is here; none where no seat is left. */
  of(row: number): readonly Segment[] {
    return this.#segments.get(row)!
  }

  /** By cover row: what one more employee on it is worth; −∞ where no seat is left, 0 outside the span. */
  atMargin(): Float64Array {
    const worth = new Float64Array(this.#count)
    for (const [d, [first]] of this.#segments) worth[d] = first === undefined ? -Infinity : first.isForced ? this.#missing : -first.slope
    return worth
  }

  /** The same, where that is not beyond what a price may be. */
  firstPrices(): Float64Array {
    return this.atMargin().map((worth) => Math.min(worth, this.#dearest))
  }

  /** So many of a demand's seats that are left are filled from now on, at least and at most. */
  limit(d: number, min: number, max: number): void {
    let before = 0
    this.#segments.set(
      d,
      this.#unlimited.get(d)!.map((segment) => {
        const { length, isForced } = segment
        const [from, to] = [within(min - before, length), Math.min(segment.max, within(max - before, length))]
        before += length
        // What is forced and ruled out at once is left to the artificial variables.
        return { ...segment, min: isForced ? to : Math.min(from, to), max: to }
      }),
    )
  }

  /** What seats cost at least that are paid these prices when they are filled. */
  minCost(prices: Float64Array): number {
    let sum = this.saved
    for (const [d, segments] of this.#segments) {
      for (const { slope, min, max } of segments) {
        const cost = slope + prices[d]!
        sum += (cost < 0 ? max : min) * cost
      }
    }
    return sum
  }

  /** By cover row, added to `sum`: how many seats are worth their price. */
  addWanted(prices: Float64Array, sum: Float64Array): void {
    for (const [d, segments] of this.#segments) for (const { min, max, slope } of segments) sum[d]! += slope + prices[d]! < 0 ? max : min
  }
}

function within(seats: number, length: number): number {
  return Math.max(0, Math.min(length, seats))
}

/** What each further employee on a demand costs, equal ones together, and what those save of closed priorities who may not be missing. */
function segmentsOf({ instance, filled }: State, costs: Costs, d: number): { segments: Segment[]; saving: number } {
  const { factors, closed } = costs
  const others = factors.map((factor, p) => (closed.includes(p) ? 0 : factor))
  const segments: Segment[] = []
  let saving = 0
  for (let n = filled[d]!; n < instance.demands.seats[d]!; n += 1) {
    const slope = seatCost(instance, others, d, n)
    const beyond = closed.length > 0 ? seatCost(instance, factors, d, n) - slope : 0
    const isForced = beyond < 0
    if (isForced) saving += beyond
    const max = beyond > 0 ? 0 : 1
    const last = segments.at(-1)
    const isLike = last?.slope === slope && last.isForced === isForced && last.max === max * last.length
    const length = isLike ? last.length + 1 : 1
    if (isLike) segments.pop()
    segments.push({ length, slope, isForced, min: isForced ? length : 0, max: max * length })
  }
  return { segments, saving }
}
