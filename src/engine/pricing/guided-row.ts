import { resourcesOf } from '../rows/best-row.ts'
import { CountResource } from '../rows/count-resource.ts'
import { LabelTable } from '../rows/label-table.ts'
import type { Resource } from '../rows/resource.ts'
import type { State } from '../scoring/state.ts'
import { type Automaton, followResource } from './automaton.ts'
import type { Costs } from './costs.ts'
import type { Span } from './recombine.ts'
import { buildRowGraph, cheapestRows, costsAhead, type RowGraph, type RowOptions } from './row-graph.ts'
import { rowOptions } from './row-options.ts'

const MOST_STATES = 3000
const MOST_EDGES = 800_000
/** Rounds of finding prices for the sums, and when these did not do. */
const ROUNDS = 40
const FURTHER_ROUNDS = 20
/** How the step of a price grows while it goes one way, and shrinks when it turns. */
const FASTER = 1.5
const SLOWER = 0.5
/** The first step of a price, as a share of what the dearest option and the cheapest of a day differ by. */
const FIRST_STEP = 0.05
/** Times that further rules are taken along when the row that was found breaks them. */
const TRIES = 4
/** How much more than its price it counts when a sum will lie outside its limits, as far as can be seen. */
const FAR_OFF = 0.5
/** Edges that are looked at, and ways that are tried, in the time of one iteration of the walk. */
const EDGES_A_STEP = 150
const WAYS_A_STEP = 4

/** A price for each window of a sum. */
interface Priced {
  readonly sum: CountResource
  readonly prices: Float64Array
  readonly steps: Float64Array
  readonly turns: Float64Array
  /** Whether some way went beyond its limits. */
  isNear: boolean
}

/**
 * Finds a good row of one employee over a horizon of any length. A graph follows all rules but sums; sums get prices at which the cheapest way about
 * meets their limits, and those prices guide a search that follows the best ways together with their sums.
 */
export class GuidedRowFinder {
  readonly #options: RowOptions
  readonly #resources: readonly Resource[]
  readonly #graph: RowGraph | null
  readonly #priced: readonly Priced[]
  /** Ways that are followed each day. */
  #labels = 0
  /** Steps so far, each about as long as an iteration of the walk. */
  steps = 0

  /** `state` without what the employee does in the span, `row` with it. */
  constructor(state: State, costs: Costs, employee: number, span: Span, row: Int32Array) {
    this.#options = rowOptions(state, costs, employee, span, row)
    this.#resources = resourcesOf(state.instance, employee, this.#options.duties, costs.perUnit)
    const limits = { mostStates: MOST_STATES, forbidden: costs.forbidden }
    const automata = this.#resources.filter((r) => r.counts !== true).map((r) => followResource(r, this.#options.duties, limits))
    const graph = automata.includes(null) ? null : buildRowGraph(automata as Automaton[], this.#options, MOST_EDGES)
    this.#graph = graph === 'too large' ? null : graph
    this.#priced = this.#resources
      .filter((r) => r instanceof CountResource)
      .filter((sum) => sum.isLinear)
      .map((sum) => ({
        sum,
        prices: new Float64Array(sum.windowCount),
        steps: new Float64Array(sum.windowCount),
        turns: new Float64Array(sum.windowCount),
        isNear: false,
      }))
  }

  /** A row that is cheap at these prices of duties; null when there is none. */
  find(priceOf: (duty: number) => number, labels: number): Int32Array | null {
    const graph = this.#graph
    if (graph === null) return null
    const plain = this.#options.duties.map((duties, day) => Float64Array.from(duties, (duty, o) => this.#options.costs[day]![o]! + priceOf(duty)))
    this.#forgetPrices(plain)
    this.#labels = labels
    const extras = new Set<Resource>()
    let best: Int32Array | null = null
    let lowest = Infinity
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const guides = this.#guide(graph, plain, attempt === 0 ? ROUNDS : FURTHER_ROUNDS)
      if (guides === null) return null
      for (const { sum, prices, isNear } of this.#priced) if (isNear && prices.some((price) => price !== 0)) extras.add(sum)
      const found = this.#follow(graph, plain, guides, [...extras])
      if (found === null) return best
      const broken = this.#resources.filter((r) => r.counts === true && costAlong(r, found) > 0)
      const cost = this.#costOf(plain, found)
      if (cost < lowest) [best, lowest] = [found, cost]
      if (broken.length === 0) return best
      for (const r of broken) extras.add(r)
      for (const priced of this.#priced) {
        const { over, under } = priced.sum.excess(found)
        reprice(priced, over, under)
      }
    }
    return best
  }

  #costOf(plain: readonly Float64Array[], cells: Int32Array): number {
    const { duties } = this.#options
    const alone = plain.reduce((sum, costs, day) => sum + costs[duties[day]!.indexOf(cells[day]!)]!, 0)
    return this.#resources.reduce((sum, r) => sum + costAlong(r, cells), alone)
  }

  #forgetPrices(plain: readonly Float64Array[]): void {
    const spread = plain.reduce((most, costs) => Math.max(most, spreadOf(costs)), 1)
    for (const { sum, prices, steps, turns } of this.#priced) {
      let adds = 1
      this.#options.duties.forEach((those, day) => those.forEach((duty) => (adds = Math.max(adds, sum.adds(day, duty)))))
      prices.fill(0)
      turns.fill(0)
      steps.fill((FIRST_STEP * spread) / adds)
    }
  }

  /** By day, by option: what it costs with prices at which the sums of the cheapest way about meet their limits. */
  #guide(graph: RowGraph, plain: readonly Float64Array[], rounds: number): Float64Array[] | null {
    const { duties } = this.#options
    let best = plain as Float64Array[]
    let highest = -Infinity
    for (let round = 0; round < rounds; round += 1) {
      const costs = plain.map((of, day) => of.map((cost, o) => cost + this.#priceOf(day, duties[day]![o]!)))
      this.steps += graph.from.length / EDGES_A_STEP
      const way = cheapestRows(graph, costs, 1)[0]
      if (way === undefined) return null
      let value = way.cost
      way.cells.forEach((duty, day) => (value -= this.#priceOf(day, duty)))
      let isMet = true
      for (const priced of this.#priced) {
        const { over, under } = priced.sum.excess(way.cells)
        priced.prices.forEach((price, window) => (value += price > 0 ? price * over[window]! : -price * under[window]!))
        if (!reprice(priced, over, under)) isMet = false
      }
      if (value > highest) [best, highest] = [costs, value]
      if (isMet) return costs
    }
    return best
  }

  #priceOf(day: number, duty: number): number {
    let price = 0
    for (const { sum, prices } of this.#priced) {
      const window = sum.windowOn(day)
      if (window >= 0 && prices[window] !== 0) price += prices[window]! * sum.adds(day, duty)
    }
    return price
  }

  /** The cheapest of the ways that look best with what is ahead of them. */
  #follow(graph: RowGraph, plain: readonly Float64Array[], guides: readonly Float64Array[], extras: readonly Resource[]): Int32Array | null {
    const { duties } = this.#options
    const days = duties.length
    const ahead = costsAhead(graph, guides)
    const yet = this.#sumsAhead(graph, guides, ahead, extras)
    const width = extras.length + 1
    const next = new Int32Array(width)
    extras.forEach(({ start }, x) => (next[x + 1] = start))
    const tables = [new LabelTable(width)]
    tables[0]!.offer(next, 0, -1, 0)
    /** By label of the day: what it cost with the prices of the sums. */
    let guided = [0]
    for (let day = 0; day < days; day += 1) {
      const before = tables[day]!
      const table = new LabelTable(width)
      const after: number[] = []
      const options = optionsByClass(graph, day)
      for (const label of this.#bestOf(day, before, guided, ahead, extras, yet)) {
        const node = before.at(label, 0)
        for (let e = graph.firstEdge[node]!; e < graph.edgeOffset[day + 1]! && graph.from[e] === node; e += 1) {
          const to = graph.to[e]!
          if (ahead[to] === Infinity) continue
          for (const o of options[graph.classOfEdge[e]!]!) {
            const step = graph.costOfEdge[e]!
            let cost = before.cost[label]! + step + plain[day]![o]!
            next[0] = to
            for (let x = 0; x < extras.length; x += 1) {
              next[x + 1] = extras[x]!.step(before.at(label, x + 1), day, duties[day]![o]!)
              cost += extras[x]!.cost
            }
            this.steps += 1 / WAYS_A_STEP
            const at = table.offer(next, cost, label, duties[day]![o]!)
            if (at >= 0) after[at] = guided[label]! + guides[day]![o]! - plain[day]![o]! + cost - before.cost[label]!
          }
        }
      }
      if (table.count === 0) return null
      tables.push(table)
      guided = after
    }
    return cheapestEnd(graph, tables, extras)
  }

  #bestOf(
    day: number,
    table: LabelTable,
    guided: readonly number[],
    ahead: Float64Array,
    extras: readonly Resource[],
    yet: readonly (Float64Array | null)[],
  ): number[] {
    const all = Array.from({ length: table.count }, (_, label) => label)
    if (all.length <= this.#labels) return all
    const weights = extras.map((r) => {
      const priced = this.#priced.find(({ sum }) => sum === r)
      if (priced === undefined || day === 0) return 0
      const window = priced.sum.windowOn(day - 1)
      return window < 0 ? 0 : FAR_OFF * (Math.abs(priced.prices[window]!) + priced.steps[window]!)
    })
    const rank = Float64Array.from(all, (label) => {
      const node = table.at(label, 0)
      let sum = guided[label]! + ahead[node]!
      for (let x = 0; x < extras.length; x += 1) {
        const sums = yet[x]
        if (weights[x]! > 0 && sums) sum += weights[x]! * (extras[x] as CountResource).farOff(table.at(label, x + 1), day - 1, sums[node]!)
      }
      return sum
    })
    return all.sort((a, b) => rank[a]! - rank[b]! || a - b).slice(0, this.#labels)
  }

  /** By sum, by node: what the cheapest way from it adds to the window of the day before. */
  #sumsAhead(graph: RowGraph, guides: readonly Float64Array[], ahead: Float64Array, extras: readonly Resource[]): (Float64Array | null)[] {
    const { edgeOffset, from, to, classOf, classCount, classOfEdge, costOfEdge } = graph
    const { duties } = this.#options
    const best = new Float64Array(ahead.length).fill(Infinity)
    const sums = extras.map((r) => (r instanceof CountResource && r.isLinear ? new Float64Array(ahead.length) : null))
    for (let day = duties.length - 1; day >= 0; day -= 1) {
      const choice = new Int32Array(classCount[day]!).fill(-1)
      guides[day]!.forEach((cost, o) => {
        const c = classOf[day]![o]!
        if (choice[c] === -1 || cost < guides[day]![choice[c]!]!) choice[c] = o
      })
      for (let e = edgeOffset[day]!, last = edgeOffset[day + 1]!; e < last; e += 1) {
        const o = choice[classOfEdge[e]!]!
        const cost = costOfEdge[e]! + guides[day]![o]! + ahead[to[e]!]!
        if (cost >= best[from[e]!]!) continue
        best[from[e]!] = cost
        for (let x = 0; x < extras.length; x += 1) {
          const of = sums[x]
          if (!of) continue
          const sum = extras[x] as CountResource
          const window = sum.windowOn(day)
          const isLast = day + 1 < duties.length && sum.windowOn(day + 1) >= 0 && sum.windowOn(day + 1) !== window
          of[from[e]!] = (window < 0 ? 0 : sum.adds(day, duties[day]![o]!)) + (isLast ? 0 : of[to[e]!]!)
        }
      }
    }
    return sums
  }
}

/** Moves each price towards where the sum meets its limits; true when all do. */
function reprice(priced: Priced, over: Float64Array, under: Float64Array): boolean {
  const { prices, steps, turns } = priced
  let isMet = true
  for (let window = 0; window < prices.length; window += 1) {
    const price = prices[window]!
    if (over[window]! > 0 || under[window]! > 0) {
      isMet = false
      priced.isNear = true
    }
    // Above its most a sum should cost more; with a price above zero and below its most it should cost less; and so for the least.
    const pull = over[window]! > 0 ? 1 : under[window]! > 0 ? -1 : price > 0 && over[window]! < 0 ? -1 : price < 0 && under[window]! < 0 ? 1 : 0
    if (pull === 0) continue
    if (turns[window] !== 0) steps[window]! *= turns[window] === pull ? FASTER : SLOWER
    turns[window] = pull
    const next = price + pull * steps[window]!
    prices[window] = price * next < 0 && over[window]! <= 0 && under[window]! <= 0 ? 0 : next
  }
  return isMet
}

function spreadOf(costs: Float64Array): number {
  const finite = costs.filter((cost) => Math.abs(cost) < 1e5)
  return finite.length === 0 ? 0 : Math.max(...finite) - Math.min(...finite)
}

/** By class of a day: its options, by position. */
function optionsByClass({ classOf, classCount }: RowGraph, day: number): number[][] {
  const of: number[][] = Array.from({ length: classCount[day]! }, () => [])
  classOf[day]!.forEach((c, o) => of[c]!.push(o))
  return of
}

function cheapestEnd({ end, nodeOffset }: RowGraph, tables: readonly LabelTable[], extras: readonly Resource[]): Int32Array | null {
  const days = tables.length - 1
  const last = tables[days]!
  let best = -1
  let lowest = Infinity
  for (let label = 0; label < last.count; label += 1) {
    let cost = last.cost[label]! + end[last.at(label, 0) - nodeOffset[days]!]!
    extras.forEach((resource, x) => (cost += resource.end?.(last.at(label, x + 1)) ?? 0))
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

function costAlong(resource: Resource, cells: Int32Array): number {
  let state = resource.start
  let cost = 0
  for (let day = 0; day < cells.length; day += 1) {
    state = resource.step(state, day, cells[day]!)
    cost += resource.cost
  }
  return cost + (resource.end?.(state) ?? 0)
}
