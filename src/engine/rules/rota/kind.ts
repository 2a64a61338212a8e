import type { Instance } from '../../instance/instance.ts'
import type { DayCost, KindOf } from '../rule-kind.ts'
import { compileRota } from './compile-rota.ts'
import { addRotaChange, isUnmet, NEVER } from './rota.ts'

/** rota: which kind of shift a day wants. What a day costs is told by its duty alone, so that rows and bounds follow it without a state. */
export const ROTA: KindOf<'rota'> = {
  name: 'rota',
  fields: ['rota'],
  compile: compileRota,
  count: { of: 'row', add: countRota },
  change: addRotaChange,
  dayCost: addDayCost,
}

function countRota({ rota, dayCount }: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  if (rota === null || rota.weight[employee] === 0) return
  const row = employee * dayCount
  for (let cell = row; cell < row + dayCount; cell += 1) if (isUnmet(rota, cell, cells[cell]!)) units[rota.unit[employee]!]! += rota.weight[employee]!
}

/** A day that nothing can meet costs the same whatever is done on it: as nothing, lest every shift of a first priority seem forbidden. */
function addDayCost({ rota, dayCount }: Instance, { perUnit }: Parameters<DayCost>[1], at: Parameters<DayCost>[2], before: number): number {
  if (rota === null || rota.weight[at.employee] === 0) return before
  const cell = at.employee * dayCount + at.day
  if (rota.wanted[cell] === NEVER || !isUnmet(rota, cell, at.duty)) return before
  return before + rota.weight[at.employee]! * perUnit[rota.unit[at.employee]!]!
}
