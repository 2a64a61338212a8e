import type { Resource } from '../rows/resource.ts'
import { costsAhead, type PricedRow, type RowGraph } from './row-graph.ts'
import type { SumPrices } from './sum-prices.ts'

export interface BoundSearch {
  /** By day, by option: what it costs; and with prices of sums, by which ways are tried. */
  readonly plain: readonly Float64Array[]
  readonly guides: readonly Float64Array[]
  /** Prices of those of the extras that have some. */
  readonly prices: SumPrices
  /** Rules that the graph does not follow; a step that costs `forbidden` or more is left out. */
  readonly extras: readonly { readonly resource: Resource; readonly forbidden: number }[]
  readonly mostRows: number
  readonly mostLabels: number
  /** Dearer rows are of no use. */
  readonly ceiling: number
}

/** With so many labels rows that were found will do, even if others may be cheaper. */
const LABELS_TO_PROVE = 1000

interface Labels {
  readonly node: number[]
  readonly cost: number[]
  /** With the prices of sums. */
  readonly guided: number[]
  readonly parent: number[]
  readonly duty: number[]
  readonly states: Int32Array[]
}

/**
 * The cheapest rows that also keep rules which the graph does not follow: ways through the graph are tried in order of what they cost plus what their
 * cheapest continuation without those rules would cost. `least`: no row costs less.
 */
export function searchRows(graph: RowGraph, search: BoundSearch): { rows: PricedRow[]; least: number; labels: number } {
  const { plain, guides, prices, extras, mostRows, mostLabels } = search
  const { limit } = prices
  const ceiling = search.ceiling + limit
  // Where a sum breaks its limit, it has paid for that and is not charged its price as well.
  const shares = extras.map(({ resource }) => prices.shareOf(resource))
  const days = graph.options.duties.length
  const choices = choicesOf(graph, plain, guides)
  const ahead = costsAhead(graph, guides)
  const labels: Labels = {
    node: [0],
    cost: [0],
    guided: [0],
    parent: [-1],
    duty: [-1],
    states: [Int32Array.from(extras, ({ resource }) => resource.start)],
  }
  const heap = new Heap()
  heap.push(ahead[0]!, 0)
  const dayOf = dayOfNodes(graph)
  const done = new Set<string>()
  const rows: PricedRow[] = []
  /** Of the rows that were found, the cheapest; and what no other row costs less than, prices included. */
  let lowest = Infinity
  let others = ceiling
  while (heap.size > 0) {
    const cost = heap.least
    const label = heap.pop()
    const isProved = cost - limit >= lowest || labels.node.length > LABELS_TO_PROVE
    if (cost >= ceiling || (rows.length >= mostRows && isProved)) {
      others = Math.min(ceiling, cost)
      break
    }
    const node = labels.node[label]!
    const day = dayOf[node]!
    if (day === days) {
      const row = { cells: rowOf(labels, label, days), cost: labels.cost[label]! + graph.end[node - graph.nodeOffset[days]!]! }
      lowest = Math.min(lowest, row.cost)
      rows.push(row)
      continue
    }
    const states = labels.states[label]!
    const name = `${node}:${states.join()}`
    if (done.has(name)) continue
    done.add(name)
    if (labels.node.length > mostLabels) {
      others = cost
      break
    }
    for (let e = graph.firstEdge[node]!; e < graph.edgeOffset[day + 1]! && graph.from[e] === node; e += 1) {
      const to = graph.to[e]!
      if (ahead[to] === Infinity) continue
      for (const { duty, cost: ofDuty, guided } of choices[day]![graph.classOfEdge[e]!]!) {
        let added = graph.costOfEdge[e]!
        let refunded = 0
        let isAllowed = true
        const next = new Int32Array(extras.length)
        for (let x = 0; x < extras.length && isAllowed; x += 1) {
          const { resource, forbidden } = extras[x]!
          next[x] = resource.step(states[x]!, day, duty)
          const extra = resource.cost + (day === days - 1 ? (resource.end?.(next[x]!) ?? 0) : 0)
          if (extra >= forbidden) isAllowed = false
          added += extra
          refunded += shares[x]! * extra
        }
        const sum = labels.guided[label]! + added + guided - refunded
        if (!isAllowed || sum + ahead[to]! >= ceiling) continue
        heap.push(sum + ahead[to]!, labels.node.length)
        labels.node.push(to)
        labels.cost.push(labels.cost[label]! + added + ofDuty)
        labels.guided.push(sum)
        labels.parent.push(label)
        labels.duty.push(duty)
        labels.states.push(next)
      }
    }
  }
  rows.sort((a, b) => a.cost - b.cost)
  return { rows: rows.slice(0, mostRows), least: Math.min(lowest, others - limit), labels: labels.node.length }
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

function rowOf({ parent, duty }: Labels, last: number, days: number): Int32Array {
  const cells = new Int32Array(days)
  let at = last
  for (let day = days - 1; day >= 0; day -= 1) {
    cells[day] = duty[at]!
    at = parent[at]!
  }
  return cells
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
