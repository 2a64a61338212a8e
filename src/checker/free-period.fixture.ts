import type { FreePeriodRequirement } from '../model/schedule.ts'

/** A requirement of the first employee that asks for nothing, with the counting of the contract; the window has to be given. */
export function promise(given: Pick<FreePeriodRequirement, 'windowStart' | 'windowEnd'> & Partial<FreePeriodRequirement>): FreePeriodRequirement {
  return {
    id: 31,
    employeeIndex: 0,
    requiredUnitCount: 0,
    requiredLocalDates: [],
    shortUnitMinimumMinutes: 2100,
    connectedTwoUnitMinimumMinutes: 3300,
    extraUnitMinutes: 1440,
    eligibleLocalDateMode: 'fully_covered_by_free_interval',
    ineligibleLocalDates: [],
    preferredLocalDates: [],
    boundaryEvidence: [],
    ...given,
  }
}
