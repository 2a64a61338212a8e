import type { Calendar } from '../../model/calendar.ts'
import type { WeekendDays } from '../rules/count.ts'
import type { WeekendRule } from '../rules/weekend.ts'
import type { WeeklyRestRule } from '../rules/weekly-rest.ts'
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

/** Weekly rest; null when no contract asks for it. */
export function compileWeeklyRest({ schedule, demands, units }: Compiling): WeeklyRestRule | null {
  const unit = units.of('minWeeklyRestMinutes', { isMinutes: true })
  const least = limits(schedule, (contract) => contract.minWeeklyRestMinutes, 0)
  if (unit < 0 || least.every((minutes) => minutes === 0)) return null
  const { days, weekCount, horizonFirst } = schedule.calendar
  const weekOfDay = Int32Array.from(days, ({ week }) => week)
  const firstDay = Int32Array.from({ length: weekCount }, (_, week) => weekOfDay.indexOf(week))
  const lastDay = Int32Array.from({ length: weekCount }, (_, week) => weekOfDay.lastIndexOf(week))
  const end = Int32Array.from(lastDay, (day) => days[day]!.end)
  const weekAt = (minute: number): number => {
    const week = end.findIndex((weekEnd) => weekEnd > minute)
    return week < 0 ? weekCount : week
  }
  let longestSpanDays = 0
  for (let d = 0; d < demands.count; d += 1) {
    longestSpanDays = Math.max(longestSpanDays, Math.ceil((demands.end[d]! - demands.start[d]!) / SHORTEST_DAY_MIN))
  }
  return {
    demands,
    unit,
    least,
    isJudged: Uint8Array.from(firstDay, (first, week) => (lastDay[week]! - first === 6 && lastDay[week]! >= horizonFirst ? 1 : 0)),
    start: Int32Array.from(firstDay, (day) => days[day]!.start),
    end,
    firstDay,
    lastDay,
    weekOfDay,
    endWeek: Int32Array.from(demands.end, weekAt),
    longestSpanDays,
    longest: new Int32Array(weekCount),
    isWorked: new Uint8Array(weekCount),
    missing: new Int32Array(weekCount),
  }
}

/** No day of any zone is shorter but those that are skipped altogether. */
const SHORTEST_DAY_MIN = 1380
