import type { Instance } from '../../instance/instance.ts'
import { type Demands, hasTag } from '../../instance/demands.ts'
import { OFF, type Duties } from '../../instance/duties.ts'

/** What a day wants: nothing, no shift, a tag that no shift of the day carries, or the tag of this number and `FIRST_TAG`. */
export const NOTHING = 0
export const FREE = 1
export const NEVER = 2
export const FIRST_TAG = 3

/** rota: which kind of shift a day of an employee wants. Serves rotations. */
export interface RotaRule {
  readonly demands: Demands
  readonly duties: Duties
  /** By employee: the number of the unit, and how many of it a day costs; −1 and 0 of whoever works no rotation. */
  readonly unit: Int32Array
  readonly weight: Int32Array
  /** By employee × days + day. */
  readonly wanted: Int32Array
}

/** True where a duty is not what the day (a cell of `wanted`) wants. */
export function isUnmet(rule: RotaRule, cell: number, duty: number): boolean {
  const wanted = rule.wanted[cell]!
  if (wanted <= FREE) return wanted === FREE && duty !== OFF
  return wanted === NEVER || !carries(rule, duty, wanted - FIRST_TAG)
}

/** Whether a shift of the duty carries the tag of this number. */
function carries({ demands, duties }: RotaRule, duty: number, tag: number): boolean {
  for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
    if (hasTag(demands, duties.parts[i]!, tag)) return true
  }
  return false
}

/** Adds what the days `from` to `to` (inclusive) of an employee cost more with the duties `next`. */
export function addRotaChange(
  { dayCount }: Pick<Instance, 'dayCount'>,
  rule: RotaRule,
  cells: Int32Array,
  employee: number,
  { from, to, next }: { readonly from: number; readonly to: number; readonly next: Int32Array },
  units: Float64Array,
): void {
  const weight = rule.weight[employee]!
  if (weight === 0) return
  const row = employee * dayCount
  for (let day = from; day <= to; day += 1) {
    const cell = row + day
    const old = cells[cell]!
    const duty = next[day]!
    if (old === duty || rule.wanted[cell] === NOTHING) continue
    const was = isUnmet(rule, cell, old)
    if (was !== isUnmet(rule, cell, duty)) units[rule.unit[employee]!]! += was ? -weight : weight
  }
}
