import type { SearchParams } from '../../portfolio/params.ts'
import type { CountResource } from '../../rules/count/count-resource.ts'
import type { Resource } from '../../rows/resource.ts'
import { pricesOfMarks } from '../../rows/weekend-mark.ts'
import { cheapestRows, type RowGraph } from './row-graph.ts'

/** Costs beyond are left out where it is looked at how far options of a day differ. */
const HUGE = 1e5

/** A sum with a price for each of its windows. */
interface Priced {
  readonly sum: CountResource
  readonly prices: Float64Array
  readonly steps: Float64Array
  /** By window: which way its price went last; 0 = none. */
  readonly turns: Float64Array
  firstStep: number
  /** Whether some path went beyond its limits. */
  isNear: boolean
}

type RowParams = SearchParams['rows']

/**
 * Prices for what duties add to sums with limits (Lagrangian multipliers), at which the cheapest path through a graph about meets those limits. No
 * price is above what a limit's breach costs, so no row costs less than the cheapest path does with the prices, less `limit`.
 */
export class SumPrices {
  readonly params: RowParams
  readonly #priced: readonly Priced[]
  readonly #marked: readonly CountResource[]
  /** So far, of all times. */
  rounds = 0

  /** `marked`: sums of weekends that the graph marks, which are paid where they begin to count instead of day by day; a bit of the marks for each. */
  constructor(params: RowParams, sums: readonly CountResource[], marked: readonly CountResource[]) {
    this.params = params
    this.#marked = marked
    this.#priced = sums.map((sum) => {
      const zeros = (): Float64Array => new Float64Array(sum.windowCount)
      return { sum, prices: zeros(), steps: zeros(), turns: zeros(), firstStep: 0, isNear: false }
    })
  }

  /** Sums that have a price and whose limits some path went beyond. */
  get near(): CountResource[] {
    return this.#priced.filter(({ isNear, prices }) => isNear && prices.some((price) => price !== 0)).map(({ sum }) => sum)
  }

  /** What the limits are worth at these prices. */
  get limit(): number {
    let worth = 0
    for (const { sum, prices } of this.#priced) prices.forEach((price, window) => (worth += sum.worthOf(window, price)))
    return worth
  }

  priceOn(sum: CountResource, day: number): number {
    const window = sum.windowOn(day)
    return window < 0 ? 0 : (this.#priced.find((each) => each.sum === sum)?.prices[window] ?? 0)
  }

  /** The largest of its prices, as a share of what a breach of the limit costs that it stands for; 1 where that grows. */
  shareOf(sum: Resource): number {
    const priced = this.#priced.find((each) => each.sum === sum)
    if (priced === undefined) return 0
    const { more, less } = priced.sum.dearest
    return priced.prices.reduce((most, price) => Math.max(most, price === 0 ? 0 : shareOf(Math.abs(price), price > 0 ? more : less)), 0)
  }

  /** How uncertain the price is on a day. */
  stepOn(sum: CountResource, day: number): number {
    const window = sum.windowOn(day)
    return window < 0 ? 0 : (this.#priced.find((each) => each.sum === sum)?.steps[window] ?? 0)
  }

  /**
   * Goes on from the present prices for so many rounds at most, and answers what options cost with the prices, by day, where they cost so much without;
   * null when there is no path.
   */
  settle(graph: RowGraph, plain: readonly Float64Array[], rounds: number): readonly Float64Array[] | null {
    const { duties } = graph.options
    this.#begin(graph, plain)
    const priced = (): Float64Array[] => plain.map((of, day) => of.map((cost, o) => cost + this.#priceOf(day, duties[day]![o]!)))
    for (let round = 0; round < rounds; round += 1) {
      const path = cheapestRows(graph, priced(), 1, this.pricesOfMarks(plain.length))[0]
      if (path === undefined) return null
      this.rounds += 1
      if (this.reprice(path.cells)) break
    }
    return priced()
  }

  /** By day, by marks of an edge: what they cost. */
  pricesOfMarks(days: number): Float64Array[] {
    return pricesOfMarks(days, this.#marked.length, (i, day) => this.priceOn(this.#marked[i]!, day))
  }

  /** What an edge of a duty adds to a sum on its day, with these marks. */
  addsOf(sum: CountResource, day: number, duty: number, marks: number): number {
    const i = this.#marked.indexOf(sum)
    return i < 0 ? sum.adds(day, duty) : (marks >> i) & 1
  }

  /** Moves each price towards where the sums of such a row meet their limits; true when all do. */
  reprice(cells: Int32Array): boolean {
    return this.#priced.reduce((isMet, priced) => repriceOne(this.params, priced, cells) && isMet, true)
  }

  /** Chooses the first steps by the costs that are seen first. */
  #begin({ options: { duties } }: RowGraph, plain: readonly Float64Array[]): void {
    if (this.#priced.every(({ firstStep }) => firstStep > 0)) return
    const spread = plain.reduce((most, of) => Math.max(most, spreadOf(of)), 1)
    for (const priced of this.#priced) {
      const adds = duties.reduce((most, those, day) => those.reduce((high, duty) => Math.max(high, priced.sum.adds(day, duty)), most), 1)
      priced.firstStep = (this.params.firstStep * spread) / adds
      priced.steps.fill(priced.firstStep)
    }
  }

  #priceOf(day: number, duty: number): number {
    let price = 0
    for (const { sum, prices } of this.#priced) {
      const window = sum.windowOn(day)
      if (window >= 0 && prices[window] !== 0 && !this.#marked.includes(sum)) price += prices[window]! * sum.adds(day, duty)
    }
    return price
  }
}

function repriceOne({ faster, slower, minStep }: RowParams, priced: Priced, cells: Int32Array): boolean {
  const { sum, prices, steps, turns, firstStep } = priced
  const counted = sum.counted(cells)
  const { more, less } = sum.dearest
  let isMet = true
  for (let window = 0; window < prices.length; window += 1) {
    const { most, least } = sum.roomIn(window, prices[window]!)
    const [price, over, under] = [prices[window]!, counted[window]! - most, least - counted[window]!]
    const isBroken = over > 0 || under > 0
    if (isBroken) {
      isMet = false
      priced.isNear = true
    }
    const direction = directionOf(price, over, under)
    if (direction === 0) continue
    const times = turns[window] === direction ? faster : slower
    if (turns[window] !== 0) steps[window] = Math.max(minStep * firstStep, steps[window]! * times)
    turns[window] = direction
    const next = Math.max(-less, Math.min(more, price + direction * steps[window]!))
    prices[window] = price * next < 0 && !isBroken ? 0 : next
  }
  return isMet
}

/** Up for a sum above its most, down for one below its least; back towards 0 where a price keeps it further inside its limits than they ask. */
function directionOf(price: number, over: number, under: number): -1 | 0 | 1 {
  if (over > 0) return 1
  if (under > 0) return -1
  if (price > 0 && over < 0) return -1
  return price < 0 && under < 0 ? 1 : 0
}

function shareOf(price: number, dearest: number): number {
  return dearest === Infinity ? 1 : price / dearest
}

function spreadOf(costs: Float64Array): number {
  const usual = costs.filter((cost) => Math.abs(cost) < HUGE)
  return usual.length === 0 ? 0 : Math.max(...usual) - Math.min(...usual)
}
