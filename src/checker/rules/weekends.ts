import type { Calendar } from '../../model/calendar.ts'
import { contractOn, contractsHeld } from '../../model/contract-periods.ts'
import type { Shift } from '../../model/schedule.ts'
import { isWeekendShift, SATURDAY, SUNDAY } from '../../model/weekend.ts'
import type { Finding, Rule } from '../rule.ts'
import { excess } from '../tally.ts'
import { mostIn } from '../terms.ts'

/** Nobody works weekends more often than every n-th. */
export const weekendWorkFrequency: Rule = {
  setting: 'weekendWorkFrequency',
  unit: 'weekend worked too soon',
  findMatches({ schedule, rows, words }) {
    const { days, horizonFirst } = schedule.calendar
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      if (contractsHeld(employee).every((contract) => contract.weekendWorkFrequency === null)) continue
      const byWeekend: ReadonlyMap<number, readonly Shift[]> = Map.groupBy(shifts.filter(isWeekendShift), (shift) => days[shift.day]!.weekend)
      const hasHistoricShift = (weekend: number): boolean => byWeekend.get(weekend)?.some((shift) => shift.historic) ?? false
      for (const [weekend, ofWeekend] of byWeekend) {
        const contract = contractOn(employee, lastDayOf(schedule.calendar, ofWeekend))
        const frequency = contract?.weekendWorkFrequency ?? null
        if (frequency === null) continue
        const before = weekendsBefore(weekend, frequency)
        const tooSoonAfter = before.find((other) => byWeekend.has(other))
        const first = ofWeekend[0]!
        const sunday = first.day + SUNDAY - days[first.day]!.weekendPlace
        if (sunday < horizonFirst || tooSoonAfter === undefined) continue
        if (hasHistoricShift(weekend) && before.some(hasHistoricShift)) continue
        const { date } = days[dayWorked(schedule.calendar, first)]!
        const earlier = byWeekend.get(tooSoonAfter)!
        findings.push({
          shiftIds: [...earlier, ...ofWeekend].map(({ id }) => id),
          employeeIds: [employee.id],
          date,
          amount: 1,
          text: words.teller.say(frequency === 2 ? 'broken.everySecondWeekend' : 'broken.oneWeekendIn', {
            who: words.employee(employee),
            date: words.date(date),
            earlier: words.date(days[dayWorked(schedule.calendar, earlier[0]!)]!.date),
            contract: words.contract(contract),
            weekends: frequency,
          }),
        })
      }
    }
    return findings
  },
}

/** The last known day of the weekend of these shifts. A weekend of one day has it in the place of a Saturday. */
function lastDayOf({ days }: Calendar, shifts: readonly Shift[]): number {
  const { day } = shifts[0]!
  const sunday = day + SUNDAY - days[day]!.weekendPlace
  return Math.min(days.length - 1, days[sunday]?.isWeekend === false ? sunday - 1 : sunday)
}

/** The first known day of its weekend that a weekend shift works on; the last known day where none is. */
function dayWorked({ days }: Calendar, { day, worksSaturday }: Shift): number {
  return Math.min(days.length - 1, day + (worksSaturday ? SATURDAY : SUNDAY) - days[day]!.weekendPlace)
}

/** The n − 1 weekends before a weekend, nearest first, as far as the calendar goes. */
function weekendsBefore(weekend: number, frequency: number): number[] {
  const weekends: number[] = []
  for (let other = weekend - 1; other > weekend - frequency && other >= 0; other -= 1) weekends.push(other)
  return weekends
}

/** Nobody works on more weekends than the contract allows. */
export const maxWeekends: Rule = {
  setting: 'maxWeekends',
  unit: 'weekend too many',
  findMatches({ schedule, rows, words }) {
    const { days, horizonFirst } = schedule.calendar
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      const limit = mostIn(employee, (contract) => contract.maxWeekends)({ first: horizonFirst, last: days.length - 1 })
      if (limit === null) continue
      const onWeekends = shifts.filter((shift) => !shift.historic && isWeekendShift(shift))
      const before = employee.history?.weekendsWorked ?? 0
      const worked = new Set(onWeekends.map((shift) => days[shift.day]!.weekend)).size + before
      const amount = excess(worked, before, limit)
      if (amount === 0) continue
      const { say } = words.teller
      const weekends = say('count.weekends', { count: worked })
      findings.push({
        shiftIds: onWeekends.map(({ id }) => id),
        employeeIds: [employee.id],
        amount,
        text: say('broken.weekends', {
          who: words.employee(employee),
          weekends: before > 0 ? say('count.ofThemBefore', { what: weekends, before }) : weekends,
          limit,
          contract: words.contract(employee.contract),
        }),
      })
    }
    return findings
  },
}

/** A weekend is worked on both days or on neither. */
export const completeWeekends: Rule = {
  setting: 'completeWeekends',
  unit: 'weekend worked on one of its days',
  findMatches({ schedule, rows, words }) {
    const { days, horizonFirst } = schedule.calendar
    const saturdays = [...days.keys()].filter((day) => days[day]!.weekendPlace === SATURDAY && day + 1 < days.length && day + 1 >= horizonFirst)
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      if (contractsHeld(employee).every((contract) => !contract.completeWeekends)) continue
      const shiftsOf: ReadonlyMap<number, readonly Shift[]> = Map.groupBy(shifts.filter(isWeekendShift), (shift) => days[shift.day]!.weekend)
      for (const saturday of saturdays) {
        if (contractOn(employee, saturday + 1)?.completeWeekends !== true) continue
        const onWeekend = shiftsOf.get(days[saturday]!.weekend) ?? []
        const isOnSaturday = onWeekend.some(({ worksSaturday }) => worksSaturday)
        if (isOnSaturday === onWeekend.some(({ worksSunday }) => worksSunday)) continue
        const day = isOnSaturday ? saturday : saturday + 1
        const { date } = days[day]!
        const other = day === saturday ? saturday + 1 : saturday
        const { say, weekday } = words.teller
        findings.push({
          shiftIds: onWeekend.map(({ id }) => id),
          employeeIds: [employee.id],
          date,
          amount: 1,
          text: say(day === saturday ? 'broken.halfWeekendFirst' : 'broken.halfWeekendLast', {
            who: words.employee(employee),
            weekday: weekday(date),
            date: words.date(date),
            other: weekday(days[other]!.date),
          }),
        })
      }
    }
    return findings
  },
}
