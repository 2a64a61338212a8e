import type { PayRule } from '../model/pay.ts'
import type { Schedule } from '../model/schedule.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import type { Load } from './load.ts'

/** A part of a shift that is held against a surcharge in judging. Measured: 0.04 µs, of 20 million. */
const PART_STEPS = 4
/** What a shift costs by each list of rules: two numbers. For each surcharge, measured: 0.7 µs, of 100,000. */
const CELL_BYTES = 16
const CELL_STEPS = 70
/** Minutes of an employee in a window, for each overtime rule. Measured: 4 µs, of 28,000, with a line of each. */
const WINDOW_STEPS = 400
/** Of a line, by what it holds. */
const WINDOW_BYTES = 120

/** A day of a budget. */
const BUDGET_BYTES = 8
/** What is paid, held against a budget in judging, and in each change of a search. */
const BUDGET_STEPS = 20

/** Answers at how many times within a span, in minutes after a midnight, a surcharge begins or ends, or a day does. */
function countCuts(rules: readonly PayRule[]): (from: number, to: number) => number {
  const isWall = new Uint8Array(MINUTES_PER_DAY)
  isWall[0] = 1
  for (const rule of rules) {
    if (rule.kind !== 'surcharge' || rule.between === null) continue
    for (const wall of [rule.between.from, rule.between.to]) isWall[wall % MINUTES_PER_DAY] = 1
  }
  const before = new Int32Array(MINUTES_PER_DAY + 1)
  isWall.forEach((is, minute) => (before[minute + 1] = before[minute]! + is))
  const upTo = (minute: number): number => Math.floor(minute / MINUTES_PER_DAY) * before[MINUTES_PER_DAY]! + before[minute % MINUTES_PER_DAY]!
  return (from, to) => upTo(to) - upTo(from)
}

/** What is paid: every part of a shift at which something may begin for each surcharge, and for overtime everybody in each window. */
export function loadOfPay(schedule: Schedule): Load {
  const { pay, employees, shifts, candidates = [], calendar } = schedule
  const rules = pay?.rules ?? []
  const surcharges = rules.filter((rule) => rule.kind === 'surcharge').length
  const overtime = rules.filter((rule) => rule.kind === 'overtime').length
  const cutsOf = countCuts(rules)
  let parts = 0
  for (const { start, end, day } of shifts) {
    const from = start - (calendar.days[day]?.start ?? 0)
    parts += (1 + cutsOf(from, from + end - start)) * surcharges
  }
  const lists = new Set(
    employees.flatMap(({ pay: own, contract, contracts = [] }) =>
      [own, contract.pay, ...contracts.map((period) => period.contract.pay)].map((each) => JSON.stringify(each?.rules ?? null)),
    ),
  )
  const cells = lists.size * (shifts.length + candidates.length)
  const windows = overtime * employees.length * calendar.days.length
  const budgets = pay?.budgets ?? []
  const paid = budgets.length * calendar.days.length
  const placed = budgets.length * (shifts.length + candidates.length + windows)
  return {
    words: `${rules.length.toLocaleString('en-US')} pay rules and ${budgets.length.toLocaleString('en-US')} budgets about ${shifts.length.toLocaleString('en-US')} shifts and ${employees.length.toLocaleString('en-US')} employees`,
    pointer: '/payRules',
    bytes: CELL_BYTES * cells + WINDOW_BYTES * windows + BUDGET_BYTES * paid,
    steps: PART_STEPS * parts + CELL_STEPS * cells * surcharges + WINDOW_STEPS * windows + BUDGET_STEPS * placed,
  }
}
