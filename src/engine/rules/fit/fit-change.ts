import type { Instance } from '../../instance/instance.ts'
import { addFitCost } from './fit.ts'

/** Adds what the employee fits worse with the duties `next` on days `from` to `to` (inclusive) of the row that begins at `row`. */
export function addFitChange(
  instance: Instance,
  cells: Int32Array,
  row: number,
  employee: number,
  from: number,
  to: number,
  next: Int32Array,
  penalties: Float64Array,
): void {
  const { fit, duties } = instance
  const isPlain = fit.isPlain[employee] === 1
  for (let day = from; day <= to; day += 1) {
    const old = cells[row + day]!
    const duty = next[day]!
    if (old === duty || (isPlain && fit.wishesOn[row + day] === 0)) continue
    for (let part = duties.partOffset[old]!, last = part + duties.size[old]!; part < last; part += 1) {
      addFitCost(fit, employee, day, duties.parts[part]!, -1, penalties)
    }
    for (let part = duties.partOffset[duty]!, last = part + duties.size[duty]!; part < last; part += 1) {
      addFitCost(fit, employee, day, duties.parts[part]!, 1, penalties)
    }
  }
}
