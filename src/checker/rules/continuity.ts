import type { LocalDay } from '../../model/calendar.ts'
import type { Employee, Shift } from '../../model/schedule.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { windowsOf } from '../windows.ts'

/** A spot that prefers it has the same employee all week. */
export const singleEmployeePerWeek: Rule = {
  setting: 'singleEmployeePerWeek',
  unit: 'employee beyond the first',
  findMatches(view) {
    const { words } = view
    const { calendar, spots } = view.schedule
    const works = worksBySpot(view)
    const findings: Finding[] = []
    const weeks = [...windowsOf(calendar, { per: 'week' })]
    for (const [spotIndex, spot] of spots.entries()) {
      const ofSpot = works.get(spotIndex)
      if (ofSpot === undefined) continue
      for (const { first, last, date, phrase } of weeks) {
        const inWeek = ofSpot.filter(({ shift }) => shift.day >= first && shift.day <= last)
        const employees = [...new Set(inWeek.map(({ employee }) => employee))]
        const historic = new Set(inWeek.filter(({ shift }) => shift.historic).map(({ employee }) => employee))
        const amount = Math.max(0, employees.length - 1) - Math.max(0, historic.size - 1)
        if (amount === 0) continue
        findings.push({
          shiftIds: inWeek.map(({ shift }) => shift.id),
          employeeIds: employees.map(({ id }) => id),
          date,
          amount,
          text: words.teller.say('broken.severalPerWeek', { count: employees.length, spot: words.spot(spot), when: phrase(words.teller) }),
        })
      }
    }
    return findings
  },
}

/** Who works which shift at the spots that prefer one employee a week, by position of the spot. */
function worksBySpot({ schedule, rows }: RosterView): Map<number, { employee: Employee; shift: Shift }[]> {
  const works = rows.flatMap(({ employee, shifts }) =>
    shifts.filter((shift) => schedule.spots[shift.spotIndex]!.singleEmployeePerWeekPreferred).map((shift) => ({ employee, shift })),
  )
  return Map.groupBy(works, ({ shift }) => shift.spotIndex)
}

const DAY_MIN = 1440

/** Work starts at about the same time of day. */
export const sameTimeOfDayForNonHistoricShifts: Rule = {
  setting: 'sameTimeOfDayForNonHistoricShifts',
  unit: 'hour by which the start of work moves',
  findMatches({ schedule, rows, words }) {
    const { days } = schedule.calendar
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      for (let position = 1; position < shifts.length; position += 1) {
        const before = shifts[position - 1]!
        const shift = shifts[position]!
        if (before.historic || shift.historic) continue
        const apart = Math.abs(wallMinute(days[shift.day]!, shift.start) - wallMinute(days[before.day]!, before.start))
        const amount = Math.floor(Math.min(apart, DAY_MIN - apart) / 60)
        if (amount === 0) continue
        findings.push({
          shiftIds: [before.id, shift.id],
          employeeIds: [employee.id],
          date: days[shift.day]!.date,
          amount,
          text: words.teller.say('broken.timeOfDay', {
            who: words.employee(employee),
            shift: words.shift(shift),
            hours: amount,
            before: words.shift(before),
          }),
        })
      }
    }
    return findings
  },
}

/** What the wall clock shows at a moment of a day, in minutes after midnight. */
function wallMinute({ start, clockChange }: LocalDay, minute: number): number {
  const isChanged = clockChange !== null && minute >= clockChange.at
  return minute - start + (isChanged ? clockChange.offsetChangeMin : 0)
}
