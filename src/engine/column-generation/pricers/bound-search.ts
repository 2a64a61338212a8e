import type { Resource } from '../../rows/resource.ts'
import type { PricedRow } from '../../rows/row-pricer.ts'
import { costsAhead, type RowGraph } from './row-graph.ts'
import type { SumPrices } from './sum-prices.ts'

export interface BoundSearch {
  /** By day, by option: what it costs; and with prices of sums, by which paths are tried. */
  readonly plain: readonly Float64Array[]
  readonly guides: readonly Float64Array[]
  /** Prices of those of the extras that have some. */
  readonly prices: SumPrices
  /** Rules that the graph does not follow; a step that costs `forbidden` or more is left out. */
  readonly extras: readonly { readonly resource: Resource; readonly forbidden: number }[]
  readonly maxRows: number
  readonly maxLabels: number
  /** With so many labels rows that were found will do, even if others may be cheaper. */
  readonly labelsToProve: number
  /** Dearer rows are of no use. */
  readonly ceiling: number
}

export interface BoundRows {
  /** Cheapest first. */
  readonly rows: readonly PricedRow[]
  /** No row costs less. */
  readonly least: number
  readonly labels: number
}

/**
 * The cheapest rows that also keep rules which the graph does not follow: paths through the graph are tried in order of what they cost plus what their
 * cheapest continuation without those rules would cost, prices of sums included.
 */
export function searchRows(graph: RowGraph, search: BoundSearch): BoundRows {
  return new PathTree(graph, search).find()
}

/** Paths from the first day on, each a label that leads on from another. */
class PathTree {
  readonly #graph: RowGraph
  readonly #search: BoundSearch
  readonly #days: number
  readonly #limit: number
  readonly #ceiling: number
  /** By rule beside the graph: where a sum breaks its limit, it has paid for that and is not charged its price as well. */
  readonly #shares: readonly number[]
  readonly #choices: readonly (readonly (readonly Choice[])[])[]
  readonly #ofMarks: readonly Float64Array[]
  readonly #ahead: Float64Array
  readonly #heap = new Heap()
  /** By label; `guided` is what it costs with the prices of sums. */
  readonly #node = [0]
  readonly #cost = [0]
  readonly #guided = [0]
  readonly #parent = [-1]
  readonly #duty = [-1]
  readonly #states: Int32Array[]
  /** By node and states: what the cheapest path that was gone on from cost without prices. */
  readonly #done = new Map<string, number>()

  constructor(graph: RowGraph, search: BoundSearch) {
    const { plain, guides, prices, extras } = search
    this.#graph = graph
    this.#search = search
    this.#days = graph.options.duties.length
    this.#limit = prices.limit
    this.#ceiling = search.ceiling + prices.limit
    this.#shares = extras.map(({ resource }) => prices.shareOf(resource))
    this.#choices = choicesOf(graph, plain, guides)
    this.#ofMarks = prices.pricesOfMarks(this.#days)
    this.#ahead = costsAhead(graph, guides, this.#ofMarks)
    this.#states = [Int32Array.from(extras, ({ resource }) => resource.start)]
    this.#heap.push(this.#ahead[0]!, 0)
  }

  find(): BoundRows {
    const { maxRows, maxLabels } = this.#search
    const dayOf = dayOfNodes(this.#graph)
    const rows: PricedRow[] = []
    /** Of the rows that were found, the cheapest; and what no other row costs less than, prices included. */
    let lowest = Infinity
    let others = this.#ceiling
    while (this.#heap.size > 0) {
      const cost = this.#heap.least
      const label = this.#heap.pop()
      const isProved = cost - this.#limit >= lowest || this.#node.length > this.#search.labelsToProve
      if (cost >= this.#ceiling || (rows.length >= maxRows && isProved) || this.#node.length > maxLabels) {
        others = Math.min(this.#ceiling, cost)
        break
      }
      const day = dayOf[this.#node[label]!]!
      if (day < this.#days) {
        if (this.#isNew(label)) this.#goOn(label, day)
        continue
      }
      const row = this.#rowOf(label)
      lowest = Math.min(lowest, row.cost)
      rows.push(row)
    }
    rows.sort((a, b) => a.cost - b.cost)
    return { rows: rows.slice(0, maxRows), least: Math.min(lowest, others - this.#limit), labels: this.#node.length }
  }

  /** False when a path to the same place was gone on from that is no dearer, with prices (it came first) and without. */
  #isNew(label: number): boolean {
    const name = `${this.#node[label]!}:${this.#states[label]!.join()}`
    const known = this.#done.get(name)
    if (known !== undefined && known <= this.#cost[label]!) return false
    this.#done.set(name, this.#cost[label]!)
    return true
  }

  #goOn(label: number, day: number): void {
    const { firstEdge, edgeOffset, from, classOfEdge } = this.#graph
    const node = this.#node[label]!
    for (let e = firstEdge[node]!; e < edgeOffset[day + 1]! && from[e] === node; e += 1) {
      if (this.#ahead[this.#graph.to[e]!] === Infinity) continue
      for (const choice of this.#choices[day]![classOfEdge[e]!]!) this.#add(label, day, e, choice)
    }
  }

  /** One more day, unless it breaks a rule beside the graph or leads above the ceiling. */
  #add(label: number, day: number, edge: number, { duty, cost, guided }: Choice): void {
    const { extras } = this.#search
    const states = this.#states[label]!
    const next = new Int32Array(extras.length)
    let added = this.#graph.costOfEdge[edge]!
    let refunded = 0
    for (let x = 0; x < extras.length; x += 1) {
      const { resource, forbidden } = extras[x]!
      next[x] = resource.step(states[x]!, day, duty)
      const extra = resource.cost + (day === this.#days - 1 ? (resource.end?.(next[x]!) ?? 0) : 0)
      if (extra >= forbidden) return
      added += extra
      refunded += this.#shares[x]! * extra
    }
    const to = this.#graph.to[edge]!
    const { marksOfEdge } = this.#graph
    const marked = marksOfEdge === null ? 0 : this.#ofMarks[day]![marksOfEdge[edge]!]!
    const sum = this.#guided[label]! + added + guided + marked - refunded
    if (sum + this.#ahead[to]! >= this.#ceiling) return
    this.#heap.push(sum + this.#ahead[to]!, this.#node.length)
    this.#node.push(to)
    this.#cost.push(this.#cost[label]! + added + cost)
    this.#guided.push(sum)
    this.#parent.push(label)
    this.#duty.push(duty)
    this.#states.push(next)
  }

  #rowOf(label: number): PricedRow {
    const cells = new Int32Array(this.#days)
    let at = label
    for (let day = this.#days - 1; day >= 0; day -= 1) {
      cells[day] = this.#duty[at]!
      at = this.#parent[at]!
    }
    const { end, nodeOffset } = this.#graph
    return { cells, cost: this.#cost[label]! + end[this.#node[label]! - nodeOffset[this.#days]!]! }
  }
}

interface Choice {
  readonly duty: number
  readonly cost: number
  readonly guided: number
}

/** By day, by class: its duties with what they cost, cheapest first. */
function choicesOf({ options, classOf, classCount }: RowGraph, plain: readonly Float64Array[], guides: readonly Float64Array[]): Choice[][][] {
  return options.duties.map((duties, day) => {
    const classes: Choice[][] = Array.from({ length: classCount[day]! }, () => [])
    duties.forEach((duty, o) => {
      const cost = plain[day]![o]!
      if (cost < Infinity) classes[classOf[day]![o]!]!.push({ duty, cost, guided: guides[day]![o]! })
    })
    for (const choices of classes) choices.sort((a, b) => a.guided - b.guided || a.duty - b.duty)
    return classes
  })
}

function dayOfNodes({ nodeOffset }: RowGraph): Int32Array {
  const of = new Int32Array(nodeOffset.at(-1)!)
  for (let day = 0; day + 1 < nodeOffset.length; day += 1) of.fill(day, nodeOffset[day], nodeOffset[day + 1])
  return of
}

/** Numbers by what they cost, least first; equal ones in the order in which they came. */
class Heap {
  readonly #cost: number[] = []
  readonly #item: number[] = []

  get size(): number {
    return this.#item.length
  }

  get least(): number {
    return this.#cost[0]!
  }

  push(cost: number, item: number): void {
    let at = this.#item.length
    this.#cost.push(cost)
    this.#item.push(item)
    while (at > 0) {
      const up = (at - 1) >> 1
      if (!this.#isBefore(cost, item, up)) break
      this.#move(up, at)
      at = up
    }
    this.#cost[at] = cost
    this.#item[at] = item
  }

  pop(): number {
    const first = this.#item[0]!
    const cost = this.#cost.pop()!
    const item = this.#item.pop()!
    const size = this.#item.length
    if (size === 0) return first
    let at = 0
    for (;;) {
      let down = 2 * at + 1
      if (down >= size) break
      if (down + 1 < size && this.#isBefore(this.#cost[down + 1]!, this.#item[down + 1]!, down)) down += 1
      if (this.#isBefore(cost, item, down)) break
      this.#move(down, at)
      at = down
    }
    this.#cost[at] = cost
    this.#item[at] = item
    return first
  }

  #isBefore(cost: number, item: number, at: number): boolean {
    return cost < this.#cost[at]! || (cost === this.#cost[at]! && item < this.#item[at]!)
  }

  #move(from: number, to: number): void {
    this.#cost[to] = this.#cost[from]!
    this.#item[to] = this.#item[from]!
  }
}
