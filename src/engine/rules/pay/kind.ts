import type { Instance } from '../../instance/instance.ts'
import type { DayCost, KindOf } from '../rule-kind.ts'
import { compilePay } from './compile-pay.ts'
import { addPayChange, dutyGrains } from './pay.ts'

/** pay: what the minutes of a shift cost whoever works it. A day tells what it costs alone, so that rows and bounds follow it without a state. */
export const PAY: KindOf<'pay'> = {
  name: 'pay',
  fields: ['pay'],
  compile: compilePay,
  count: { of: 'row', add: countPay },
  change: addPayChange,
  dayCost: addDayCost,
}

function countPay(instance: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  const { pay, dayCount } = instance
  if (pay === null) return
  const row = employee * dayCount
  for (let cell = row; cell < row + dayCount; cell += 1) units[pay.unit]! += dutyGrains(instance, pay, cell, cells[cell]!)
}

function addDayCost(
  instance: Instance,
  { perUnit }: Parameters<DayCost>[1],
  { employee, day, duty }: Parameters<DayCost>[2],
  before: number,
): number {
  const { pay, dayCount } = instance
  if (pay === null) return before
  const grains = dutyGrains(instance, pay, employee * dayCount + day, duty)
  // Nothing times the cost of what is forbidden is nothing.
  return grains === 0 ? before : before + grains * perUnit[pay.unit]!
}
