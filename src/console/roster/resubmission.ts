import { NOBODY, type Roster } from '../../model/roster.ts'
import type { RosterModel, ShownSchedule } from './roster-model.ts'

/** What is submitted again. */
export interface Resubmission {
  readonly roster: Roster
  /** Positions of the shifts that the search may not change any more. Empty ones cannot be: fixed means fixed to somebody. */
  readonly fixed: ReadonlySet<number>
  readonly callbackUrl: string
  /** Null = the name of the header, if the schedule has one, is left out. */
  readonly callbackSecret: string | null
}

/** The schedule with the roster’s assignments as `employee`, and the chosen shifts `fixed`. Everything else is as it was submitted. */
export function resubmissionOf(model: RosterModel, { roster, fixed, callbackUrl, callbackSecret }: Resubmission): ShownSchedule {
  const { callbackAuthenticationHeaderName, callbackAuthenticationHeaderValue: _, ...document } = model.document
  const header =
    callbackSecret === null || !callbackAuthenticationHeaderName
      ? {}
      : { callbackAuthenticationHeaderName, callbackAuthenticationHeaderValue: callbackSecret }
  return {
    ...document,
    ...header,
    callbackUrl,
    shifts: document.shifts.map((posted, shift) => {
      const { historic } = model.schedule.shifts[shift]!
      if (historic) return posted
      const employee = roster[shift] === NOBODY ? null : model.schedule.employees[roster[shift]!]!.id
      return { ...posted, employee, fixed: employee !== null && (fixed.has(shift) || posted.fixed === true) }
    }),
  }
}
