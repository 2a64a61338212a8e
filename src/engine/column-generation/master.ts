import type { SearchParams } from '../portfolio/params.ts'
import type { Span } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import { type Costs, heaviestOpen } from './costs.ts'
import type { LinearColumn, LinearOptimum, LinearProgram, LinearSolver } from './linear-solver.ts'
import { CoverRows } from './cover-rows.ts'
import { SeatValues } from './seat-values.ts'
import { optimize } from './solve-program.ts'
import { type SumRow, SumRows } from './sum-rows.ts'

/** One whole row that an employee could have. */
export interface Column {
  /** Position among the employees of the master. */
  readonly who: number
  readonly cells: Int32Array
  /** Beyond what their present row costs; seats aside. */
  readonly cost: number
}

/** Prices of cover rows that do not change any more: of those outside of some days. */
export interface FrozenPrices {
  readonly days: Span
  /** By cover row. */
  readonly prices: Float64Array
}

/** Columns with less are at rest. */
const MIN_DUAL = 1e-7
/** Less of an employee is not missing. */
const MIN_MISSING = 1e-6
/**
 * The restricted master: a linear program over the columns found so far, with one convexity row for each employee and one cover row for each demand and
 * each stretch of coverage (`cover-rows.ts`). `state` is the roster without the duties of those employees in the span; all other employees stay.
 */
export class Master {
  readonly #state: State
  readonly #program: LinearProgram
  /** Whom it is about, and how many they are. */
  readonly #employees: readonly number[]
  readonly count: number
  readonly #cover: CoverRows
  readonly #span: Span
  columns: Column[] = []
  /** By column: its position in the program. */
  #at: number[] = []
  /** By cover row: its row in the program, −1 = none yet; and the other way round. */
  readonly #rowOf: Int32Array
  readonly #coverOf: number[] = []
  readonly #known = new Set<string>()
  readonly #seats: SeatValues
  readonly #frozen: FrozenPrices | null
  readonly sums: SumRows
  /** What seats cost at least that are paid frozen prices. */
  readonly #frozenCost: number
  /** By cover row in the program: where its segments stand in the program, and the artificial variable that stands for employees who are missing. */
  readonly #segmentsAt = new Map<number, number[]>()
  readonly #artificialAt = new Map<number, number>()
  /**
   * What an employee costs who is missing where they must be. Prices have room up to there, and use it as long as rows are few: with 1e7 the master of a
   * ward whose seats are of the first priority came to no end, with 3 units of the heaviest rule it took half as long again as with a limit that is raised.
   */
  #missing: number
  readonly #params: SearchParams['columns']
  readonly #steps: SearchParams['steps']
  #raises = 0
  readonly #shut = new Set<Column>()
  #hasArtificials = false
  #width = 0
  #solution: Pick<LinearOptimum, 'values' | 'reducedCosts'> = { values: new Float64Array(), reducedCosts: new Float64Array() }
  /** By cover row: what one more employee on it is worth at the margin; −∞ where no seat is left, 0 outside the span. */
  readonly coverageDuals: Float64Array
  /** The prices that rows are looked for at. */
  readonly prices: Float64Array
  readonly #centre: Float64Array
  /** No rows cost less together. */
  bound = -Infinity
  /** By employee of the master: the dual of the convexity row, the cost of their line at these prices. */
  readonly convexityDuals: Float64Array
  /** What the linear program's solution costs. */
  objective = Infinity

  /** With frozen prices it is only about the seats of their days: there are always enough of the others, at these prices. `sums`: what its employees should use of some sums. */
  constructor(
    { solver, seats, missing = seats.params.columns.missing }: { solver: LinearSolver; seats: Costs; missing?: number },
    state: State,
    employees: readonly number[],
    span: Span,
    { frozen = null, sums = [] }: { readonly frozen?: FrozenPrices | null; readonly sums?: readonly SumRow[] } = {},
  ) {
    this.#params = seats.params.columns
    this.#steps = seats.params.steps
    this.#missing = missing * heaviestOpen(seats)
    this.#state = state
    this.#employees = employees
    this.count = employees.length
    this.#span = span
    this.#cover = CoverRows.of(state.instance)
    this.#rowOf = new Int32Array(this.#cover.count).fill(-1)
    this.#seats = new SeatValues(state, seats, frozen?.days ?? span)
    this.coverageDuals = this.#seats.atMargin()
    this.prices = this.#seats.firstPrices()
    this.#frozen = frozen
    this.#frozenCost = frozen === null ? 0 : new SeatValues(state, seats, span).minCost(frozen.prices) - this.#seats.minCost(frozen.prices)
    if (frozen !== null) {
      for (let row = 0; row < this.#cover.count; row += 1) if (this.#isFrozen(row)) this.coverageDuals[row] = this.prices[row] = frozen.prices[row]!
    }
    this.#centre = this.prices.slice()
    this.convexityDuals = new Float64Array(this.count)
    this.#program = solver.createProgram()
    this.sums = new SumRows(sums, this.count)
    this.#program.addRows(Array.from({ length: this.count }, () => ({ lower: 1, upper: 1 })))
    this.#program.addRows(sums.map(({ lower, upper }) => ({ lower, upper })))
    sums.forEach(({ cost }, i) => {
      for (const off of [1, -1]) this.#addColumn({ cost, lower: 0, upper: Infinity, rows: [this.count + i], values: [off] })
    })
  }

  get dayCount(): number {
    return this.#state.instance.dayCount
  }

  /** The row of the program of the first cover row that it has. */
  get #firstCover(): number {
    return this.count + this.sums.count
  }

  /** Rows and columns of the linear program. */
  get size(): number {
    return this.#firstCover + this.#coverOf.length + this.#width
  }

  /** Adds a column; false when it is there already. */
  add(column: Column): boolean {
    const name = nameOf(column)
    if (this.#known.has(name)) return false
    this.#known.add(name)
    const entries = new Map([[column.who, 1]])
    let { cost } = column
    this.#eachCoverRow(column, (cover) => {
      if (this.#isFrozen(cover)) cost -= this.prices[cover]!
      else if (this.#seats.has(cover)) {
        const row = this.#rowFor(cover)
        entries.set(row, (entries.get(row) ?? 0) + 1)
      }
    })
    this.sums.eachUsed(column.who, column.cells, (i, used) => entries.set(this.count + i, used))
    const rows = [...entries.keys()].sort((a, b) => a - b)
    const values = rows.map((row) => entries.get(row)!)
    this.#at.push(this.#addColumn({ cost, lower: 0, upper: 1, rows, values }))
    this.columns.push(column)
    return true
  }

  /** An artificial variable for each employee, who may be left without a column. */
  addArtificials(): void {
    if (this.#hasArtificials) return
    this.#hasArtificials = true
    for (let who = 0; who < this.count; who += 1) this.#addColumn({ cost: this.#params.artificialCost, lower: 0, upper: 1, rows: [who], values: [1] })
  }

  /** So many of a demand's seats that are left are filled from now on, at least and at most. */
  limit(d: number, min: number, max: number): void {
    this.#seats.limit(d, min, max)
    const row = this.#rowFor(d)
    if (min > 0) this.#addArtificialOf(d, row)
    this.#segmentsAt.get(d)!.forEach((at, i) => {
      const segment = this.#seats.of(d)[i]!
      this.#program.setBounds(at, segment.min, segment.max)
    })
  }

  /** True when somebody is missing in the last solution where they must be. */
  get isMissing(): boolean {
    return [...this.#artificialAt.values()].some((at) => this.#solution.values[at]! > MIN_MISSING)
  }

  /** Makes it dearer to be missing when somebody is; false when nobody is, or when it is dear enough. */
  raiseMissing(): boolean {
    if (!this.isMissing || this.#raises === this.#params.maxRaises) return false
    this.#raise(1)
    return true
  }

  /** Makes it as dear to be missing as it can be. */
  ruleOutMissing(): void {
    this.#raise(this.#params.maxRaises - this.#raises)
  }

  #raise(times: number): void {
    this.#raises += times
    this.#missing *= this.#params.dearer ** times
    for (const at of this.#artificialAt.values()) this.#program.setCost(at, this.#missing)
  }

  /** Only these columns may be taken from now on. */
  restrict(isAllowed: (column: Column) => boolean): void {
    this.#shut.clear()
    this.columns.forEach((column, i) => {
      const isShut = !isAllowed(column)
      if (isShut) this.#shut.add(column)
      this.#program.setBounds(this.#at[i]!, 0, isShut ? 0 : 1)
    })
  }

  /** Begins anew with proving: what is said from now on is said of rosters that keep what is decided. */
  forget(): void {
    this.bound = -Infinity
  }

  /** Shuts a column out. */
  forbid(i: number): void {
    this.#shut.add(this.columns[i]!)
    this.#program.setBounds(this.#at[i]!, 0, 0)
  }

  /**
   * Solves the linear program, after columns were shut out or after others were added, and reads coverage and convexity duals. False when it has no solution,
   * or when `isOver`, which is asked with the iterations of the simplex method since the last time, says that there is no more time for one.
   */
  solve(isShut: boolean, isOver: (iterations: number) => boolean): boolean {
    const optimum = optimize(this.#program, { params: this.#steps, isShut, rows: this.#firstCover + this.#coverOf.length, isOver })
    if (optimum === null) return false
    this.#solution = optimum
    this.objective = optimum.objective + this.#seats.saved + this.#frozenCost
    for (let i = 0; i < this.count; i += 1) this.convexityDuals[i] = optimum.duals[i]!
    for (let i = 0; i < this.sums.count; i += 1) this.sums.duals[i] = optimum.duals[this.count + i]!
    this.#coverOf.forEach((cover, i) => {
      this.coverageDuals[cover] = optimum.duals[this.#firstCover + i]!
    })
    return true
  }

  /** Begins with prices of another time where they are known; false when none is. */
  recall(prices: Float64Array): boolean {
    let isKnown = false
    for (const d of this.#coverOf) {
      if (Number.isNaN(prices[d] ?? NaN) || this.coverageDuals[d] === -Infinity) continue
      this.#centre[d] = prices[d]!
      isKnown = true
    }
    return isKnown
  }

  /** Writes down the best prices so far, of the demands that were in play. */
  readPrices(prices: Float64Array): void {
    for (const d of this.#coverOf) if (this.#centre[d] !== -Infinity) prices[d] = this.#centre[d]!
  }

  /** Moves the prices that rows are looked for at: `share` of them stays where they were best, the rest is as the master says. */
  smooth(share: number): void {
    for (let d = 0; d < this.prices.length; d += 1) {
      const [centre, coverageDuals] = [this.#centre[d]!, this.coverageDuals[d]!]
      this.prices[d] = coverageDuals === -Infinity ? coverageDuals : share * centre + (1 - share) * coverageDuals
    }
  }

  /** Notes the bound that follows from the prices: `rows` is what the cheapest row of every employee costs at them, together. */
  noteBound(rows: number): void {
    const bound = rows + this.#seats.minCost(this.prices) + this.sums.least + this.#frozenCost
    if (bound > this.bound) {
      this.bound = bound
      this.#centre.set(this.prices)
    }
  }

  /** Drops columns, right after solving, that are far from paying: all but those in use and the best `max` others. */
  purge(max: number): void {
    const { values, reducedCosts } = this.#solution
    const order = this.columns.map((_, i) => i).sort((a, b) => reducedCosts[this.#at[a]!]! - reducedCosts[this.#at[b]!]! || a - b)
    const unused = order.filter((i) => values[this.#at[i]!]! === 0)
    this.#drop(new Set(unused.slice(max)))
  }

  /** Drops columns, right after solving, that are shut out: all but those that the simplex method still leans on. */
  dropShut(): void {
    const { values, reducedCosts } = this.#solution
    const isIdle = (i: number): boolean => values[this.#at[i]!]! === 0 && Math.abs(reducedCosts[this.#at[i]!]!) > MIN_DUAL
    const dropped = new Set([...this.#shut].map((column) => this.columns.indexOf(column)).filter((i) => i >= 0 && isIdle(i)))
    for (const i of dropped) this.#shut.delete(this.columns[i]!)
    this.#drop(dropped)
  }

  #drop(dropped: ReadonlySet<number>): void {
    if (dropped.size === 0) return
    for (const i of dropped) this.#known.delete(nameOf(this.columns[i]!))
    const positions = new Set([...dropped].map((i) => this.#at[i]!))
    this.#program.dropColumns([...positions])
    const moved = new Int32Array(this.#width)
    let width = 0
    for (let at = 0; at < this.#width; at += 1) {
      moved[at] = width
      if (!positions.has(at)) width += 1
    }
    const kept = this.columns.map((_, i) => i).filter((i) => !dropped.has(i))
    this.#at = kept.map((i) => moved[this.#at[i]!]!)
    this.columns = kept.map((i) => this.columns[i]!)
    this.#width = width
    for (const of of this.#segmentsAt.values()) of.forEach((at, i) => (of[i] = moved[at]!))
    for (const [d, at] of this.#artificialAt) this.#artificialAt.set(d, moved[at]!)
    const { values, reducedCosts } = this.#solution
    const isKept = (_: number, at: number): boolean => !positions.has(at)
    this.#solution = { values: values.filter(isKept), reducedCosts: reducedCosts.filter(isKept) }
  }

  /** By column: its share in the last solution; 0 for those that came after it. */
  shares(): Float64Array {
    return Float64Array.from(this.columns, (_, i) => this.#solution.values[this.#at[i]!] ?? 0)
  }

  /** What a duty is worth when this employee of the master has it. */
  priceOf(who: number, duty: number): number {
    let sum = 0
    for (const row of this.#cover.of(this.#cover.classOf(this.#employees[who]!), duty)) sum += this.prices[row]!
    return sum
  }

  /** The reduced cost: below 0, the column improves the master. */
  reducedCost(column: Column): number {
    let reduced = column.cost - this.convexityDuals[column.who]!
    this.#eachCoverRow(column, (row) => (reduced -= this.coverageDuals[row]!))
    this.sums.eachUsed(column.who, column.cells, (i, used) => (reduced -= this.sums.duals[i]! * used))
    return reduced
  }

  /** What a row is worth at the prices by the seats that it fills and where its employee is counted. */
  worth(who: number, cells: Int32Array): number {
    let sum = 0
    this.#eachCoverRow({ who, cells }, (row) => (sum += this.prices[row]!))
    return sum
  }

  /** In order of days. */
  #eachCoverRow({ who, cells }: Pick<Column, 'who' | 'cells'>, each: (row: number) => void): void {
    const group = this.#cover.classOf(this.#employees[who]!)
    for (let day = this.#span.from; day <= this.#span.to; day += 1) for (const row of this.#cover.of(group, cells[day]!)) each(row)
  }

  dispose(): void {
    this.#program.dispose()
  }

  /** The demands that a row takes seats of in the span. */
  demandsOf(cells: Int32Array): number[] {
    const { duties, demands } = this.#state.instance
    const found: number[] = []
    for (let day = this.#span.from; day <= this.#span.to; day += 1) {
      for (const d of duties.partsOf(cells[day]!)) if (demands.isDecided[d] === 0) found.push(d)
    }
    return found
  }

  #isFrozen(row: number): boolean {
    return this.#frozen !== null && !this.#seats.has(row)
  }

  #rowFor(d: number): number {
    const known = this.#rowOf[d]!
    if (known >= 0) return known
    const row = this.#firstCover + this.#coverOf.length
    this.#rowOf[d] = row
    this.#coverOf.push(d)
    this.#program.addRows([{ lower: 0, upper: 0 }])
    const segments = this.#seats.of(d)
    const at = segments.map(({ slope, min, max }) => this.#addColumn({ cost: slope, lower: min, upper: max, rows: [row], values: [-1] }))
    this.#segmentsAt.set(d, at)
    if (segments.some(({ isForced }) => isForced)) this.#addArtificialOf(d, row)
    return row
  }

  #addArtificialOf(d: number, row: number): void {
    if (this.#artificialAt.has(d)) return
    this.#artificialAt.set(d, this.#addColumn({ cost: this.#missing, lower: 0, upper: Infinity, rows: [row], values: [1] }))
  }

  /** Answers where it stands in the program. */
  #addColumn(column: LinearColumn): number {
    this.#program.addColumns([column])
    this.#width += 1
    return this.#width - 1
  }
}

function nameOf({ who, cells }: Column): string {
  return `${who}:${cells.join()}`
}
