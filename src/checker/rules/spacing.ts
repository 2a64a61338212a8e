import type { Shift } from '../../model/schedule.ts'
import { isPermittedBeside, isPermittedOverlap } from '../eligibility.ts'
import type { Finding, Rule } from '../rule.ts'
import { countOf } from '../words.ts'

/** No employee works two shifts at the same time. */
export const shiftCollision: Rule = {
  setting: 'shiftCollision',
  unit: 'overlapping shift too many',
  findMatches({ schedule, rows, words }) {
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      let running: Shift[] = []
      for (const shift of shifts) {
        // Rows are in order of start: what has ended by now overlaps with none of the later shifts either.
        running = running.filter((earlier) => earlier.end > shift.start)
        const colliding = running.filter((earlier) => !isPermittedBeside(schedule, earlier, shift))
        running.push(shift)
        const amount = colliding.length - schedule.allowedShiftCollisions
        if (shift.historic || amount <= 0) continue
        findings.push({
          shiftIds: [...colliding, shift].map(({ id }) => id),
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          amount,
          text: `${words.employee(employee)} works ${words.shift(shift)} at the same time as ${words.shifts(colliding)}.`,
        })
      }
    }
    return findings
  },
}

/** Between two shifts an employee rests at least as long as the contract asks. */
export const minRestBetweenShifts: Rule = {
  setting: 'minRestBetweenShifts',
  unit: 'minute of missing rest',
  findMatches({ schedule, rows, words }) {
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      const asked = employee.contract.minRestBetweenShifts
      if (asked === null) continue
      let predecessor: Shift | null = null
      for (const shift of shifts) {
        const earlier: Shift | null = predecessor
        if (predecessor === null || shift.end >= predecessor.end) predecessor = shift
        if (earlier === null || (earlier.historic && shift.historic)) continue
        if (isPermittedOverlap(schedule, earlier, shift)) continue
        const rest = Math.max(0, shift.start - earlier.end)
        const amount = asked - rest
        if (amount <= 0) continue
        findings.push({
          shiftIds: [earlier.id, shift.id],
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          amount,
          text: `${words.employee(employee)} rests ${words.duration(rest)} between ${words.shift(earlier)} and ${words.shift(shift)}, ${words.duration(amount)} less than the ${words.duration(asked)} of the contract.`,
        })
      }
    }
    return findings
  },
}

/** An employee works at most one shift a day. */
export const oneShiftPerDay: Rule = {
  setting: 'oneShiftPerDay',
  unit: 'shift beyond the first on a day',
  findMatches({ schedule, rows, words }) {
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      for (const [day, shiftsOfDay] of Map.groupBy(shifts, (shift) => shift.day)) {
        const historic = shiftsOfDay.filter((shift) => shift.historic)
        const amount = beyondFirst(shiftsOfDay) - beyondFirst(historic)
        if (amount === 0) continue
        const { date } = schedule.calendar.days[day]!
        findings.push({
          shiftIds: shiftsOfDay.map(({ id }) => id),
          employeeIds: [employee.id],
          date,
          amount,
          text: `${words.employee(employee)} starts ${countOf(shiftsOfDay.length, 'shift')} on ${date}: ${words.shifts(shiftsOfDay)}.`,
        })
      }
    }
    return findings
  },
}

function beyondFirst(shifts: readonly Shift[]): number {
  return Math.max(0, shifts.length - 1)
}
