import type { Calendar } from '../model/calendar.ts'
import type { Roster } from '../model/roster.ts'
import type { Contract, CountRule, Schedule } from '../model/schedule.ts'
import type { HourBalance } from '../model/solution.ts'
import { creditOf, holdable } from './absence.ts'
import { SILENT, viewRoster, type Row } from './roster-view.ts'
import { sumBetween, type Sums, sumsOf } from './tally.ts'
import { createWindowReader, proRata, windowsOfWeeks, type Window, type WindowReader } from './windows.ts'

/** Most accounts in one answer; those of later employees are left out. */
export const MOST_ACCOUNTS = 100_000

/** Hours that are owed over some windows; null = over the horizon. */
interface Owed {
  readonly per: HourBalance['per']
  readonly least: number
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
    const owing = owedBy(row.employee.contract, calendar, windows, weeks)
    const worked = owing.length === 0 ? [] : sumsOf(calendar, row.shifts, 'minutes')
    for (const owed of owing) {
      const account =
        owed.windows === null ? [overHorizon(calendar, row, owed)] : owed.windows.map((window) => inWindow(calendar, row, { owed, window, worked }))
      accounts.push(...account)
    }
  }
  return accounts.slice(0, MOST_ACCOUNTS)
}

function owedBy(contract: Contract, calendar: Calendar, windows: WindowReader, weeks: Map<number, readonly Window[]>): readonly Owed[] {
  const { minMinutesPerWeek, minMinutesPerMonth, minMinutesInKWeeks, inKWeeks, minMinutesTotal } = contract
  const inWeeks = inKWeeks === null ? [] : (weeks.get(inKWeeks) ?? windowsOfWeeks(calendar, inKWeeks))
  if (inKWeeks !== null) weeks.set(inKWeeks, inWeeks)
  return [
    ...(minMinutesPerWeek === null ? [] : [{ per: 'week' as const, least: minMinutesPerWeek, windows: windows({ per: 'week' }) }]),
    ...(minMinutesPerMonth === null ? [] : [{ per: 'month' as const, least: minMinutesPerMonth, windows: windows({ per: 'month' }) }]),
    ...(minMinutesInKWeeks === null ? [] : [{ per: 'weeks' as const, least: minMinutesInKWeeks, windows: inWeeks }]),
    ...(minMinutesTotal === null ? [] : [{ per: 'horizon' as const, least: minMinutesTotal, windows: null }]),
    ...contract.rules
      .filter(isOwed)
      .map((rule): Owed => ({ per: rule.per as HourBalance['per'], least: rule.min!, windows: rule.per === 'horizon' ? null : windows(rule) })),
  ]
}

/** A least of minutes of all work, at all times, over windows that follow one another. */
function isOwed(rule: Contract['rules'][number]): rule is CountRule {
  if (rule.kind !== 'count' || rule.of !== 'minutes' || rule.when !== null || rule.min === null || rule.tags.length > 0 || rule.on !== undefined)
    return false
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
  const least = holdable(row.employee, window, { least: proRata(owed.least, window), given: credited })
  const worked = sumBetween(minutes, window)
  return balanceOf(calendar, row, { per: owed.per, days: window, owed: least, worked, credited })
}

function overHorizon(calendar: Calendar, row: Row, { per, least }: Owed): HourBalance {
  const days = { first: calendar.horizonFirst, last: calendar.days.length - 1 }
  const credited = creditOf(row.employee, days)
  const before = row.employee.history?.minutesWorked ?? 0
  const worked = before + row.shifts.reduce((sum, { historic, workMin }) => sum + (historic ? 0 : workMin), 0)
  return balanceOf(calendar, row, { per, days, owed: holdable(row.employee, days, { least, given: before + credited }), worked, credited })
}

type Balanced = Pick<HourBalance, 'per' | 'owed' | 'worked' | 'credited'> & { readonly days: { readonly first: number; readonly last: number } }

function balanceOf({ days: all }: Calendar, { employee }: Row, { per, days, owed, worked, credited }: Balanced): HourBalance {
  const [from, to] = [all[days.first]!.date, all[days.last]!.date]
  return { employeeId: employee.id, per, from, to, owed, worked, credited, balance: worked + credited - owed }
}
