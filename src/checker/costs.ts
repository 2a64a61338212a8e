import { materialised } from '../model/generated-shifts.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Costs, EmployeeCosts, PaidAmounts, PayLine, SpotCosts } from '../model/solution.ts'
import type { EmployeeId } from '../model/units.ts'
import { exactLines, minorUnits, roundedLine, shiftGrains } from './payslips.ts'
import { SILENT, viewRoster } from './roster-view.ts'

/** What a roster costs, as docs/pay.md says: everybody's lines to the minor unit, and their sums. Shifts that were found are paid as posted ones. */
export function costsOf(given: Schedule, found: Roster): Costs {
  const { schedule, roster } = materialised(given, found)
  const { shifts, pay } = schedule
  const paidMinutes = shifts.reduce((sum, { workMin, historic }, at) => (historic || roster[at] === NOBODY ? sum : sum + workMin), 0)
  if (pay === undefined) return { paidMinutes }
  const byEmployee = viewRoster(schedule, roster, SILENT).rows.flatMap((row): EmployeeCosts[] => {
    const lines = exactLines(schedule, row).map(roundedLine)
    const minutes = row.shifts.reduce((sum, { workMin, historic }) => (historic ? sum : sum + workMin), 0)
    return lines.length === 0 ? [] : [{ employeeId: row.employee.id, paidMinutes: minutes, ...amountsOf(lines), lines }]
  })
  const everything = sumOf(byEmployee)
  return { ...(pay.currency === null ? {} : { currency: pay.currency }), paidMinutes, ...everything, byEmployee, bySpot: spotCosts(schedule, roster) }
}

/** As many lines as are listed in one answer; the amounts of later employees stay, and their lines are left out (docs/limits.md). */
export const MOST_LINES = 100_000

/** The costs of everybody, with as many lines as may be listed. `most` is for tests. */
export function withFewLines(costs: Costs, most = MOST_LINES): Costs {
  const { byEmployee } = costs
  if (byEmployee === undefined) return costs
  let left = most
  const listed = byEmployee.map((employee) => {
    left -= employee.lines.length
    return left < 0 ? { ...employee, lines: [] } : employee
  })
  return { ...costs, byEmployee: listed }
}

/** What one employee may know of costs: their own. */
export function costsOfOne({ currency, byEmployee }: Costs, id: EmployeeId): Costs {
  const own = byEmployee?.filter(({ employeeId }) => employeeId === id)
  const paidMinutes = own?.reduce((sum, each) => sum + each.paidMinutes, 0) ?? 0
  if (own === undefined) return { paidMinutes }
  return { ...(currency === undefined ? {} : { currency }), paidMinutes, ...sumOf(own), byEmployee: own }
}

function sumOf(costs: readonly PaidAmounts[]): PaidAmounts {
  const of = (name: keyof PaidAmounts): number => costs.reduce((sum, each) => sum + each[name], 0)
  return { total: of('total'), regular: of('regular'), overtime: of('overtime'), surcharges: of('surcharges'), activation: of('activation') }
}

/** Lines by kind, and all of them. */
function amountsOf(lines: readonly PayLine[]): PaidAmounts {
  const of = (kind: PayLine['kind']): number => lines.reduce((sum, line) => (line.kind === kind ? sum + line.amount : sum), 0)
  const [regular, overtime, surcharges, activation] = [of('regular'), of('overtime'), of('surcharge'), of('activation')]
  return { total: regular + overtime + surcharges + activation, regular, overtime, surcharges, activation }
}

/** In the order of the spots, those at which somebody works. */
function spotCosts({ spots, shifts, employees, pay }: Schedule, roster: Roster): SpotCosts[] {
  const sums = spots.map(() => ({ minutes: 0, grains: 0 }))
  for (const [at, shift] of shifts.entries()) {
    const employee = roster[at] === NOBODY ? undefined : employees[roster[at]!]
    if (employee === undefined || shift.historic) continue
    const sum = sums[shift.spotIndex]!
    sum.minutes += shift.workMin
    sum.grains += shiftGrains(pay!, employee, shift)
  }
  return sums.flatMap(({ minutes, grains }, at) =>
    minutes === 0 ? [] : [{ spotId: spots[at]!.id, paidMinutes: minutes, amount: minorUnits(grains) }],
  )
}
