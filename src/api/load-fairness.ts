import type { Fairness, Schedule } from '../model/schedule.ts'
import type { Load } from './load.ts'

/** What a search keeps and a judge lists of one employee in one window. Measured: 0.6 KiB with all that is thrown away again. */
const STANDING_BYTES = 200
/** Of the same, in preparing and judging. Measured: 4 µs. */
const STANDING_STEPS = 400
/** Looking at a shift or a wish, once for each rule. */
const LOOK_STEPS = 20
const DAYS_PER_WEEK = 7
const DAYS_PER_MONTH = 28

/** Work and wishes that are shared: for each rule everybody who shares in each of its windows, and all shifts, or the wishes of those who share. */
export function loadOfFairness(schedule: Schedule): Load {
  const { fairness, employees, shifts } = schedule
  let standings = 0
  let looked = 0
  for (const rule of fairness) {
    standings += windowsOf(schedule, rule) * rule.employeeIndexes.length
    looked += rule.of === 'refusedWishes' ? rule.employeeIndexes.reduce((sum, e) => sum + employees[e]!.wishes.length, 0) : shifts.length
  }
  return {
    words: `${fairness.length.toLocaleString('en-US')} fairness rules with ${Math.ceil(standings).toLocaleString('en-US')} shares of employees`,
    pointer: '/fairness',
    bytes: STANDING_BYTES * standings,
    steps: STANDING_STEPS * standings + LOOK_STEPS * looked,
  }
}

function windowsOf({ calendar }: Schedule, { per, period }: Fairness): number {
  const days = calendar.days.length
  if (per === 'horizon') return 1
  if (per === 'period') return calendar.periods[period!]!.windows.length
  return Math.ceil(days / (per === 'week' ? DAYS_PER_WEEK : DAYS_PER_MONTH))
}
