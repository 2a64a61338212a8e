import { hasCandidates } from '../instance/candidate-times.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import { daysOf, type Span } from '../scoring/one-row.ts'

type Limits = SearchParams['neighbourhoods']

/** False where days have too many different demands for graphs of rows, or shifts are found, of which graphs would have too many. */
export function canPriceRows(instance: Instance, { maxDemandsPerDay }: Limits): boolean {
  const { openDemands } = instance
  return !hasCandidates(instance) && openDemands.every((open) => open.length <= maxDemandsPerDay)
}

/** False where even prices alone cannot tell cheapest rows. Candidates are many, and few that rules tell apart where any shift may follow any. */
export function canPriceByAscent({ openDemands, demands }: Instance, { maxDemandsPerDay, maxCandidatesPerDay }: Limits): boolean {
  return openDemands.every((open) => {
    const candidates = open.reduce((count, d) => (demands.candidateOf[d]! < 0 ? count : count + 1), 0)
    return open.length - candidates <= maxDemandsPerDay && candidates <= maxCandidatesPerDay
  })
}

/** True where one linear program can be about everybody on all days. */
export function isSmall(instance: Instance, limits: Limits): boolean {
  const { employeeCount, dayCount, horizonFirst, demands } = instance
  if (hasCandidates(instance)) return false
  return employeeCount * (dayCount - horizonFirst) <= limits.maxCellsAtOnce || employeeCount * demands.count <= limits.maxChoicesAtOnce
}

/** True where dives that lead away come first, with so many active priorities, and soon: one linear program can be about everybody on all days, which are more than a window has. */
export function divesAwaySoon(instance: Instance, priorities: number, limits: Limits): boolean {
  return priorities > 2 && instance.dayCount - instance.horizonFirst > limits.windowDays[0]! && isSmall(instance, limits)
}

/** True where dives over these days of so many employees take their halves one after the other. */
export function isTooMuchForDive({ openDemands }: Instance, limits: Limits, employees: number, span: Span): boolean {
  let demands = 0
  for (let day = span.from; day <= span.to; day += 1) demands += openDemands[day]!.length
  return daysOf(span) > limits.maxDaysOfDive && employees * demands > limits.maxChoicesOfDive
}
