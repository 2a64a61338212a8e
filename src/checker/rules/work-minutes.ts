import { dateOfEpochDay, epochDayOf, type LocalDay } from '../../model/calendar.ts'
import type { Contract, Shift } from '../../model/schedule.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'

/** A day, week or month, and what the contract allows in it. */
interface Period {
  /** Work minutes; null = no limit. */
  limitOf(contract: Contract): number | null
  /** The first local date of the period that a day belongs to; two days are in one period when it is the same. */
  firstDateOf(day: LocalDay): string
  /** `on 2026-03-02`. */
  phrase(firstDate: string): string
}

/** Nobody works longer on a day than the contract allows. */
export const maxMinutesPerDay: Rule = {
  setting: 'maxMinutesPerDay',
  unit: 'minute over the daily limit',
  findMatches: (view) =>
    periodsOverLimit(view, {
      limitOf: (contract) => contract.maxMinutesPerDay,
      firstDateOf: (day) => day.date,
      phrase: (date) => `on ${date}`,
    }),
}

/** Nobody works longer in a week than the contract allows. */
export const maxMinutesPerWeek: Rule = {
  setting: 'maxMinutesPerWeek',
  unit: 'minute over the weekly limit',
  findMatches: (view) =>
    periodsOverLimit(view, {
      limitOf: (contract) => contract.maxMinutesPerWeek,
      firstDateOf: (day) => dateOfEpochDay(epochDayOf(day.date) - day.weekday),
      phrase: (monday) => `in the week from Monday ${monday}`,
    }),
}

/** Nobody works longer in a calendar month than the contract allows. */
export const maxMinutesPerMonth: Rule = {
  setting: 'maxMinutesPerMonth',
  unit: 'minute over the monthly limit',
  findMatches: (view) =>
    periodsOverLimit(view, {
      limitOf: (contract) => contract.maxMinutesPerMonth,
      firstDateOf: (day) => `${day.date.slice(0, 7)}-01`,
      phrase: (date) => `in the month ${date.slice(0, 7)}`,
    }),
}

function periodsOverLimit({ schedule, rows, words }: RosterView, period: Period): Finding[] {
  const findings: Finding[] = []
  const firstDates = schedule.calendar.days.map(period.firstDateOf)
  for (const { employee, shifts } of rows) {
    const limit = period.limitOf(employee.contract)
    if (limit === null) continue
    for (const [date, inPeriod] of Map.groupBy(shifts, (shift) => firstDates[shift.day]!)) {
      const worked = workMinutesOf(inPeriod)
      const workedInHistory = workMinutesOf(inPeriod.filter((shift) => shift.historic))
      const amount = Math.max(0, worked - limit) - Math.max(0, workedInHistory - limit)
      if (amount === 0) continue
      findings.push({
        shiftIds: inPeriod.map(({ id }) => id),
        employeeIds: [employee.id],
        date,
        amount,
        text: `${words.employee(employee)} works ${words.duration(worked)} ${period.phrase(date)}, more than the ${words.duration(limit)} of the contract.`,
      })
    }
  }
  return findings
}

function workMinutesOf(shifts: readonly Shift[]): number {
  return shifts.reduce((sum, shift) => sum + shift.workMin, 0)
}
