import { type Duties, OFF } from '../../instance/duties.ts'
import { grainsOf } from '../pay/pay.ts'
import { type BudgetRule, type BudgetState, firstPlanned, overtimeGrains, unitsOfWindow } from './budget.ts'

/** The sums of these cells, counted shift by shift; what they cost is added to `units`. */
export function budgetStateOf(rule: BudgetRule, duties: Duties, cells: Int32Array, units: Float64Array): BudgetState {
  const { dayCount, employeeCount, most, activation, wholes } = rule
  const state = {
    paid: new Float64Array(most.length),
    units: new Float64Array(most.length),
    minutes: rule.overtime.map(({ windowCount }) => new Int32Array(employeeCount * windowCount)),
    planned: new Int32Array(activation === null ? 0 : employeeCount * dayCount),
  }
  for (let employee = 0; employee < employeeCount; employee += 1) {
    if (rule.isPaid[employee] === 0) continue
    for (let day = 0; day < dayCount; day += 1) addCell(rule, state, duties, { employee, day, duty: cells[employee * dayCount + day]! })
    for (const [f, { windowCount, strands, paidIn }] of rule.overtime.entries()) {
      const mine = strands[employee]!
      for (let window = 0; mine.length > 0 && window < windowCount; window += 1) {
        const grains = overtimeGrains(mine, window, state.minutes[f]![employee * windowCount + window]!)
        for (let whole = 0; whole < wholes.length; whole += 1) addTo(state, paidIn[whole * windowCount + window]!, grains)
      }
    }
    const first = activation === null ? -1 : firstPlanned(rule, state.planned, employee)
    if (first >= 0) for (const budget of wholes) addTo(state, rule.windowOn[budget * dayCount + first]!, activation![employee]!)
  }
  for (let window = 0; window < most.length; window += 1) {
    const budget = rule.budgetOf[window]!
    state.units[window] = unitsOfWindow(rule, window, state.paid[window]!)
    units[rule.unit[budget]!]! += state.units[window]! * rule.times[budget]!
  }
  return state
}

interface Cell {
  readonly employee: number
  readonly day: number
  readonly duty: number
}

function addCell(rule: BudgetRule, state: BudgetState, duties: Duties, { employee, day, duty }: Cell): void {
  if (duty === OFF) return
  const { dayCount, spotCount, spot, overtime, windowOn, isAt, unit } = rule
  for (const demand of duties.parts.subarray(duties.partOffset[duty], duties.partOffset[duty]! + duties.size[duty]!)) {
    for (const [f, { windowCount, windowOf, minutes, strands }] of overtime.entries()) {
      if (strands[employee]!.length === 0) continue
      for (const [later, piece] of minutes[demand]!.entries()) {
        const window = day + later < dayCount ? windowOf[day + later]! : -1
        if (window >= 0) state.minutes[f]![employee * windowCount + window]! += piece
      }
    }
    const at = spot[demand]!
    if (at < 0) continue
    if (state.planned.length > 0) state.planned[employee * dayCount + day]! += 1
    const grains = grainsOf(rule.paid, employee * dayCount + day, demand)
    for (let budget = 0; budget < unit.length; budget += 1) {
      if (isAt[budget * spotCount + at] === 1) addTo(state, windowOn[budget * dayCount + day]!, grains)
    }
  }
}

function addTo({ paid }: BudgetState, window: number, grains: number): void {
  if (window >= 0) paid[window]! += grains
}
