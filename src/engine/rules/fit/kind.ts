import type { Instance } from '../../instance/instance.ts'
import { OFF } from '../../instance/duties.ts'
import type { DayCost, KindOf, Tally } from '../rule-kind.ts'
import { compileFit } from './compile-fit.ts'
import { addFitCost } from './fit.ts'
import { addFitChange } from './fit-change.ts'

/** fit: what an employee on a shift costs, whoever else works. It has penalties and no units. */
export const FIT: KindOf<'fit'> = {
  name: 'fit',
  fields: ['fit'],
  compile: (compiling) => () => ({ fit: compileFit(compiling) }),
  count: { of: 'roster', add: countFit },
  change: addFitChange,
  dayCost: addDayCost,
}

function countFit({ fit, duties, dayCount, employeeCount }: Instance, cells: Int32Array, { penalties }: Tally): void {
  cells.subarray(0, employeeCount * dayCount).forEach((duty, cell) => {
    if (duty === OFF) return
    for (const part of duties.partsOf(duty)) addFitCost(fit, Math.floor(cell / dayCount), cell % dayCount, part, 1, penalties)
  })
}

function addDayCost({ fit, duties }: Instance, { factors }: Parameters<DayCost>[1], at: Parameters<DayCost>[2], before: number): number {
  const penalties = new Float64Array(4)
  for (const d of duties.partsOf(at.duty)) addFitCost(fit, at.employee, at.day, d, 1, penalties)
  return penalties.reduce((sum, penalty, p) => sum + penalty * factors[p]!, before)
}
