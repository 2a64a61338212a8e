import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import type { Move } from '../scoring/evaluate.ts'
import { daysOf, type Span, wholeSpan } from '../scoring/one-row.ts'
import { isWanted } from '../scoring/seats.ts'
import type { State } from '../scoring/state.ts'
import type { PenaltyWeights } from '../local-search/penalty-weights.ts'
import { ANY_DAY, breachOf } from './breaches.ts'
import { closeKept, type Costs, createCosts } from './costs.ts'
import type { Fineness } from './dive.ts'
import type { LinearSolver } from './linear-solver.ts'
import { ColumnPool } from './column-pool.ts'
import { diveAway, type FarOutcome, type Outcome, relaxAndFix, solveNeighbourhood } from './solve-neighbourhood.ts'
import type { Neighbourhood, PricingTools } from './column-generation.ts'
import type { RowFinder } from './pricers/row-finder.ts'
import { ProvedSpans } from './proved-spans.ts'
import { isSmall, isTooMuchForDive } from './size.ts'
import type { DivePrices } from './price-dive.ts'
import { Windows } from './windows.ts'

interface Limits {
  /** The share of the search that is over. */
  readonly progress: (steps: number) => number
  /** Asked before each neighbourhood; it may make `state` a better roster. */
  readonly isOver: (steps: number) => boolean
  /** The share of the search that the neighbourhood which has begun may still take: it ends at 0. */
  readonly left: (steps: number) => number
  readonly onBetter: (steps: number) => void
  /** The prices along which dives lead away, which climb the first time, and the steps that took; null where there is too little time for that. */
  readonly climb: (steps: number) => { prices: DivePrices | null; steps: number }
  /** When it leaves the best roster for a dearer one. */
  readonly excursion: Excursion
}

/** A roster that costs more than the best one, from which it goes on in the hope of a better one. */
interface Excursion {
  readonly isOn: () => boolean
  /** `state` has become such a roster. */
  readonly begin: (steps: number) => void
  /** Makes `state` the best roster again. */
  readonly giveUp: () => void
}

interface Means {
  readonly solver: LinearSolver
  readonly random: Random
  readonly move: Move
  readonly pool: ColumnPool
  /** Whether there are prices along which dives lead away. */
  readonly canDiveAway: boolean
}

/** What a neighbourhood brought: it made the roster cheaper by such a share, and took such a share of the search. */
interface Change {
  readonly gain: number
  readonly took: number
  /** Whether that was all it might take, in vain. */
  readonly isTooMuch: boolean
}

/** How a neighbourhood is solved. */
type Method = 'dive' | 'relax-and-fix' | 'away'

/** Large-neighbourhood search: solves neighbourhoods one after another and adapts their size, length and dive to the outcome. */
export class LargeNeighbourhoodSearch {
  readonly #solver: LinearSolver
  readonly #costs: Costs
  readonly #random: Random
  readonly #move: Move
  /** The first priority on which anything can cost. */
  readonly #first: number
  /** What comes before anything else. */
  readonly #kept: readonly number[]
  readonly #finders = new Map<number, RowFinder>()
  /** Of all days, and of windows apart from them: the prices of a window mislead the master over all days. */
  readonly #pool: ColumnPool
  readonly #windowPool: ColumnPool
  #size: number
  #hasBegun = false
  #share: number
  readonly #params: SearchParams
  readonly #fineness: Pick<Fineness, 'rounds' | 'stopsWhenTailing'>
  readonly #windows: Windows
  readonly #proved: ProvedSpans
  /** True when everybody can be taken on all days at once. */
  readonly canTakeAll: boolean
  /** The share of the search that it would take to go over everybody on all days, by the last neighbourhood; 0 = not known yet. */
  sweepShare = 0

  constructor(state: State, penaltyWeights: PenaltyWeights, { solver, random, move, pool, canDiveAway }: Means) {
    const { employeeCount } = state.instance
    const { active, kept, scales, params } = penaltyWeights
    const { neighbourhoods, columns } = params
    this.#params = params
    this.#share = columns.coarsest
    this.#solver = solver
    this.#random = random
    this.#move = move
    this.#costs = createCosts(state.instance, { active: active.slice(0, neighbourhoods.maxPriorities), scales, params })
    this.#pool = pool
    this.#windowPool = ColumnPool.for(state.instance, columns)
    this.#first = active[0] ?? 0
    this.#kept = kept
    this.#fineness = { rounds: columns.roundsPerFixing, stopsWhenTailing: active.length === 2 }
    this.#windows = new Windows(state, neighbourhoods, { isRelaxAndFix: active.length > 2, canDiveAway })
    this.#proved = new ProvedSpans(neighbourhoods.nearDays)
    this.canTakeAll = isSmall(state.instance, neighbourhoods) && this.#windows.hasWhole
    const begunWithAll = this.canTakeAll || this.#windows.isWholeTooMuch
    this.#size = begunWithAll ? employeeCount : Math.min(neighbourhoods.firstEmployees, employeeCount)
  }

  /**
   * Goes on until `isOver`, which is asked with the steps so far before each neighbourhood. `onBetter` is called with them after
   * each better roster. True when there was one.
   */
  run(state: State, { progress, isOver, left, onBetter, climb, excursion }: Limits): { steps: number; isBetter: boolean } {
    const { neighbourhoods: limits, steps: counted } = this.#params
    // Windows would come to a better roster from where a dive leads than from what local search came to.
    if (!this.#hasBegun && !excursion.isOn()) this.#windows.skipToDive()
    this.#hasBegun = true
    let steps = 0
    let isBetter = false
    /** When it came to a better roster last, or began an excursion or gave one up. */
    let changedAt = 0
    const spend = (more: number): boolean => {
      steps += more
      return left(steps) <= 0
    }
    const isEnough = (): boolean => steps - changedAt > Math.max(limits.minPatience, limits.patience * changedAt)
    while (!isOver(steps) && (excursion.isOn() || !isEnough())) {
      const neighbourhood = this.#choose(state)
      // Windows have done what they can for a dearer roster.
      if (excursion.isOn() && (isEnough() || (this.#windows.isThrough && !this.#isRepair(neighbourhood)))) {
        excursion.giveUp()
        this.#proved.clear()
        changedAt = steps
      }
      const begunAt = progress(steps)
      const cost = this.#costOf(state)
      spend(counted.perMaster + counted.perEmployee * neighbourhood.employees.length)
      const method = this.#methodFor(state, neighbourhood)
      const time = { spend, left: () => left(steps) }
      const outcome = method === 'away' ? this.#diveAway(state, spend, () => climb(steps)) : this.#solve(state, neighbourhood, method, time)
      const change = { gain: 1 - this.#costOf(state) / cost, took: progress(steps) - begunAt }
      if (outcome === 'better' || outcome === 'away') changedAt = steps
      if (outcome === 'better') {
        isBetter = true
        onBetter(steps)
      }
      if (outcome === 'away') excursion.begin(steps)
      if (outcome === 'proved' && isEverything(state, neighbourhood)) break
      this.#learn(state, neighbourhood, { method, outcome }, { ...change, isTooMuch: outcome !== 'better' && left(steps) <= 0 })
    }
    return { steps, isBetter }
  }

  /** Adapts to the outcome of a neighbourhood. */
  #learn(state: State, neighbourhood: Neighbourhood, { method, outcome }: { method: Method; outcome: FarOutcome }, change: Change): void {
    this.#proved.note(state, neighbourhood, outcome)
    if (method === 'away') {
      this.#windows.restart()
    } else if (!this.#isRepair(neighbourhood)) {
      this.sweepShare = change.took / shareOf(state, neighbourhood)
      this.#adapt(outcome, change, state.instance.employeeCount)
    }
    this.#forget()
  }

  /** Whether it is about a breach, and so about fewer employees than others. */
  #isRepair({ employees }: Neighbourhood): boolean {
    return employees.length < Math.round(this.#size)
  }

  #methodFor(state: State, neighbourhood: Neighbourhood): Method {
    const { employees, span } = neighbourhood
    const { isWholeTooMuch, divesAway } = this.#windows
    const isAllDays = isSame(span, wholeSpan(state)) && !this.#isRepair(neighbourhood)
    if (divesAway && isAllDays) return 'away'
    const isTooMuchAtOnce = isTooMuchForDive(state.instance, this.#params.neighbourhoods, employees.length, span)
    return isTooMuchAtOnce || (isWholeTooMuch && isAllDays) ? 'relax-and-fix' : 'dive'
  }

  #solve(state: State, neighbourhood: Neighbourhood, method: Method, time: Required<Pick<PricingTools, 'spend' | 'left'>>): Outcome {
    const isWhole = isSame(neighbourhood.span, wholeSpan(state))
    if (isWhole) this.#pool.beginWith(this.#windowPool)
    const tools = {
      ...time,
      solver: this.#solver,
      costs: this.#costs,
      move: this.#move,
      random: this.#random,
      finders: isWhole ? this.#finders : null,
      pool: isWhole ? this.#pool : this.#windowPool,
      strict: null,
      seats: closeKept(this.#costs, state, this.#kept),
    }
    const fineness = { ...this.#fineness, share: this.#share }
    if (method === 'relax-and-fix') return relaxAndFix(state, neighbourhood, tools, fineness, this.#windowPool)
    return solveNeighbourhood(state, neighbourhood, tools, fineness)
  }

  #diveAway(state: State, spend: (steps: number) => boolean, climb: () => ReturnType<Limits['climb']>): FarOutcome {
    const { prices, steps } = climb()
    const isOver = spend(steps)
    if (prices === null) this.#windows.stopDiving()
    if (prices === null || isOver) return 'none'
    return diveAway(state, prices, { move: this.#move, random: this.#random, spend, costs: this.#costs })
  }

  /** As one number, above 0. */
  #costOf({ score }: State): number {
    return this.#costs.factors.reduce((sum, factor, p) => sum + factor * score[p]!, 1)
  }

  /**
   * After a neighbourhood. In vain, windows become longer, then dives finer, and only then fewer employees take part: the larger, the more there is to gain. What
   * takes too much becomes smaller at once.
   */
  #adapt(outcome: FarOutcome, { gain, took, isTooMuch }: Change, employeeCount: number): void {
    const windows = this.#windows
    const { length } = windows
    const { neighbourhoods, columns } = this.#params
    if (isTooMuch) {
      this.#size = windows.retreat(this.#size)
    } else {
      if (outcome === 'none' && windows.isLongest(this.#size)) this.#adaptInVain()
      if (outcome === 'better') {
        this.#share = Math.min(columns.coarsest, this.#share * columns.coarser)
        this.#size *= neighbourhoods.slightlyLarger
      }
      if (outcome === 'proved') this.#size *= neighbourhoods.larger
      windows.note(gain, this.#size, took, outcome === 'proved')
    }
    if (windows.length !== length) this.#share = columns.coarsest
    this.#size = Math.max(neighbourhoods.minEmployees, Math.min(this.#size, employeeCount, windows.maxEmployees))
  }

  #adaptInVain(): void {
    const { neighbourhoods, columns } = this.#params
    if (this.#share === columns.finest) this.#size *= neighbourhoods.smaller
    this.#share = Math.max(columns.finest, this.#share * columns.finer)
  }

  #choose(state: State): Neighbourhood {
    const { neighbourhoods } = this.#params
    const breach = this.#random.below(neighbourhoods.breachAllBut) === 0 ? null : this.#breach(state)
    const chosen = new Set<number>()
    if (breach !== null) {
      const span = this.#windows.hasWhole ? wholeSpan(state) : windowAround(state, neighbourhoods, breach.day, this.#random)
      return { employees: this.#filledUp(state, chosen.add(breach.employee), neighbourhoods.breachEmployees), span }
    }
    const span = this.#windows.next(this.#random, (each) => this.#proved.has(state, each))
    // Half of them can take a seat that is wanted and empty.
    const { fit } = state.instance
    const wanted = this.#random.below(2) === 0 ? this.#wantedSeat(state, span) : -1
    const candidates = wanted === -1 ? [] : fit.candidateLists[fit.candidateListOf[wanted]!]!
    const size = Math.round(this.#size)
    for (let i = 0; i < size && candidates.length > 0 && 2 * chosen.size < size; i += 1)
      chosen.add(candidates[this.#random.below(candidates.length)]!)
    return { employees: this.#filledUp(state, chosen, size), span }
  }

  #filledUp({ instance: { employeeCount } }: State, chosen: Set<number>, size: number): number[] {
    while (chosen.size < Math.min(size, employeeCount)) chosen.add(this.#random.below(employeeCount))
    return [...chosen]
  }

  /** An employee whose row breaks the first priority, and where if that is known; null when chance met none. */
  #breach(state: State): { employee: number; day: number } | null {
    const { employeeCount, horizonFirst, dayCount } = state.instance
    for (let i = 0; i < this.#params.neighbourhoods.rowTries && state.score[this.#first]! > 0; i += 1) {
      const employee = this.#random.below(employeeCount)
      const breach = breachOf(state, employee, this.#first, horizonFirst + this.#random.below(dayCount - horizonFirst))
      if (breach !== null) return { employee, ...breach }
    }
    return null
  }

  /** A demand in the span of which a seat is wanted and empty; −1 when chance met none. */
  #wantedSeat(state: State, { from, to }: Span): number {
    const { demands } = state.instance
    for (let attempt = 0; attempt < this.#params.neighbourhoods.seatTries; attempt += 1) {
      const d = this.#random.below(demands.count)
      const isInside = demands.day[d]! >= from && demands.day[d]! <= to && demands.isDecided[d] === 0
      if (isInside && state.filled[d]! < demands.seats[d]! && isWanted(state, d)) return d
    }
    return -1
  }

  /** Forgets all finders when their graphs take too much memory. */
  #forget(): void {
    let edges = 0
    for (const { graph } of this.#finders.values()) edges += graph?.from.length ?? 0
    if (edges > this.#params.neighbourhoods.maxKeptEdges) this.#finders.clear()
  }
}

/** A window that chance lays around a day. */
function windowAround(state: State, { breachDays }: SearchParams['neighbourhoods'], day: number, random: Random): Span {
  const whole = wholeSpan(state)
  const days = daysOf(whole)
  const length = Math.min(days, breachDays[random.below(breachDays.length)]!)
  const first = day === ANY_DAY ? whole.from + random.below(days - length + 1) : day - random.below(length)
  const from = Math.max(whole.from, Math.min(whole.to + 1 - length, first))
  return { from, to: from + length - 1 }
}

/** How much of a sweep one neighbourhood is: windows overlap by half. */
function shareOf(state: State, { employees, span }: Neighbourhood): number {
  const whole = wholeSpan(state)
  const overlap = isSame(span, whole) ? 1 : 0.5
  return (overlap * employees.length * daysOf(span)) / (state.instance.employeeCount * daysOf(whole))
}

/** Whether it is about everybody and all days. */
function isEverything(state: State, { employees, span }: Neighbourhood): boolean {
  return isSame(span, wholeSpan(state)) && employees.length === state.instance.employeeCount
}

function isSame(a: Span, b: Span): boolean {
  return a.from === b.from && a.to === b.to
}
