import type { SearchParams } from '../../portfolio/params.ts'
import { resourcesOf } from '../../rows/best-row.ts'
import { CountResource } from '../../rules/count/count-resource.ts'
import { type Kinds, kindsOf } from '../../rows/kinds.ts'
import { costAlong, type Resource } from '../../rows/resource.ts'
import {
  type FoundRows,
  pricedOptions,
  type PricedRow,
  type Pricing,
  type PricingLimits,
  rowCost,
  type RowOptions,
  type RowPricer,
} from '../../rows/row-pricer.ts'
import { marksOf, MAX_MARKED } from '../../rows/weekend-mark.ts'
import type { State } from '../../scoring/state.ts'
import { type Automaton, followResource } from './automaton.ts'
import { searchRows } from './bound-search.ts'
import { limitResource, type SumLimit } from '../../rows/sum-limit.ts'
import type { Costs } from '../costs.ts'
import { PathSearch } from './guided-row.ts'
import { buildRowGraph, cheapestRows, type RowGraph } from './row-graph.ts'
import { SumPrices } from './sum-prices.ts'

/** Sums of costs may differ by rounding. */
const TOLERANCE = 1.000001
/** What rows of an employee are looked for among. */
export interface Rows {
  readonly options: RowOptions
  /** What they have. */
  readonly row: Int32Array
  /** What else every row must keep. */
  readonly limits: readonly SumLimit[]
}

const NO_ROW: FoundRows = { rows: [], least: Infinity }
const UNKNOWN: FoundRows = { rows: [], least: -Infinity }

/**
 * Finds rows of one employee. The graph follows all rules but those that only limit sums from above: these are rarely broken, and each would make it
 * several times as large. Where the cheapest path breaks one, the search goes through the graph with that rule beside it.
 */
export class RowFinder implements RowPricer {
  readonly options: RowOptions
  readonly #kinds: Kinds
  readonly #params: SearchParams
  /** Of the rules, and behind them those of the limits. */
  readonly #resources: readonly Resource[]
  readonly #ruleCount: number
  /** By resource: a step that costs so much or more is left out. */
  #forbidden: readonly number[]
  /** Edges of a graph with sums in it, at most. */
  readonly #maxWithSums: number
  /** Null when no row keeps all that is forbidden to break, or when it would be too large. */
  graph: RowGraph | null
  /** Not in the graph, but kept all the same. */
  #extras: number[] = []
  #automata: Automaton[] = []
  /** Of the sums beside the graph: those that it marks. */
  #marked: CountResource[] = []
  /** Of the sums beside the graph. */
  #prices: SumPrices
  /** By resource beside the graph: how often the cheapest path broke it. */
  readonly #broken = new Map<number, number>()
  /** What any row costs beyond `costOf`: what is the same for all. Noted here by who knows it. */
  offset = 0
  steps = 0

  /**
   * Rows do not break rules of the first priority, or where none keeps them
   * all, break them no more at any step than `row` does altogether. Without a graph when `isOver`, which is asked while it is made. Sums stay beside a
   * graph that would have more than `maxWithSums` edges with them.
   */
  constructor(
    state: State,
    costs: Costs,
    employee: number,
    { options, row, limits }: Rows,
    isOver: () => boolean,
    maxWithSums = costs.closed.length > 0 ? costs.params.rows.maxEdges : costs.params.rows.maxEdgesWithSums,
  ) {
    this.options = options
    this.#kinds = kindsOf(state.instance, options.duties)
    this.#params = costs.params
    const { instance } = state
    const rules = resourcesOf(instance, employee, options.duties, costs.perUnit)
    this.#ruleCount = rules.length
    this.#resources = [...rules, ...limits.map((limit) => limitResource(instance, employee, options.duties, limit, 2 * costs.forbidden))]
    this.#forbidden = this.#resources.map(() => costs.forbidden)
    this.#maxWithSums = maxWithSums
    this.graph = this.#build(isOver)
    this.#prices = this.#pricesBeside()
    if (this.graph !== null || isOver()) return
    this.#forbidden = this.#resources.map((resource, r) =>
      r < this.#ruleCount ? Math.max(costs.forbidden, TOLERANCE * costAlong(resource, row)) : costs.forbidden,
    )
    this.graph = this.#build(isOver)
    this.#prices = this.#pricesBeside()
  }

  #pricesBeside(): SumPrices {
    return new SumPrices(this.#params.rows, this.#sumsBeside(), this.#marked)
  }

  #sumsBeside(): CountResource[] {
    return this.#extras.map((r) => this.#resources[r]!).filter((resource) => resource instanceof CountResource)
  }

  #build(isOver: () => boolean): RowGraph | null {
    const graph = this.#buildWith(this.#maxWithSums, isOver)
    return graph !== null || this.#maxWithSums === this.#params.rows.maxEdges || isOver() ? graph : this.#buildWith(null, isOver)
  }

  /** With sums that ask for something in a graph of so many edges at most; null = without. */
  #buildWith(maxWithSums: number | null, isOver: () => boolean): RowGraph | null {
    const free = Int32Array.from(this.options.duties, (duties) => duties[0]!)
    this.#extras = []
    this.#automata = []
    this.#resources.forEach((resource, r) => {
      const isLimit = r >= this.#ruleCount
      const isFollowed = isLimit || resource.counts !== true || (maxWithSums !== null && costAlong(resource, free) > 0)
      const automaton = isFollowed ? this.#follow(r) : null
      if (automaton === null) this.#extras.push(r)
      else this.#automata.push(automaton)
    })
    return this.#graphOf(this.#automata, maxWithSums ?? this.#params.rows.maxEdges, isOver)
  }

  /** The graph of these automata, and of marks for the sums of weekends beside them; null when it allows nothing, or would be too large. */
  #graphOf(automata: readonly Automaton[], maxEdges: number, isOver?: () => boolean): RowGraph | null {
    this.#marked = this.#sumsBeside()
      .filter(({ ofWeekends }) => ofWeekends)
      .slice(0, MAX_MARKED)
    const marks = marksOf(this.#marked).map((mark) => followResource(mark, this.#kinds.duties, Infinity, this.#params.rows)!)
    return buildRowGraph([...automata, ...marks], this.options, maxEdges, isOver, this.#kinds)
  }

  #follow(r: number): Automaton | null {
    return followResource(this.#resources[r]!, this.#kinds.duties, this.#forbidden[r]!, this.#params.rows)
  }

  /** Rows below the ceiling, cheapest first: one at least when there is any, unless the search for it takes too long. */
  find(pricing: Pricing, limits: PricingLimits): FoundRows {
    const { graph } = this
    const { wanted } = limits
    if (graph === null) return UNKNOWN
    this.steps += graph.from.length / this.#params.steps.edgesPerStep
    const plain = pricedOptions(graph.options, pricing)
    const found = cheapestRows(graph, plain, wanted)
    const path = found[0]
    if (path === undefined) return NO_ROW
    const broken = this.#brokenBy(path)
    if (this.#promote(broken)) return this.find(pricing, limits)
    const rows = found.filter((row) => this.#brokenBy(row).length === 0)
    if (broken.length === 0) return { rows, least: path.cost }
    const beside = this.#search(graph, plain, broken, limits)
    return { rows: [...beside.rows, ...rows].sort((a, b) => a.cost - b.cost), least: beside.least }
  }

  /** Rows that keep the rules beside the graph, found with those of them that are broken else. */
  #search(graph: RowGraph, plain: readonly Float64Array[], broken: readonly number[], { ceiling, effort = 1 }: PricingLimits): FoundRows {
    const extras = new Set(broken)
    for (;;) {
      const beside = [...extras].map((r) => ({ resource: this.#resources[r]!, forbidden: this.#forbidden[r]! }))
      const before = this.#prices.rounds
      const guides = this.#prices.settle(graph, plain, this.#params.rows.sumRounds)
      if (guides === null) return NO_ROW
      const search = {
        plain,
        guides,
        prices: this.#prices,
        extras: beside,
        maxRows: 2,
        maxLabels: effort * this.#params.rows.maxLabels,
        labelsToProve: effort * this.#params.rows.labelsToProve,
        ceiling,
      }
      const { rows: cheapest, least, labels } = searchRows(graph, search)
      this.steps +=
        ((1 + this.#prices.rounds - before) * graph.from.length) / this.#params.steps.edgesPerStep + labels / this.#params.steps.labelsPerStep
      const isFound = Math.min(ceiling, cheapest[0]?.cost ?? Infinity) <= least + this.#params.rows.near
      const rows = isFound ? cheapest : [...cheapest, ...this.#tryPaths(graph, plain, guides, [...extras])].sort((a, b) => a.cost - b.cost)
      const further = rows.flatMap((row) => this.#brokenBy(row)).filter((r) => !extras.has(r))
      if (further.length === 0) return { rows, least }
      for (const r of further) extras.add(r)
    }
  }

  /** A row that the search in order of cost did not come to, where there is one that keeps all rules beside the graph: found day by day. */
  #tryPaths(graph: RowGraph, plain: readonly Float64Array[], guides: readonly Float64Array[], extras: readonly number[]): PricedRow[] {
    const sums = extras.map((r) => this.#resources[r]!).filter((resource) => resource instanceof CountResource)
    const search = new PathSearch(graph, plain, guides, this.#prices, sums)
    const cells = search.find(this.#params.rows.paths, () => false)
    this.steps += search.tried / this.#params.steps.pathsPerStep
    return cells === null ? [] : [{ cells, cost: rowCost({ ...this.options, costs: plain }, this.#resources, cells) }]
  }

  #brokenBy({ cells }: PricedRow): number[] {
    return this.#extras.filter((r) => costAlong(this.#resources[r]!, cells) > 0)
  }

  /** Takes rules that are often broken into the graph, where it stays small; true when it took one. */
  #promote(broken: readonly number[]): boolean {
    let isNew = false
    for (const r of broken) {
      const times = (this.#broken.get(r) ?? 0) + 1
      this.#broken.set(r, times)
      if (times !== this.#params.rows.often) continue
      const automaton = this.#follow(r)
      if (automaton === null) continue
      const [extras, marked] = [this.#extras, this.#marked]
      this.#extras = extras.filter((other) => other !== r)
      const graph = this.#graphOf([...this.#automata, automaton], Math.min(this.#params.rows.maxEdgesOfExtras, this.#maxWithSums))
      if (graph === null) {
        this.#extras = extras
        this.#marked = marked
        continue
      }
      this.#automata.push(automaton)
      this.graph = graph
      this.#prices = this.#pricesBeside()
      isNew = true
    }
    return isNew
  }

  costOf(cells: Int32Array): number {
    return rowCost(this.options, this.#resources.slice(0, this.#ruleCount), cells)
  }
}
