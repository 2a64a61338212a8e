import { evaluate, type Move } from '../../scoring/evaluate.ts'
import { fillWithRow, type Span } from '../../scoring/one-row.ts'
import { seatCost } from '../../scoring/seats.ts'
import { coverageUnitsOf } from '../../rules/coverage/coverage.ts'
import type { State } from '../../scoring/state.ts'
import { weightedCost } from '../../local-search/penalty-weights.ts'
import type { Costs } from '../costs.ts'

/** What a row adds to a roster in which its employee's days in the span are cleared, its seats and coverage aside; infinite when a seat is not there. */
export function costOfRow(state: State, move: Move, costs: Costs, employee: number, cells: Int32Array, span: Span): number {
  fillWithRow(move, employee, cells, span)
  if (!evaluate(state, move)) return Infinity
  return weightedCost(costs, move) - seatsCost(state, costs, employee, cells, span) - coverageCost(state, costs, move)
}

/** What the move changes in how many are at work, which no row knows alone. */
function coverageCost({ instance: { coverage } }: State, { perUnit }: Costs, { units }: Move): number {
  if (coverage === null) return 0
  return coverageUnitsOf(coverage).reduce((sum, unit) => sum + perUnit[unit]! * units[unit]!, 0)
}

/** What the seats that a row takes beyond those of the cleared roster cost. */
function seatsCost({ instance, cells: now, filled }: State, { factors }: Costs, employee: number, cells: Int32Array, { from, to }: Span): number {
  const { duties, dayCount } = instance
  let cost = 0
  for (let day = from; day <= to; day += 1) {
    const before = now[employee * dayCount + day]!
    if (before === cells[day]) continue
    const had = [...duties.partsOf(before)]
    for (const d of duties.partsOf(cells[day]!)) if (!had.includes(d)) cost += seatCost(instance, factors, d, filled[d]!)
  }
  return cost
}
