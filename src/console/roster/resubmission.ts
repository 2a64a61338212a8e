import { isDecided, NOBODY, type Roster } from '../../model/roster.ts'
import { createPositionReader, peopleOf, type PostedShift, postedShifts } from '../../model/seats.ts'
import { isAway } from './absences.ts'
import type { RosterModel, ShownSchedule } from './roster-model.ts'
import { takenOff, type WorkingCopy } from './working-copy.ts'

/** Somebody who was taken off a shift that nobody works now. */
export interface KeptOff {
  readonly shift: number
  readonly employee: number
}

/** What is submitted again. */
export interface Resubmission {
  readonly roster: Roster
  /** Positions of the shifts that the search may not change any more. Empty ones cannot be: fixed means fixed to somebody. */
  readonly fixed: ReadonlySet<number>
  /** Who does not get which shift back: positions. */
  readonly keptOff: readonly KeptOff[]
  readonly callbackUrl: string
  /** Null = the name of the header, if the schedule has one, is left out. */
  readonly callbackSecret: string | null
}

/** The schedule with the roster’s assignments as `employee`, and the chosen shifts `fixed`. Everything else is as it was submitted. */
export function resubmissionOf(model: RosterModel, { roster, fixed, keptOff, callbackUrl, callbackSecret }: Resubmission): ShownSchedule {
  const { callbackAuthenticationHeaderName, callbackAuthenticationHeaderValue: _, ...document } = model.document
  const ranges = postedShifts(model.schedule.shifts)
  const header =
    callbackSecret === null || !callbackAuthenticationHeaderName
      ? {}
      : { callbackAuthenticationHeaderName, callbackAuthenticationHeaderValue: callbackSecret }
  return {
    ...document,
    ...header,
    callbackUrl,
    employees: keptOff.length === 0 ? document.employees : employeesOff(model, keptOff),
    shifts: document.shifts.map((posted, at) => {
      const { from: shift, to } = ranges[at]!
      const { historic, seats, fixed: isFixed, employeeIndex } = model.schedule.shifts[shift]!
      if (historic) return posted
      if (seats !== undefined) return withPeople(model, posted, { roster, fixed, shift: { from: shift, to } })
      const employee = roster[shift] === NOBODY ? null : model.schedule.employees[roster[shift]!]!.id
      const staysEmpty = isFixed && employeeIndex === null
      return { ...posted, employee, fixed: employee === null ? staysEmpty : fixed.has(shift) || posted.fixed === true }
    }),
  }
}

/**
 * A shift with seats and who works it. Fixed are all or none of them: with some to be fixed, or fixed from the beginning, these are listed alone, and the other seats are filled anew.
 */
function withPeople(
  { schedule }: RosterModel,
  posted: ShownSchedule['shifts'][number],
  { roster, fixed, shift }: Pick<Resubmission, 'roster' | 'fixed'> & { readonly shift: PostedShift },
): ShownSchedule['shifts'][number] {
  const { employee: _, ...rest } = posted
  const seats = Array.from({ length: shift.to - shift.from }, (__, seat) => shift.from + seat)
  const chosen = seats.filter((seat) => roster[seat] !== NOBODY && (fixed.has(seat) || isDecided(schedule.shifts[seat]!)))
  const people = chosen.length > 0 ? chosen.map((seat) => roster[seat]!) : peopleOf(schedule, roster, shift)
  const staysEmpty = people.length === 0 && seats.every((seat) => isDecided(schedule.shifts[seat]!) && schedule.shifts[seat]!.employeeIndex === null)
  return { ...rest, employees: people.map((employee) => schedule.employees[employee]!.id), fixed: chosen.length > 0 || staysEmpty }
}

/**
 * Who was taken off shifts by hand that nobody works now, of those changes that leave a shift empty. Not who is absent then anyway, nor who works at that time: a shift
 * that was taken for another one must not be called impossible.
 */
export function keptOffOf(model: RosterModel, copy: Pick<WorkingCopy, 'base' | 'roster'>): readonly KeptOff[] {
  const { shifts } = model.schedule
  const isBusy = (employee: number, { start, end }: { readonly start: number; readonly end: number }): boolean =>
    shifts.some((other, at) => copy.roster[at] === employee && other.start < end && other.end > start)
  return [...copy.roster.keys()].flatMap((shift) => {
    const employee = takenOff(copy, shift)
    const isOff = employee !== NOBODY && !shifts[shift]!.historic && !isAway(model, employee, shift) && !isBusy(employee, shifts[shift]!)
    return isOff ? [{ shift, employee }] : []
  })
}

/** Each is unavailable for as long as the shift is, and no longer. */
function employeesOff({ document, schedule }: RosterModel, keptOff: readonly KeptOff[]): ShownSchedule['employees'] {
  const byEmployee = Map.groupBy(keptOff, ({ employee }) => employee)
  const positionOf = createPositionReader(schedule.shifts)
  return document.employees.map((each, at) => {
    const wishes = (byEmployee.get(at) ?? []).map(({ shift }) => ({
      type: 'UNAVAILABLE' as const,
      start: document.shifts[positionOf(shift)]!.start,
      end: document.shifts[positionOf(shift)]!.end,
    }))
    return wishes.length === 0 ? each : { ...each, wishes: [...(each.wishes ?? []), ...wishes] }
  })
}
