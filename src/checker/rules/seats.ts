import type { Shift } from '../../model/schedule.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'

/** Every mandatory shift has an employee. */
export const assignShift: Rule = {
  setting: 'assignShift',
  unit: 'empty mandatory shift, times its weight',
  findMatches: (view) => emptyShifts(view, 'MANDATORY'),
}

/** Optional shifts have an employee where possible. */
export const assignOptionalShift: Rule = {
  setting: 'assignOptionalShift',
  unit: 'empty optional shift, times its weight',
  findMatches: (view) => emptyShifts(view, 'OPTIONAL'),
}

function emptyShifts({ schedule, emptyShifts: empty, words }: RosterView, importance: Shift['importance']): Finding[] {
  const findings: Finding[] = []
  for (const shift of empty) {
    if (shift.historic || shift.importance !== importance) continue
    const day = schedule.calendar.days[shift.day]!
    const startsInWeekend = day.weekday === 5 || day.weekday === 6
    const amount = shift.weight * (startsInWeekend ? schedule.settings.weekendUnassignedMultiplier : 1)
    if (amount === 0) continue
    const text = `Nobody works the ${importance.toLowerCase()} ${words.shift(shift)}.`
    findings.push({ shiftIds: [shift.id], employeeIds: [], date: day.date, amount, text })
  }
  return findings
}
