import { postedShifts, seatsOf } from '../../model/seats.ts'
import type { Identifier } from '../../model/units.ts'
import { readModel, type RosterModel, withShifts } from './roster-model.ts'
import { type Absence, shiftsWithin } from './working-copy.ts'

/**
 * The schedule as it would be if it knew of absences that were told by hand: those days are unavailable, and what the absent worked is free, also what was fixed.
 * The same model where there are none.
 */
export function withAbsences(model: RosterModel, absences: readonly Absence[]): RosterModel {
  if (absences.length === 0) return model
  const { document, schedule } = model
  const { days } = schedule.calendar
  const posted = Int32Array.from(schedule.shifts, ({ employeeIndex }) => employeeIndex ?? -1)
  const freed = new Set(absences.flatMap((absence) => shiftsWithin(model, posted, absence)))
  const byEmployee = Map.groupBy(absences, ({ employee }) => employee)
  const employees = document.employees.map((each, employee) => {
    const own = byEmployee.get(employee) ?? []
    const wishes = own.map(({ firstDay, lastDay }) => ({ type: 'UNAVAILABLE' as const, start: days[firstDay]!.date, end: days[lastDay]!.date }))
    return own.length === 0 ? each : { ...each, wishes: [...(each.wishes ?? []), ...wishes] }
  })
  const ranges = postedShifts(schedule.shifts)
  const shifts = document.shifts.map((shift, at) => {
    const { from } = ranges[at]!
    const seats = seatsOf(ranges[at]!).filter((seat) => freed.has(seat))
    if (seats.length === 0) return shift
    if (schedule.shifts[from]!.seats === undefined) return { ...shift, employee: null, fixed: false }
    const gone = new Set<Identifier>(seats.map((seat) => schedule.employees[posted[seat]!]!.id))
    const left = (shift.employees ?? []).filter((id) => !gone.has(id))
    return { ...shift, employees: left, fixed: shift.fixed === true && left.length > 0 }
  })
  const found = schedule.shifts.filter(({ template }) => template !== undefined)
  return { ...withShifts(readModel({ ...document, employees, shifts }), found), isAsSubmitted: false }
}

/** Whether somebody cannot work at any time of a shift. */
export function isAway({ schedule }: RosterModel, employee: number, shift: number): boolean {
  const { start, end } = schedule.shifts[shift]!
  return schedule.employees[employee]!.wishes.some((wish) => wish.type === 'UNAVAILABLE' && wish.tag === null && wish.start < end && wish.end > start)
}
