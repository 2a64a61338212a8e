import type { Instance } from '../../instance/instance.ts'
import type { SearchParams } from '../../portfolio/params.ts'
import { resourcesOf } from '../../rows/best-row.ts'
import { CountResource } from '../../rules/count/count-resource.ts'
import { LabelTable } from '../../rows/label-table.ts'
import { costAlong, type Resource } from '../../rows/resource.ts'
import { kindsOf } from '../../rows/kinds.ts'
import { type FoundRows, pricedOptions, type Pricing, type PricingLimits, rowCost, type RowOptions, type RowPricer } from '../../rows/row-pricer.ts'
import { marksOf, MAX_MARKED } from '../../rows/weekend-mark.ts'
import type { Span } from '../../scoring/one-row.ts'
import type { State } from '../../scoring/state.ts'
import { followResource } from './automaton.ts'
import type { Costs } from '../costs.ts'
import { buildRowGraph, cheapestByClass, costsAhead, type RowGraph } from './row-graph.ts'
import { rowOptions } from './row-options.ts'
import { SumPrices } from './sum-prices.ts'

/**
 * Finds a good row of one employee over a horizon of any length. A graph follows all rules but sums; sums get prices at which the cheapest path about
 * meets their limits, and with these a search follows, day by day, the paths that look best together with their sums.
 */
export class GuidedRowFinder implements RowPricer {
  readonly #options: RowOptions
  readonly #params: SearchParams
  readonly #resources: readonly Resource[]
  readonly #sums: readonly CountResource[]
  readonly #marked: readonly CountResource[]
  /** Null when no row keeps all that is forbidden to break, or when it would be too large. */
  readonly #graph: RowGraph | null
  /** How many paths are followed on each day: with more, better rows are found. */
  paths: number
  steps = 0

  /** `state` without what the employee does in the span, `row` with it. */
  constructor(state: State, costs: Costs, employee: number, span: Span, row: Int32Array, paths = Infinity) {
    this.paths = paths
    this.#params = costs.params
    this.#options = rowOptions(state, costs, employee, span, row)
    this.#resources = resourcesOf(state.instance, employee, this.#options.duties, costs.perUnit)
    this.#sums = this.#resources.filter((resource) => resource instanceof CountResource)
    this.#marked = this.#sums.filter(({ ofWeekends }) => ofWeekends).slice(0, MAX_MARKED)
    this.#graph = this.#build(state.instance, costs.forbidden)
  }

  #build(instance: Instance, forbidden: number): RowGraph | null {
    const kinds = kindsOf(instance, this.#options.duties)
    const followed = [...this.#resources.filter(({ counts }) => counts !== true), ...marksOf(this.#marked)]
    const automata = followed.map((resource) => followResource(resource, kinds.duties, forbidden, this.#params.rows))
    if (!automata.every((automaton) => automaton !== null)) return null
    return buildRowGraph(automata, this.#options, this.#params.rows.maxEdges, undefined, kinds)
  }

  /** One row that is cheap, and no proof that none is cheaper; `isOver` is asked day by day. */
  find(pricing: Pricing, limits: PricingLimits): FoundRows {
    const plain = pricedOptions(this.#options, pricing)
    const cells = this.#graph === null ? null : this.#findWith(this.#graph, plain, limits)
    return { rows: cells === null ? [] : [{ cells, cost: this.#costOf(plain, cells) }], least: -Infinity }
  }

  #findWith(graph: RowGraph, plain: readonly Float64Array[], { isOver = () => false }: PricingLimits): Int32Array | null {
    const { rows: rowParams, steps } = this.#params
    const prices = new SumPrices(rowParams, this.#sums, this.#marked)
    const sums = new Set<CountResource>()
    let best: Int32Array | null = null
    let lowest = Infinity
    for (let attempt = 0; attempt < rowParams.guidedTries; attempt += 1) {
      const rounds = attempt === 0 ? rowParams.guidedRounds : rowParams.guidedFurtherRounds
      const guides = prices.settle(graph, plain, rounds)
      this.steps += (rounds * graph.from.length) / steps.edgesPerStep
      if (guides === null) return best
      for (const sum of prices.near) sums.add(sum)
      const search = new PathSearch(graph, plain, guides, prices, [...sums])
      const found = search.find(this.paths, (tried) => isOver(this.steps + tried / steps.pathsPerStep))
      this.steps += search.tried / steps.pathsPerStep
      if (found === null) return best
      const cost = this.#costOf(plain, found)
      if (cost < lowest) [best, lowest] = [found, cost]
      const broken = this.#sums.filter((sum) => costAlong(sum, found) > 0)
      if (broken.length === 0) return best
      for (const sum of broken) sums.add(sum)
      prices.reprice(found)
    }
    return best
  }

  costOf(cells: Int32Array): number {
    return rowCost(this.#options, this.#resources, cells)
  }

  /** What a row of these options costs with prices. */
  #costOf(plain: readonly Float64Array[], cells: Int32Array): number {
    return rowCost({ ...this.#options, costs: plain }, this.#resources, cells)
  }
}

/** Follows paths through a graph, day by day, with some sums beside it. */
export class PathSearch {
  readonly #graph: RowGraph
  readonly #plain: readonly Float64Array[]
  readonly #guides: readonly Float64Array[]
  readonly #prices: SumPrices
  readonly #sums: readonly CountResource[]
  readonly #ofMarks: readonly Float64Array[]
  /** By node: what the cheapest path from it costs by the guides; and by sum, what it adds to the window of the day before. */
  readonly #ahead: Float64Array
  readonly #sumsAhead: readonly Float64Array[]
  tried = 0

  /** By day, by option: what it costs (`plain`), and with prices of the sums (`guides`). */
  constructor(graph: RowGraph, plain: readonly Float64Array[], guides: readonly Float64Array[], prices: SumPrices, sums: readonly CountResource[]) {
    this.#graph = graph
    this.#plain = plain
    this.#guides = guides
    this.#prices = prices
    this.#sums = sums
    this.#ofMarks = prices.pricesOfMarks(plain.length)
    this.#ahead = costsAhead(graph, guides, this.#ofMarks)
    this.#sumsAhead = this.#findSumsAhead()
  }

  /** The cheapest row of those that are met; null when there is none, or when it is over before. */
  find(paths: number, isOver: (tried: number) => boolean): Int32Array | null {
    const sums = this.#sums
    const tables = [new LabelTable(sums.length + 1)]
    tables[0]!.offer(Int32Array.from([0, ...sums.map(({ start }) => start)]), 0, -1, 0)
    /** By label of the day: what it cost by the guides. */
    let guided: readonly number[] = [0]
    for (let day = 0; day < this.#plain.length; day += 1) {
      if (isOver(this.tried)) return null
      const table = new LabelTable(sums.length + 1)
      guided = this.#goOn(day, tables[day]!, guided, table, this.#bestOf(day, tables[day]!, guided, paths))
      if (table.count === 0) return null
      tables.push(table)
    }
    return cheapestEnd(this.#graph, tables, sums)
  }

  /** Goes on from labels of `before` by one day, and answers what the new ones cost by the guides. */
  #goOn(day: number, before: LabelTable, guided: readonly number[], after: LabelTable, labels: readonly number[]): number[] {
    const { firstEdge, edgeOffset, from, to, classOfEdge, costOfEdge, marksOfEdge, options } = this.#graph
    const [plain, guides, duties] = [this.#plain[day]!, this.#guides[day]!, options.duties[day]!]
    const byClass = optionsByClass(this.#graph, day, plain)
    const sums = this.#sums
    const next = new Int32Array(sums.length + 1)
    const guidedAfter: number[] = []
    for (const label of labels) {
      const node = before.at(label, 0)
      for (let e = firstEdge[node]!; e < edgeOffset[day + 1]! && from[e] === node; e += 1) {
        next[0] = to[e]!
        if (this.#ahead[to[e]!] === Infinity) continue
        const marked = marksOfEdge === null ? 0 : this.#ofMarks[day]![marksOfEdge[e]!]!
        for (const o of byClass[classOfEdge[e]!]!) {
          let cost = costOfEdge[e]!
          for (let s = 0; s < sums.length; s += 1) {
            next[s + 1] = sums[s]!.step(before.at(label, s + 1), day, duties[o]!)
            cost += sums[s]!.cost
          }
          this.tried += 1
          const at = after.offer(next, before.cost[label]! + cost + plain[o]!, label, duties[o]!)
          if (at >= 0) guidedAfter[at] = guided[label]! + cost + guides[o]! + marked
        }
      }
    }
    return guidedAfter
  }

  /** Those of a day's labels that look best with what is ahead of them. */
  #bestOf(day: number, table: LabelTable, guided: readonly number[], paths: number): number[] {
    const all = Array.from({ length: table.count }, (_, label) => label)
    if (all.length <= paths) return all
    const weights = this.#sums.map(
      (sum) => this.#prices.params.farOff * (Math.abs(this.#prices.priceOn(sum, day - 1)) + this.#prices.stepOn(sum, day - 1)),
    )
    const rank = Float64Array.from(all, (label) => {
      const node = table.at(label, 0)
      let cost = guided[label]! + this.#ahead[node]!
      for (let s = 0; s < weights.length; s += 1) {
        if (weights[s]! > 0) cost += weights[s]! * this.#sums[s]!.farOff(table.at(label, s + 1), day - 1, this.#sumsAhead[s]![node]!)
      }
      return cost
    })
    return all.sort((a, b) => rank[a]! - rank[b]! || a - b).slice(0, paths)
  }

  /** By sum, by node: what the cheapest path from the node adds to the window of the day before. */
  #findSumsAhead(): Float64Array[] {
    const { edgeOffset, from, to, classOfEdge, costOfEdge, marksOfEdge, options } = this.#graph
    const [guides, ahead, sums, days] = [this.#guides, this.#ahead, this.#sums, this.#guides.length]
    const best = new Float64Array(ahead.length).fill(Infinity)
    const of = sums.map(() => new Float64Array(ahead.length))
    for (let day = days - 1; day >= 0; day -= 1) {
      const { choice } = cheapestByClass(this.#graph, day, guides[day]!)
      const isLast = sums.map((sum) => day + 1 < days && sum.windowOn(day + 1) >= 0 && sum.windowOn(day + 1) !== sum.windowOn(day))
      for (let e = edgeOffset[day]!, last = edgeOffset[day + 1]!; e < last; e += 1) {
        const o = choice[classOfEdge[e]!]!
        if (o < 0) continue
        const marks = marksOfEdge?.[e] ?? 0
        const cost = costOfEdge[e]! + guides[day]![o]! + this.#ofMarks[day]![marks]! + ahead[to[e]!]!
        if (cost >= best[from[e]!]!) continue
        best[from[e]!] = cost
        sums.forEach((sum, s) => {
          const adds = sum.windowOn(day) < 0 ? 0 : this.#prices.addsOf(sum, day, options.duties[day]![o]!, marks)
          of[s]![from[e]!] = adds + (isLast[s]! ? 0 : of[s]![to[e]!]!)
        })
      }
    }
    return of
  }
}

/** By class of a day: its options, by position, that may be. */
function optionsByClass({ classOf, classCount }: RowGraph, day: number, costs: Float64Array): number[][] {
  const of: number[][] = Array.from({ length: classCount[day]! }, () => [])
  classOf[day]!.forEach((c, o) => {
    if (costs[o]! < Infinity) of[c]!.push(o)
  })
  return of
}

function cheapestEnd({ end, nodeOffset }: RowGraph, tables: readonly LabelTable[], sums: readonly CountResource[]): Int32Array | null {
  const days = tables.length - 1
  const last = tables[days]!
  let best = -1
  let lowest = Infinity
  for (let label = 0; label < last.count; label += 1) {
    const alone = last.cost[label]! + end[last.at(label, 0) - nodeOffset[days]!]!
    const cost = sums.reduce((sum, each, s) => sum + each.end(last.at(label, s + 1)), alone)
    if (cost >= lowest) continue
    lowest = cost
    best = label
  }
  if (best < 0) return null
  const cells = new Int32Array(days)
  for (let day = days; day > 0; day -= 1) {
    cells[day - 1] = tables[day]!.duty[best]!
    best = tables[day]!.parent[best]!
  }
  return cells
}
