import type { SearchParams } from '../../portfolio/params.ts'
import { resourcesOf } from '../../rows/best-row.ts'
import { CountResource } from '../../rules/count/count-resource.ts'
import { GapResource } from '../../rules/gap/gap-resource.ts'
import { type Kinds, kindsOf } from '../../rows/kinds.ts'
import type { Resource } from '../../rows/resource.ts'
import { type FoundRows, type PricedRow, pricedOptions, type Pricing, rowCost, type RowOptions, type RowPricer } from '../../rows/row-pricer.ts'
import { marksOf, MAX_MARKED, pricesOfMarks } from '../../rows/weekend-mark.ts'
import type { Span } from '../../scoring/one-row.ts'
import type { State } from '../../scoring/state.ts'
import { Adam } from './adam.ts'
import { type Automaton, followResource } from './automaton.ts'
import type { Costs } from '../costs.ts'
import { buildRowGraph, cheapestRows, costsAhead, type RowGraph } from './row-graph.ts'
import { rowOptions } from './row-options.ts'

/** How much the graph follows. */
export interface Fineness {
  /** False: any shift may follow any other. That makes most of a graph's size, and little of what rows cost. */
  readonly followsGaps: boolean
  /** Sums are followed, instead of being priced, as long as the graph has no more edges. */
  readonly maxEdgesWithSums: number
}

/** A sum with a price for each of its windows. */
interface PricedSum {
  readonly sum: CountResource
  /** Of its mark in the graph; 0 = it is paid day by day. */
  readonly bit: number
  /** The most that a duty adds on a day. */
  readonly scale: number
  readonly prices: Float64Array
  /** The prices that did best. */
  readonly best: Float64Array
  readonly adam: Adam
}

/** What rows of one employee cost from any day on, at prices of duties and sums. */
export interface Outlook {
  readonly graph: RowGraph
  /** By node: what the cheapest path from it to an end costs. */
  readonly ahead: Float64Array
  /** By day, by option: what it costs with the prices of sums, and without that of its duty. */
  readonly costs: readonly Float64Array[]
  /** By day, by marks of an edge: what weekends cost that begin to count. */
  readonly ofMarks: readonly Float64Array[]
}

/**
 * Rows of one employee as paths through a graph that follows all rules but sums. Sums have prices instead (Lagrangian multipliers), so that the graph stays small
 * over any horizon; no price is above what a breach of its limit costs, so no row costs less than the cheapest path with the prices, less what limits are worth.
 */
export class PricedRows implements RowPricer {
  readonly options: RowOptions
  readonly #resources: readonly Resource[]
  readonly #edgesPerStep: number
  readonly #sums: readonly PricedSum[]
  readonly #graph: RowGraph | null
  steps = 0

  /** `state` without what the employee does in the span, `row` with it. Rows break nothing that costs `costs.forbidden`. */
  constructor(state: State, costs: Costs, employee: number, span: Span, row: Int32Array, fineness: Fineness) {
    this.options = rowOptions(state, costs, employee, span, row, true)
    const resources = resourcesOf(state.instance, employee, this.options.duties, costs.perUnit)
    const kinds = kindsOf(state.instance, this.options.duties)
    this.#resources = resources
    this.#edgesPerStep = costs.params.steps.edgesPerStep
    const graphed = { options: this.options, kinds }
    const follow = (resource: Resource): Automaton | null => followResource(resource, kinds.duties, costs.forbidden, costs.params.rows)
    const automata = resources
      .filter(({ counts }) => counts !== true)
      .filter((resource) => fineness.followsGaps || !(resource instanceof GapResource))
      .map(follow)
    const sums = resources.filter((resource) => resource instanceof CountResource)
    const beside = this.#followSums(automata, sums, { follow, graphed }, fineness.maxEdgesWithSums)
    const marked = beside.filter(({ ofWeekends }) => ofWeekends).slice(0, MAX_MARKED)
    this.#graph = graphOf([...automata, ...marksOf(marked).map(follow)], graphed, costs.params.rows.maxEdges)
    this.#sums = beside
      .filter((sum) => !sum.ofWeekends || marked.includes(sum))
      .map((sum) => pricedSum(costs.params.bounds, sum, this.options, marked.indexOf(sum)))
  }

  /** Adds sums to what the graph follows, those of weekends first, as long as it stays small. Answers those that were left out. */
  #followSums(
    automata: (Automaton | null)[],
    sums: readonly CountResource[],
    { follow, graphed }: { follow: (resource: Resource) => Automaton | null; graphed: Graphed },
    maxEdges: number,
  ): CountResource[] {
    const beside: CountResource[] = []
    let edges = graphOf(automata, graphed, maxEdges)?.from.length ?? Infinity
    for (const sum of [...sums].sort((a, b) => Number(b.ofWeekends) - Number(a.ofWeekends))) {
      // With any sum it would have twice as many edges at least.
      const automaton = 2 * edges > maxEdges ? null : follow(sum)
      const graph = graphOf([...automata, automaton], graphed, maxEdges)
      if (graph === null) {
        beside.push(sum)
        continue
      }
      edges = graph.from.length
      automata.push(automaton)
    }
    return beside
  }

  /** Edges of the graph; 0 where there is none, because no row keeps all that is forbidden to break, or because it would be too large. */
  get edges(): number {
    return this.#graph?.from.length ?? 0
  }

  /** The row that is the cheapest path at these prices of duties and the present ones of sums. */
  find(pricing: Pricing): FoundRows {
    if (this.#graph === null) return { rows: [], least: -Infinity }
    const plain = pricedOptions(this.options, pricing)
    const priced = plain.map((of) => of.slice())
    this.#addSums(priced)
    const path = this.#cheapestPath(this.#graph, priced)
    if (path === null) return { rows: [], least: Infinity }
    return { rows: [{ cells: path.cells, cost: rowCost({ ...this.options, costs: plain }, this.#resources, path.cells) }], least: path.cost }
  }

  /**
   * The cells of that row, and what no row costs less than; null where there is none, or no graph. On days that are `fixed`, which is not −1, a row has that duty. For an ascent, which asks a
   * thousand times and never what the row itself costs: by `find` its rounds take 1.3 times as long, because prices are no array there and are kept.
   */
  cheapest(priceOf: Float64Array, fixed: Int32Array | null = null): PricedRow | null {
    return this.#graph === null ? null : this.#cheapestPath(this.#graph, this.#priced(priceOf, fixed))
  }

  /** What comes after any day of a row, at these prices of duties and the present ones of sums, with the duties that are `fixed` as for `cheapest`; null where there is no graph. */
  outlook(priceOf: Float64Array, fixed: Int32Array | null = null): Outlook | null {
    const graph = this.#graph
    if (graph === null) return null
    const ofMarks = this.#pricesOfMarks()
    return {
      graph,
      ahead: costsAhead(graph, this.#priced(priceOf, fixed), ofMarks),
      costs: this.#priced(new Float64Array(priceOf.length), null),
      ofMarks,
    }
  }

  /** The sums that have prices: those of weekends that the graph marks with their bit, all others with 0. */
  get pricedSums(): readonly Pick<PricedSum, 'sum' | 'bit' | 'scale'>[] {
    return this.#sums
  }

  /** By day, by option: what it costs with the price of its duty and the present ones of sums. */
  #priced(priceOf: Float64Array, fixed: Int32Array | null): Float64Array[] {
    const { duties, costs } = this.options
    const priced = duties.map((those, day) => {
      const wanted = fixed === null ? -1 : fixed[day]!
      const of = new Float64Array(those.length)
      for (let o = 0; o < those.length; o += 1) {
        const duty = those[o]!
        of[o] = wanted >= 0 && wanted !== duty ? Infinity : costs[day]![o]! + priceOf[duty]!
      }
      return of
    })
    this.#addSums(priced)
    return priced
  }

  #cheapestPath(graph: RowGraph, priced: readonly Float64Array[]): PricedRow | null {
    this.steps += graph.from.length / this.#edgesPerStep
    const path = cheapestRows(graph, priced, 1, this.#pricesOfMarks())[0]
    if (path === undefined) return null
    let worth = 0
    for (const { sum, prices } of this.#sums) prices.forEach((price, window) => (worth += sum.worthOf(window, price)))
    return { cells: path.cells, cost: path.cost - worth }
  }

  costOf(cells: Int32Array): number {
    return rowCost(this.options, this.#resources, cells)
  }

  /** Moves the prices of sums towards where such a row keeps their limits, by so much at most where a duty adds the most. */
  reprice(cells: Int32Array, rate: number): void {
    for (const { sum, scale, prices, adam } of this.#sums) {
      const counted = sum.counted(cells)
      const { more, less } = sum.dearest
      adam.begin()
      for (let window = 0; window < prices.length; window += 1) {
        const price = prices[window]!
        const next = price + (rate / scale) * adam.step(window, slopeOf(sum, window, price, counted[window]!) / scale)
        // From one side of 0 to the other only by way of it.
        prices[window] = price * next < 0 ? 0 : Math.max(-less, Math.min(more, next))
      }
    }
  }

  /** Remembers the present prices of sums as the best. */
  keep(): void {
    for (const { prices, best } of this.#sums) best.set(prices)
  }

  /** Goes back to the best prices, from where slopes are learned anew. */
  restart(): void {
    for (const { prices, best, adam } of this.#sums) {
      prices.set(best)
      adam.restart()
    }
  }

  /** Notes the prices of sums; the answer goes back to them. */
  noted(): () => void {
    const noted = this.#sums.map(({ best }) => best.slice())
    return () => {
      this.#sums.forEach(({ best }, i) => best.set(noted[i]!))
      this.restart()
    }
  }

  /** Adds the present prices of sums that are paid day by day to what options cost, by day. */
  #addSums(priced: readonly Float64Array[]): void {
    const { duties } = this.options
    for (const { sum, prices, bit } of this.#sums) {
      if (bit > 0 || prices.every((price) => price === 0)) continue
      priced.forEach((of, day) => {
        const window = sum.windowOn(day)
        const price = window < 0 ? 0 : prices[window]!
        const those = duties[day]!
        if (price !== 0) for (let o = 0; o < those.length; o += 1) of[o]! += price * sum.adds(day, those[o]!)
      })
    }
  }

  /** By day, by marks: what the weekends cost that begin to count. */
  #pricesOfMarks(): Float64Array[] {
    const marked = this.#sums.filter(({ bit }) => bit > 0)
    return pricesOfMarks(this.options.duties.length, marked.length, (i, day) => {
      const { sum, prices } = marked[i]!
      const window = sum.windowOn(day)
      return window < 0 ? 0 : prices[window]!
    })
  }
}

function pricedSum(params: SearchParams['bounds'], sum: CountResource, { duties }: RowOptions, mark: number): PricedSum {
  const zeros = (): Float64Array => new Float64Array(sum.windowCount)
  const most = duties.reduce((high, those, day) => those.reduce((h, duty) => Math.max(h, sum.adds(day, duty)), high), 0)
  return {
    sum,
    bit: mark < 0 ? 0 : 1 << mark,
    scale: mark < 0 && most > 0 ? most : 1,
    prices: zeros(),
    best: zeros(),
    adam: new Adam(params, sum.windowCount),
  }
}

/** By how much a row counts more than a limit asks for at this price; below 0: less. */
function slopeOf(sum: CountResource, window: number, price: number, counted: number): number {
  const { most, least } = sum.roomIn(window, price)
  if (price > 0) return counted - most
  if (price < 0) return counted - least
  return Math.max(0, counted - most) - Math.max(0, least - counted)
}

/** What a graph is built over. */
interface Graphed {
  readonly options: RowOptions
  readonly kinds: Kinds
}

function graphOf(automata: readonly (Automaton | null)[], { options, kinds }: Graphed, maxEdges: number): RowGraph | null {
  return automata.every((automaton) => automaton !== null) ? buildRowGraph(automata, options, maxEdges, undefined, kinds) : null
}
