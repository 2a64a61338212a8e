import type { Duties } from '../../instance/duties.ts'
import type { Strand } from '../pay/overtime.ts'
import { grainsOf, type PaidShifts } from '../pay/pay.ts'

/** budget: so much may be paid in a window, whoever is paid it. Serves budgets. Amounts are grains (`model/pay.ts`). */
export interface BudgetRule {
  readonly paid: PaidShifts
  readonly dayCount: number
  readonly spotCount: number
  readonly employeeCount: number
  /** By employee: 1 for who is paid for something. */
  readonly isPaid: Uint8Array
  /** By demand: its spot; −1 where it is historic, and was paid before. */
  readonly spot: Int32Array
  /** By budget × days + day: the window in which a shift of the day is paid; −1 = in none. Windows of all budgets are numbered together. */
  readonly windowOn: Int32Array
  /** By budget × spots + spot: 1 when it pays for shifts there. */
  readonly isAt: Uint8Array
  /** Budgets that pay for everything, overtime and activation with it. */
  readonly wholes: Int32Array
  /** By window: its budget, and the most that it may hold. */
  readonly budgetOf: Int32Array
  readonly most: Float64Array
  /** By budget: the unit that it counts, and how many times one counts. */
  readonly unit: Int32Array
  readonly times: Int32Array
  /** Grains that are one unit; a unit counts as soon as it is begun. */
  readonly point: number
  readonly overtime: readonly PaidOvertime[]
  /** By employee: what it costs that they work at all; null where it costs nothing. */
  readonly activation: Float64Array | null
  /** Budgets by name. */
  readonly named: readonly { readonly unit: number; readonly name: string }[]
}

/** Overtime of one period, where a budget pays for it. */
export interface PaidOvertime {
  readonly windowCount: number
  /** By day: the window of its minutes; −1 = none. */
  readonly windowOf: Int32Array
  /** By demand: what it counts on the day on which it starts, the next, and so on. */
  readonly minutes: readonly (readonly number[])[]
  /** By employee, with the limit of a window raised to what history alone reached. */
  readonly strands: readonly (readonly Strand[])[]
  /** By place in `wholes` × windows + window: the window of the budget in which it is paid; −1 = in none. */
  readonly paidIn: Int32Array
}

/** Running sums of what is paid. */
export interface BudgetState {
  /** By window: what is paid in it, and the units above its most. */
  readonly paid: Float64Array
  readonly units: Float64Array
  /** By overtime, by employee × windows + window: minutes. */
  readonly minutes: readonly Int32Array[]
  /** By employee × days + day: planned shifts; empty where activation costs nothing. */
  readonly planned: Int32Array
}

/** What a window costs in which so much is paid: units that are begun above its most. */
export function unitsOfWindow({ most, point }: BudgetRule, window: number, paid: number): number {
  const above = paid - most[window]!
  return above > 0 ? Math.ceil(above / point) : 0
}

/** What so many minutes of a window add to what is paid for them. */
export function overtimeGrains(strands: readonly Strand[], window: number, minutes: number): number {
  let grains = 0
  for (let i = 0; i < strands.length; i += 1) {
    const above = minutes - strands[i]!.most[window]!
    if (above > 0) grains += above * strands[i]!.grains
  }
  return grains
}

/** The first day on which somebody works a planned shift; −1 = none. */
export function firstPlanned({ dayCount }: BudgetRule, planned: Int32Array, employee: number): number {
  const row = employee * dayCount
  for (let day = 0; day < dayCount; day += 1) if (planned[row + day]! > 0) return day
  return -1
}

/** Lets one employee take (`step` 1) or leave (−1) a duty on a day on which they have nothing else, and adds what that changes to `units`. */
export function stepBudgets(
  rule: BudgetRule,
  state: BudgetState,
  duties: Duties,
  employee: number,
  day: number,
  duty: number,
  step: 1 | -1,
  units: Float64Array,
): void {
  if (rule.isPaid[employee] === 0) return
  const first = duties.partOffset[duty]!
  for (let i = first, last = first + duties.size[duty]!; i < last; i += 1) {
    const demand = duties.parts[i]!
    stepShift(rule, state, employee, day, demand, step, units)
    if (rule.wholes.length === 0) continue
    for (let f = 0; f < rule.overtime.length; f += 1) stepMinutes(rule, state, f, employee, day, demand, step, units)
    if (rule.activation !== null && rule.spot[demand]! >= 0) stepActivation(rule, state, employee, day, step, units)
  }
}

/** What the shift costs by the hour. */
function stepShift(rule: BudgetRule, state: BudgetState, employee: number, day: number, demand: number, step: number, units: Float64Array): void {
  const spot = rule.spot[demand]!
  if (spot < 0) return
  const grains = grainsOf(rule.paid, employee * rule.dayCount + day, demand)
  if (grains === 0) return
  for (let budget = 0; budget < rule.unit.length; budget += 1) {
    const window = rule.windowOn[budget * rule.dayCount + day]!
    if (window >= 0 && rule.isAt[budget * rule.spotCount + spot] === 1) pay(rule, state, window, step * grains, units)
  }
}

function stepMinutes(
  rule: BudgetRule,
  state: BudgetState,
  family: number,
  employee: number,
  day: number,
  demand: number,
  step: number,
  units: Float64Array,
): void {
  const { windowCount, windowOf, minutes, strands, paidIn } = rule.overtime[family]!
  const mine = strands[employee]!
  if (mine.length === 0) return
  const sums = state.minutes[family]!
  const pieces = minutes[demand]!
  for (let later = 0; later < pieces.length && day + later < rule.dayCount; later += 1) {
    const window = windowOf[day + later]!
    if (window < 0 || pieces[later] === 0) continue
    const at = employee * windowCount + window
    const before = overtimeGrains(mine, window, sums[at]!)
    sums[at]! += step * pieces[later]!
    const change = overtimeGrains(mine, window, sums[at]!) - before
    if (change === 0) continue
    for (let whole = 0; whole < rule.wholes.length; whole += 1) {
      const paidWindow = paidIn[whole * windowCount + window]!
      if (paidWindow >= 0) pay(rule, state, paidWindow, change, units)
    }
  }
}

/** Whoever works a first shift sooner, or later, is called in sooner, or later. */
function stepActivation(rule: BudgetRule, state: BudgetState, employee: number, day: number, step: number, units: Float64Array): void {
  const grains = rule.activation![employee]!
  if (grains === 0) return
  const before = firstPlanned(rule, state.planned, employee)
  state.planned[employee * rule.dayCount + day]! += step
  const after = firstPlanned(rule, state.planned, employee)
  if (before === after) return
  for (let i = 0; i < rule.wholes.length; i += 1) {
    const days = rule.wholes[i]! * rule.dayCount
    const left = before < 0 ? -1 : rule.windowOn[days + before]!
    const taken = after < 0 ? -1 : rule.windowOn[days + after]!
    if (left === taken) continue
    if (left >= 0) pay(rule, state, left, -grains, units)
    if (taken >= 0) pay(rule, state, taken, grains, units)
  }
}

function pay(rule: BudgetRule, state: BudgetState, window: number, grains: number, units: Float64Array): void {
  const budget = rule.budgetOf[window]!
  state.paid[window]! += grains
  const now = unitsOfWindow(rule, window, state.paid[window]!)
  units[rule.unit[budget]!]! += (now - state.units[window]!) * rule.times[budget]!
  state.units[window] = now
}
