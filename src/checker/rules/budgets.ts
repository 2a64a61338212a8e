import { type Budget, GRAINS_PER_MINOR, moneyInWords, type PayTerms } from '../../model/pay.ts'
import type { Schedule, Shift } from '../../model/schedule.ts'
import { exactLines, minorUnits, shiftGrains } from '../payslips.ts'
import type { RosterView, Row } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { type Window, windowsOf } from '../windows.ts'
import { oneLine } from '../words.ts'

/** No more is paid in a window than its budget holds. */
export const budgets: Rule = {
  setting: 'budgets',
  unit: "unit of money above a budget, times the budget's weight",
  findMatches(view) {
    const { schedule, rows } = view
    const { pay } = schedule
    if (pay === undefined || pay.budgets.length === 0) return []
    const dayOf = new Map(schedule.calendar.days.map(({ date }, day) => [date, day]))
    const bills = rows.flatMap((row) => billsOf(schedule, pay, row, dayOf))
    const byDay = Map.groupBy(bills, ({ day }) => day)
    return pay.budgets.flatMap((budget, place) => held(view, pay, { budget, place, byDay }))
  },
}

/** Something that is paid on a day: a shift by the hour, or, without one, overtime or activation. */
interface Bill {
  readonly row: Row
  readonly day: number
  readonly shift: Shift | null
  readonly grains: number
}

function billsOf(schedule: Schedule, pay: PayTerms, row: Row, dayOf: ReadonlyMap<string, number>): Bill[] {
  const planned = row.shifts.filter(({ historic }) => !historic)
  const first = planned[0]
  const bills: Bill[] = planned.map((shift) => ({ row, day: shift.day, shift, grains: shiftGrains(pay, row.employee, shift) }))
  for (const line of exactLines(schedule, row)) {
    if (line.kind === 'overtime') bills.push({ row, day: dayOf.get(line.to!)!, shift: null, grains: line.grains })
    if (line.kind === 'activation' && first !== undefined) bills.push({ row, day: first.day, shift: null, grains: line.grains })
  }
  return bills.filter(({ grains }) => grains !== 0)
}

interface Held {
  readonly budget: Budget
  readonly place: number
  readonly byDay: ReadonlyMap<number, readonly Bill[]>
}

function held({ schedule, naming }: RosterView, pay: PayTerms, { budget, place, byDay }: Held): Finding[] {
  const { spotIndexes, max, weight, weights } = budget
  const spots = new Set(spotIndexes)
  const isPaid = ({ shift }: Bill): boolean => spots.size === 0 || (shift !== null && spots.has(shift.spotIndex))
  return budgetWindows(schedule, budget).flatMap((window): Finding[] => {
    const paid: Bill[] = []
    for (let day = window.first; day <= window.last; day += 1) for (const bill of byDay.get(day) ?? []) if (isPaid(bill)) paid.push(bill)
    const grains = paid.reduce((sum, bill) => sum + bill.grains, 0)
    const above = grains - max * GRAINS_PER_MINOR
    if (above <= 0) return []
    const shifts = paid.flatMap(({ shift }) => (shift === null ? [] : [shift]))
    const people = [...new Set(paid.map(({ row }) => row.employee))]
    const money = (amount: number): string => moneyInWords(amount, pay.currency)
    const cost = minorUnits(grains)
    return [
      {
        ...naming.nameListed(shifts.length, () => shifts),
        employeeIds: naming.nameEmployees(people.length, () => people),
        date: window.date,
        amount: Math.ceil(above / (pay.currencyUnit * GRAINS_PER_MINOR)) * weight,
        ...(weights === null ? {} : { weights }),
        text: `${nameOf(budget, place)} pays ${money(cost)} ${window.phrase}, ${money(cost - max)} more than the ${money(max)} that it holds.`,
      },
    ]
  })
}

function nameOf({ name }: Budget, place: number): string {
  return name === undefined ? `Budget ${place + 1}` : `Budget "${oneLine(name)}"`
}

function budgetWindows({ calendar }: Schedule, { per, period }: Budget): readonly Pick<Window, 'first' | 'last' | 'date' | 'phrase'>[] {
  if (per !== 'horizon') return windowsOf(calendar, { per, period })
  const { days, horizonFirst } = calendar
  return [{ first: horizonFirst, last: days.length - 1, date: days[horizonFirst]!.date, phrase: 'in all' }]
}
