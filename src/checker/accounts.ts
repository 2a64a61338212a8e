import type { Calendar } from '../model/calendar.ts'
import { contractsHeld } from '../model/contract-periods.ts'
import type { Roster } from '../model/roster.ts'
import type { Contract, CountRule, Employee, Schedule } from '../model/schedule.ts'
import type { HourBalance } from '../model/solution.ts'
import { creditOf, holdable } from './absence.ts'
import { SILENT, viewRoster, type Row } from './roster-view.ts'
import { sumBetween, type Sums, sumsOf } from './tally.ts'
import { leastIn, type LimitIn, rulesOf } from './terms.ts'
import { createWindowReader, proRata, windowsOfWeeks, type Window, type WindowReader } from './windows.ts'

/** Most accounts in one answer; those of later employees are left out. */
export const MOST_ACCOUNTS = 100_000

/** Hours that are owed over some windows; null = over the horizon. */
interface Owed {
  readonly per: HourBalance['per']
  readonly leastIn: LimitIn
  readonly windows: readonly Window[] | null
}

/** The hours of everybody whose contract owes some, for each window of it with a day in the horizon: owed, worked, credited, and what is over or under. */
export function findAccounts(schedule: Schedule, roster: Roster): HourBalance[] {
  const { calendar } = schedule
  const windows = createWindowReader(calendar)
  const weeks = new Map<number, readonly Window[]>()
  const accounts: HourBalance[] = []
  for (const row of viewRoster(schedule, roster, SILENT).rows) {
    if (accounts.length >= MOST_ACCOUNTS) break
    const owing = owedBy(row.employee, calendar, windows, weeks)
    const worked = owing.length === 0 ? [] : sumsOf(calendar, row.shifts, 'minutes')
    for (const owed of owing) {
      const account =
        owed.windows === null ? [overHorizon(calendar, row, owed)] : owed.windows.map((window) => inWindow(calendar, row, { owed, window, worked }))
      accounts.push(...account)
    }
  }
  return accounts.slice(0, MOST_ACCOUNTS)
}

function owedBy(employee: Employee, calendar: Calendar, windows: WindowReader, weeks: Map<number, readonly Window[]>): readonly Owed[] {
  const contracts = contractsHeld(employee)
  const owed = (read: (contract: Contract) => number | null, of: Omit<Owed, 'leastIn'>): Owed[] =>
    contracts.every((contract) => read(contract) === null) ? [] : [{ ...of, leastIn: leastIn(employee, read) }]
  const lengths = new Set(
    contracts.flatMap(({ minMinutesInKWeeks, inKWeeks }) => (minMinutesInKWeeks === null || inKWeeks === null ? [] : [inKWeeks])),
  )
  return [
    ...owed(({ minMinutesPerWeek }) => minMinutesPerWeek, { per: 'week', windows: windows({ per: 'week' }) }),
    ...owed(({ minMinutesPerMonth }) => minMinutesPerMonth, { per: 'month', windows: windows({ per: 'month' }) }),
    ...[...lengths].flatMap((length) => {
      const inWeeks = weeks.get(length) ?? windowsOfWeeks(calendar, length)
      weeks.set(length, inWeeks)
      return owed(({ minMinutesInKWeeks, inKWeeks }) => (inKWeeks === length ? minMinutesInKWeeks : null), { per: 'weeks', windows: inWeeks })
    }),
    ...owed(({ minMinutesTotal }) => minMinutesTotal, { per: 'horizon', windows: null }),
    ...rulesOf(employee).flatMap(({ rule, least }): Owed[] => {
      if (!isOwed(rule) || least(wholeOf(calendar)) === null) return []
      return [{ per: rule.per as HourBalance['per'], leastIn: least, windows: rule.per === 'horizon' ? null : windows(rule) }]
    }),
  ]
}

/** All known days. */
function wholeOf({ days }: Calendar): { readonly first: number; readonly last: number } {
  return { first: 0, last: days.length - 1 }
}

/** A least of minutes of all work, at all times, over windows that follow one another. */
function isOwed(rule: Contract['rules'][number]): rule is CountRule {
  if (rule.kind !== 'count' || rule.of !== 'minutes' || rule.when !== null || rule.tags.length > 0 || rule.on !== undefined) return false
  return rule.per !== 'rolling' && rule.per !== 'day'
}

interface Looked {
  readonly owed: Owed
  readonly window: Window
  /** The minutes of the row. */
  readonly worked: Sums
}

function inWindow(calendar: Calendar, row: Row, { owed, window, worked: minutes }: Looked): HourBalance {
  const credited = creditOf(row.employee, window)
  const least = holdable(row.employee, window, { least: proRata(owed.leastIn(window) ?? 0, window), given: credited })
  const worked = sumBetween(minutes, window)
  return balanceOf(calendar, row, { per: owed.per, days: window, owed: least, worked, credited })
}

function overHorizon(calendar: Calendar, row: Row, { per, leastIn: least }: Owed): HourBalance {
  const days = { first: calendar.horizonFirst, last: calendar.days.length - 1 }
  const credited = creditOf(row.employee, days)
  const before = row.employee.history?.minutesWorked ?? 0
  const worked = before + row.shifts.reduce((sum, { historic, workMin }) => sum + (historic ? 0 : workMin), 0)
  return balanceOf(calendar, row, {
    per,
    days,
    owed: holdable(row.employee, days, { least: least(days) ?? 0, given: before + credited }),
    worked,
    credited,
  })
}

type Balanced = Pick<HourBalance, 'per' | 'owed' | 'worked' | 'credited'> & { readonly days: { readonly first: number; readonly last: number } }

function balanceOf({ days: all }: Calendar, { employee }: Row, { per, days, owed, worked, credited }: Balanced): HourBalance {
  const [from, to] = [all[days.first]!.date, all[days.last]!.date]
  return { employeeId: employee.id, per, from, to, owed, worked, credited, balance: worked + credited - owed }
}
