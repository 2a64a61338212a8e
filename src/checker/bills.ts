import type { Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { materialised } from '../model/generated-shifts.ts'
import { exactLines, minorUnits, shiftGrains } from './payslips.ts'
import { type Row, SILENT, viewRoster } from './roster-view.ts'
import { windowsOf } from './windows.ts'

/** Something that is paid on a day, as docs/constraints/budgets.md says: a shift by the hour, or, without one, overtime or activation. */
export interface Bill {
  readonly row: Row
  readonly day: number
  readonly shift: Shift | null
  readonly grains: number
}

/** All that is paid to whoever works these rows, each with its day; nothing where nothing is said of money. */
export function billsOf(schedule: Schedule, rows: readonly Row[]): Bill[] {
  const { pay, calendar } = schedule
  if (pay === undefined) return []
  const dayOf = new Map(calendar.days.map(({ date }, day) => [date, day]))
  return rows.flatMap((row): Bill[] => {
    const planned = row.shifts.filter(({ historic }) => !historic)
    const first = planned[0]
    const bills: Bill[] = planned.map((shift) => ({ row, day: shift.day, shift, grains: shiftGrains(pay, row.employee, shift) }))
    for (const line of exactLines(schedule, row)) {
      if (line.kind === 'overtime') bills.push({ row, day: dayOf.get(line.to!)!, shift: null, grains: line.grains })
      if (line.kind === 'activation' && first !== undefined) bills.push({ row, day: first.day, shift: null, grains: line.grains })
    }
    return bills.filter(({ grains }) => grains !== 0)
  })
}

/** What a calendar week costs, in minor units: of all, and by position of those who are paid in it. Each amount is rounded once. */
export interface WeekCosts {
  /** The day that begins the week. */
  readonly date: string
  readonly total: number
  readonly byEmployee: ReadonlyMap<number, number>
}

/** What a roster costs week by week; none where nothing is said of money. */
export function weekCosts(given: Schedule, found: Roster): WeekCosts[] {
  const { schedule, roster } = materialised(given, found)
  const { rows } = viewRoster(schedule, roster, SILENT)
  const positions = new Map(rows.map((row, position) => [row, position]))
  const byDay = Map.groupBy(billsOf(schedule, rows), ({ day }) => day)
  if (byDay.size === 0) return []
  return windowsOf(schedule.calendar, { per: 'week' }).map(({ first, last, date }) => {
    const grains = new Map<number, number>()
    let sum = 0
    for (let day = first; day <= last; day += 1) {
      for (const bill of byDay.get(day) ?? []) {
        const position = positions.get(bill.row)!
        grains.set(position, (grains.get(position) ?? 0) + bill.grains)
        sum += bill.grains
      }
    }
    return { date, total: minorUnits(sum), byEmployee: new Map([...grains].map(([position, own]) => [position, minorUnits(own)])) }
  })
}
