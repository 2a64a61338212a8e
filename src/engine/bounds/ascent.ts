import { hasCandidates } from '../instance/candidate-times.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import { resourcesOf } from '../rows/best-row.ts'
import { rowCost } from '../rows/row-pricer.ts'
import type { Move } from '../scoring/evaluate.ts'
import { type Span, wholeSpan } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import { Adam } from '../column-generation/pricers/adam.ts'
import { type Costs, EXACT } from '../column-generation/costs.ts'
import { PricedRows } from '../column-generation/pricers/priced-rows.ts'
import { costOfRow } from '../column-generation/pricers/row-cost.ts'
import { allowedRow } from '../column-generation/pricers/row-options.ts'
import { CoverRows } from '../column-generation/cover-rows.ts'
import { SeatValues } from '../column-generation/seat-values.ts'

/** What an ascent works with. */
interface Means {
  readonly move: Move
  readonly costs: Costs
  /** By these, rows break nothing of the first priority. */
  readonly strict: Costs
}

/**
 * Prices for seats, and for sums, at which everybody's cheapest row costs as much as possible together: a Lagrangian bound without linear programs, over
 * any horizon. Steps become smaller over cycles of rounds, each of which finds everybody's row once.
 */
export class Ascent {
  readonly #state: State
  readonly #span: Span
  readonly #seats: SeatValues
  readonly #means: Means
  readonly #params: SearchParams['bounds']
  readonly #rows: readonly Int32Array[]
  /** By employee, made when the first round needs them; and what any row costs beyond what its finder says. */
  readonly #finders: PricedRows[] = []
  readonly #offsets: number[] = []
  /** Of one round. */
  #steps = 0
  readonly #adam: Adam
  readonly #rate: number
  readonly #cover: CoverRows
  /** By cover row: what a seat pays, the best of these, and how many seats are wanted beyond those that rows take. */
  readonly #prices: Float64Array
  readonly best: Float64Array
  readonly #slopes: Float64Array
  /** The cover rows that have prices. */
  readonly #priced: readonly number[]
  /** By class of employees and duty. */
  readonly #priceOf: readonly Float64Array[]
  #cycle = 0
  #round = 0
  readonly #lastRows: (readonly (Int32Array | null)[])[] = []
  /** By employee: the duties of days that are fixed, −1 = it is open; null = all days are. */
  #fixed: readonly Int32Array[] | null = null
  /** No rows and seats cost less together. */
  bound = -Infinity

  /** `state` without anybody's open shifts; `rows` by employee: what they had. */
  constructor(state: State, means: Means, rows: readonly Int32Array[]) {
    const { duties } = state.instance
    this.#state = state
    this.#cover = CoverRows.of(state.instance)
    this.#means = means
    this.#params = means.strict.params.bounds
    this.#rows = rows
    this.#span = wholeSpan(state)
    this.#seats = new SeatValues(state, means.strict, this.#span)
    this.#prices = this.#seats.firstPrices()
    this.best = this.#prices.slice()
    this.#priced = [...this.#prices.keys()].filter((row) => this.#seats.has(row) && this.#prices[row] !== -Infinity)
    this.#slopes = new Float64Array(this.#cover.count)
    this.#priceOf = Array.from({ length: this.#cover.classCount }, () => new Float64Array(duties.count))
    this.#adam = new Adam(this.#params, this.#cover.count)
    this.#rate = this.#params.firstRate * middleOf(this.#prices)
  }

  /** How many cycles are over: after a few, further ones raise the bound little. */
  get cycles(): number {
    return this.#cycle
  }

  /**
   * How much of the first cycle is over, or of the first two after that, 0 to 1: before their ends, prices of long horizons say nothing. Until everybody's rows can be found it is a part of
   * that.
   */
  get begun(): number {
    const { rounds, making } = this.#params
    if (this.#finders.length < this.#rows.length) return (making * this.#finders.length) / this.#rows.length
    if (this.#cycle === 0) return Math.max(making, this.#round / rounds)
    return this.doneOf(2)
  }

  /** How much of so many cycles is over, by rounds, 0 to 1. */
  doneOf(cycles: number): number {
    const roundsIn = (count: number): number => Array.from({ length: count }, (_, cycle) => this.#roundsOf(cycle)).reduce((sum, of) => sum + of, 0)
    return Math.min(1, (roundsIn(this.#cycle) + this.#round) / roundsIn(cycles))
  }

  /** Goes on until the bound reaches the target, after so many cycles, or when `isOver`, which is asked with the steps since the last time. */
  run(target: number, cycles: number, isOver: (steps: number) => boolean): void {
    while (this.#finders.length < this.#rows.length) if (isOver(this.#addFinder())) return
    while (this.bound < target && this.#cycle < cycles) {
      const rounds = this.#roundsOf(this.#cycle)
      this.#remember(this.#look(this.#rateAt(this.#params.gentler ** this.#cycle, this.#round, rounds)))
      this.#round += 1
      if (this.#round === rounds) this.#restart()
      if (isOver(this.#steps)) return
    }
  }

  /** By round of the last ones that prices climbed in, the latest last: everybody's row, null = there was none. */
  get lastRows(): readonly (readonly (Int32Array | null)[])[] {
    return this.#lastRows
  }

  #remember(rows: readonly (Int32Array | null)[]): void {
    this.#lastRows.push(rows)
    if (this.#lastRows.length > this.#params.rememberedRounds) this.#lastRows.shift()
  }

  /** By employee: what finds rows at the best prices; fewer than employees before everybody's is made. */
  get finders(): readonly PricedRows[] {
    return this.#finders
  }

  /** By class of employees (`CoverRows.classOf`), by duty: what it costs at the best prices; below 0 where its seat is worth something. */
  priceDuties(): readonly Float64Array[] {
    this.#prices.set(this.best)
    this.#priceDuties()
    return this.#priceOf
  }

  /** Notes where it stands; the answer goes back there, and no day is fixed any more. */
  noted(): () => void {
    const [cycle, round, bound, best] = [this.#cycle, this.#round, this.bound, this.best.slice()]
    const finders = this.#finders.map((finder) => finder.noted())
    return () => {
      this.#fixed = null
      for (const goBack of finders) goBack()
      this.best.set(best)
      this.#restart()
      ;[this.#cycle, this.#round, this.bound] = [cycle, round, bound]
    }
  }

  /**
   * Goes on for so many rounds, at such a share of the first rate and gentler ones, with what employees do on days that are fixed (by employee, by day: the duty, −1 = any), or until `isOver`, which is asked after
   * each with everybody's row, null = there is none, and the steps of the round. What it says from then on is about rosters that have that.
   */
  follow(
    fixed: readonly Int32Array[],
    rounds: number,
    share: number,
    isOver: (rows: readonly (Int32Array | null)[], steps: number) => boolean = () => false,
  ): void {
    this.#fixed = fixed
    this.#restart()
    this.bound = -Infinity
    for (let round = 0; round < rounds; round += 1) if (isOver(this.#look(this.#rateAt(share, round, rounds)), this.#steps)) break
    this.#restart()
  }

  /** How many rounds a cycle has. */
  #roundsOf(cycle: number): number {
    return this.#params.rounds * this.#params.longer ** cycle
  }

  /** How far prices go in one of so many rounds, of which the first goes such a share of the first rate. */
  #rateAt(share: number, round: number, rounds: number): number {
    return this.#rate * share * Math.max(this.#params.cooled, (1 - round / rounds) ** 2)
  }

  /** Makes the next employee's finder, and answers the steps that took. */
  #addFinder(): number {
    const state = this.#state
    const { move, costs, strict } = this.#means
    const { steps } = strict.params
    const employee = this.#finders.length
    const fineness = { followsGaps: followsGaps(state.instance, this.#params), maxEdgesWithSums: this.#params.maxEdgesWithSums }
    const finder = new PricedRows(state, strict, employee, this.#span, this.#rows[employee]!, fineness)
    const { duties } = finder.options
    const row = allowedRow(finder.options, this.#rows[employee]!)
    const resources = resourcesOf(state.instance, employee, duties, costs.perUnit)
    const offset = costOfRow(state, move, costs, employee, row, this.#span) - rowCost(finder.options, resources, row)
    this.#finders.push(finder)
    this.#offsets.push(Math.abs(offset) < EXACT ? offset : -Infinity)
    this.#steps += finder.edges / steps.edgesPerStep
    return steps.perNewEdge * finder.edges + duties.reduce((sum, { length }) => sum + length, 0)
  }

  #restart(): void {
    this.#cycle += 1
    this.#round = 0
    this.#prices.set(this.best)
    this.#adam.restart()
    for (const finder of this.#finders) finder.restart()
  }

  /** Finds everybody's row at the present prices, by employee, null = there is none; notes the bound that follows, and moves the prices. */
  #look(rate: number): (Int32Array | null)[] {
    const slopes = this.#slopes
    this.#priceDuties()
    slopes.fill(0)
    this.#seats.addWanted(this.#prices, slopes)
    const paths = this.#finders.map((finder, e) => finder.cheapest(this.#priceOf[this.#cover.classOf(e)]!, this.#fixed?.[e]))
    const bound = paths.reduce((sum, path, e) => sum + (path?.cost ?? -Infinity) + this.#offsets[e]!, this.#seats.minCost(this.#prices))
    if (bound > this.bound) {
      this.bound = bound
      this.best.set(this.#prices)
      for (const finder of this.#finders) finder.keep()
    }
    paths.forEach((path, employee) => {
      if (path === null) return
      this.#leave(this.#cover.classOf(employee), path.cells, slopes)
      this.#finders[employee]!.reprice(path.cells, rate)
    })
    this.#adam.begin()
    for (const row of this.#priced) this.#prices[row]! += rate * this.#adam.step(row, slopes[row]!)
    return paths.map((path) => path?.cells ?? null)
  }

  #priceDuties(): void {
    const { candidateOf } = this.#state.instance.demands
    for (const [group, priceOf] of this.#priceOf.entries()) {
      const ofCandidate = this.#cover.candidatePrices(group, this.#prices)
      for (let duty = 1; duty < priceOf.length; duty += 1) {
        let price = 0
        if (duty <= candidateOf.length && candidateOf[duty - 1]! >= 0) price = -ofCandidate(duty - 1)
        else for (const row of this.#cover.of(group, duty)) price -= this.#prices[row]!
        priceOf[duty] = price
      }
    }
  }

  /** Takes away what a row of a class of employees has a part in. */
  #leave(group: number, cells: Int32Array, slopes: Float64Array): void {
    for (let day = this.#span.from; day <= this.#span.to; day += 1) for (const row of this.#cover.of(group, cells[day]!)) slopes[row]! -= 1
  }
}

/** Whether graphs of rows tell which shift may follow which; where they would be too large, any may follow any. */
export function followsGaps(instance: Instance, { maxOptions }: Pick<SearchParams['bounds'], 'maxOptions'>): boolean {
  return !hasCandidates(instance) && instance.employeeCount * instance.demands.count <= maxOptions
}

/** Of those above 0; 1 where there is none. */
function middleOf(prices: Float64Array): number {
  const some = prices.filter((price) => price > 0).sort()
  return some[some.length >> 1] ?? 1
}
