import { OFF } from '../../instance/duties.ts'
import type { Instance } from '../../instance/instance.ts'
import { createPairingState, stepPairings, type PairingState } from './pairing.ts'

/** The pairing sums of these cells, everybody taking their seats one after another; what they cost is added to `units`. */
export function pairingStateOf(instance: Instance, cells: Int32Array, units: Float64Array): PairingState | null {
  const { pairings, duties, employeeCount, dayCount } = instance
  if (pairings === null) return null
  const state = createPairingState(pairings)
  for (let employee = 0; employee < employeeCount; employee += 1) {
    for (let day = 0; day < dayCount; day += 1) {
      const duty = cells[employee * dayCount + day]!
      if (duty !== OFF) stepPairings(pairings, state, duties, employee, day, duty, 1, units)
    }
  }
  return state
}
