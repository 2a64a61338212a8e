import type { Random } from '../random.ts'
import { apply, createMove, evaluate, type Move } from '../scoring/evaluate.ts'
import type { State } from '../scoring/state.ts'
import { createSoftening, softCost, type Softening } from '../search/soften.ts'

/** Employees looked at for one seat; more of them hardly help a start that the search will change anyway. */
const MOST_CANDIDATES = 64

/**
 * Fills the empty seats of a state one after another, those with the fewest possible employees first, each with the employee it costs
 * least, as long as that is cheaper than leaving it empty. Rosters built on an earlier answer are only completed.
 */
export function construct(state: State, random: Random): void {
  const { instance } = state
  const { demands } = instance
  const move = createMove(instance)
  const softening = createSoftening(instance)
  const candidates = candidatesByDemand(state)
  const open = [...candidates.keys()].sort((a, b) => candidates.get(a)!.length - candidates.get(b)!.length || a - b)
  for (const d of open) {
    const employees = candidates.get(d)!
    const busy = new Set<number>()
    while (state.filled[d]! < demands.seats[d]!) {
      const best = cheapestEmployee(state, random, move, softening, d, employees, busy)
      if (best === -1) break
      proposeFill(state, move, best, d)
      evaluate(state, move)
      apply(state, move)
      busy.add(best)
    }
  }
}

function candidatesByDemand(state: State): Map<number, number[]> {
  const { demands, fit, employeeCount } = state.instance
  const lists = new Map<number, number[]>()
  for (let d = 0; d < demands.count; d += 1) {
    if (demands.isDecided[d] === 1) continue
    const employees: number[] = []
    for (let e = 0; e < employeeCount; e += 1) if (fit.isSensible[e * demands.count + d] === 1) employees.push(e)
    lists.set(d, employees)
  }
  return lists
}

function proposeFill(state: State, move: Move, employee: number, d: number): void {
  const { demands, duties, dayCount } = state.instance
  const day = demands.day[d]!
  move.rows = 1
  move.employee[0] = employee
  move.from[0] = day
  move.to[0] = day
  move.next[0]![day] = duties.with(state.cells[employee * dayCount + day]!, d)
}

function cheapestEmployee(
  state: State,
  random: Random,
  move: Move,
  softening: Softening,
  d: number,
  employees: readonly number[],
  busy: ReadonlySet<number>,
): number {
  let best = -1
  let lowest = 0
  const start = random.below(Math.max(1, employees.length))
  const looked = Math.min(MOST_CANDIDATES, employees.length)
  for (let i = 0; i < looked; i += 1) {
    const employee = employees[(start + i) % employees.length]!
    if (busy.has(employee)) continue
    proposeFill(state, move, employee, d)
    if (!evaluate(state, move)) continue
    const cost = softCost(softening, move)
    if (cost < lowest) {
      lowest = cost
      best = employee
    }
  }
  return best
}
