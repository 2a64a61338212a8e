import { OFF } from '../../instance/duties.ts'
import { addFitCost, isSensible } from '../../rules/fit/fit.ts'
import { fitCostOf } from '../../rows/fit-cost.ts'
import type { RowOptions } from '../../rows/row-pricer.ts'
import type { State } from '../../scoring/state.ts'
import type { Costs } from '../costs.ts'
import type { Span } from '../../scoring/one-row.ts'

/**
 * By day: the duties that an employee may have and what each costs them whatever else they do; not what the seat is worth. Days outside
 * `span` and decided ones keep what they have in `state`, on others `row` is what they had before they were cleared. Strictly all shifts that break nothing
 * of the first priority, else those that are worth trying.
 */
export function rowOptions(state: State, costs: Costs, employee: number, span: Span, row: Int32Array, isStrict = false): RowOptions {
  const { dayCount, decidedDuty } = state.instance
  const duties: number[][] = []
  const prices: number[][] = []
  for (let day = 0; day < dayCount; day += 1) {
    const cell = employee * dayCount + day
    const now = state.cells[cell]!
    const isOpen = day >= span.from && day <= span.to && decidedDuty[cell] === OFF
    const isTried = (d: number): boolean =>
      isSensible(state.instance.fit, employee, day, d) || (isStrict && isPossible(state, costs, employee, day, d))
    const tried = isOpen ? openDuties(state, day, row[day]!, isTried) : [now]
    const priced = tried.map((duty) => ({ duty, cost: fitCostOf(state.instance, costs, employee, day, duty) }))
    // A shift that breaks the first priority may be sensible where its seat is worth as much to it; no row may have it unless it was there.
    // What a day off breaks as well, such as what a rotation wants of the day, no shift is at fault for.
    const free = isOpen ? priced[0]!.cost : 0
    const allowed = priced.filter(({ duty, cost }) => !isOpen || duty === row[day] || cost - free < costs.forbidden)
    duties.push(allowed.map(({ duty }) => duty))
    prices.push(allowed.map(({ cost }) => cost))
  }
  return { duties, costs: prices }
}

/** A row as far as the options allow it: beside a decided shift nothing is found, there it stands without what they have. */
export function allowedRow({ duties }: RowOptions, row: Int32Array): Int32Array {
  return row.map((duty, day) => (duties[day]!.includes(duty) ? duty : duties[day]![0]!))
}

/** Free, one shift that is worth trying, or what they had. Seats that are taken are a matter of prices. */
function openDuties({ instance }: State, day: number, before: number, isTried: (demand: number) => boolean): number[] {
  const found = [OFF]
  for (const d of instance.openDemands[day]!) if (isTried(d)) found.push(d + 1)
  if (!found.includes(before)) found.push(before)
  return found
}

/** True unless a shift breaks a closed priority by itself. */
function isPossible({ instance }: State, { closed }: Costs, employee: number, day: number, demand: number): boolean {
  const penalties = new Float64Array(4)
  addFitCost(instance.fit, employee, day, demand, 1, penalties)
  return closed.every((p) => penalties[p]! <= 0)
}
