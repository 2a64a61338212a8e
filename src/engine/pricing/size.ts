import type { Instance } from '../compile/instance.ts'

/** Demands of one day that graphs of rows are still built over: what a day may follow is a table of their square. */
const MOST_DEMANDS_A_DAY = 150
/** Employees × days, or employees × demands: with no more, linear programmes over everybody's whole rows come to an end soon. */
const MOST_CELLS = 2500
const MOST_CHOICES = 20_000

/** False where days have too many different demands for graphs of rows. */
export function canRecombine({ openDemands }: Instance): boolean {
  return openDemands.every((open) => open.length <= MOST_DEMANDS_A_DAY)
}

/** True where one linear programme can be about everybody on all days. */
export function isSmall({ employeeCount, dayCount, horizonFirst, demands }: Instance): boolean {
  return employeeCount * (dayCount - horizonFirst) <= MOST_CELLS || employeeCount * demands.count <= MOST_CHOICES
}
