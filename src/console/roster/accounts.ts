import type { LocalDay } from '../../model/calendar.ts'
import type { Roster } from '../../model/roster.ts'
import type { Absence, Contract } from '../../model/schedule.ts'
import { type DayIndex, MINUTES_PER_DAY } from '../../model/units.ts'
import { isWeekendShift } from '../../model/weekend.ts'
import type { RosterModel } from './roster-model.ts'

/** What an employee works in the horizon, beside the contract. */
export interface SideAccount {
  readonly shifts: number
  /** Minutes of work, without breaks. */
  readonly workMin: number
  /** Minutes that absences are credited with over the horizon. They count towards the contract, and are no work. */
  readonly creditMin: number
  /** Minutes that the contract asks for and allows over the horizon; null = it says nothing. */
  readonly leastMin: number | null
  readonly mostMin: number | null
  readonly nights: number
  readonly weekends: number
  readonly mostWeekends: number | null
}

/** The accounts of all employees, by position. Historic shifts are not counted: they lie before the horizon. */
export function accountsOf(model: RosterModel, roster: Roster): readonly SideAccount[] {
  const { schedule } = model
  const { days, horizonFirst } = schedule.calendar
  const sums = schedule.employees.map(() => ({ shifts: 0, workMin: 0, nights: 0, weekends: new Set<number>() }))
  for (const [position, shift] of schedule.shifts.entries()) {
    const sum = sums[roster[position]!]
    if (sum === undefined || shift.historic) continue
    sum.shifts += 1
    sum.workMin += shift.workMin
    if (shift.isNight) sum.nights += 1
    if (isWeekendShift(shift)) sum.weekends.add(days[shift.day]!.weekend)
  }
  const horizon = days.slice(horizonFirst)
  return schedule.employees.map(({ contract, absence }, employee) => {
    const { leastMin, mostMin } = agreedMinutes(contract, horizon)
    const { creditMin, holdableMin } = absentMinutes(absence, horizonFirst, days.length)
    return {
      ...sums[employee]!,
      weekends: sums[employee]!.weekends.size,
      creditMin,
      leastMin: leastMin === null ? null : Math.min(leastMin, holdableMin),
      mostMin,
      mostWeekends: contract.maxWeekends,
    }
  })
}

/** What absences are credited on the days from `first` to before `end`, and the most minutes that credit and present days can come to; Infinity without a day of absence. */
function absentMinutes(absence: Absence | null, first: number, end: number): { readonly creditMin: number; readonly holdableMin: number } {
  let creditMin = 0
  let present = 0
  for (let day = first; day < end; day += 1) {
    creditMin += absence?.credits.get(day as DayIndex) ?? 0
    if (absence === null || !absence.days.has(day as DayIndex)) present += 1
  }
  return { creditMin, holdableMin: present === end - first ? Infinity : creditMin + MINUTES_PER_DAY * present }
}

/**
 * The least and most minutes over the days of the horizon: those of the contract as a whole, else of its months, else of its weeks. A least is cut to the
 * days that are known, as the rules do; a most is not.
 */
export function agreedMinutes(contract: Contract, horizon: readonly LocalDay[]): Pick<SideAccount, 'leastMin' | 'mostMin'> {
  const months = shares(horizon, ({ month }) => month, daysOfMonth)
  const weeks = shares(
    horizon,
    ({ week }) => week,
    () => 7,
  )
  const cut = (limit: number | null, parts: readonly number[]): number | null =>
    limit === null ? null : Math.round(parts.reduce((sum, share) => sum + share * limit, 0))
  const whole = (limit: number | null, parts: readonly number[]): number | null => (limit === null ? null : limit * parts.length)
  return {
    leastMin: contract.minMinutesTotal ?? cut(contract.minMinutesPerMonth, months) ?? cut(contract.minMinutesPerWeek, weeks),
    mostMin: contract.maxMinutesTotal ?? whole(contract.maxMinutesPerMonth, months) ?? whole(contract.maxMinutesPerWeek, weeks),
  }
}

/** Of every month or week that the days touch: which share of it they are, 0 to 1. */
function shares(days: readonly LocalDay[], windowOf: (day: LocalDay) => number, lengthOf: (day: LocalDay) => number): readonly number[] {
  return [...Map.groupBy(days, windowOf).values()].map((within) => Math.min(1, within.length / lengthOf(within[0]!)))
}

function daysOfMonth({ date }: LocalDay): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate()
}
