import type { Identifier, Minute } from './units.ts'

/** Free time that an employee is owed within a window. */
export interface FreePeriodRequirement {
  /** As the client wrote it. */
  readonly id: Identifier
  readonly employeeIndex: number
  readonly windowStart: Minute // inclusive
  readonly windowEnd: Minute // exclusive
  readonly requiredUnitCount: number
  readonly requiredLocalDates: readonly string[]
  readonly shortUnitMinimumMinutes: number
  readonly connectedTwoUnitMinimumMinutes: number
  readonly extraUnitMinutes: number
  readonly eligibleLocalDateMode: 'fully_covered_by_free_interval'
  readonly ineligibleLocalDates: readonly string[]
  readonly preferredLocalDates: readonly string[]
  readonly boundaryEvidence: readonly BoundaryEvidence[]
}

/** A duty outside the schedule that bounds a free period. */
export interface BoundaryEvidence {
  readonly source: string
  readonly dutyId: Identifier | null
  readonly scheduleId: Identifier | null
  readonly startsAt: Minute
  readonly endsAt: Minute
}
