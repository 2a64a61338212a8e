import type { CountResource } from '../rows/count-resource.ts'
import { cheapestRows, type RowGraph } from './row-graph.ts'

/** How the step of a price grows while it goes one way, and shrinks when it turns. */
const FASTER = 1.5
const SLOWER = 0.5
/** The first step of a price, as a share of what the dearest option and the cheapest of a day differ by; costs beyond `HUGE` are left out there. */
const FIRST_STEP = 0.05
const HUGE = 1e5

/** A sum with a price for each of its windows. */
interface Priced {
  readonly sum: CountResource
  readonly prices: Float64Array
  readonly steps: Float64Array
  /** By window: which way its price went last; 0 = none. */
  readonly turns: Float64Array
  /** Whether some way went beyond its limits. */
  isNear: boolean
}

/** Prices for what duties add to sums with limits, at which the cheapest way through a graph about meets those limits. */
export class SumPrices {
  readonly #graph: RowGraph
  readonly #costs: readonly Float64Array[]
  readonly #priced: readonly Priced[]

  /** `costs[day]` by option of the graph: what it costs without prices of sums. */
  constructor(graph: RowGraph, costs: readonly Float64Array[], sums: readonly CountResource[]) {
    const { duties } = graph.options
    const spread = costs.reduce((most, of) => Math.max(most, spreadOf(of)), 1)
    this.#graph = graph
    this.#costs = costs
    this.#priced = sums.map((sum) => {
      const adds = duties.reduce((most, those, day) => those.reduce((high, duty) => Math.max(high, sum.adds(day, duty)), most), 1)
      const zeros = (): Float64Array => new Float64Array(sum.windowCount)
      return { sum, prices: zeros(), steps: zeros().fill((FIRST_STEP * spread) / adds), turns: zeros(), isNear: false }
    })
  }

  /** Sums that have a price and whose limits some way went beyond. */
  get near(): CountResource[] {
    return this.#priced.filter(({ isNear, prices }) => isNear && prices.some((price) => price !== 0)).map(({ sum }) => sum)
  }

  /** What one more or one less in the window of a day is about worth. */
  worthOn(sum: CountResource, day: number): number {
    const priced = this.#priced.find((each) => each.sum === sum)
    const window = sum.windowOn(day)
    return priced === undefined || window < 0 ? 0 : Math.abs(priced.prices[window]!) + priced.steps[window]!
  }

  /** Costs by day and option with the best prices of so many rounds; null when there is no way. */
  settle(rounds: number): readonly Float64Array[] | null {
    const { duties } = this.#graph.options
    let best = this.#costs
    let highest = -Infinity
    for (let round = 0; round < rounds; round += 1) {
      const costs = this.#costs.map((of, day) => of.map((cost, o) => cost + this.#priceOf(day, duties[day]![o]!)))
      const way = cheapestRows(this.#graph, costs, 1)[0]
      if (way === undefined) return null
      const value = this.#valueOf(way.cells, way.cost)
      if (value > highest) [best, highest] = [costs, value]
      if (this.reprice(way.cells)) return costs
    }
    return best
  }

  /** Moves each price towards where the sums of such a row meet their limits; true when all do. */
  reprice(cells: Int32Array): boolean {
    return this.#priced.reduce((isMet, priced) => repriceOne(priced, cells) && isMet, true)
  }

  /** The Lagrangian bound: what the way costs, and for each sum its price times how far it is from its limit. */
  #valueOf(cells: Int32Array, cost: number): number {
    let value = cost
    cells.forEach((duty, day) => (value -= this.#priceOf(day, duty)))
    for (const { sum, prices } of this.#priced) {
      const { over, under } = sum.excess(cells)
      prices.forEach((price, window) => (value += price > 0 ? price * over[window]! : -price * under[window]!))
    }
    return value
  }

  #priceOf(day: number, duty: number): number {
    let price = 0
    for (const { sum, prices } of this.#priced) {
      const window = sum.windowOn(day)
      if (window >= 0 && prices[window] !== 0) price += prices[window]! * sum.adds(day, duty)
    }
    return price
  }
}

function repriceOne(priced: Priced, cells: Int32Array): boolean {
  const { sum, prices, steps, turns } = priced
  const { over, under } = sum.excess(cells)
  let isMet = true
  for (let window = 0; window < prices.length; window += 1) {
    const price = prices[window]!
    const isBroken = over[window]! > 0 || under[window]! > 0
    if (isBroken) {
      isMet = false
      priced.isNear = true
    }
    const way = wayOf(price, over[window]!, under[window]!)
    if (way === 0) continue
    if (turns[window] !== 0) steps[window]! *= turns[window] === way ? FASTER : SLOWER
    turns[window] = way
    const next = price + way * steps[window]!
    prices[window] = price * next < 0 && !isBroken ? 0 : next
  }
  return isMet
}

/** Up for a sum above its most, down for one below its least; back towards 0 where a price keeps it further inside its limits than they ask. */
function wayOf(price: number, over: number, under: number): -1 | 0 | 1 {
  if (over > 0) return 1
  if (under > 0) return -1
  if (price > 0 && over < 0) return -1
  return price < 0 && under < 0 ? 1 : 0
}

function spreadOf(costs: Float64Array): number {
  const usual = costs.filter((cost) => Math.abs(cost) < HUGE)
  return usual.length === 0 ? 0 : Math.max(...usual) - Math.min(...usual)
}
