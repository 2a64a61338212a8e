import { invariant } from '../../model/errors.ts'
import { type GeneratedShift, withGenerated } from '../../model/generated-shifts.ts'
import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Score } from '../../model/score.ts'
import type { Instance } from '../instance/instance.ts'
import type { BudgetState } from '../rules/budget/budget.ts'
import { budgetStateOf } from '../rules/budget/budget-units.ts'
import { windowSums } from '../rules/count/count-units.ts'
import type { CoverageState } from '../rules/coverage/coverage.ts'
import { coverageStateOf } from '../rules/coverage/coverage-units.ts'
import type { LinkState } from '../rules/link/link.ts'
import { linkStateOf } from '../rules/link/link-units.ts'
import type { PairingState } from '../rules/pairing/pairing.ts'
import { pairingStateOf } from '../rules/pairing/pairing-units.ts'
import { refusalStateOf, type RefusalState } from '../rules/refusal/refusal.ts'
import type { Tally } from '../rules/rule-kind.ts'
import { meetings } from '../rules/wish/wish.ts'
import { inParts, moneyUnit, toldScore } from './parts.ts'
import { placesIn } from '../rules/coverage/break-places.ts'
import { withBreaksOf, withPlaces } from './breaks-of-roster.ts'
import { keepSeats } from './keep-seats.ts'
import { createRowCache, refreshRow, type RowCache } from './row-cache.ts'

/** Where the search stands: a roster as a table of duties, and the sums that make a move's cost quick to tell. */
export interface State {
  readonly instance: Instance
  /** By employee × days + day: the duty. Decided shifts are always part of it. Behind all of them: the places of breaks (`rules/coverage/break-places.ts`). */
  readonly cells: Int32Array
  /** By demand: seats filled. */
  readonly filled: Int32Array
  /** By count rule, by employee × windows + window: the sum so far, offset included. */
  readonly sums: readonly Float64Array[]
  /** By wish to work: how many shifts meet it. */
  readonly met: Int32Array
  /** What the rules that read whole rows cost now. */
  readonly rows: RowCache
  /** Sums of the rules that tie employees; null when there are none. */
  links: LinkState | null
  /** Sums of who works with whom; null when no rule asks. */
  pairings: PairingState | null
  /** Sums of how many are at work; null when no rule asks. */
  coverage: CoverageState | null
  /** Sums of refused wishes; null when no rule asks. */
  refusals: RefusalState | null
  /** Sums of what is paid; null when no budget asks. */
  budgets: BudgetState | null
  /** Penalties of the whole roster, one per priority. */
  readonly score: Float64Array
}

/** The state of a roster; every shift's employee must be −1 or a position in `schedule.employees`. */
export function createState(instance: Instance, roster: Roster): State {
  const { demands } = instance
  const state: State = {
    instance,
    cells: cellsOf(instance, roster),
    filled: new Int32Array(demands.count),
    sums: instance.counts.map((rule) => new Float64Array(instance.employeeCount * rule.windowCount)),
    met: new Int32Array(instance.wishes?.count ?? 0),
    rows: createRowCache(instance),
    links: null,
    pairings: null,
    coverage: null,
    refusals: null,
    budgets: null,
    score: new Float64Array(4),
  }
  recount(state)
  return state
}

/** A roster as a table of duties, by employee × days + day, with the places of breaks behind them. */
export function cellsOf(instance: Instance, roster: Roster): Int32Array {
  const { demands, duties, dayCount, employeeCount } = instance
  const seats: { cell: number; demand: number }[] = []
  const posted = demands.demandOfShift.length
  for (let shift = 0; shift < posted; shift += 1) {
    const employee = roster[shift]!
    if (employee === NOBODY) continue
    const demand = demands.demandOfShift[shift]!
    seats.push({ cell: employee * dayCount + demands.day[demand]!, demand })
  }
  for (let at = posted; at < roster.length && roster[at]! >= 0; at += 2) {
    const demand = demands.demandOfCandidate[roster[at]!]!
    seats.push({ cell: roster[at + 1]! * dayCount + demands.day[demand]!, demand })
  }
  const cells = duties.tableOf(employeeCount * dayCount, seats)
  return placesIn(instance) === 0 ? cells : withPlaces(instance, cells, roster)
}

/** Replaces the roster by that of `cells`, in place. */
export function restoreCells(state: State, cells: Int32Array): void {
  if (cells.length < state.cells.length) state.cells.fill(0, cells.length)
  state.cells.set(cells)
  recount(state)
}

function recount(state: State): void {
  const { instance, cells } = state
  const { demands, duties } = instance
  const cellCount = instance.employeeCount * instance.dayCount
  state.filled.fill(0)
  for (let cell = 0; cell < cellCount; cell += 1) {
    const duty = cells[cell]!
    for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) state.filled[duties.parts[i]!]! += 1
  }
  for (let d = 0; d < demands.count; d += 1) invariant(state.filled[d]! <= demands.seats[d]!, 'a demand has no more employees than seats')
  instance.counts.forEach((rule, r) => {
    for (let e = 0; e < instance.employeeCount; e += 1) {
      if (rule.applies[e] === 1) state.sums[r]!.set(windowSums(instance, rule, cells, e, instance.dayCount), e * rule.windowCount)
    }
  })
  state.met.fill(0)
  const { wishes } = instance
  if (wishes) {
    for (let i = 0; i < cellCount; i += 1) {
      for (let k = wishes.offset[i]!; k < wishes.offset[i + 1]!; k += 1)
        state.met[wishes.wishes[k]!]! += meetings(wishes, cells[i]!, wishes.wishes[k]!)
    }
  }
  for (let e = 0; e < instance.employeeCount; e += 1) refreshRow(instance, state.rows, cells, e)
  state.links = linkStateOf(instance, cells, new Float64Array(instance.units.length))
  state.pairings = pairingStateOf(instance, cells, new Float64Array(instance.units.length))
  state.coverage = coverageStateOf(instance, cells, new Float64Array(instance.units.length))
  if (state.coverage !== null) cells.set(state.coverage.places, cellCount)
  state.refusals = instance.refusals === null ? null : refusalStateOf(instance.refusals, cells, new Float64Array(instance.units.length))
  state.budgets = instance.budgets === null ? null : budgetStateOf(instance.budgets, duties, cells, new Float64Array(instance.units.length))
  state.score.set(scoreFromScratch(state))
}

/** The score as it stands. */
export function scoreOf({ score }: State): Score {
  return [score[0]!, score[1]!, score[2]!, score[3]!]
}

/**
 * The penalties of the state's cells, counted anew without looking at any running sum: the specification that every fast change of
 * `state.score` must agree with.
 */
export function scoreFromScratch(state: State): Score {
  const { instance, filled } = state
  const { units, penalties } = tallyFromScratch(state)
  for (let p = 0; p < 4; p += 1) penalties[p]! += instance.base[p]!
  addCoverCost(instance, filled, penalties)
  units.forEach((amount, k) => {
    for (let p = 0; p < 4; p += 1) penalties[p]! += amount * instance.weights[4 * k + p]!
  })
  return [
    inParts(instance, 0, penalties[0]!),
    inParts(instance, 1, penalties[1]!),
    inParts(instance, 2, penalties[2]!),
    inParts(instance, 3, penalties[3]!),
  ]
}

/** A score of the search as it is told: money in whole points (`parts.ts`). */
export function toldScoreOf(instance: Instance, cells: Int32Array, score: Score): Score {
  const unit = moneyUnit(instance)
  // Where a point weighs 1, the parts alone say how many are begun.
  const isPlain = unit < 0 || instance.units[unit]!.weights.every((weight) => weight <= 1)
  return toldScore(instance, score, isPlain ? null : moneyIn(instance, cells))
}

/** The money that cells cost, in grains. */
export function moneyIn(instance: Instance, cells: Int32Array): number {
  const unit = moneyUnit(instance)
  if (unit < 0) return 0
  const units = new Float64Array(instance.units.length)
  for (const { name, count } of instance.kinds) {
    if (count.of === 'roster' || !MONEY_KINDS.has(name)) continue
    for (let e = 0; e < instance.employeeCount; e += 1) count.add(instance, cells, e, units)
  }
  return units[unit]!
}

/** The kinds of rules that count money. */
const MONEY_KINDS: ReadonlySet<string> = new Set(['pay', 'count', 'conditional'])

/** Every unit that the state's cells break, in the order of `instance.units`, counted anew. */
export function unitsFromScratch(state: State): Float64Array {
  return tallyFromScratch(state).units
}

function tallyFromScratch({ instance, cells }: State): Tally {
  const tally = { units: new Float64Array(instance.units.length), penalties: new Float64Array(4) }
  for (const { count } of instance.kinds) {
    if (count.of === 'roster') count.add(instance, cells, tally)
    else for (let e = 0; e < instance.employeeCount; e += 1) count.add(instance, cells, e, tally.units)
  }
  return tally
}

function addCoverCost(instance: Instance, filled: Int32Array, penalties: Float64Array): void {
  const { demands } = instance
  for (let d = 0; d < demands.count; d += 1) {
    const at = 4 * (demands.coverOffset[d]! + filled[d]!)
    for (let p = 0; p < 4; p += 1) penalties[p]! += demands.coverCost[at + p]!
  }
}

/**
 * The roster of a state: of equal seats the dearest ones to leave empty are filled first, in order of employees, but whoever had one of them in `given` has that one; then the candidates that somebody
 * works, and where breaks lie.
 */
export function rosterOf(instance: Instance, cells: Int32Array, given: Roster | null = null): Roster {
  const roster = peopleOf(instance, cells)
  if (given !== null) keepSeats(instance, roster, given)
  return placesIn(instance) === 0 ? roster : withBreaksOf(instance, cells, roster)
}

function peopleOf(instance: Instance, cells: Int32Array): Roster {
  const { demands, duties, dayCount } = instance
  const roster: Roster = new Int32Array(demands.shiftIndexes.length).fill(NOBODY)
  const found: GeneratedShift[] = []
  const taken = new Int32Array(demands.count)
  // The search asks for this at every look while it finds better ones, so nothing is allocated for a cell.
  for (let employee = 0, cell = 0; employee < instance.employeeCount; employee += 1) {
    for (let day = 0; day < dayCount; day += 1, cell += 1) {
      const duty = cells[cell]!
      for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
        const part = duties.parts[i]!
        if (demands.candidateOf[part]! >= 0) {
          found.push({ candidate: demands.candidateOf[part]!, employeeIndex: employee })
          continue
        }
        roster[demands.shiftIndexes[demands.shiftOffset[part]! + taken[part]!]!] = employee
        taken[part]! += 1
      }
    }
  }
  return found.length === 0 ? roster : withGenerated(roster, found)
}
