import { type Budget, GRAINS_PER_MINOR, moneyInWords, type PayTerms } from '../../model/pay.ts'
import type { Schedule } from '../../model/schedule.ts'
import { type Bill, billsOf } from '../bills.ts'
import { minorUnits } from '../payslips.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { type Window, windowsOf } from '../windows.ts'
import { oneLine, type Words } from '../words.ts'
import { soundAlike, spotsInWords } from './unnamed.ts'

/** No more is paid in a window than its budget holds. */
export const budgets: Rule = {
  setting: 'budgets',
  unit: "unit of money above a budget, times the budget's weight",
  findMatches(view) {
    const { schedule, rows } = view
    const { pay } = schedule
    if (pay === undefined || pay.budgets.length === 0) return []
    const byDay = Map.groupBy(billsOf(schedule, rows), ({ day }) => day)
    return pay.budgets.flatMap((budget, place) => held(view, pay, { budget, place, byDay }))
  },
}

interface Held {
  readonly budget: Budget
  readonly place: number
  readonly byDay: ReadonlyMap<number, readonly Bill[]>
}

function held({ schedule, words, naming }: RosterView, pay: PayTerms, { budget, place, byDay }: Held): Finding[] {
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
    const { say, decimal } = words.teller
    const money = (amount: number): string => moneyInWords(amount, pay.currency, decimal)
    const cost = minorUnits(grains)
    return [
      {
        ...naming.nameListed(shifts.length, () => shifts),
        employeeIds: naming.nameEmployees(people.length, () => people),
        date: window.date,
        amount: Math.ceil(above / (pay.currencyUnit * GRAINS_PER_MINOR)) * weight,
        ...(weights === null ? {} : { weights }),
        text: say('broken.budget', {
          budget: nameOf(schedule, pay, { budget, place }, words),
          cost: money(cost),
          when: window.phrase(words.teller),
          over: money(cost - max),
          max: money(max),
        }),
      },
    ]
  })
}

/** By its name, by what it pays for, or by its place where another without a name pays for the same in the same windows. */
function nameOf(schedule: Schedule, pay: PayTerms, { budget, place }: Pick<Held, 'budget' | 'place'>, words: Words): string {
  const { say } = words.teller
  const { name, spotIndexes } = budget
  if (name !== undefined) return say('broken.budgetNamed', { name: oneLine(name) })
  if (soundAlike(pay.budgets, schedule, ({ name: others }) => others ?? '').has(budget)) return say('broken.budgetNumbered', { number: place + 1 })
  return spotIndexes.length === 0 ? say('broken.budgetHouse') : say('broken.budgetSpots', { spots: spotsInWords(budget, schedule, words) })
}

function budgetWindows({ calendar }: Schedule, { per, period }: Budget): readonly Pick<Window, 'first' | 'last' | 'date' | 'phrase'>[] {
  if (per !== 'horizon') return windowsOf(calendar, { per, period })
  const { days, horizonFirst } = calendar
  return [{ first: horizonFirst, last: days.length - 1, date: days[horizonFirst]!.date, phrase: ({ say }) => say('broken.budgetAll') }]
}
