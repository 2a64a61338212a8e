import { PRIORITIES } from '../../model/score.ts'
import type { ConditionalRule, CountBody } from '../rules/conditional/conditional.ts'
import { type CountRule, timesFor } from '../rules/count/count.ts'
import { OFF } from './duties.ts'
import type { Instance } from './instance.ts'
import { SHIFTS, WORK } from './measures.ts'

/** What it costs to use somebody at all, however much they work: fewest people, or a price for each. */
export interface Activation {
  /** The first priority on which it costs. */
  readonly priority: number
  /** By employee: what it costs there. */
  readonly cost: Float64Array
}

/** A count over the whole horizon that costs as much for one shift as for many. */
export function isActivation(
  rule: ConditionalRule,
  employee: number,
  { horizonFirst, dayCount }: Pick<Instance, 'horizonFirst' | 'dayCount'>,
): boolean {
  const { body, when, held, decided, cap } = rule
  if (body.kind !== 'count' || when !== null || held !== null || decided !== null || cap !== 1) return false
  const { max, min, own, windows } = body
  if (max !== 0 || min !== 0 || own[employee] !== undefined || windows.count !== 1 || !countsAll(body)) return false
  for (let day = horizonFirst; day < dayCount; day += 1) if (windows.firstWindow[day] !== 0 || windows.lastWindow[day] !== 0) return false
  return true
}

function countsAll({ measure: { of, column } }: CountBody): boolean {
  return (of === 'sum' && column === SHIFTS) || (of === 'flag' && column === WORK)
}

/** The same of money: an amount for whoever works, as if the horizon were one weekend. */
function isAmount(rule: CountRule, employee: number, { horizonFirst, dayCount }: Pick<Instance, 'horizonFirst' | 'dayCount'>): boolean {
  const { of, column, overUnit, underUnit, squared, weekends, most, mostAt, offset } = rule
  if (of !== 'weekend' || column !== WORK || overUnit < 0 || underUnit >= 0 || squared > 0 || weekends?.count !== 1) return false
  if (weekends.opens[0]! > horizonFirst || weekends.closes[0]! < dayCount - 1) return false
  return mostAt === null && most[employee] === 0 && offset[employee] === 0
}

/** Null where using somebody costs nothing of its own. */
export function activationOf(instance: Instance): Activation | null {
  const { conditionals, counts, countsOf, weights, employeeCount } = instance
  const costs = new Float64Array(4 * employeeCount)
  conditionals.forEach((rules, employee) => {
    for (const rule of rules) {
      if (!isActivation(rule, employee, instance)) continue
      for (let p = 0; p < 4; p += 1) costs[4 * employee + p]! += rule.times * weights[4 * rule.unit + p]!
    }
  })
  countsOf.forEach((mine, employee) => {
    for (const r of mine) {
      const rule = counts[r]!
      if (!isAmount(rule, employee, instance)) continue
      for (let p = 0; p < 4; p += 1) costs[4 * employee + p]! += timesFor(rule, employee) * weights[4 * rule.overUnit + p]!
    }
  })
  const priority = PRIORITIES.find((p) => costs.some((cost, at) => at % 4 === p && cost > 0))
  if (priority === undefined) return null
  return { priority, cost: Float64Array.from({ length: employeeCount }, (_, employee) => costs[4 * employee + priority]!) }
}

/** Whether somebody works in the horizon. */
export function isUsed({ dayCount, horizonFirst }: Pick<Instance, 'dayCount' | 'horizonFirst'>, cells: Int32Array, employee: number): boolean {
  for (let cell = employee * dayCount + horizonFirst; cell < (employee + 1) * dayCount; cell += 1) if (cells[cell] !== OFF) return true
  return false
}
