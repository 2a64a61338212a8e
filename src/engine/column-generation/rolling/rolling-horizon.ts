import type { SearchParams } from '../../portfolio/params.ts'
import type { Random } from '../../random.ts'
import { type Span, wholeSpan } from '../../scoring/one-row.ts'
import type { State } from '../../scoring/state.ts'
import { type Costs, heaviestOpen } from '../costs.ts'
import { CoverRows } from '../cover-rows.ts'
import { dive } from '../dive.ts'
import type { LinearSolver } from '../linear-solver.ts'
import { type Column, Master } from '../master.ts'
import type { PricedRows } from '../pricers/priced-rows.ts'
import { type Corridor, corridorsOf } from './sum-corridors.ts'
import type { RollingPlan } from './rolling-plan.ts'
import { WindowRows } from './window-rows.ts'

/** Prices of seats and sums over the whole horizon, which follow what is fixed. */
export interface HorizonPrices {
  /** By cover row. */
  readonly best: Float64Array
  /** By employee. */
  readonly finders: readonly PricedRows[]
  priceDuties(): readonly Float64Array[]
  follow(fixed: readonly Int32Array[], rounds: number, share: number): void
}

interface Rolling {
  readonly solver: LinearSolver
  readonly random: Random
  /** By these, rows break nothing of the first priority. */
  readonly strict: Costs
  readonly params: SearchParams
  readonly plan: RollingPlan
  /** Counts the steps that were taken; true when there are no more. */
  readonly spend: (steps: number) => boolean
  /** Told the share of the horizon that is done, 0 to 1, after each window. */
  readonly pace: (done: number) => Pace
}

/** How many times as fast as the last window the rest may go. Below 1, it has to hurry. */
export interface Pace {
  /** To be done when it should, and when it must. */
  readonly wanted: number
  readonly needed: number
}

const EPSILON = 1e-4

/**
 * Goes along a horizon that is too long for one linear program: a window after the other is solved with everybody's parts of rows, each of which costs what the best row costs that begins with it, at
 * prices of what comes after the window. Of each window the first days are kept. Sums over the horizon are kept by a corridor for each employee. What does not come out even at the end is
 * left to those who repair rows.
 */
export class RollingHorizon {
  readonly #state: State
  readonly #prices: HorizonPrices
  readonly #rolling: Rolling
  readonly #cover: CoverRows
  readonly #whole: Span
  /** By employee, by day: the duty, −1 = it is open. */
  readonly #fixed: Int32Array[]
  /** By employee: the node before the first open day. */
  readonly #nodes: number[]
  /** How carefully windows are solved. */
  #effort: number

  /** `state` without anybody's open shifts. */
  constructor(state: State, prices: HorizonPrices, rolling: Rolling) {
    const { employeeCount, dayCount } = state.instance
    this.#state = state
    this.#prices = prices
    this.#rolling = rolling
    this.#cover = CoverRows.of(state.instance)
    this.#whole = wholeSpan(state)
    this.#fixed = Array.from({ length: employeeCount }, () => new Int32Array(dayCount).fill(-1))
    this.#nodes = Array.from({ length: employeeCount }, () => 0)
    this.#effort = rolling.plan.firstEffort
  }

  /** By employee: a row; null when there was no time for all of it, or no row. */
  run(): Int32Array[] | null {
    const { windowDays, stepDays, mostEffort } = this.#rolling.plan
    const { from, to } = this.#whole
    this.#beginAt(from)
    for (let first = from; first <= to; first += stepDays) {
      const end = Math.min(to + 1, first + windowDays)
      const isLast = end === to + 1
      const kept = isLast ? end : first + stepDays
      // What is left of all sums has to come out even in the last one.
      const effort = isLast ? Math.min(mostEffort, this.#rolling.params.rolling.lastEffort * this.#effort) : this.#effort
      if (!this.#solve(first, end, kept, effort)) return null
      if (isLast) break
      if (this.#follow() || !this.#keepPace((kept - from) / (to + 1 - from))) return null
    }
    return this.#fixed
  }

  /** Lets prices follow what is fixed; true when the time is over. */
  #follow(): boolean {
    const { params, spend } = this.#rolling
    const rounds = Math.ceil(this.#effort * params.rolling.followRounds)
    const edges = this.#prices.finders.reduce((sum, finder) => sum + finder.edges, 0)
    this.#prices.follow(this.#fixed, rounds, params.rolling.followRate)
    return spend((rounds * edges) / params.steps.edgesPerStep)
  }

  /** Takes as much care from here on as there is time for; false where even the least is too much. */
  #keepPace(done: number): boolean {
    const { leastEffort, changeOfEffort, projected } = this.#rolling.params.rolling
    const { wanted, needed } = this.#rolling.pace(done)
    if (this.#effort === leastEffort && needed * projected < 1) return false
    const times = Math.min(changeOfEffort, Math.max(1 / changeOfEffort, wanted))
    this.#effort = Math.min(this.#rolling.plan.mostEffort, Math.max(leastEffort, this.#effort * times))
    return true
  }

  /** What was before the horizon is decided. */
  #beginAt(first: number): void {
    const { dayCount } = this.#state.instance
    this.#prices.finders.forEach(({ options: { duties } }, e) => {
      for (let day = 0; day < first; day += 1) this.#fixed[e]![day] = duties[day]![0]!
    })
    if (first === 0) return
    const outlooks = this.#outlooks()
    this.#nodes.forEach((node, e) => {
      const cells = Int32Array.from({ length: dayCount }, (_, day) => Math.max(0, this.#fixed[e]![day]!))
      this.#nodes[e] = new WindowRows(outlooks[e]!, { from: 0, to: first }, node, []).nodeAfter(cells, first)
    })
  }

  #outlooks() {
    const priceOf = this.#prices.priceDuties()
    return this.#prices.finders.map((finder, e) => finder.outlook(priceOf[this.#cover.classOf(e)]!)!)
  }

  /** Solves the days from `first` on before `end`, and keeps those before `kept`; false where that does not come to an end. */
  #solve(first: number, end: number, kept: number, effort: number): boolean {
    const window = new Window(this.#state, this.#rolling, {
      effort,
      span: { from: first, to: end - 1 },
      outlooks: this.#outlooks(),
      nodes: this.#nodes,
      corridors: this.#corridors(first, end),
      prices: this.#prices.best,
    })
    try {
      const parts = window.solve()
      if (parts === null) return false
      parts.forEach((cells, e) => {
        for (let day = first; day < kept; day += 1) this.#fixed[e]![day] = cells[day]!
        this.#nodes[e] = window.rowsOf(e).nodeAfter(cells, kept)
      })
      return true
    } finally {
      window.dispose()
    }
  }

  #corridors(from: number, to: number): Corridor[] {
    const { strict, params } = this.#rolling
    const { dayCount } = this.#state.instance
    const days = { from, to, dayCount, first: this.#whole.from }
    const unit = heaviestOpen(strict)
    return this.#prices.finders.flatMap((finder, who) => {
      const before = this.#fixed[who]!.map((duty) => Math.max(0, duty))
      return corridorsOf(finder, who, before, days, params.rolling, unit)
    })
  }
}

interface WindowMeans {
  /** How carefully it is solved. */
  readonly effort: number
  readonly span: Span
  readonly outlooks: readonly NonNullable<ReturnType<PricedRows['outlook']>>[]
  readonly nodes: readonly number[]
  readonly corridors: readonly Corridor[]
  readonly prices: Float64Array
}

/** The linear program over the parts of rows that everybody may have in one window. */
class Window {
  readonly #rolling: Rolling
  #effort: number
  readonly #dayCount: number
  readonly #span: Span
  readonly #prices: Float64Array
  readonly #master: Master
  readonly #rows: readonly WindowRows[]

  constructor(state: State, rolling: Rolling, { effort, span, outlooks, nodes, corridors, prices }: WindowMeans) {
    const employees = outlooks.map((_, e) => e)
    const days = { from: span.from, to: span.to + 1 }
    this.#rolling = rolling
    this.#effort = effort
    this.#dayCount = state.instance.dayCount
    this.#span = span
    this.#prices = prices
    this.#master = new Master({ solver: rolling.solver, seats: rolling.strict }, state, employees, span, { sums: corridors })
    // The first parts may want more seats than there are.
    this.#master.addArtificials()
    this.#rows = outlooks.map((outlook, e) => {
      const own = corridors.filter(({ who }) => who === e)
      return new WindowRows(outlook, days, nodes[e]!, own)
    })
  }

  rowsOf(who: number): WindowRows {
    return this.#rows[who]!
  }

  /** By employee: what they do in the window; null when it does not come to an end. */
  solve(): Int32Array[] | null {
    if (!this.#solveRoot()) return null
    for (let attempt = 0; attempt < this.#rolling.params.rolling.dives; attempt += 1) {
      if (attempt > 0) {
        // What was fixed left somebody nothing to do. Less at a time seldom does.
        this.#effort = Math.max(1, this.#effort)
        this.#master.restrict(() => true)
      }
      const chosen = this.#dive()
      if (chosen !== null) return chosen.map(({ cells }) => cells)
      if (this.#rolling.spend(0)) return null
    }
    return null
  }

  #dive(): Column[] | null {
    const { params, random } = this.#rolling
    const { atOnce, roundsPerFixing } = params.rolling
    const count = this.#rows.length
    const days = this.#span.to + 1 - this.#span.from
    return dive({
      master: this.#master,
      count,
      dayCount: this.#dayCount,
      days: this.#span,
      atOnce: (atOnce / this.#effort) * count * days,
      rounds: Math.round(this.#effort * roundsPerFixing),
      random,
      solve: (isShut) => this.#solveProgram(isShut),
      addColumns: (fixed) => this.#addParts(fixed).added,
      ceiling: Infinity,
      params: params.columns,
    })
  }

  /** Column generation until its value is known about; false when it is over. */
  #solveRoot(): boolean {
    const { params } = this.#rolling
    const { rounds, close } = params.rolling
    const { smoothing: share, maxColumns, keptColumns } = params.columns
    const master = this.#master
    const columns = ([altogether, each]: readonly number[]): number => Math.max(altogether!, each! * this.#rows.length)
    master.prices.set(this.#prices)
    this.#addParts(null, true)
    let smoothing = master.recall(this.#prices) ? share : 0
    for (let round = 0; round < this.#effort * rounds; round += 1) {
      if (!this.#solveProgram(false)) return false
      if (master.columns.length > columns(maxColumns)) master.purge(columns(keptColumns))
      master.smooth(smoothing)
      const { added, least } = this.#addParts(null)
      master.noteBound(least)
      if (master.objective - master.bound < close / this.#effort ** 2 || (added === 0 && smoothing === 0)) break
      smoothing = added === 0 ? 0 : share
    }
    if (!this.#solveProgram(false)) return false
    master.ruleOutMissing()
    return true
  }

  #solveProgram(isShut: boolean): boolean {
    const { spend, params } = this.#rolling
    const { size } = this.#master
    return this.#master.solve(isShut, (iterations) => spend((size / params.steps.sizePerStep) * iterations))
  }

  /** Adds parts that better the linear program while these days are fixed (all that are found: at first): how many, and what the cheapest ones of all cost. */
  #addParts(fixed: Int32Array | null, isFirst = false): { added: number; least: number } {
    const { spend, params } = this.#rolling
    const { steps, rolling } = params
    const master = this.#master
    let added = 0
    let least = 0
    this.#rows.forEach((rows, who) => {
      const pricing = {
        priceOf: (duty: number) => master.priceOf(who, duty),
        priceOfSums: master.sums.dualsOf(who),
        fixed: fixed && fixed.subarray(who * this.#dayCount, (who + 1) * this.#dayCount),
      }
      const found = rows.find(pricing, rolling.perRound)
      least += found[0]?.priced ?? 0
      for (const { cells, cost } of found) {
        const column = { who, cells, cost }
        if ((isFirst || master.reducedCost(column) < -EPSILON) && master.add(column)) added += 1
      }
      spend(rows.edges / steps.edgesPerStep + steps.perColumn * found.length)
    })
    return { added, least }
  }

  dispose(): void {
    this.#master.dispose()
  }
}
