import type { Instance } from '../../instance/instance.ts'

/**
 * pay: what the minutes of a shift cost whoever works it, surcharges with them. Serves payCost, beside counts of overtime and of whether somebody works at all. Amounts are grains
 * (`model/pay.ts`): whole numbers, so that nothing is rounded while the search adds them up.
 */
export interface PayTable extends PaidShifts {
  readonly unit: number
}

/** What each demand costs whoever works it, by what they are paid. */
export interface PaidShifts {
  /** By employee × days + day: which of the pays they have; 0 = none. */
  readonly payOn: Int32Array
  /** By pay: an hour at 100 percent, and where the demands of its rules begin in the next two. */
  readonly hourly: Float64Array
  readonly offset: Int32Array
  /** Minutes of a demand × percent, and grains of what is paid on top whatever an hour costs. */
  readonly shares: Float64Array
  readonly onTop: Float64Array
}

/** What a demand costs an employee on a day, which is a cell of their row. */
export function grainsOf({ payOn, hourly, offset, shares, onTop }: PaidShifts, cell: number, demand: number): number {
  const pay = payOn[cell]!
  if (pay === 0) return 0
  const at = offset[pay]! + demand
  return hourly[pay]! * shares[at]! + onTop[at]!
}

/** What a duty costs an employee on a day. */
export function dutyGrains({ duties }: Pick<Instance, 'duties'>, table: PayTable, cell: number, duty: number): number {
  let grains = 0
  for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) grains += grainsOf(table, cell, duties.parts[i]!)
  return grains
}

/** Adds what the days `from` to `to` (inclusive) of an employee cost more with the duties `next`. */
export function addPayChange(
  instance: Pick<Instance, 'duties' | 'dayCount'>,
  table: PayTable,
  cells: Int32Array,
  employee: number,
  { from, to, next }: { readonly from: number; readonly to: number; readonly next: Int32Array },
  units: Float64Array,
): void {
  const row = employee * instance.dayCount
  let change = 0
  for (let day = from; day <= to; day += 1) {
    const cell = row + day
    const old = cells[cell]!
    const duty = next[day]!
    if (old === duty || table.payOn[cell] === 0) continue
    change += dutyGrains(instance, table, cell, duty) - dutyGrains(instance, table, cell, old)
  }
  units[table.unit]! += change
}
