import type { Instance } from '../../instance/instance.ts'
import { addUnitsOfNobody, createLinkState, stepDuty, type LinkState } from './link.ts'

/** The link sums of these cells, everybody taking their seats one after another; what they cost is added to `units`. */
export function linkStateOf(instance: Instance, cells: Int32Array, units: Float64Array): LinkState | null {
  const { links, demands, duties, employeeCount, dayCount } = instance
  if (links === null) return null
  const state = createLinkState(links, demands, employeeCount)
  addUnitsOfNobody(links, units)
  cells
    .subarray(0, employeeCount * dayCount)
    .forEach((duty, cell) => stepDuty(links, state, demands, duties, Math.floor(cell / dayCount), employeeCount, duty, 1, units))
  return state
}
