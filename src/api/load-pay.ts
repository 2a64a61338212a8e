import type { Schedule, Shift } from '../model/schedule.ts'
import { TagLists } from '../model/tags.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import type { Load } from './load.ts'

/** When a surcharge is about the minutes of a day, in judging and in the search. */
const DAY_STEPS = 60
/** A surcharge on a day of a shift, for each list of rules by which whoever works it is paid: in judging, and in the search. */
const READ_STEPS = 20
const CELL_STEPS = 15
/** What a shift costs by each list of rules: two numbers. */
const CELL_BYTES = 16
/** A surcharge that a shift is paid for, each time that somebody's pay is added up. */
const LINE_STEPS = 20
/** Minutes of an employee in a window, for each overtime rule. Measured: 4 µs, of 28,000, with a line of each. */
const WINDOW_STEPS = 400
/** Of a line, by what it holds. */
const WINDOW_BYTES = 120

/** A day of a budget. */
const BUDGET_BYTES = 8
/** What is paid, held against a budget in judging, and in each change of a search. */
const BUDGET_STEPS = 20

/** Shifts that surcharges could pay otherwise, with their days: those of the same time and tags are looked at once. */
function countPaidKinds(shifts: readonly Shift[]): { kinds: number; days: number } {
  const lists = new TagLists()
  const known = new Set<string>()
  let days = 0
  for (const { start, end, workMin, tags } of shifts) {
    if (known.size === known.add(`${start} ${end} ${workMin} ${lists.numberOf(tags)}`).size) continue
    days += daysOf({ start, end })
  }
  return { kinds: known.size, days }
}

/** As many days as a shift touches at most. */
function daysOf({ start, end }: Pick<Shift, 'start' | 'end'>): number {
  return 1 + Math.ceil((end - start) / MINUTES_PER_DAY)
}

/** What is paid: each kind of shift beside each surcharge, by each list of rules; and for overtime everybody in each window. `demands` = shifts that are prepared by themselves. */
export function loadOfPay(schedule: Schedule, demands: number): Load {
  const { pay, employees, shifts, candidates = [], calendar } = schedule
  const rules = pay?.rules ?? []
  const surcharges = rules.filter((rule) => rule.kind === 'surcharge').length
  const overtime = rules.filter((rule) => rule.kind === 'overtime').length
  const lists = new Set(
    employees.flatMap(({ pay: own, contract, contracts = [] }) =>
      [own, contract.pay, ...contracts.map((period) => period.contract.pay)].map((each) => JSON.stringify(each?.rules ?? null)),
    ),
  )
  const kinds = countPaidKinds([...shifts, ...candidates])
  const cells = lists.size * demands
  // Each shift is worked by one employee at most.
  const read = Math.min(
    lists.size * kinds.days,
    [...shifts, ...candidates].reduce((sum, shift) => sum + daysOf(shift), 0),
  )
  const lines = surcharges * shifts.length
  const ofSurcharges = surcharges * (DAY_STEPS * calendar.days.length + READ_STEPS * read + CELL_STEPS * lists.size * kinds.days)
  const windows = overtime * employees.length * calendar.days.length
  const budgets = pay?.budgets ?? []
  const paid = budgets.length * calendar.days.length
  const placed = budgets.length * (shifts.length + candidates.length + windows)
  return {
    words: `${rules.length.toLocaleString('en-US')} pay rules and ${budgets.length.toLocaleString('en-US')} budgets about ${shifts.length.toLocaleString('en-US')} shifts and ${employees.length.toLocaleString('en-US')} employees`,
    pointer: '/payRules',
    bytes: CELL_BYTES * cells + WINDOW_BYTES * windows + BUDGET_BYTES * paid,
    steps: ofSurcharges + LINE_STEPS * lines + cells + WINDOW_STEPS * windows + BUDGET_STEPS * placed,
  }
}
