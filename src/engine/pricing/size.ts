import type { Instance } from '../compile/instance.ts'
import { daysOf, type Span } from '../scoring/one-row.ts'

/** Demands of one day that graphs of rows are still built over: what a day may follow is a table of their square. */
const MOST_DEMANDS_A_DAY = 150
/** Employees × days, or employees × demands: with no more, linear programmes over everybody's whole rows come to an end soon. */
const MOST_CELLS = 2500
const MOST_CHOICES = 20_000

/** Days, and employees × demands: with more of both, a dive over all of them takes too long. */
const MOST_DAYS_OF_DIVE = 28
const MOST_CHOICES_OF_DIVE = 25_000
/** What recombining one neighbourhood may take of the search, at most. */
export const MOST_AT_ONCE = 0.4

/** False where days have too many different demands for graphs of rows. */
export function canRecombine({ openDemands }: Instance): boolean {
  return openDemands.every((open) => open.length <= MOST_DEMANDS_A_DAY)
}

/** True where one linear programme can be about everybody on all days. */
export function isSmall({ employeeCount, dayCount, horizonFirst, demands }: Instance): boolean {
  return employeeCount * (dayCount - horizonFirst) <= MOST_CELLS || employeeCount * demands.count <= MOST_CHOICES
}

/** True where dives over these days of so many employees take their halves one after the other. */
export function isTooMuchForDive({ openDemands }: Instance, employees: number, span: Span): boolean {
  let demands = 0
  for (let day = span.from; day <= span.to; day += 1) demands += openDemands[day]!.length
  return daysOf(span) > MOST_DAYS_OF_DIVE && employees * demands > MOST_CHOICES_OF_DIVE
}
