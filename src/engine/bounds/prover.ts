import { rosterOfDecided } from '../../model/roster.ts'
import { PERFECT, PRIORITIES, type Score } from '../../model/score.ts'
import type { NoBoundReason } from '../../model/solution.ts'
import type { Instance } from '../instance/instance.ts'
import type { Random } from '../random.ts'
import type { Move } from '../scoring/evaluate.ts'
import { wholeSpan } from '../scoring/one-row.ts'
import { inParts, upToPart } from '../scoring/parts.ts'
import { createState, scoreOf, type State } from '../scoring/state.ts'
import type { Incumbent } from '../local-search/incumbent.ts'
import type { PenaltyWeights } from '../local-search/penalty-weights.ts'
import { Ascent } from './ascent.ts'
import { Branching } from './branching.ts'
import type { Climbed, Stage } from './proof-stage.ts'
import { DemandBound } from './demand-bound.ts'
import { close, createCosts } from '../column-generation/costs.ts'
import type { LinearSolver } from '../column-generation/linear-solver.ts'
import { ColumnPool } from '../column-generation/column-pool.ts'
import { forbidsSeveralShifts, relax } from './relax.ts'
import { penaltyStep } from './penalty-step.ts'
import { rounding } from './rounding.ts'
import { ColumnGeneration } from '../column-generation/column-generation.ts'
import { canPriceByAscent, isSmall } from '../column-generation/size.ts'
import { cyclesOfAscent, type FirstOnly, type ProofMethod } from './proof-methods.ts'

/** What proving works with. */
interface Means {
  readonly solver: LinearSolver
  readonly random: Random
  readonly move: Move
  /** The column pool, which large neighbourhoods use too. */
  readonly pool: ColumnPool
}

/** What keeps bounds of a schedule from being proved, whatever the roster and the time; null = nothing. */
export function findObstacle(instance: Instance, { active, params }: Pick<PenaltyWeights, 'active' | 'params'>): NoBoundReason | null {
  if (active.length < 2) return 'ONE_PRIORITY'
  if (!forbidsSeveralShifts(instance, active[0]!)) return 'SEVERAL_SHIFTS_A_DAY'
  return canPriceByAscent(instance, params.neighbourhoods) ? null : 'MANY_SHIFTS_A_DAY'
}

interface ImproveOptions {
  /** Absent = of none. */
  readonly firstOnly?: FirstOnly
  /** As `isOver`, for what is of use only as a whole; absent = at the same time. */
  readonly isLate?: (steps: number) => boolean
}

/** Whether two say the same before this place; what is not looked at yet is 0. */
function isSame(a: readonly number[], b: readonly number[], end: number): boolean {
  return a.slice(0, end).every((least, i) => least === (b[i] ?? 0))
}

/** What came of going on. */
interface Improvement {
  /** Whole ones. */
  readonly steps: number
  /** Whether it ended before its time because it is up to the other method. */
  readonly isHandedOver: boolean
}

/**
 * Proves what no roster can go below, by rows of everybody, one priority after the other: rosters that keep all earlier ones where they are proved to be best
 * cost no less on the next than the Lagrangian bound. Rules that rows do not follow are left out, which only lowers it. Two methods take turns with it; it knows
 * which of them has to go on.
 */
export class Prover {
  readonly #solver: LinearSolver
  readonly #random: Random
  readonly #move: Move
  readonly #pool: ColumnPool
  readonly #penaltyWeights: PenaltyWeights
  readonly #instance: Instance
  #cleared: State | null = null
  #stage: Stage | null = null
  /** True when all nodes of this stage were looked at: its bound gets no better. */
  #isSolved = false
  /** By employee: the rows of the roster that was taken last. */
  #taken: readonly Int32Array[] | null = null
  /** By active priority: no roster with the best of those before it goes below. */
  readonly #least: number[] = [0]
  /** By what is demanded of all together; null = nothing is, undefined = it was not looked at yet. */
  #demanded: DemandBound | null | undefined = undefined
  /** False once a bound stood above a roster, which would be a defect: nothing is said then. */
  #isSound = true
  #firstOnly: FirstOnly = 'none'
  /** Of some roster. */
  #penalties: Score = PERFECT
  /** Counts steps; true when there are no more. */
  #spend: (steps: number) => boolean = () => true
  /** Prices of the last priority that climbed before it was up to that. */
  #early: { readonly ascent: Ascent; readonly closed: readonly number[] } | null = null
  /** Of a step: what a method that handed over has counted beyond what it took. */
  #counted = 0

  private constructor(instance: Instance, penaltyWeights: PenaltyWeights, { solver, random, move, pool }: Means) {
    this.#solver = solver
    this.#random = random
    this.#move = move
    this.#pool = pool
    this.#penaltyWeights = penaltyWeights
    this.#instance = instance
  }

  /** Null where there is an obstacle. */
  static create(instance: Instance, penaltyWeights: PenaltyWeights, means: Means): Prover | null {
    return findObstacle(instance, penaltyWeights) === null ? new Prover(instance, penaltyWeights, means) : null
  }

  /** Whether prices alone have to do: everybody's whole rows are too many for linear programs. */
  get isLong(): boolean {
    return !isSmall(this.#instance, this.#penaltyWeights.params.neighbourhoods)
  }

  /** Which method has to go on, with a roster of such a score. */
  dueFor(score: Score): ProofMethod {
    if (this.#maxCycles === 0) return 'branching'
    const isBroken = score[this.#penaltyWeights.active[0]! as 0] > 0
    return this.isLong || isBroken || this.#stage?.hasClimbed !== true ? 'ascent' : 'branching'
  }

  /** How far it is with prices alone, 0 to 1, where less than all of that proves nothing. */
  get begun(): number {
    return this.#stage?.ascent?.begun ?? 0
  }

  /** No roster is better; null when nothing is proved yet but that penalties are not negative. */
  get bound(): Score | null {
    const { active } = this.#penaltyWeights
    const demanded = this.#demanded?.least ?? []
    const isHigher = demanded.some((least, i) => least > (this.#least[i] ?? 0) && isSame(demanded, this.#least, i))
    const proved = isHigher ? demanded : this.#least
    if (!this.#isSound || proved.every((least) => least === 0)) return null
    const bound = [0, 0, 0, 0] as [number, number, number, number]
    proved.forEach((least, i) => (bound[active[i]!] = least))
    return bound
  }

  /**
   * Goes on by one method, with the best roster so far, until `isOver`, which is asked with the steps so far, or until the other one has to go on. Answers the steps. As long as rosters
   * become better, cases of earlier priorities may wait: what is above the bound of one will hardly stay there.
   */
  improve(
    method: ProofMethod,
    { cells, score }: Pick<Incumbent, 'cells' | 'score'>,
    isOver: (steps: number) => boolean,
    { firstOnly = 'none', isLate = isOver }: ImproveOptions = {},
  ): Improvement {
    this.#firstOnly = firstOnly
    let steps = 0 - this.#counted
    this.#counted = 0
    this.#spend = (more) => {
      steps += more
      return isOver(steps)
    }
    if (!this.canBegin(score)) return { steps: 0, isHandedOver: false }
    this.#boundDemand((more) => {
      steps += more
      return isLate(steps)
    })
    const isHandedOver = this.#goOn(method, cells, score)
    const counted = Math.ceil(steps)
    if (isHandedOver) this.#counted = counted - steps
    return { steps: counted, isHandedOver }
  }

  /** True when it is up to the other method. */
  #goOn(method: ProofMethod, cells: Int32Array, score: Score): boolean {
    const { active } = this.#penaltyWeights
    this.#penalties = score
    const isBroken = score[active[0]! as 0] > 0
    for (;;) {
      const at = this.#least.length - (this.#stage === null ? 0 : 1)
      if (at === active.length || !this.#isSound) return false
      const goal = isBroken ? Infinity : score[active[at]! as 0]
      if (this.#stage === null) {
        this.#stage = this.#begin(at, this.#state.instance)
        this.#isSolved = goal === 0
        this.#least.push(0)
      }
      this.#takeDemanded(at, goal)
      const isOpen = !this.#isSolved && this.#least[at]! < goal
      if (isOpen && this.dueFor(score) !== method) return true
      if (isOpen) this.#raise(this.#stage, method, cells, goal)
      if (!this.#isSound) return false
      if (this.#least[at]! < goal) return !this.#isSolved && this.dueFor(score) !== method && !this.#spend(0)
      if (this.#spend(0)) return false
      this.#stage.search?.dispose()
      this.#stage = null
    }
  }

  /** What all have to do together is proved first, and quickly. */
  #boundDemand(spend: (steps: number) => boolean): void {
    const { active, params } = this.#penaltyWeights
    if (this.#demanded === undefined)
      this.#demanded = DemandBound.create(this.#state, { solver: this.#solver, active, params, whole: this.#instance })
    if (this.#demanded?.isDone === false) this.#demanded.run(spend)
    if (this.#demanded?.isDone === true) this.#demanded.dispose()
  }

  /** Of rosters that cost as much as is proved on the priorities before, the least on this one by what is demanded. */
  #takeDemanded(at: number, goal: number): void {
    const demanded = this.#demanded?.least ?? []
    const least = demanded[at]
    if (least === undefined || least <= this.#least[at]! || !isSame(demanded, this.#least, at)) return
    this.#least[at] = least
    if (least > goal) this.#isSound = false
  }

  /** Whether a roster is as good as what is proved on the priority that is looked at, so that the next one is to be looked at. */
  isReachedBy(score: Score): boolean {
    const at = this.#least.length - 1
    return this.#isSound && this.#stage !== null && score[this.#penaltyWeights.active[at]! as 0] <= this.#least[at]!
  }

  /**
   * Lets the prices of the last priority that large-neighbourhood search looks at climb for so many cycles, or until `isOver`; null where they did not come so far. It is asked with the steps so
   * far, and the share of the rounds that is over, 0 to 1. What that proves is told when it is up to that priority.
   */
  climb(cells: Int32Array, cycles: number, isOver: (steps: number, done: number) => boolean): { steps: number; climbed: Climbed | null } {
    const at = this.#last
    let steps = 0
    const stage = this.#stage?.at === at ? this.#stage : this.#begin(at, this.#state.instance)
    const ascent = this.#ascentOf(stage, cells)
    if (stage !== this.#stage) this.#early = { ascent, closed: stage.strict.closed }
    ascent.run(Infinity, cycles, (more) => {
      steps += more
      return isOver(steps, ascent.doneOf(cycles))
    })
    return { steps: Math.ceil(steps), climbed: ascent.cycles < cycles ? null : { state: this.#state, strict: stage.strict, ascent } }
  }

  #ascentOf(stage: Stage, cells: Int32Array): Ascent {
    const { costs, strict, at } = stage
    const early = this.#isLast(at) && String(this.#early?.closed) === String(strict.closed) ? this.#early!.ascent : null
    return (stage.ascent ??= early ?? new Ascent(this.#state, { move: this.#move, costs, strict }, this.#rowsOf(cells)))
  }

  /** By employee. */
  #rowsOf(cells: Int32Array): Int32Array[] {
    const { dayCount, employeeCount } = this.#instance
    return Array.from({ length: employeeCount }, (_, e) => cells.slice(e * dayCount, (e + 1) * dayCount))
  }

  /** Whether it has something to go by: a roster that breaks nothing of the first priority, which linear programs need and prices alone do not. */
  canBegin(score: Score): boolean {
    return this.#maxCycles > 0 || score[this.#penaltyWeights.active[0]! as 0] === 0
  }

  /** The roster that proving came to since this was last asked, which is at its best as far as rows are followed; null when it came to none. */
  takeRoster(): Int32Array | null {
    const rows = this.#stage?.branching?.rows ?? null
    if (rows === null || rows === this.#taken) return null
    this.#taken = rows
    const { dayCount, employeeCount } = this.#instance
    const cells = new Int32Array(employeeCount * dayCount)
    rows.forEach((row, employee) => cells.set(row, employee * dayCount))
    return cells
  }

  /** Gives back what linear programs hold; it may be called again. */
  dispose(): void {
    this.#demanded?.dispose()
    this.#stage?.search?.dispose()
    this.#stage = null
  }

  /** Without the rules that rows do not follow, and without anybody's open shifts. */
  get #state(): State {
    this.#cleared ??= createState(relax(this.#instance), rosterOfDecided(this.#instance.schedule))
    return this.#cleared
  }

  #begin(at: number, instance: Instance): Stage {
    const { active, kept, scales, params } = this.#penaltyWeights
    const costs = createCosts(instance, { active: active.slice(0, at + 1), scales, params })
    // Of what was looked at before, what is at its best where nothing is broken; and the first always.
    const atBest = kept.slice(1, at).every((_, i) => this.#least[i + 1] === 0) ? kept.slice(1, at) : []
    const strict = close(costs, instance, [active[0]!, ...atBest])
    // Large-neighbourhood search looks for rows at the same costs then.
    const pool = this.#isLast(at) ? this.#pool : ColumnPool.for(instance, params.columns)
    return {
      at,
      costs,
      strict,
      step: penaltyStep(this.#instance, active[at]!),
      pool,
      hasPrices: pool.hasPrices,
      ascent: null,
      hasClimbed: false,
      search: null,
      branching: null,
    }
  }

  #raise(stage: Stage, method: ProofMethod, cells: Int32Array, goal: number): void {
    if (method === 'ascent') this.#ascend(stage, cells, goal)
    else this.#solve(stage, this.#rowsOf(cells), goal)
    if (this.#least[stage.at]! > goal) this.#isSound = false
  }

  /** By prices alone, which goes fast, and for any horizon. */
  #ascend(stage: Stage, cells: Int32Array, goal: number): void {
    const state = this.#state
    const { costs, pool } = stage
    stage.ascent = this.#ascentOf(stage, cells)
    const cleared = scoreOf(state).reduce<number>((sum, penalty, p) => sum + costs.factors[p]! * penalty, 0)
    const before = stage.ascent.bound
    const wanted = this.#before(stage) + goal
    stage.ascent.run(wanted - stage.step + 2 * rounding(wanted) - cleared, this.#cyclesOf(stage), (steps) => this.#spend(steps))
    stage.hasClimbed ||= !this.#spend(0)
    this.#note(stage, stage.ascent.bound + cleared)
    // Linear programs know prices better.
    if (stage.ascent.bound > before && !stage.hasPrices) pool.prices.set(stage.ascent.best)
    if (stage.ascent.cycles === this.#penaltyWeights.params.bounds.allCycles) this.#isSolved = true
  }

  /** By linear programs over rows that keep all sums too, first of all rosters and then by branch and bound. */
  #solve(stage: Stage, rows: readonly Int32Array[], goal: number): void {
    const cleared = scoreOf(this.#state)
    stage.search ??= this.#searchOf(stage, rows)
    stage.branching ??= new Branching(stage.search, this.#penaltyWeights.params.bounds)
    const { search, branching } = stage
    const wanted = this.#before(stage) + goal
    const ceiling = wanted - stage.step + rounding(wanted) - search.totalOf(0, cleared)
    const isOver = (): boolean => this.#spend(0)
    if (this.#firstOnly === 'all' || (this.#firstOnly === 'earlier' && !this.#isLast(stage.at))) branching.begin(ceiling, isOver)
    else if (branching.run(ceiling, isOver)) this.#isSolved = true
    search.remember()
    this.#note(stage, search.totalOf(branching.bound, cleared))
  }

  /** Whether it is the last priority that large-neighbourhood search looks at, by its position among the active ones. */
  #isLast(at: number): boolean {
    return at === this.#last
  }

  /** The position of that one. */
  get #last(): number {
    const { active, params } = this.#penaltyWeights
    return Math.min(params.neighbourhoods.maxPriorities, active.length) - 1
  }

  #searchOf({ costs, strict, pool, ascent }: Stage, rows: readonly Int32Array[]): ColumnGeneration {
    const employees = rows.map((_, employee) => employee)
    for (const lines of ascent?.lastRows ?? []) lines.forEach((row, employee) => row !== null && pool.keep(employee, row))
    const { columns } = this.#penaltyWeights.params
    const missing = ascent === null ? columns.missing : columns.missingAfterAscent
    const spend = (steps: number): boolean => this.#spend(steps)
    const means = { solver: this.#solver, random: this.#random, move: this.#move, costs, strict, seats: strict, pool, finders: null, spend, missing }
    return new ColumnGeneration(this.#state, { employees, span: wholeSpan(this.#state) }, means, rows)
  }

  get #maxCycles(): number {
    return cyclesOfAscent(this.#instance, this.#penaltyWeights.params)
  }

  /** With three and four priorities dives follow prices of the last one, which have to climb as far anyway. */
  #cyclesOf({ at }: Stage): number {
    const { active, params } = this.#penaltyWeights
    return active.length > 2 && this.#isLast(at) ? Math.max(this.#maxCycles, params.rolling.cycles) : this.#maxCycles
  }

  /** Notes that no roster costs less than so much at the costs of the stage. */
  #note(stage: Stage, bound: number): void {
    const priority = this.#penaltyWeights.active[stage.at]!
    const proved = upToPart(this.#instance, priority, bound - this.#before(stage) - rounding(bound))
    // What lies between two penalties that there can be proves the higher one.
    const known = this.#penalties[priority as 0]
    const parts = this.#instance.parts[priority]!
    const steps = Math.floor(Math.round((known - proved) * parts) / Math.round(stage.step * parts))
    const least = inParts(this.#instance, priority, known - stage.step * steps)
    if (least > this.#least[stage.at]!) this.#least[stage.at] = least
  }

  /** What the priorities before the stage cost at least. */
  #before({ costs, at }: Stage): number {
    return PRIORITIES.reduce<number>((sum, p) => sum + costs.factors[p]! * this.#known(p, at), 0)
  }

  /** What is proved of a priority that was looked at before this stage. */
  #known(priority: number, at: number): number {
    const i = this.#penaltyWeights.active.indexOf(priority)
    return i >= 0 && i < at ? this.#least[i]! : 0
  }
}
