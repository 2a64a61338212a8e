import type { Shift } from '../../model/schedule.ts'
import { isWeekendShift } from '../../model/weekend.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { countOf } from '../words.ts'

/** Every mandatory shift has an employee. */
export const assignShift: Rule = {
  setting: 'assignShift',
  unit: 'empty mandatory shift, times its weight',
  findMatches: (view) => [...emptyShifts(view, 'MANDATORY'), ...belowWeekendFloor(view)],
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
    const amount = shift.weight * (isWeekendShift(shift) ? schedule.settings.weekendUnassignedMultiplier : 1)
    if (amount === 0) continue
    const text = `Nobody works the ${importance.toLowerCase()} ${words.shift(shift)}.`
    findings.push({ shiftIds: [shift.id], employeeIds: [], date: day.date, amount, text })
  }
  return findings
}

/** Fewer of the mandatory weekend shifts are filled than the schedule asks for. */
function belowWeekendFloor({ schedule, emptyShifts: empty }: RosterView): Finding[] {
  const { weekendMandatoryCoverageFloorPercent: percent, weekendUnassignedMultiplier } = schedule.settings
  if (percent === 0) return []
  const isAsked = (shift: Shift): boolean => shift.importance === 'MANDATORY' && !shift.historic && isWeekendShift(shift)
  const asked = schedule.shifts.filter(isAsked).length
  const emptyOnes = empty.filter(isAsked)
  const filled = asked - emptyOnes.length
  const least = Math.ceil((percent * asked) / 100)
  if (filled >= least) return []
  return [
    {
      shiftIds: emptyOnes.map(({ id }) => id),
      employeeIds: [],
      amount: (least - filled) * weekendUnassignedMultiplier,
      text: `Only ${filled} of the ${countOf(asked, 'mandatory weekend shift')} ${filled === 1 ? 'is' : 'are'} filled; the floor of ${percent} percent asks for ${least}.`,
    },
  ]
}
