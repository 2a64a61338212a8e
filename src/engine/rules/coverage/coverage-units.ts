import { OFF } from '../../instance/duties.ts'
import type { Instance } from '../../instance/instance.ts'
import { addCoverageUnitsOfNobody, createCoverageState, stepCoverage, type CoverageState } from './coverage.ts'

/** The sums of these cells, everybody taking their seats one after another; what they cost is added to `units`. */
export function coverageStateOf(instance: Instance, cells: Int32Array, units: Float64Array): CoverageState | null {
  const { coverage, duties, employeeCount, dayCount } = instance
  if (coverage === null) return null
  const state = createCoverageState(coverage)
  addCoverageUnitsOfNobody(coverage, state, units)
  for (let employee = 0; employee < employeeCount; employee += 1) {
    for (let day = 0; day < dayCount; day += 1) {
      const duty = cells[employee * dayCount + day]!
      if (duty !== OFF) stepCoverage(coverage, state, duties, employee, day, duty, 1, units)
    }
  }
  return state
}
