import { OFF } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { sensibleEmployees } from '../rules/fit/fit.ts'
import { apply, evaluate, penaltyOf, type Move } from '../scoring/evaluate.ts'
import { fillWithSeat, takeSeat } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import { weightedCost, type PenaltyWeights } from '../local-search/penalty-weights.ts'

/** How far a kept priority stands above the next one where a single move is judged: more than it changes there. */
const KEPT_STEP = 1e7
interface Tools {
  readonly params: SearchParams['construction']
  readonly move: Move
  readonly penaltyWeights: PenaltyWeights
  /** Asked before every step; true leaves the rest as it is. */
  readonly isOver: () => boolean
}

/**
 * Fills seats that nobody can take as things are and whose emptiness costs on a kept priority: somebody takes one and gives up
 * another shift for it, which costs these priorities nothing more; the seat that is empty now is tried anew, and so on.
 */
export function moveUncoveredSeats(state: State, random: Random, tools: Tools): void {
  const { demands } = state.instance
  const budget = { left: tools.params.evaluationsPerSeat * demands.shiftIndexes.length }
  for (let d = 0; d < demands.count; d += 1) {
    for (let empty = demands.seats[d]! - state.filled[d]!; empty > 0 && isUncovered(state, tools.penaltyWeights, d); empty -= 1) {
      if (!moveUncoveredSeat(state, random, d, tools, budget)) return
    }
  }
}

/** True when the demand has an empty seat that costs on a kept priority. */
export function isUncovered({ instance: { demands }, filled }: State, { kept }: PenaltyWeights, d: number): boolean {
  if (demands.isDecided[d] === 1 || filled[d]! >= demands.seats[d]!) return false
  const at = 4 * (demands.coverOffset[d]! + filled[d]!)
  return kept.some((p) => demands.coverCost[at + p]! > demands.coverCost[at + 4 + p]!)
}

/** What an evaluated move costs the kept priorities, the earlier ones far above the later. */
export function harmOf(instance: Instance, { kept }: PenaltyWeights, move: Move): number {
  return kept.reduce((harm, p) => harm * KEPT_STEP + penaltyOf(instance, move, p), 0)
}

/** False when time or evaluations are used up. */
function moveUncoveredSeat(state: State, random: Random, demand: number, tools: Tools, budget: { left: number }): boolean {
  const { demands, fit } = state.instance
  let uncovered = demand
  for (let step = 0; step < tools.params.uncoveredSteps; step += 1) {
    if (tools.isOver() || budget.left <= 0) return false
    // The seat that is empty now may be one that nobody needs.
    if (!isUncovered(state, tools.penaltyWeights, uncovered)) return true
    const employees = sensibleEmployees(fit, demands.day[uncovered]!, uncovered)
    if (employees.length === 0) return true
    if (fillDirectly(state, random, uncovered, employees, tools, budget)) return true
    uncovered = exchange(state, random, uncovered, employees, tools, budget)
  }
  return true
}

/** The cheapest of those who have the day off and better the kept priorities by taking the seat takes it; false when nobody does. */
function fillDirectly(
  state: State,
  random: Random,
  uncovered: number,
  employees: readonly number[],
  tools: Tools,
  budget: { left: number },
): boolean {
  const { instance } = state
  const { move, penaltyWeights } = tools
  const day = instance.demands.day[uncovered]!
  const start = random.below(employees.length)
  let best = -1
  let lowest = 0
  for (let i = 0; i < employees.length; i += 1) {
    const employee = employees[(start + i) % employees.length]!
    if (state.cells[employee * instance.dayCount + day] !== OFF) continue
    if (!fillWithSeat(state, move, employee, uncovered)) continue
    budget.left -= 1
    if (!evaluate(state, move) || harmOf(instance, penaltyWeights, move) >= 0) continue
    const cost = weightedCost(penaltyWeights, move)
    if (best !== -1 && cost >= lowest) continue
    best = employee
    lowest = cost
  }
  if (best === -1) return false
  takeSeat(state, move, best, uncovered)
  return true
}

/**
 * Somebody takes the seat and gives up a shift near it; the demand of that shift, or `uncovered` where chance met nobody who can without harm.
 * The first who is met, and not the cheapest: the cheapest would take it back in the next step.
 */
function exchange(state: State, random: Random, uncovered: number, employees: readonly number[], tools: Tools, budget: { left: number }): number {
  const { instance } = state
  const { demands, dayCount, horizonFirst } = instance
  const { move, penaltyWeights, params } = tools
  for (let i = 0; i < params.exchanges; i += 1) {
    const employee = employees[random.below(employees.length)]!
    const taken = demands.day[uncovered]!
    const around = taken - params.daysAround + random.below(2 * params.daysAround + 1)
    // Who works on that day already gives that up.
    const day = state.cells[employee * dayCount + taken] === OFF ? around : taken
    if (day < horizonFirst || day >= dayCount) continue
    const given = shiftToGive(state, random, employee, day)
    if (given === -1 || given === uncovered) continue
    if (!proposeExchange(state, move, employee, uncovered, day, given)) continue
    budget.left -= 1
    if (!evaluate(state, move) || !isHarmless(state, penaltyWeights, move)) continue
    apply(state, move)
    return given
  }
  return uncovered
}

/** True when no kept priority gets worse, and none of its rules about rows does to fill a seat. */
function isHarmless({ instance }: State, { kept }: PenaltyWeights, move: Move): boolean {
  return kept.every((p) => {
    const harm = penaltyOf(instance, move, p)
    return harm <= 0 && harm <= move.penalties[p]!
  })
}

/** One of the employee's shifts of that day that is not decided; −1 when there is none. */
function shiftToGive({ instance, cells }: State, random: Random, employee: number, day: number): number {
  const { duties, demands, dayCount } = instance
  const duty = cells[employee * dayCount + day]!
  if (duty === OFF) return -1
  const d = duties.parts[duties.partOffset[duty]! + random.below(duties.size[duty]!)]!
  return demands.isDecided[d] === 1 ? -1 : d
}

/** The employee takes a seat of `uncovered` and gives up `given`, a shift of theirs on `day`; false where they have a seat of that shift already. */
function proposeExchange({ instance, cells }: State, move: Move, employee: number, uncovered: number, day: number, given: number): boolean {
  const { demands, duties, dayCount } = instance
  const taken = demands.day[uncovered]!
  const from = Math.min(taken, day)
  const to = Math.max(taken, day)
  const next = move.next[0]!
  move.rows = 1
  move.employee[0] = employee
  move.from[0] = from
  move.to[0] = to
  for (let d = from; d <= to; d += 1) next[d] = cells[employee * dayCount + d]!
  next[day] = duties.without(next[day]!, given)
  const before = next[taken]!
  next[taken] = duties.with(before, uncovered)
  return next[taken] !== before
}
