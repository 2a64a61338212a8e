import { OFF } from '../../instance/duties.ts'
import type { Instance } from '../../instance/instance.ts'
import { addCoverageUnitsOfNobody, type CoverageRule, createCoverageState, stepCoverage, type CoverageState } from './coverage.ts'
import { placeBreaks } from './place-breaks.ts'

interface Taking {
  readonly cells: Int32Array
  readonly employee: number
  readonly cell: number
}

/** The breaks of a cell lie where the table says, and are placed where it does not. */
function takeBreaks(
  coverage: CoverageRule,
  state: CoverageState,
  { duties, employeeCount, dayCount }: Instance,
  { cells, employee, cell }: Taking,
): void {
  const { width } = coverage.breaks!
  const from = employeeCount * dayCount + cell * width
  placeBreaks(coverage, state, duties, { employee, cell, duty: cells[cell]! }, cells.length > from ? cells.subarray(from, from + width) : null)
}

/** The sums of these cells, everybody taking their seats one after another; what they cost is added to `units`. */
export function coverageStateOf(instance: Instance, cells: Int32Array, units: Float64Array): CoverageState | null {
  const { coverage, duties, employeeCount, dayCount } = instance
  if (coverage === null) return null
  const state = createCoverageState(coverage)
  addCoverageUnitsOfNobody(coverage, state, units)
  for (let employee = 0; employee < employeeCount; employee += 1) {
    for (let day = 0; day < dayCount; day += 1) {
      const duty = cells[employee * dayCount + day]!
      if (duty === OFF) continue
      if (coverage.breaks !== null) takeBreaks(coverage, state, instance, { cells, employee, cell: employee * dayCount + day })
      stepCoverage(coverage, state, duties, employee, day, duty, 1, units)
    }
  }
  return state
}
