import type { Calendar } from '../../model/calendar.ts'
import type { WeekendDays } from '../rules/count.ts'
import type { WeekendRule } from '../rules/weekend.ts'
import type { Compiling } from './counts.ts'
import { limits } from './limits.ts'

/** The weekends of the calendar, one per week. */
export function weekendDays(calendar: Calendar): WeekendDays {
  const saturday = new Int32Array(calendar.weekCount).fill(-1)
  const sunday = new Int32Array(calendar.weekCount).fill(-1)
  calendar.days.forEach(({ weekday, week }, d) => {
    if (weekday === 5) saturday[week] = d
    if (weekday === 6) sunday[week] = d
  })
  return {
    // Only the last week can be without a known weekend day.
    count: saturday.filter((day, week) => day >= 0 || sunday[week]! >= 0).length,
    saturday,
    sunday,
    weekendOf: Int32Array.from(calendar.days, ({ weekday, week }) => (weekday >= 5 ? week : -1)),
  }
}

/** Rules about which weekends are worked; null when no contract has them. */
export function compileWeekends({ schedule, units, weekends }: Compiling): WeekendRule | null {
  const frequencyUnit = units.of('weekendWorkFrequency')
  const completeUnit = units.of('completeWeekends')
  const every = limits(schedule, frequencyUnit < 0 ? () => null : (contract) => contract.weekendWorkFrequency, 1)
  const complete = Uint8Array.from(schedule.employees, ({ contract }) => (completeUnit >= 0 && contract.completeWeekends ? 1 : 0))
  const applies = Uint8Array.from(schedule.employees, (_, e) => (every[e]! > 1 || complete[e] === 1 ? 1 : 0))
  if (!applies.includes(1)) return null
  const { horizonFirst } = schedule.calendar
  const isWhole = Uint8Array.from(weekends.saturday, (saturday, w) => (saturday >= 0 && weekends.sunday[w]! >= horizonFirst ? 1 : 0))
  return { weekends, every, frequencyUnit, complete, completeUnit, isWhole, applies }
}
