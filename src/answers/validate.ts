import { readSubmission } from '../api/read-schedule.ts'
import type { Issue } from '../model/issue.ts'
import type { Means } from './means.ts'

export interface ValidateQuestion {
  /** As it was posted. */
  readonly schedule: unknown
  readonly strict: boolean
}

export interface ValidateAnswer {
  readonly valid: boolean
  readonly errors: readonly Issue[]
  readonly warnings: readonly Issue[]
}

/** Says what is wrong or doubtful in a schedule. */
export function validate({ schedule, strict }: ValidateQuestion, { limits }: Means): ValidateAnswer {
  const { errors, warnings } = readSubmission(schedule, { callback: 'optional', strict, limits })
  return { valid: errors.length === 0, errors, warnings }
}
