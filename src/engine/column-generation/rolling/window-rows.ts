import type { Outlook } from '../pricers/priced-rows.ts'
import { cheapestByClass } from '../pricers/row-graph.ts'
import type { Corridor } from './sum-corridors.ts'

/** What an employee does on the days of a window. */
interface FoundPart {
  /** By day; free on all others. */
  readonly cells: Int32Array
  /** With the row that follows it best, at prices of what comes after the window: without prices of the window, and with them. */
  readonly cost: number
  readonly priced: number
}

/** At which prices parts are looked for. */
interface WindowPricing {
  /** What a duty is worth on its day. */
  readonly priceOf: (duty: number) => number
  /** By corridor of the employee: what one more of its sum is worth. */
  readonly priceOfSums: readonly number[]
  /** By day: the duty that a part must have, −1 = any; null = nothing is fixed. */
  readonly fixed: Int32Array | null
}

/** Finds what one employee may do on the days of a window, where what they did before is decided and what comes after it is known by its price. */
export class WindowRows {
  readonly #outlook: Outlook
  readonly #from: number
  readonly #to: number
  readonly #start: number
  readonly #corridors: readonly Corridor[]

  /** The days from `from` on before `to`; `start`: the node of the graph before them. */
  constructor(outlook: Outlook, { from, to }: { from: number; to: number }, start: number, corridors: readonly Corridor[]) {
    this.#outlook = outlook
    this.#from = from
    this.#to = to
    this.#start = start
    this.#corridors = corridors
  }

  /** Edges that one search goes along, at most. */
  get edges(): number {
    const { edgeOffset } = this.#outlook.graph
    return edgeOffset[this.#to]! - edgeOffset[this.#from]!
  }

  /** The `most` cheapest of those that end differently, cheapest first; empty where none keeps what is fixed. */
  find({ priceOf, priceOfSums, fixed }: WindowPricing, most: number): FoundPart[] {
    const { graph, ahead, ofMarks } = this.#outlook
    const { nodeOffset, firstEdge, to, classOfEdge, costOfEdge, marksOfEdge } = graph
    const first = nodeOffset[this.#from]!
    const reached = new Float64Array(nodeOffset[this.#to + 1]! - first).fill(Infinity)
    const by = new Int32Array(reached.length)
    const choices: Int32Array[] = []
    reached[this.#start - first] = 0
    for (let day = this.#from; day < this.#to; day += 1) {
      const costs = this.#costsOn(day, priceOf, priceOfSums, fixed === null ? -1 : fixed[day]!)
      const { choice, cheapest } = cheapestByClass(graph, day, costs)
      const marked = marksOfEdge === null ? null : this.#marksOn(day, ofMarks[day]!, priceOfSums)
      choices.push(choice)
      for (let node = nodeOffset[day]!, last = nodeOffset[day + 1]!; node < last; node += 1) {
        const before = reached[node - first]!
        if (before === Infinity) continue
        for (let e = firstEdge[node]!, lastEdge = firstEdge[node + 1]!; e < lastEdge; e += 1) {
          const cost = before + costOfEdge[e]! + cheapest[classOfEdge[e]!]! + (marked === null ? 0 : marked[marksOfEdge![e]!]!)
          const after = to[e]! - first
          if (cost >= reached[after]!) continue
          reached[after] = cost
          by[after] = e
        }
      }
    }
    const ends: { node: number; priced: number }[] = []
    for (let node = nodeOffset[this.#to]!, last = nodeOffset[this.#to + 1]!; node < last; node += 1) {
      const priced = reached[node - first]! + ahead[node]!
      if (priced < Infinity) ends.push({ node, priced })
    }
    ends.sort((a, b) => a.priced - b.priced || a.node - b.node)
    return ends.slice(0, most).map(({ node, priced }) => {
      const cells = this.#partTo(node, by, choices)
      return { cells, priced, cost: priced + this.#worth(cells, priceOf, priceOfSums) }
    })
  }

  /** The node to which the duties of a part lead from the start, before `to`. */
  nodeAfter(cells: Int32Array, to: number): number {
    const { firstEdge, classOf, classOfEdge, options, to: toOf } = this.#outlook.graph
    let node = this.#start
    for (let day = this.#from; day < to; day += 1) {
      const cls = classOf[day]![options.duties[day]!.indexOf(cells[day]!)]!
      let e = firstEdge[node]!
      while (classOfEdge[e] !== cls) e += 1
      node = toOf[e]!
    }
    return node
  }

  #costsOn(day: number, priceOf: (duty: number) => number, priceOfSums: readonly number[], fixed: number): Float64Array {
    const duties = this.#outlook.graph.options.duties[day]!
    const alone = this.#outlook.costs[day]!
    const costs = new Float64Array(duties.length)
    for (let o = 0; o < costs.length; o += 1) {
      const duty = duties[o]!
      costs[o] = fixed >= 0 && fixed !== duty ? Infinity : alone[o]! - priceOf(duty)
    }
    this.#corridors.forEach(({ sum, window, bit, scale }, i) => {
      if (bit > 0 || priceOfSums[i] === 0 || sum.windowOn(day) !== window) return
      for (let o = 0; o < costs.length; o += 1) costs[o]! -= (priceOfSums[i]! * sum.adds(day, duties[o]!)) / scale
    })
    return costs
  }

  #marksOn(day: number, marked: Float64Array, priceOfSums: readonly number[]): Float64Array {
    const priced = this.#corridors.some(({ sum, window, bit }, i) => bit > 0 && priceOfSums[i] !== 0 && sum.windowOn(day) === window)
    if (!priced) return marked
    return marked.map((cost, marks) => {
      const worth = this.#corridors.reduce(
        (all, { sum, window, bit, scale }, i) => ((marks & bit) > 0 && sum.windowOn(day) === window ? all + priceOfSums[i]! / scale : all),
        0,
      )
      return cost - worth
    })
  }

  #worth(cells: Int32Array, priceOf: (duty: number) => number, priceOfSums: readonly number[]): number {
    let worth = 0
    for (let day = this.#from; day < this.#to; day += 1) worth += priceOf(cells[day]!)
    return this.#corridors.reduce((all, { usage }, i) => all + (priceOfSums[i] === 0 ? 0 : priceOfSums[i]! * usage(cells)), worth)
  }

  #partTo(node: number, by: Int32Array, choices: readonly Int32Array[]): Int32Array {
    const { nodeOffset, from, classOfEdge, options } = this.#outlook.graph
    const first = nodeOffset[this.#from]!
    const cells = new Int32Array(options.duties.length)
    let at = node
    for (let day = this.#to - 1; day >= this.#from; day -= 1) {
      const edge = by[at - first]!
      cells[day] = options.duties[day]![choices[day - this.#from]![classOfEdge[edge]!]!]!
      at = from[edge]!
    }
    return cells
  }
}
