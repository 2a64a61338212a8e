import { leastIn, mostIn } from '../../checker/terms.ts'
import type { Calendar, LocalDay } from '../../model/calendar.ts'
import type { Roster } from '../../model/roster.ts'
import type { Absence, Contract, ContractPeriod, Employee } from '../../model/schedule.ts'
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
  /** Of whoever changes the contract: what is theirs on which days of the horizon, in words. */
  readonly contracts: readonly string[]
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
  const known = { first: horizonFirst, last: days.length - 1 }
  return schedule.employees.map((given, employee) => {
    const { contract, contracts, absence } = given
    const { leastMin, mostMin } = contracts === undefined ? agreedMinutes(contract, horizon) : agreedByDay(given, schedule.calendar)
    const { creditMin, holdableMin } = absentMinutes(absence, horizonFirst, days.length)
    return {
      ...sums[employee]!,
      weekends: sums[employee]!.weekends.size,
      creditMin,
      leastMin: leastMin === null ? null : Math.min(leastMin, holdableMin),
      mostMin,
      mostWeekends: mostIn(given, ({ maxWeekends }) => maxWeekends)(known),
      contracts: contractTexts(contracts ?? [], schedule.calendar),
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

/** The same of an employee whose contract changes: each window has the mean of its days. */
export function agreedByDay(employee: Employee, calendar: Calendar): Pick<SideAccount, 'leastMin' | 'mostMin'> {
  const { days, horizonFirst } = calendar
  const whole = { first: horizonFirst, last: days.length - 1 }
  const windowsBy = (windowOf: (day: LocalDay) => number) => [
    ...Map.groupBy([...days.keys()].slice(horizonFirst), (day) => windowOf(days[day]!)).values(),
  ]
  const months = windowsBy(({ month }) => month)
  const weeks = windowsBy(({ week }) => week)
  const least = (read: Read, windows: typeof weeks, lengthOf: (day: LocalDay) => number): number | null => {
    const limits = windows.map((within) => leastIn(employee, read)({ first: within[0]!, last: within.at(-1)! }))
    if (limits.includes(null)) return null
    return Math.round(
      limits.reduce((sum: number, limit, at) => sum + limit! * Math.min(1, windows[at]!.length / lengthOf(days[windows[at]![0]!]!)), 0),
    )
  }
  const most = (read: Read, windows: typeof weeks): number | null => {
    const limits = windows.map((within) => mostIn(employee, read)({ first: within[0]!, last: within.at(-1)! }))
    return limits.includes(null) ? null : limits.reduce((sum: number, limit) => sum + limit!, 0)
  }
  return {
    leastMin:
      leastIn(employee, ({ minMinutesTotal }) => minMinutesTotal)(whole) ??
      least(({ minMinutesPerMonth }) => minMinutesPerMonth, months, daysOfMonth) ??
      least(
        ({ minMinutesPerWeek }) => minMinutesPerWeek,
        weeks,
        () => 7,
      ),
    mostMin:
      mostIn(employee, ({ maxMinutesTotal }) => maxMinutesTotal)(whole) ??
      most(({ maxMinutesPerMonth }) => maxMinutesPerMonth, months) ??
      most(({ maxMinutesPerWeek }) => maxMinutesPerWeek, weeks),
  }
}

type Read = (contract: Contract) => number | null

/** `Contract 80, 2026-03-01 to 2026-03-15`. */
function contractTexts(periods: readonly ContractPeriod[], { days, horizonFirst }: Calendar): readonly string[] {
  return periods.flatMap(({ contractId, first, last }) =>
    last < horizonFirst ? [] : [`Contract ${contractId}, ${days[Math.max(first, horizonFirst)]!.date} to ${days[last]!.date}`],
  )
}

/** Of every month or week that the days touch: which share of it they are, 0 to 1. */
function shares(days: readonly LocalDay[], windowOf: (day: LocalDay) => number, lengthOf: (day: LocalDay) => number): readonly number[] {
  return [...Map.groupBy(days, windowOf).values()].map((within) => Math.min(1, within.length / lengthOf(within[0]!)))
}

function daysOfMonth({ date }: LocalDay): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate()
}
