import type { Resource } from '../rows/resource.ts'
import { costsAhead, type PricedRow, pricedOptions, type Pricing, type RowGraph } from './row-graph.ts'

export interface BoundSearch {
  /** Rules that the graph does not follow; a step that costs `forbidden` or more is left out. */
  readonly extras: readonly { readonly resource: Resource; readonly forbidden: number }[]
  readonly mostRows: number
  readonly mostLabels: number
  /** Dearer rows are of no use. */
  readonly ceiling: number
}

interface Labels {
  readonly node: number[]
  readonly cost: number[]
  readonly parent: number[]
  readonly duty: number[]
  readonly states: Int32Array[]
}

/**
 * The cheapest rows that also keep rules which the graph does not follow: ways through the graph are tried in order of what they cost plus what their
 * cheapest continuation without those rules would cost. `least`: no row costs less.
 */
export function searchRows(graph: RowGraph, pricing: Pricing, search: BoundSearch): { rows: PricedRow[]; least: number; labels: number } {
  const { extras, mostRows, mostLabels, ceiling } = search
  const days = graph.options.duties.length
  const costs = pricedOptions(graph.options, pricing)
  const choices = choicesOf(graph, costs)
  const ahead = costsAhead(graph, costs)
  const labels: Labels = { node: [0], cost: [0], parent: [-1], duty: [-1], states: [Int32Array.from(extras, ({ resource }) => resource.start)] }
  const heap = new Heap()
  heap.push(ahead[0]!, 0)
  const dayOf = dayOfNodes(graph)
  const done = new Set<string>()
  const rows: PricedRow[] = []
  let least = Infinity
  while (heap.size > 0) {
    const cost = heap.least
    const label = heap.pop()
    if (cost >= ceiling || rows.length >= mostRows) {
      least = Math.min(least, cost)
      break
    }
    const node = labels.node[label]!
    const day = dayOf[node]!
    if (day === days) {
      least = Math.min(least, cost)
      rows.push({ cells: rowOf(labels, label, days), cost })
      continue
    }
    const states = labels.states[label]!
    const name = `${node}:${states.join()}`
    if (done.has(name)) continue
    done.add(name)
    if (labels.node.length > mostLabels) {
      least = Math.min(least, cost)
      break
    }
    for (let e = graph.firstEdge[node]!; e < graph.edgeOffset[day + 1]! && graph.from[e] === node; e += 1) {
      const to = graph.to[e]!
      if (ahead[to] === Infinity) continue
      for (const { duty, cost: ofDuty } of choices[day]![graph.classOfEdge[e]!]!) {
        let sum = labels.cost[label]! + graph.costOfEdge[e]! + ofDuty
        let isAllowed = true
        const next = new Int32Array(extras.length)
        for (let x = 0; x < extras.length && isAllowed; x += 1) {
          const { resource, forbidden } = extras[x]!
          next[x] = resource.step(states[x]!, day, duty)
          const extra = resource.cost + (day === days - 1 ? (resource.end?.(next[x]!) ?? 0) : 0)
          if (extra >= forbidden) isAllowed = false
          sum += extra
        }
        if (!isAllowed || sum + ahead[to]! >= ceiling) continue
        heap.push(sum + ahead[to]!, labels.node.length)
        labels.node.push(to)
        labels.cost.push(sum)
        labels.parent.push(label)
        labels.duty.push(duty)
        labels.states.push(next)
      }
    }
  }
  return { rows, least: Math.min(least, ceiling), labels: labels.node.length }
}

interface Choice {
  readonly duty: number
  readonly cost: number
}

/** By day, by class: its duties with what they cost, cheapest first. */
function choicesOf({ options, classOf, classCount }: RowGraph, costs: readonly Float64Array[]): Choice[][][] {
  return options.duties.map((duties, day) => {
    const classes: Choice[][] = Array.from({ length: classCount[day]! }, () => [])
    duties.forEach((duty, o) => {
      const cost = costs[day]![o]!
      if (cost < Infinity) classes[classOf[day]![o]!]!.push({ duty, cost })
    })
    for (const choices of classes) choices.sort((a, b) => a.cost - b.cost || a.duty - b.duty)
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
