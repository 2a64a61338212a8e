import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import { daysOf, type Span } from '../scoring/one-row.ts'

type Limits = SearchParams['neighbourhoods']

/** False where days have too many different demands for graphs of rows. */
export function canPriceRows({ openDemands }: Instance, { maxDemandsPerDay }: Limits): boolean {
  return openDemands.every((open) => open.length <= maxDemandsPerDay)
}

/** True where one linear program can be about everybody on all days. */
export function isSmall({ employeeCount, dayCount, horizonFirst, demands }: Instance, limits: Limits): boolean {
  return employeeCount * (dayCount - horizonFirst) <= limits.maxCellsAtOnce || employeeCount * demands.count <= limits.maxChoicesAtOnce
}

/** True where dives over these days of so many employees take their halves one after the other. */
export function isTooMuchForDive({ openDemands }: Instance, limits: Limits, employees: number, span: Span): boolean {
  let demands = 0
  for (let day = span.from; day <= span.to; day += 1) demands += openDemands[day]!.length
  return daysOf(span) > limits.maxDaysOfDive && employees * demands > limits.maxChoicesOfDive
}
