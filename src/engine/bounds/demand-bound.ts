import type { LinearColumn, LinearProgram, LinearRow, LinearSolver } from '../column-generation/linear-solver.ts'
import { addBreakFlow, mostsOf, sizeOfBreakFlow } from './break-flow.ts'
import { forbidsSeveralShifts } from './relax.ts'
import { rounding } from './rounding.ts'
import { PERFECT, PRIORITIES } from '../../model/score.ts'
import { NO_LIMIT } from '../instance/limits.ts'
import { hasCandidates } from '../instance/candidate-times.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import { countColumn, maxIn, type CountRule } from '../rules/count/count.ts'
import { addFitCost } from '../rules/fit/fit.ts'
import { ABOVE, BELOW, IDEAL, NO_MAX, OF_DEMAND, QUARTERS_PER_HOUR, unitOf } from '../rules/coverage/coverage.ts'
import type { State } from '../scoring/state.ts'

/** What proving by people works with. */
interface Means {
  readonly solver: LinearSolver
  /** Priorities on which anything can cost, in order. */
  readonly active: readonly number[]
  readonly params: SearchParams
  /** The instance that nothing was left out of: it knows of breaks. */
  readonly whole: Instance
}

/** A column that is being made: what it costs by priority, and its entries by row. */
interface Draft {
  readonly upper: number
  /** The most of it in a roster that breaks nothing of the first priority, where that may be less. */
  readonly kept?: number
  /** One of it, by priority. */
  readonly price: readonly number[]
  readonly entries: readonly (readonly [row: number, value: number])[]
  /** True of what only rosters pay that break nothing of the first priority. */
  readonly isOfDisjoint?: true
}

interface Table {
  readonly rows: LinearRow[]
  readonly drafts: Draft[]
  /** By priority: what rosters cost at least before any column does. */
  readonly sure: Float64Array
}

/**
 * What no roster goes below by what is demanded, and by what all employees have to work together, whoever works what: one linear program for each priority, in which each shift has so many people.
 * What contracts ask of each is added up over all of them. A roster that breaks nothing of the first priority has nobody on two shifts at once, so that on the others people on shifts are people at work.
 */
export class DemandBound {
  readonly #program: LinearProgram
  readonly #params: SearchParams
  readonly #active: readonly number[]
  readonly #table: Table
  readonly #isDisjoint: boolean
  /** Rows and columns: what an iteration of the simplex method takes. */
  readonly #size: number
  #isOver = false
  #isDisposed = false
  /** By active priority, as far as it is proved: no roster that costs no more on those before it costs less. */
  readonly least: number[] = []

  private constructor(state: State, { solver, active, params, whole }: Means) {
    const table = tableOf(state, active, whole)
    this.#active = active
    this.#params = params
    this.#table = table
    this.#isDisjoint = forbidsCollisions(state.instance, active[0]!)
    const first = table.rows.length
    this.#size = first + table.drafts.length + 2 * active.length
    this.#program = solver.createProgram()
    // What a priority costs has a row and a column of its own, so that it can be held.
    this.#program.addRows([...table.rows, ...active.map((): LinearRow => ({ lower: 0, upper: 0 }))])
    const total = (at: number): LinearColumn => ({ cost: 0, lower: -Infinity, upper: Infinity, rows: [first + at], values: [-1] })
    this.#program.addColumns([...table.drafts.map((draft) => this.#columnOf(draft, first)), ...active.map((_, at) => total(at))])
  }

  /** Null where no shifts are found, or the program would be too large. `state` has nobody's open shifts. */
  static create(state: State, means: Means): DemandBound | null {
    const { instance } = state
    if (!hasCandidates(instance) || instance.coverage === null || means.active.length < 2) return null
    const size = instance.coverage.stretchCount + instance.demands.count + sizeOfBreakFlow(means.whole.coverage!)
    return size > means.params.bounds.maxDemanded ? null : new DemandBound(state, means)
  }

  /** Whether all is proved that can be. */
  get isDone(): boolean {
    return this.#isOver || this.least.length === this.#active.length
  }

  /** Goes on until `spend`, which is asked with the steps since it was asked last, says that there is no more time. */
  run(spend: (steps: number) => boolean): void {
    while (!this.isDone) {
      const at = this.least.length
      const priority = this.#active[at]!
      this.#table.drafts.forEach((draft, column) => this.#program.setCost(column, this.#paysAt(draft, at) ? draft.price[priority]! : 0))
      const { simplexPerLook, stalled } = this.#params.steps
      const outcome = this.#program.solve({
        from: 'primal',
        maxIterations: stalled.at(-1)! * this.#size,
        iterationsPerLook: simplexPerLook,
        isOver: (iterations) => spend((this.#size / this.#params.bounds.demandedPerStep) * iterations),
      })
      if (outcome.status === 'over') return
      if (outcome.status !== 'optimal') {
        this.#isOver = true
        return
      }
      const sure = this.#table.sure[priority]!
      const cost = outcome.objective + sure
      const least = Math.ceil(cost - rounding(cost))
      this.least.push(Math.max(0, least))
      this.#program.setBounds(this.#table.drafts.length + at, -Infinity, least - sure)
      if (at === 0) this.#keepFirst(least)
    }
  }

  /** Where the first priority is broken, it may be by people who are on two shifts at once, or on one that they may not work. */
  #keepFirst(least: number): void {
    if (least > 0) this.#isOver = true
    else
      this.#table.drafts.forEach(({ kept }, column) => {
        if (kept !== undefined) this.#program.setBounds(column, 0, kept)
      })
  }

  /** Gives back what the program holds; it may be called again. */
  dispose(): void {
    this.#isOver = true
    if (this.#isDisposed) return
    this.#isDisposed = true
    this.#program.dispose()
  }

  /** The row of a total has what is paid once the first priority is at its best; on that itself nothing disjoint is counted. */
  #columnOf(draft: Draft, first: number): LinearColumn {
    const totals = this.#active.flatMap((priority, at) =>
      draft.price[priority] === 0 || !this.#paysAt(draft, at) ? [] : [[first + at, draft.price[priority]!] as const],
    )
    const byRow = new Map<number, number>()
    for (const [row, value] of [...draft.entries, ...totals]) byRow.set(row, (byRow.get(row) ?? 0) + value)
    // Where one day’s demand goes on as the next day’s, who leaves the one comes to the other.
    const entries = [...byRow].filter(([, value]) => value !== 0).sort(([a], [b]) => a - b)
    return { cost: 0, lower: 0, upper: draft.upper, rows: entries.map(([row]) => row), values: entries.map(([, value]) => value) }
  }

  #paysAt({ isOfDisjoint }: Draft, at: number): boolean {
    return isOfDisjoint !== true || (at > 0 && this.#isDisjoint)
  }
}

/** True when nobody is on two shifts at once who breaks nothing of the priority. */
function forbidsCollisions(instance: Instance, priority: number): boolean {
  const { settings, allowedShiftCollisions, shifts } = instance.schedule
  const permits = allowedShiftCollisions > 0 || shifts.some(({ allowedCollisionSpots }) => allowedCollisionSpots.length > 0)
  return settings.weights.shiftCollision[priority]! > 0 && !permits && forbidsSeveralShifts(instance, priority)
}

function tableOf(state: State, active: readonly number[], whole: Instance): Table {
  const table: Table = { rows: [], drafts: [], sure: new Float64Array(4) }
  const entries: [row: number, value: number][][] = Array.from({ length: state.instance.demands.count }, () => [])
  addStretches(state, table, entries, mostsOf(state.instance.coverage!, whole.coverage!))
  addBreakFlow(whole.coverage!, {
    rows: table.rows,
    firstRow: 0,
    entries,
    add: (own) => table.drafts.push({ upper: Infinity, price: PERFECT, entries: own }),
  })
  state.instance.counts.forEach((rule, r) => addCount(state, table, entries, { rule, r }))
  addShifts(state, active, table, entries)
  return table
}

type Entries = [row: number, value: number][][]

/** What a unit of `instance.units` costs, by priority. */
function pricesOf({ weights }: Instance, unit: number, times: number): number[] {
  return PRIORITIES.map((priority) => (unit < 0 ? 0 : times * weights[4 * unit + priority]!))
}

/** A row for each stretch: what flows on from it to the next one is what it had, and who comes, less who leaves. Of a quarter that several stretches share nothing is counted. */
function addStretches({ instance, coverage: sums }: State, table: Table, entries: Entries, mosts: Int32Array): void {
  const coverage = instance.coverage!
  const { demands } = instance
  const first = table.rows.length
  for (let row = 0; row <= coverage.stretchCount; row += 1) table.rows.push({ lower: 0, upper: 0 })
  for (let stretch = 0; stretch < coverage.stretchCount; stretch += 1) {
    const flow: Draft['entries'] = [
      [first + stretch, -1],
      [first + stretch + 1, 1],
    ]
    const present = { counted: sums!.counted[stretch]!, max: mosts[stretch]! }
    for (const piece of piecesOf(instance, stretch, present, table.sure)) table.drafts.push({ ...piece, entries: flow })
  }
  for (let d = 0; d < demands.count; d += 1) {
    if (demands.isDecided[d] === 1) continue
    for (let span = coverage.spanOffset[d]!; span < coverage.spanOffset[d + 1]!; span += 1) {
      if (coverage.requirement[coverage.opening[coverage.spanFrom[span]!]!] !== OF_DEMAND) continue
      entries[d]!.push([first + coverage.spanFrom[span]!, 1], [first + coverage.spanTo[span]!, -1])
    }
  }
}

/** What more people at work cost in a stretch: those below the least, below the ideal, as many as are free, and those above the most. */
function piecesOf(
  instance: Instance,
  stretch: number,
  { counted, max }: { readonly counted: number; readonly max: number },
  sure: Float64Array,
): Omit<Draft, 'entries'>[] {
  const coverage = instance.coverage!
  const opening = coverage.opening[stretch]!
  const quarters = coverage.weight[stretch]! * coverage.quarters[stretch]!
  const [min, ideal] = [coverage.min[stretch]!, coverage.ideal[stretch]!]
  const price = (fault: number): readonly number[] =>
    coverage.requirement[opening] === OF_DEMAND
      ? pricesOf(instance, unitOf(coverage, opening, fault), (coverage.times[opening]! * quarters) / QUARTERS_PER_HOUR)
      : PERFECT
  const least = Math.max(0, min - counted)
  const wanted = Math.max(0, ideal - Math.max(min, counted))
  const [below, belowIdeal, above] = [price(BELOW), price(IDEAL), price(ABOVE)]
  for (const p of PRIORITIES) sure[p]! += least * below[p]! + wanted * belowIdeal[p]!
  const spare = max === NO_MAX ? Infinity : Math.max(0, max - Math.max(counted, ideal, min))
  return [
    { upper: least, price: below.map((each) => -each) },
    { upper: wanted, price: belowIdeal.map((each) => -each) },
    { upper: spare, price: PERFECT },
    ...(spare === Infinity ? [] : [{ upper: Infinity, price: above, isOfDisjoint: true as const }]),
  ].filter(({ upper }) => upper > 0)
}

/** A row for each window in which all employees together have to work so much, and one in which they may: what each lacks, or has too much, is no less together. */
function addCount(
  { instance, sums }: State,
  { rows, drafts }: Table,
  entries: Entries,
  { rule, r }: { readonly rule: CountRule; readonly r: number },
): void {
  if (rule.of !== 'sum' || rule.squared > 0) return
  const { demands, duties, countsOf, employeeCount } = instance
  const who = [...Array(employeeCount).keys()].filter((employee) => countsOf[employee]!.includes(r))
  const column = countColumn(rule, duties)
  for (let window = 0; window < rule.windowCount; window += 1) {
    const had = (employee: number): number => sums[r]![employee * rule.windowCount + window]!
    const lacking = who.reduce((sum, e) => sum + Math.max(0, rule.least[e * rule.windowCount + window]! - had(e)), 0)
    const room = who.reduce((sum, e) => sum + Math.max(0, maxIn(rule, e, window) - had(e)), 0)
    // Who is bound by nothing works without end.
    const isLimited = rule.overUnit >= 0 && who.length === employeeCount && room < NO_LIMIT
    const isAsked = rule.underUnit >= 0 && lacking > 0
    if (!isLimited && !isAsked) continue
    const row = rows.push({ lower: isAsked ? lacking : -Infinity, upper: isLimited ? Math.max(room, lacking) : Infinity }) - 1
    if (isAsked) drafts.push({ upper: Infinity, price: pricesOf(instance, rule.underUnit, rule.times), entries: [[row, 1]] })
    if (isLimited) drafts.push({ upper: Infinity, price: pricesOf(instance, rule.overUnit, rule.times), entries: [[row, -1]] })
    for (let d = 0; d < demands.count; d += 1) {
      const day = demands.day[d]!
      const amount = column[d + 1]!
      if (amount === 0 || demands.isDecided[d] === 1 || day < rule.firstDay) continue
      if (rule.firstWindow[day]! <= window && window <= rule.lastWindow[day]!) entries[d]!.push([row, amount])
    }
  }
}

/** A column for each shift that is found, with any number of people; and one for each seat of a posted one. */
function addShifts(state: State, active: readonly number[], { drafts, sure }: Table, entries: Entries): void {
  const { demands, employeeCount } = state.instance
  const fits = cheapestFits(state.instance, active[0]!)
  for (let d = 0; d < demands.count; d += 1) {
    const fit = fits[d]!
    const isFound = demands.candidateOf[d]! >= 0
    const cost = (seats: number, p: number): number => (isFound ? 0 : demands.coverCost[4 * (demands.coverOffset[d]! + seats) + p]!)
    const filled = state.filled[d]!
    for (const p of PRIORITIES) sure[p]! += cost(filled, p)
    if (demands.isDecided[d] === 1) continue
    if (isFound) drafts.push({ upper: employeeCount, kept: fit.free, price: fit.price, entries: entries[d]! })
    else
      for (let seat = filled; seat < demands.seats[d]!; seat += 1)
        drafts.push({ upper: 1, price: fit.price.map((each, p) => each + cost(seat + 1, p) - cost(seat, p)), entries: entries[d]! })
  }
}

/** What a demand costs at least whoever is on it, by priority; and how many it costs nothing on the first. */
interface CheapestFit {
  readonly price: readonly number[]
  readonly free: number
}

/** By demand. Employees of whom a day can tell nothing apart are looked at once. */
function cheapestFits({ fit, demands, dayCount, employeeCount }: Instance, first: number): CheapestFit[] {
  const employees = Array.from({ length: employeeCount }, (_, employee) => employee)
  const groupsOf = Array.from({ length: dayCount }, (_, day) => [
    ...Map.groupBy(employees, (e) => `${fit.rowOf[e]} ${fit.isDated[e]} ${fit.wishesOn[e * dayCount + day]}`).values(),
  ])
  const alone = employees.map((employee) => [employee])
  const penalties = new Float64Array(4)
  return Array.from({ length: demands.count }, (_, d) => {
    const day = demands.day[d]!
    const price = [Infinity, Infinity, Infinity, Infinity]
    let free = 0
    for (const group of fit.namedFrom[d] === fit.namedFrom[d + 1] ? groupsOf[day]! : alone) {
      penalties.fill(0)
      addFitCost(fit, group[0]!, day, d, 1, penalties)
      if (penalties[first]! <= 0) free += group.length
      for (const p of PRIORITIES) price[p] = Math.min(price[p]!, penalties[p]!)
    }
    return { price: employeeCount === 0 ? PERFECT : price, free }
  })
}
