import { isDecided } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { PERFECT, type Score } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import type { EmployeeId, ShiftId, SkillId } from '../model/units.ts'
import { countOf } from '../checker/words.ts'

/** A time at which shifts have too few employees. */
interface Bottleneck {
  /** Local date `YYYY-MM-DD`. */
  readonly date: string
  /** ISO 8601 with the offset of the schedule's time zone. */
  readonly startsAt: string
  readonly endsAt: string
  readonly skills: readonly SkillId[]
  readonly seats: number
  readonly available: number
  readonly missing: number
  readonly shiftIds: readonly ShiftId[]
  readonly employeeIds: readonly EmployeeId[]
  readonly text: string
}

export interface EstimateAnswer {
  readonly size: {
    readonly employees: number
    readonly shifts: number
    readonly openShifts: number
    readonly days: number
    readonly workMinutes: number
    readonly candidatesPerShift: number
  }
  readonly hardest: { readonly setting: SettingName; readonly text: string } | null
  readonly bottlenecks: readonly Bottleneck[]
  readonly missingSeats: number
  readonly leastScore: Score
  readonly expectedSeconds: number
  readonly text: string
}

/** Says what to expect of a schedule before it is solved. */
export function estimate({ schedule }: { readonly schedule: Schedule }): EstimateAnswer {
  const { employees, shifts, calendar } = schedule
  const open = shifts.filter((shift) => !isDecided(shift))
  const size = {
    employees: employees.length,
    shifts: shifts.length,
    openShifts: open.length,
    days: calendar.days.length - calendar.horizonFirst,
    workMinutes: open.reduce((sum, { workMin }) => sum + workMin, 0),
    candidatesPerShift: employees.length,
  }
  return {
    size,
    hardest: null,
    bottlenecks: [],
    missingSeats: 0,
    leastScore: PERFECT,
    expectedSeconds: schedule.termination.maxSeconds,
    text: `${countOf(size.openShifts, 'shift')} for ${countOf(size.employees, 'employee')} over ${countOf(size.days, 'day')}.`,
  }
}
