import type { Score } from '../../model/score.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import type { Move } from '../scoring/evaluate.ts'
import { type SumLimit, sumOfRow, sumsThatCost } from '../rows/sum-limit.ts'
import { daysOf, type Span } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import { type Costs, EXACT } from './costs.ts'
import { dive, type Fineness } from './dive.ts'
import type { LinearSolver } from './linear-solver.ts'
import { type Column, Master } from './master.ts'
import type { ColumnPool } from './column-pool.ts'
import { costOfRow } from './pricers/row-cost.ts'
import { RowFinder } from './pricers/row-finder.ts'
import { allowedRow, rowOptions } from './pricers/row-options.ts'

export interface Neighbourhood {
  readonly employees: readonly number[]
  /** Days of rows that are found anew; what lies outside stays. */
  readonly span: Span
}

/** A decision on the path to a branch-and-bound node. */
export type Decision =
  | { readonly kind: 'cover'; readonly demand: number; readonly min: number; readonly max: number }
  | { readonly kind: 'duty'; readonly who: number; readonly day: number; readonly duty: number; readonly isTaken: boolean }
  | ({ readonly kind: 'sum'; readonly who: number } & SumLimit)

/** The tools of pricing; `finders` keeps pricers of whole rows from one neighbourhood to the next, by employee. */
export interface PricingTools {
  readonly solver: LinearSolver
  readonly costs: Costs
  readonly move: Move
  readonly random: Random
  readonly finders: Map<number, RowFinder> | null
  readonly pool: ColumnPool
  /** Rows of every kind are found, by these costs, so that a bound follows; null = those that are worth trying, by `costs`. */
  readonly strict: Costs | null
  /** By these, seats are worth what they are. */
  readonly seats: Costs
  /** Counts the steps that were taken; true when there are no more. */
  readonly spend: (steps: number) => boolean
  /** How much time is left, in any unit; without it there is enough. */
  readonly left?: () => number
  /** What an employee costs at first who is missing where they must be, in heaviest units; absent = what the parameters say. */
  readonly missing?: number
}

/** Reduced costs below this are zero but for rounding. */
export const EPSILON = 1e-4

/** Column generation for some employees whose days in the span are cleared: master and pricing in turn, then a dive. */
export class ColumnGeneration {
  readonly #state: State
  readonly #employees: readonly number[]
  readonly #span: Span
  readonly #tools: PricingTools
  master: Master
  /** By employee: made when it is needed first, which takes up to some 50 ms. */
  readonly #finders: RowFinder[] = []
  /** By employee: the row that they had. */
  readonly #rows: readonly Int32Array[]
  /** By employee: what that row costs, its seats aside. */
  readonly #base: readonly number[]
  /** By employee × days + day: the duty that is decided there, −1 = none. */
  readonly #decided: Int32Array
  /** By employee: the duties that are ruled out. */
  #ruledOut: readonly ReadonlySet<number>[]
  /** By employee: the limits that are decided. */
  #limits: readonly (readonly SumLimit[])[]
  /** Of employees with such limits, by both of them. */
  readonly #limitedFinders = new Map<string, RowFinder>()
  /** The demands of which it is decided how many employees they have. */
  readonly #limited = new Set<number>()
  /** How many times as far pricing looks as at first. */
  #effort = 1
  /** Whether columns were shut out since the master was solved last. */
  #isShut = false

  constructor(state: State, { employees, span }: Neighbourhood, tools: PricingTools, rows: readonly Int32Array[]) {
    this.#state = state
    this.#employees = employees
    this.#span = span
    this.#rows = rows
    this.#tools = tools
    this.#base = rows.map((cells, who) => this.#rowCost(who, cells))
    this.#decided = new Int32Array(employees.length * state.instance.dayCount).fill(-1)
    this.#ruledOut = employees.map(() => new Set())
    this.#limits = employees.map(() => [])
    this.master = new Master(tools, state, employees, span)
    rows.forEach((cells, who) => {
      this.master.add({ who, cells, cost: 0 })
      this.#addRemembered(who)
    })
  }

  get #params(): SearchParams {
    return this.#tools.costs.params
  }

  #columns([altogether, each]: readonly number[]): number {
    return Math.max(altogether!, each! * this.#employees.length)
  }

  /** What the rows that they had and their seats cost beyond those of the cleared roster, less what the rows alone do. */
  costOf(before: Score, cleared: Score): number {
    const whole = this.#tools.costs.factors.reduce((sum, factor, p) => sum + (before[p]! - cleared[p]!) * factor, 0)
    return this.#base.reduce((sum, cost) => sum - cost, whole)
  }

  /** Rows of earlier times, as far as they fit in. */
  #addRemembered(who: number): void {
    const { pool, costs, spend } = this.#tools
    const { from, to } = this.#span
    for (const row of pool.rowsOf(this.#employees[who]!)) {
      const cells = this.#rows[who]!.slice()
      for (let day = from; day <= to; day += 1) cells[day] = row[day]!
      const cost = this.#rowCost(who, cells) - this.#base[who]!
      spend(this.#params.steps.perColumn)
      if (cost < costs.forbidden / 2) this.master.add({ who, cells, cost })
    }
  }

  /** Remembers the rows that are near to be taken, and the prices. */
  remember(): void {
    const { pool } = this.#tools
    for (const { who, cells } of this.master.columns) pool.keep(this.#employees[who]!, cells)
    this.master.readPrices(pool.prices)
  }

  /** What rosters cost altogether that cost so much in the master; `cleared` is the score of the cleared roster. */
  totalOf(cost: number, cleared: Score): number {
    const { factors } = this.#tools.costs
    const before = factors.reduce((sum, factor, p) => sum + cleared[p]! * factor, 0)
    return this.#base.reduce((sum, base) => sum + base, before + cost)
  }

  /** Column generation until nothing better than `ceiling` can come ('proved'), until its value is known ('open'; about, where it `stopsWhenTailing`), or until it fails. */
  solveRoot(ceiling: number, stopsWhenTailing = false): 'proved' | 'open' | 'failed' {
    const master = this.master
    const { columns } = this.#params
    let smoothing = this.#isShut || master.recall(this.#tools.pool.prices) ? columns.smoothing : 0
    const maxRounds = this.#tools.strict === null ? columns.maxRounds : columns.roundsToProve
    const values: number[] = []
    this.#effort = 1
    for (let round = 0; round < maxRounds; round += 1) {
      if (!this.#solve(this.#isShut)) return 'failed'
      this.#isShut = false
      if (master.columns.length > this.#columns(this.#params.columns.maxColumns)) master.purge(this.#columns(this.#params.columns.keptColumns))
      master.smooth(smoothing)
      const { added, least } = this.#addColumns(this.#decided)
      if (this.#tools.spend(0)) return 'failed'
      master.noteBound(least)
      if (master.bound > ceiling) return 'proved'
      const isClose = master.objective - master.bound < columns.close && master.objective <= ceiling
      const isSolved = isClose || (added === 0 && smoothing === 0 && !this.#tryHarder())
      values.push(master.objective)
      const isEnough = isSolved || (stopsWhenTailing && isTailingOff(columns, values))
      if (isEnough && !master.raiseMissing()) break
      smoothing = added === 0 && !isSolved ? 0 : columns.smoothing
    }
    return 'open'
  }

  /** Where a bound is to follow, searches that ended early say less of it than is true: the next round looks further. False where it may not. */
  #tryHarder(): boolean {
    const { harder, maxEffort } = this.#params.columns
    if (this.#tools.strict === null || this.#effort * harder > maxEffort) return false
    this.#effort *= harder
    return true
  }

  /** From now on only rosters count that keep these decisions, whatever was decided before. */
  enter(decisions: readonly Decision[]): void {
    const { dayCount, demands } = this.#state.instance
    const ruledOut = this.#employees.map(() => new Set<number>())
    const limits = this.#employees.map((): SumLimit[] => [])
    this.#decided.fill(-1)
    for (const d of this.#limited) this.master.limit(d, 0, demands.seats[d]!)
    this.#limited.clear()
    for (const decision of decisions) {
      if (decision.kind === 'cover') {
        this.master.limit(decision.demand, decision.min, decision.max)
        this.#limited.add(decision.demand)
      } else if (decision.kind === 'sum') limits[decision.who]!.push(decision)
      else if (decision.isTaken) this.#decided[decision.who * dayCount + decision.day] = decision.duty
      else ruledOut[decision.who]!.add(decision.duty)
    }
    this.#ruledOut = ruledOut
    this.#limits = limits
    this.#isShut = decisions.length > 0
    if (this.#isShut) this.master.addArtificials()
    this.master.restrict(({ who, cells }) => this.#isAllowed(who, cells))
    this.master.forget()
  }

  #isAllowed(who: number, cells: Int32Array): boolean {
    const first = who * this.#state.instance.dayCount
    const ruledOut = this.#ruledOut[who]!
    const isIn = ({ rule, min, max }: SumLimit): boolean => {
      const sum = this.sumOf(who, rule, cells)
      return sum >= min && sum <= max
    }
    return (
      cells.every((duty, day) => !ruledOut.has(duty) && (this.#decided[first + day]! < 0 || this.#decided[first + day] === duty)) &&
      this.#limits[who]!.every(isIn)
    )
  }

  /** The rules whose sums may be decided of an employee. */
  sumRulesOf(who: number): readonly number[] {
    return sumsThatCost(this.#state.instance, this.#employees[who]!, this.#tools.strict ?? this.#tools.costs)
  }

  /** What a row counts by one of them. */
  sumOf(who: number, rule: number, cells: Int32Array): number {
    return sumOfRow(this.#state.instance, rule, this.#employees[who]!, cells)
  }

  /**
   * One row for each employee, by employee, that cost no more than `ceiling` together; null when the dive ends above it. Only what they do on the days of `part` is
   * fixed, and only these seats are counted: those of other days cost what they do now, and more employees may have them than there are. Then there is no ceiling.
   */
  dive(ceiling: number, { share, rounds }: Fineness, part: Span): Int32Array[] | null {
    if (!this.#solve(false)) return null
    this.master.ruleOutMissing()
    this.master.purge(this.#columns(this.#params.columns.keptColumns))
    this.remember()
    const isPart = daysOf(part) < daysOf(this.#span)
    if (isPart) this.#freeze(part)
    const chosen = dive({
      master: this.master,
      count: this.#employees.length,
      dayCount: this.#state.instance.dayCount,
      days: part,
      atOnce: share * this.#employees.length * daysOf(part),
      rounds,
      random: this.#tools.random,
      solve: (isShut) => this.#solve(isShut),
      addColumns: (fixed) => this.#addColumns(fixed).added,
      // What the half that is fixed first lacks, the other one may make up for.
      ceiling: isPart ? Infinity : ceiling,
      left: this.#tools.left,
      params: this.#params.columns,
    })
    if (chosen === null) return null
    const rows: Int32Array[] = []
    for (const { who, cells } of chosen) rows[who] = cells
    return rows
  }

  /** Goes on with a master about the seats of some days alone. */
  #freeze(days: Span): void {
    const before = this.master
    before.smooth(0)
    this.master = new Master(this.#tools, this.#state, this.#employees, this.#span, { frozen: { days, prices: before.prices.slice() } })
    for (const column of before.columns) this.master.add(column)
    before.dispose()
  }

  dispose(): void {
    this.master.dispose()
  }

  #solve(isShut: boolean): boolean {
    const { size } = this.master
    return this.master.solve(isShut, (iterations) => this.#tools.spend((size / this.#params.steps.sizePerStep) * iterations))
  }

  /** Adds rows that better the linear program while these days are fixed (−1 = none is): how many, and what the cheapest ones of all cost. */
  #addColumns(fixed: Int32Array): { added: number; least: number } {
    const { dayCount } = this.#state.instance
    let added = 0
    let sum = 0
    for (let who = 0; who < this.#employees.length; who += 1) {
      if (this.#tools.spend(0)) return { added: 0, least: -Infinity }
      const { found, least } = this.#columnsOf(who, fixed.subarray(who * dayCount, (who + 1) * dayCount))
      // What they had may break rules that others must keep.
      sum += this.#isAllowed(who, this.#rows[who]!) ? Math.min(least, -this.master.worth(who, this.#rows[who]!)) : least
      for (const column of found) if (this.master.reducedCost(column) < -EPSILON && this.master.add(column)) added += 1
    }
    return { added, least: sum }
  }

  #columnsOf(who: number, fixed: Int32Array): { found: Column[]; least: number } {
    const finder = this.#limits[who]!.length > 0 ? this.#limitedFinderOf(who) : (this.#finders[who] ?? this.#finderOf(who))
    const master = this.master
    const { costs, strict, spend } = this.#tools
    const base = this.#base[who]!
    const beyond = finder.offset - base
    const { steps } = finder
    const ruledOut = this.#ruledOut[who]!
    const priceOf = (duty: number): number => (ruledOut.has(duty) ? Infinity : -master.priceOf(who, duty))
    const { rows, least } = finder.find(
      { priceOf, fixed },
      { wanted: this.#params.columns.perRound, ceiling: master.convexityDuals[who]! - beyond, effort: this.#effort },
    )
    const found = rows.map(({ cells }) => ({ who, cells, cost: this.#rowCost(who, cells) - base }))
    spend(finder.steps - steps + this.#params.steps.perColumn * rows.length)
    const isExact = strict === null || Math.abs(finder.offset) < EXACT
    return { found: found.filter(({ cost }) => cost < costs.forbidden / 2), least: isExact ? least + beyond : -Infinity }
  }

  #finderOf(who: number): RowFinder {
    const { finders, spend } = this.#tools
    const employee = this.#employees[who]!
    const known = finders?.get(employee)
    if (known !== undefined) return (this.#finders[who] = known)
    const finder = this.#newFinder(who, [])
    // Without a graph where the time was over.
    if (spend(0)) return finder
    this.#finders[who] = finder
    finders?.set(employee, finder)
    return finder
  }

  #limitedFinderOf(who: number): RowFinder {
    const name = JSON.stringify([who, this.#limits[who]])
    const known = this.#limitedFinders.get(name)
    if (known !== undefined) return known
    const finder = this.#newFinder(who, this.#limits[who]!)
    if (this.#tools.spend(0)) return finder
    if (this.#limitedFinders.size === this.#params.columns.maxLimitedGraphs) this.#limitedFinders.delete(this.#limitedFinders.keys().next().value!)
    this.#limitedFinders.set(name, finder)
    return finder
  }

  #newFinder(who: number, limits: readonly SumLimit[]): RowFinder {
    const { costs, strict, spend } = this.#tools
    const row = this.#rows[who]!
    const options = rowOptions(this.#state, strict ?? costs, this.#employees[who]!, this.#span, row, strict !== null)
    const finder = new RowFinder(this.#state, strict ?? costs, this.#employees[who]!, { options, row, limits }, () => spend(0))
    const allowed = allowedRow(options, row)
    finder.offset = this.#rowCost(who, allowed) - finder.costOf(allowed)
    return finder
  }

  #rowCost(who: number, cells: Int32Array): number {
    const { move, costs } = this.#tools
    return costOfRow(this.#state, move, costs, this.#employees[who]!, cells, this.#span)
  }
}

/** Whether the last rounds brought little, where values (of the linear program, by round) came down at all. */
function isTailingOff({ fewRounds, minGainedShare }: SearchParams['columns'], values: readonly number[]): boolean {
  const [now, before] = [values.at(-1)!, values.at(-1 - fewRounds)]
  const gained = values[0]! - now
  return before !== undefined && gained >= 1 && before - now < minGainedShare * gained
}
