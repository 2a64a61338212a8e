import type { Schedule, Shift } from '../../../model/schedule.ts'
import type { WeeklyRestRule } from './weekly-rest.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { holderOn, termsOf } from '../../instance/terms.ts'
import { appliesBy, limitsByHolder } from '../../instance/limits.ts'

/** No day of any zone is shorter but those that are skipped altogether. */
const SHORTEST_DAY_MIN = 1380

/** Weekly rest; null when no contract asks for it. */
export function compileWeeklyRest({ schedule, demands, units }: Compiling): WeeklyRestRule | null {
  const unit = units.of('minWeeklyRestMinutes', { isMinutes: true })
  const least = limitsByHolder(schedule, (contract) => contract.minWeeklyRestMinutes, 0)
  if (unit < 0 || least.every((minutes) => minutes === 0)) return null
  const { days, weekCount, horizonFirst } = schedule.calendar
  const weekOfDay = Int32Array.from(days, ({ week }) => week)
  const firstDay = Int32Array.from({ length: weekCount }, (_, week) => weekOfDay.indexOf(week))
  const lastDay = Int32Array.from({ length: weekCount }, (_, week) => weekOfDay.lastIndexOf(week))
  const start = Int32Array.from(firstDay, (day) => days[day]!.start)
  const end = Int32Array.from(lastDay, (day) => days[day]!.end)
  const isJudged = Uint8Array.from(firstDay, (first, week) => (lastDay[week]! - first === 6 ? 1 : 0))
  const isHistoric = Uint8Array.from(lastDay, (day) => (day < horizonFirst ? 1 : 0))
  const weekAt = (minute: number): number => {
    const week = end.findIndex((weekEnd) => weekEnd > minute)
    return week < 0 ? weekCount : week
  }
  const terms = termsOf(schedule)
  let longestSpanDays = 0
  for (let d = 0; d < demands.count; d += 1) {
    longestSpanDays = Math.max(longestSpanDays, Math.ceil((demands.end[d]! - demands.start[d]!) / SHORTEST_DAY_MIN))
  }
  return {
    demands,
    unit,
    terms,
    least,
    applies: appliesBy(schedule, (holder) => least[holder]! > 0),
    isJudged,
    lackedBefore: lackedBefore(schedule, { terms, least, isJudged, start, end, lastDay, isHistoric }),
    start,
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

interface JudgedWeeks extends Pick<WeeklyRestRule, 'terms' | 'least' | 'isJudged' | 'start' | 'end' | 'lastDay'> {
  /** By week: 1 when none of its days lies in the horizon. */
  readonly isHistoric: Uint8Array
}

/** By employee × weeks + week of history: the minutes that its rest lacks with nothing planned. */
function lackedBefore({ employees, shifts }: Schedule, weeks: JudgedWeeks): Int32Array {
  const weekCount = weeks.start.length
  const lacked = new Int32Array(employees.length * weekCount)
  const worked = Map.groupBy(
    shifts.filter(({ historic, employeeIndex }) => historic && employeeIndex !== null),
    ({ employeeIndex }) => employeeIndex!,
  )
  for (const [employee, own] of worked) {
    const stretches = stretchesBetween(own, weeks.start[0]!)
    for (let week = 0; week < weekCount; week += 1) {
      if (weeks.isHistoric[week] === 1 && weeks.isJudged[week] === 1)
        lacked[employee * weekCount + week] = lackOf(stretches, own, week, employee, weeks)
    }
  }
  return lacked
}

/** Free time from the first known minute on, each with its end; the last has none. */
function stretchesBetween(shifts: readonly Shift[], firstMinute: number): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = []
  let from = firstMinute
  for (const { start, end } of [...shifts].sort((a, b) => a.start - b.start)) {
    if (start > from) stretches.push({ from, to: start })
    from = Math.max(from, end)
  }
  return [...stretches, { from, to: Infinity }]
}

function lackOf(
  stretches: readonly { from: number; to: number }[],
  shifts: readonly Shift[],
  week: number,
  employee: number,
  { terms, least, start, end, lastDay }: JudgedWeeks,
): number {
  if (!shifts.some((shift) => shift.start < end[week]! && shift.end > start[week]!)) return 0
  const rests = stretches.filter(({ from, to }) => from < end[week]! && to > start[week]!).map(({ from, to }) => to - Math.max(from, start[week]!))
  return Math.max(0, least[holderOn(terms, employee, lastDay[week]!)]! - Math.max(0, ...rests))
}
