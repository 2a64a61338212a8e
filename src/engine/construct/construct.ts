import { OFF } from '../instance/duties.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { sensibleEmployees } from '../rules/fit/fit.ts'
import { createMove, evaluate, type Move } from '../scoring/evaluate.ts'
import { fillWithSeat, takeSeat } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import { fillGroups } from '../local-search/fill-groups.ts'
import { createPenaltyWeights, weightedCost, type PenaltyWeights } from '../local-search/penalty-weights.ts'
import { findShifts } from './find-shifts.ts'
import { harmOf, isUncovered, moveUncoveredSeats } from './uncovered-seats.ts'

/**
 * Fills the empty seats of a state one after another, those with the fewest possible employees first, each with the employee it costs
 * least, as long as that is better than leaving it empty: on the priorities that are kept, and where these stay the same by the weighted
 * cost of all. Then moves seats that stayed empty to where somebody can fill them. Rosters built on an earlier answer are only completed.
 */
export function construct(state: State, random: Random, params: SearchParams, isOver: () => boolean): void {
  const { demands } = state.instance
  const move = createMove(state.instance)
  const penaltyWeights = createPenaltyWeights(state.instance, params)
  const choices = countCandidates(state)
  const open = [...choices.keys()]
    .filter((d) => demands.isDecided[d] === 0 && demands.candidateOf[d]! < 0)
    .sort((a, b) => choices[a]! - choices[b]! || a - b)
  for (const d of open) {
    if (isOver()) return
    if (state.filled[d]! >= demands.seats[d]!) continue
    const employees = sensibleEmployees(state.instance.fit, demands.day[d]!, d)
    const { free, working } = partedBy(state, demands.day[d]!, employees)
    const busy = new Set<number>()
    while (state.filled[d]! < demands.seats[d]!) {
      const among = (candidates: readonly number[]): number =>
        cheapestEmployee(state, random, { move, penaltyWeights, params: params.construction }, d, candidates, busy)
      // Those who work on the day already come second: few may do two shifts, and each pair that is tried becomes a duty.
      const first = among(free)
      const best = first === -1 ? among(working) : first
      if (best === -1) break
      takeSeat(state, move, best, d)
      busy.add(best)
    }
  }
  findShifts(state, random, { move, penaltyWeights, params: params.construction, isOver })
  moveUncoveredSeats(state, random, { move, penaltyWeights, params: params.construction, isOver })
  fillGroups(state, { move, penaltyWeights, params: params.construction, isOver })
}

/** By demand: how many employees it is sensible for. Lists of them all would be as large as the schedule squared. */
function countCandidates({ instance: { demands, fit } }: State): Int32Array {
  return Int32Array.from({ length: demands.count }, (_, d) => (demands.candidateOf[d]! < 0 ? sensibleEmployees(fit, demands.day[d]!, d).length : 0))
}

/** Employees who have the day off, and those who work on it; in the order given. */
function partedBy({ cells, instance: { dayCount } }: State, day: number, employees: readonly number[]): { free: number[]; working: number[] } {
  const isFree = (e: number): boolean => cells[e * dayCount + day] === OFF
  return { free: employees.filter(isFree), working: employees.filter((e) => !isFree(e)) }
}

function cheapestEmployee(
  state: State,
  random: Random,
  { move, penaltyWeights, params }: { move: Move; penaltyWeights: PenaltyWeights; params: SearchParams['construction'] },
  d: number,
  employees: readonly number[],
  busy: ReadonlySet<number>,
): number {
  let best = -1
  // A seat that is wanted on a kept priority is not filled at the price of another breach there: moving the seat may do without.
  let hardest = isUncovered(state, penaltyWeights, d) ? -Number.MIN_VALUE : 0
  let lowest = 0
  const start = random.below(Math.max(1, employees.length))
  const looked = Math.min(params.candidates, employees.length)
  for (let i = 0; i < looked; i += 1) {
    const employee = employees[(start + i) % employees.length]!
    if (busy.has(employee)) continue
    if (!fillWithSeat(state, move, employee, d)) continue
    if (!evaluate(state, move)) continue
    const hard = harmOf(state.instance, penaltyWeights, move)
    const cost = weightedCost(penaltyWeights, move)
    if (hard < hardest || (hard === hardest && cost < lowest)) {
      hardest = hard
      lowest = cost
      best = employee
    }
  }
  return best
}
