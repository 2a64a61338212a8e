import { resourcesOf } from '../rows/best-row.ts'
import type { Move } from '../scoring/evaluate.ts'
import { type Span, wholeSpan } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import { Adam } from './adam.ts'
import type { Costs } from './costs.ts'
import { PricedRows } from './priced-rows.ts'
import { costOfRow } from './row-cost.ts'
import { EDGES_A_STEP, rowCost } from './row-graph.ts'
import { SeatValues } from './seat-values.ts'

/** Employees × demands: where there are more, rows may follow any shift by any other. */
const MOST_OPTIONS = 1e6
/** Rounds of the first cycle, and how many times as many each further one has. */
const ROUNDS = 100
const LONGER = 4
/** How far prices go at first, as a share of what the middle seat is worth; at the end of a cycle, as a share of that; and how the next cycle begins. */
const FIRST_RATE = 0.3
const COOLED = 0.002
const GENTLER = 0.5

/** What an ascent works with. */
interface Means {
  readonly move: Move
  readonly costs: Costs
  /** By these, rows break nothing of the first priority. */
  readonly strict: Costs
}

/**
 * Prices for seats, and for sums, at which everybody's cheapest row costs as much as possible together: a Lagrangian bound without linear programmes, over
 * any horizon. Steps become smaller over cycles of rounds, each of which finds everybody's row once.
 */
export class Ascent {
  readonly #state: State
  readonly #span: Span
  readonly #seats: SeatValues
  readonly #finders: readonly PricedRows[]
  /** By employee: what any row costs beyond what its finder says. */
  readonly #offsets: readonly number[]
  readonly #steps: number
  readonly #adam: Adam
  readonly #rate: number
  /** By demand: what a seat pays, the best of these, and how many seats are wanted beyond those that rows take. */
  readonly #prices: Float64Array
  readonly best: Float64Array
  readonly #slopes: Float64Array
  readonly #priceOf: Float64Array
  #cycle = 0
  #round = 0
  /** No rows and seats cost less together. */
  bound = -Infinity

  /** `state` without anybody's open shifts; `rows` by employee: what they had. */
  constructor(state: State, { move, costs, strict }: Means, rows: readonly Int32Array[]) {
    const { demands, duties } = state.instance
    const span = wholeSpan(state)
    this.#state = state
    this.#span = span
    this.#seats = new SeatValues(state, costs, span)
    this.#prices = this.#seats.firstPrices()
    this.best = this.#prices.slice()
    this.#slopes = new Float64Array(demands.count)
    this.#priceOf = new Float64Array(duties.count)
    this.#adam = new Adam(demands.count)
    this.#rate = FIRST_RATE * middleOf(this.#prices)
    const isCoarse = rows.length * demands.count > MOST_OPTIONS
    this.#finders = rows.map((row, employee) => new PricedRows(state, strict, employee, span, row, isCoarse))
    this.#offsets = this.#finders.map(({ options }, employee) => {
      const row = rows[employee]!.map((duty, day) => (options.duties[day]!.includes(duty) ? duty : options.duties[day]![0]!))
      const resources = resourcesOf(state.instance, employee, options.duties, costs.perUnit)
      return costOfRow(state, move, costs, employee, row, span) - rowCost(options, resources, row)
    })
    this.#steps = this.#finders.reduce((sum, { edges }) => sum + edges, 0) / EDGES_A_STEP
  }

  /** Goes on until the bound reaches the target, or `isOver`, which is asked with the steps of each round. */
  run(target: number, isOver: (steps: number) => boolean): void {
    while (this.bound < target) {
      const rounds = ROUNDS * LONGER ** this.#cycle
      const rate = this.#rate * GENTLER ** this.#cycle * COOLED ** (this.#round / rounds)
      this.#look(rate)
      this.#round += 1
      if (this.#round === rounds) this.#restart()
      if (isOver(this.#steps)) return
    }
  }

  #restart(): void {
    this.#cycle += 1
    this.#round = 0
    this.#prices.set(this.best)
    this.#adam.restart()
    for (const finder of this.#finders) finder.restart()
  }

  /** Finds everybody's row at the present prices, notes the bound that follows, and moves the prices. */
  #look(rate: number): void {
    const slopes = this.#slopes
    this.#priceDuties()
    slopes.fill(0)
    this.#seats.addWanted(this.#prices, slopes)
    const ways = this.#finders.map((finder) => finder.cheapest(this.#priceOf))
    const bound = ways.reduce((sum, way, e) => sum + (way?.cost ?? -Infinity) + this.#offsets[e]!, this.#seats.least(this.#prices))
    if (bound > this.bound) {
      this.bound = bound
      this.best.set(this.#prices)
      for (const finder of this.#finders) finder.keep()
    }
    ways.forEach((way, employee) => {
      if (way === null) return
      this.#leave(way.cells, slopes)
      this.#finders[employee]!.reprice(way.cells, rate)
    })
    this.#adam.begin()
    for (let d = 0; d < slopes.length; d += 1) if (this.#prices[d] !== -Infinity) this.#prices[d]! += rate * this.#adam.step(d, slopes[d]!)
  }

  #priceDuties(): void {
    const { duties, demands } = this.#state.instance
    for (let duty = 1; duty < this.#priceOf.length; duty += 1) {
      let price = 0
      for (const d of duties.partsOf(duty)) if (demands.isDecided[d] === 0) price -= this.#prices[d]!
      this.#priceOf[duty] = price
    }
  }

  /** Takes away the seats that a row takes. */
  #leave(cells: Int32Array, slopes: Float64Array): void {
    const { duties, demands } = this.#state.instance
    for (let day = this.#span.from; day <= this.#span.to; day += 1) {
      for (const d of duties.partsOf(cells[day]!)) if (demands.isDecided[d] === 0) slopes[d]! -= 1
    }
  }
}

/** Of those above 0; 1 where there is none. */
function middleOf(prices: Float64Array): number {
  const some = prices.filter((price) => price > 0).sort()
  return some[some.length >> 1] ?? 1
}
