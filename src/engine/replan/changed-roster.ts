import { type Roster, rosterOfDecided } from '../../model/roster.ts'
import { compareScores, PERFECT, type Score } from '../../model/score.ts'
import { isKept, keepWeights } from '../instance/demands.ts'
import type { Instance } from '../instance/instance.ts'
import { addFitCost, sensibleEmployees } from '../rules/fit/fit.ts'
import { apply, createMove, evaluate, type Move, penaltyOf } from '../scoring/evaluate.ts'
import { addRowUnits } from '../scoring/row-units.ts'
import { cellsOf, createState, scoreOf, type State } from '../scoring/state.ts'

/** Where changes lead away from, and what they are counted against. */
export interface From {
  /** The roster that is kept: steps begin there. */
  readonly kept: Roster
  /** The same with those who were taken off seats since: whoever takes one of these changes nothing more than their absence did. */
  readonly told: Roster
}

interface Counting extends Partial<Pick<From, 'told'>> {
  /** Of decided shifts alone, whose breaches are nobody's. */
  readonly isOfDecided?: boolean
}

/** A step away from a roster that is kept: somebody takes a seat of a demand, or leaves it. */
export interface Step {
  readonly employee: number
  readonly demand: number
  readonly takes: boolean
}

/**
 * A roster on its way from the one that is kept, one step at a time. `must` is what weighs up to the priority on which empty shifts do, without what keeping weighs, so that it says how good a roster
 * is, whatever it changed. Steps only lead away: nobody takes back what they left.
 */
export class ChangedRoster {
  readonly instance: Instance
  readonly state: State
  /** Priorities from 0 up to this one are `must`. */
  readonly last: number
  readonly #kept: Int32Array
  readonly #told: Int32Array
  readonly #move: Move
  readonly #left: Int32Array
  readonly #came: Int32Array
  readonly #keeping: readonly (Score | null)[]
  readonly #paid: [number, number, number, number] = [0, 0, 0, 0]
  /** Of the decided shifts of each employee alone. */
  readonly #decided: ChangedRoster | null
  readonly #units: Float64Array
  #changes = 0
  /** Changes at most that are none any more when those who were taken off a seat take it again. */
  readonly mayReturn: number

  /** `told`: absent = nobody was taken off any seat. */
  constructor(instance: Instance, kept: Roster, { told = kept, isOfDecided = false }: Counting = {}) {
    const { schedule, demands } = instance
    this.instance = instance
    this.state = createState(instance, kept)
    this.last = Math.max(
      0,
      schedule.settings.weights.assignShift.findIndex((weight) => weight > 0),
    )
    this.#kept = this.state.cells.slice()
    this.#move = createMove(instance)
    this.#left = new Int32Array(demands.count)
    this.#came = new Int32Array(demands.count)
    this.#units = new Float64Array(instance.units.length)
    // The seats of one demand start together, and weigh alike where they are kept.
    this.#keeping = demands.sample.map((shift, d) => {
      const seats = demands.shiftIndexes.subarray(demands.shiftOffset[d], demands.shiftOffset[d + 1])
      return seats.some((at) => isKept(schedule, schedule.shifts[at]!)) ? keepWeights(schedule, shift) : null
    })
    this.#decided = isOfDecided ? null : new ChangedRoster(instance, rosterOfDecided(schedule), { isOfDecided: true })
    this.#told = told === kept ? this.#kept : cellsOf(instance, told)
    this.mayReturn = told === kept ? 0 : this.#countTakenOff(kept, told)
  }

  /** Counts those who were taken off seats as changes; the answer is how many of them might take theirs again. */
  #countTakenOff(kept: Roster, told: Roster): number {
    const { demands, fit } = this.instance
    let mayReturn = 0
    for (let seat = 0; seat < told.length; seat += 1) {
      if (told[seat] === kept[seat]) continue
      const d = demands.demandOfShift[seat]!
      this.#left[d]! += 1
      this.#changes += 1
      if (demands.isDecided[d] === 0 && sensibleEmployees(fit, demands.day[d]!, d).includes(told[seat]!)) mayReturn += 1
    }
    return mayReturn
  }

  /** Shifts, or seats of them, that ended with somebody else or nobody than people were told. */
  get changes(): number {
    return this.#changes
  }

  get score(): Score {
    return scoreOf(this.state)
  }

  must(): Score {
    const { score } = this.state
    return this.#upToLast((p) => score[p]! - this.#paid[p]!)
  }

  #upToLast(of: (p: 0 | 1 | 2 | 3) => number): Score {
    const at = (p: 0 | 1 | 2 | 3): number => (p > this.last ? 0 : of(p))
    return [at(0), at(1), at(2), at(3)]
  }

  wasOn(employee: number, demand: number): boolean {
    return this.#holds(this.#kept, employee, demand)
  }

  isOn(employee: number, demand: number): boolean {
    return this.#holds(this.state.cells, employee, demand)
  }

  #holds(cells: Int32Array, employee: number, demand: number): boolean {
    const { duties, demands, dayCount } = this.instance
    return duties.holds(cells[employee * dayCount + demands.day[demand]!]!, demand)
  }

  /** Everything that the employee works. */
  demandsOf(employee: number): number[] {
    const { duties, dayCount } = this.instance
    const row = this.state.cells.subarray(employee * dayCount, (employee + 1) * dayCount)
    return Array.from(row, (duty) => duties.partsOf(duty)).flat()
  }

  /** Whether a step can be made at all. What it would add to `must` and to the score is in `added` then. */
  evaluate(step: Step): boolean {
    return this.#fill(step) && evaluate(this.state, this.#move)
  }

  /** What the step that was evaluated last adds, by priority. */
  get added(): Score {
    const of = (p: 0 | 1 | 2 | 3): number => penaltyOf(this.instance, this.#move, p)
    return [of(0), of(1), of(2), of(3)]
  }

  /** The same of `must`. */
  addedMust({ employee, demand, takes }: Step): Score {
    const { added } = this
    const keeping = this.wasOn(employee, demand) ? this.#keeping[demand]! : null
    return this.#upToLast((p) => added[p] - (keeping === null ? 0 : (takes ? -1 : 1) * keeping[p]))
  }

  /** What one more on the demand saves of `must`; as a cost below 0. */
  savedBy(demand: number): Score {
    const { coverOffset, coverCost } = this.instance.demands
    const at = 4 * (coverOffset[demand]! + this.state.filled[demand]!)
    return this.#upToLast((p) => coverCost[at + 4 + p]! - coverCost[at + p]!)
  }

  /** Whether a seat of the demand is empty that costs as long as it is. */
  isMissed(demand: number): boolean {
    const { demands } = this.instance
    if (demands.isDecided[demand] === 1 || demands.candidateOf[demand]! >= 0 || this.state.filled[demand]! >= demands.seats[demand]!) return false
    return compareScores(this.savedBy(demand), PERFECT) < 0
  }

  /** Demands with an empty seat that costs as long as it is. */
  missed(): number[] {
    return Array.from({ length: this.instance.demands.count }, (_, d) => d).filter((d) => this.isMissed(d))
  }

  /** Makes a step that can be made. */
  make(step: Step): void {
    this.evaluate(step)
    apply(this.state, this.#move)
    this.#count(step)
  }

  #count({ employee, demand, takes }: Step): void {
    const before = Math.max(this.#left[demand]!, this.#came[demand]!)
    if (this.#holds(this.#told, employee, demand)) {
      this.#left[demand]! += takes ? -1 : 1
      const keeping = this.wasOn(employee, demand) ? (this.#keeping[demand] ?? null) : null
      if (keeping !== null) for (const p of [0, 1, 2, 3] as const) this.#paid[p] += (takes ? -1 : 1) * keeping[p]
    } else this.#came[demand]! += takes ? 1 : -1
    this.#changes += Math.max(this.#left[demand]!, this.#came[demand]!) - before
  }

  unmake({ employee, demand, takes }: Step): void {
    this.make({ employee, demand, takes: !takes })
  }

  /** Makes the steps to another roster, those of a day at once: one by one, each on a day of hundreds of shifts would be a duty. Shifts are left before anybody takes one. */
  follow(roster: Roster): void {
    const { duties, dayCount, employeeCount } = this.instance
    const wanted = cellsOf(this.instance, roster).subarray(0, employeeCount * dayCount)
    const differing = [...wanted.keys()].filter((cell) => wanted[cell] !== this.state.cells[cell])
    const parts = differing.map((cell) => differenceOf(duties.partsOf(this.state.cells[cell]!), duties.partsOf(wanted[cell]!)))
    for (const [at, { common, left }] of parts.entries()) if (left.length > 0) this.#turn(differing[at]!, duties.of(common), left, false)
    for (const [at, { came }] of parts.entries()) if (came.length > 0) this.#turn(differing[at]!, wanted[differing[at]!]!, came, true)
  }

  /** Makes the steps that lead from what somebody works on a day to another duty. */
  #turn(cell: number, duty: number, demands: readonly number[], takes: boolean): void {
    const { dayCount } = this.instance
    const employee = Math.floor(cell / dayCount)
    this.#fillDay(employee, cell % dayCount, duty)
    evaluate(this.state, this.#move)
    apply(this.state, this.#move)
    for (const demand of demands) this.#count({ employee, demand, takes })
  }

  /** Whether one more on the demand is a change of its own, and not the other half of somebody's leaving. */
  isNewChange(demand: number): boolean {
    return this.#came[demand]! >= this.#left[demand]!
  }

  /** What the row of an employee breaks of `must`, beyond what its decided shifts alone break. Keeping is none of it. */
  breachOf(employee: number): Score {
    const own = this.#rowCost(employee)
    const decided = this.#decided!.#rowCost(employee)
    return this.#upToLast((p) => own[p]! - decided[p]!)
  }

  #rowCost(employee: number): Float64Array {
    const { instance, state } = this
    const penalties = new Float64Array(4)
    this.#units.fill(0)
    addRowUnits(instance, state.cells, employee, this.#units)
    for (const [k, units] of this.#units.entries())
      if (units !== 0) for (let p = 0; p < 4; p += 1) penalties[p]! += units * instance.weights[4 * k + p]!
    for (const demand of this.demandsOf(employee)) {
      addFitCost(instance.fit, employee, instance.demands.day[demand]!, demand, 1, penalties)
      const keeping = this.#keeping[demand] ?? null
      if (keeping !== null && this.wasOn(employee, demand)) for (const p of [0, 1, 2, 3] as const) penalties[p]! += keeping[p]
    }
    return penalties
  }

  /** `must` of the decided shifts alone without the seats that may be filled: no roster has less, where rules only forbid. */
  floor(): Score {
    const decided = this.#decided!
    const must = decided.must()
    const open = [0, 0, 0, 0]
    const { demands } = this.instance
    for (let d = 0; d < demands.count; d += 1) {
      if (demands.isDecided[d] === 1 || demands.candidateOf[d]! >= 0) continue
      const at = 4 * demands.coverOffset[d]!
      const least = 4 * (demands.coverOffset[d]! + demands.seats[d]!)
      for (let p = 0; p <= this.last; p += 1)
        open[p]! += demands.coverCost[at + p]! - Math.min(demands.coverCost[at + p]!, demands.coverCost[least + p]!)
    }
    // Nobody of the decided roster is kept, so that all of their keeping is paid there.
    return this.#upToLast((p) => must[p] - open[p]! - decided.#keptInAll(p))
  }

  #keptInAll(p: 0 | 1 | 2 | 3): number {
    return this.instance.base[p]
  }

  #fill({ employee, demand, takes }: Step): boolean {
    const { instance, state } = this
    const { demands, duties, dayCount } = instance
    const day = demands.day[demand]!
    const now = state.cells[employee * dayCount + day]!
    const next = takes ? duties.with(now, demand) : duties.without(now, demand)
    this.#fillDay(employee, day, next)
    return next !== now
  }

  #fillDay(employee: number, day: number, duty: number): void {
    const move = this.#move
    move.rows = 1
    move.keepsCover = false
    move.employee[0] = employee
    move.from[0] = day
    move.to[0] = day
    move.next[0]![day] = duty
  }
}

/** Of two ascending lists, each number as often as it occurs: what both hold, what only the first does, and what only the second does. */
function differenceOf(before: readonly number[], after: readonly number[]): Record<'common' | 'left' | 'came', number[]> {
  const [common, left, came]: number[][] = [[], [], []]
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [was, is] = [before[i] ?? Number.POSITIVE_INFINITY, after[j] ?? Number.POSITIVE_INFINITY]
    if (was <= is) i += 1
    if (is <= was) j += 1
    ;(was === is ? common : was < is ? left : came)!.push(Math.min(was, is))
  }
  return { common: common!, left: left!, came: came! }
}

/** How a roster differs from what people were told, and what it costs up to the priority on which empty shifts weigh, without what keeping weighs. */
export function compareWithKept(
  instance: Instance,
  { kept, told }: From,
  roster: Roster,
): { readonly changes: number; readonly must: Score; readonly score: Score } {
  const changed = new ChangedRoster(instance, kept, { told, isOfDecided: true })
  changed.follow(roster)
  return { changes: changed.changes, must: changed.must(), score: changed.score }
}
