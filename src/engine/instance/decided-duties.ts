import { isDecided } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { Demands } from './demands.ts'
import type { Duties } from './duties.ts'

/** By employee × days + day: the duty of decided shifts alone. */
export function decidedDuties(schedule: Schedule, demands: Demands, duties: Duties): Int32Array {
  const dayCount = schedule.calendar.days.length
  const seats = schedule.shifts.flatMap((shift, index) =>
    isDecided(shift) && shift.employeeIndex !== null
      ? [{ cell: shift.employeeIndex * dayCount + shift.day, demand: demands.demandOfShift[index]! }]
      : [],
  )
  return duties.tableOf(schedule.employees.length * dayCount, seats)
}
