import { OFF } from '../instance/duties.ts'
import { isSensible } from '../rules/fit/fit.ts'
import type { Span } from '../scoring/one-row.ts'
import { seatCost } from '../scoring/seats.ts'
import type { State } from '../scoring/state.ts'
import type { PenaltyWeights } from '../local-search/penalty-weights.ts'
import { fitCostOf } from './fit-cost.ts'
import { kindReader } from './kinds.ts'
import type { Pricing } from './row-pricer.ts'

/** In the place of a kind: what the employee does now is told apart. */
const NOW = -1

/** What an employee can do on a day, and what each costs whatever they do on others. */
export interface DayOptions {
  readonly duties: readonly number[]
  readonly costs: readonly number[]
}

/**
 * By day: the options of one employee while everybody else stays, and what they cost with their prices. Of duties that no rule can tell apart only the cheapest is kept.
 * Days outside the span and decided ones keep what they have.
 */
export function findOptions(
  state: State,
  penaltyWeights: PenaltyWeights,
  employee: number,
  { from, to }: Span,
  { priceOf, fixed }: Pricing,
): DayOptions[] {
  const { instance, cells } = state
  const kindOf = kindReader(instance)
  return Array.from({ length: instance.dayCount }, (_, day) => {
    const now = cells[employee * instance.dayCount + day]!
    const isOpen = day >= from && day <= to && instance.decidedDuty[employee * instance.dayCount + day] === OFF
    const candidates = isOpen ? openDuties(state, employee, day, now) : [now]
    const best = new Map<number, { duty: number; cost: number }>()
    for (const duty of candidates) {
      const price = fixed !== null && fixed[day]! >= 0 && fixed[day] !== duty ? Infinity : priceOf(duty)
      if (price === Infinity) continue
      const cost = costOnDay(state, penaltyWeights, employee, day, duty) + price
      const alike = duty === now ? NOW : kindOf(duty)
      const known = best.get(alike)
      if (known === undefined || cost < known.cost) best.set(alike, { duty, cost })
    }
    const kept = [...best.values()]
    return { duties: kept.map(({ duty }) => duty), costs: kept.map(({ cost }) => cost) }
  })
}

function openDuties({ instance, filled }: State, employee: number, day: number, now: number): number[] {
  const { fit, demands } = instance
  const found = now === OFF ? [OFF] : [OFF, now]
  for (const d of instance.openDemands[day]!) {
    if (d + 1 !== now && filled[d]! < demands.seats[d]! && isSensible(fit, employee, day, d)) found.push(d + 1)
  }
  return found
}

/** Cover as if the employee were free on that day, fit, and wishes that nothing but this day could meet. */
export function costOnDay(state: State, penaltyWeights: PenaltyWeights, employee: number, day: number, duty: number): number {
  const { instance, filled, cells } = state
  const { duties } = instance
  const partsNow = duties.partsOf(cells[employee * instance.dayCount + day]!)
  let cost = fitCostOf(instance, penaltyWeights, employee, day, duty)
  for (const d of duties.partsOf(duty)) {
    const without = filled[d]! - (partsNow.includes(d) ? 1 : 0)
    cost += seatCost(instance, penaltyWeights.factors, d, without)
  }
  return cost
}
