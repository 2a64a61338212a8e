import { createOffsetReader, dayAt, epochDayOf, startOfLocalDay } from '../../model/calendar.ts'
import type { FreePeriodRequirement, Schedule } from '../../model/schedule.ts'
import type { FreePeriod, FreePeriodRule } from '../rules/free-period.ts'
import { meetings, type WishRule } from '../rules/wish.ts'
import type { Compiling } from './counts.ts'
import type { Demands } from './demands.ts'
import type { Duties } from './duties.ts'

/** The free periods that employees were promised; null when there are none. */
export function compileFreePeriods({ schedule, demands, units }: Compiling): FreePeriodRule | null {
  const unit = units.of('freePeriod')
  if (unit < 0 || schedule.freePeriodRequirements.length === 0) return null
  const periods: FreePeriod[][] = schedule.employees.map(() => [])
  const { days, horizonFirst } = schedule.calendar
  for (const requirement of schedule.freePeriodRequirements) {
    // A window that ends before the horizon begins is history alone.
    if (requirement.windowEnd <= days[horizonFirst]!.start) continue
    periods[requirement.employeeIndex]!.push(freePeriodOf(schedule, demands, requirement))
  }
  return { demands, unit, periods }
}

interface Span {
  readonly start: number
  readonly end: number
}

function freePeriodOf(schedule: Schedule, demands: Demands, requirement: FreePeriodRequirement): FreePeriod {
  const { calendar } = schedule
  const offsetAt = createOffsetReader(calendar.timeZone)
  // Windows may reach beyond the known days, so their dates are looked up in the time zone itself.
  const dayOf = (date: string): Span => {
    const epochDay = epochDayOf(date)
    return {
      start: startOfLocalDay(offsetAt, epochDay) - calendar.originEpochMin,
      end: startOfLocalDay(offsetAt, epochDay + 1) - calendar.originEpochMin,
    }
  }
  const busy = [
    ...requirement.boundaryEvidence.map(({ startsAt, endsAt }): Span => ({ start: startsAt, end: endsAt })),
    ...requirement.ineligibleLocalDates.map(dayOf),
  ].sort((a, b) => a.start - b.start || a.end - b.end)
  // A date before the horizon was granted or missed by history alone.
  const horizonDate = calendar.days[calendar.horizonFirst]!.date
  const required = [...new Set(requirement.requiredLocalDates)].filter((date) => date >= horizonDate).map(dayOf)
  const { first, last } = daysTouching(schedule, demands, requirement.windowStart, requirement.windowEnd)
  return {
    windowStart: requirement.windowStart,
    windowEnd: requirement.windowEnd,
    requiredUnits: requirement.requiredUnitCount,
    shortMin: requirement.shortUnitMinimumMinutes,
    connectedTwoMin: requirement.connectedTwoUnitMinimumMinutes,
    extraMin: requirement.extraUnitMinutes,
    firstDay: first,
    lastDay: last,
    busyStart: Float64Array.from(busy, ({ start }) => start),
    busyEnd: Float64Array.from(busy, ({ end }) => end),
    requiredStart: Float64Array.from(required, ({ start }) => start),
    requiredEnd: Float64Array.from(required, ({ end }) => end),
    tally: new Float64Array(2),
  }
}

/** Days on which a shift can start that overlaps the time from `start` to `end`; first above last when none can. */
function daysTouching({ calendar }: Schedule, demands: Demands, start: number, end: number): { first: number; last: number } {
  let longestMin = 0
  for (let d = 0; d < demands.count; d += 1) longestMin = Math.max(longestMin, demands.end[d]! - demands.start[d]!)
  return {
    first: Math.max(0, dayAt(calendar, start - longestMin)),
    last: Math.min(calendar.days.length - 1, dayAt(calendar, end - 1)),
  }
}

/** Wishes to work; null when there are none that the horizon could meet. */
export function compileWishes({ schedule, demands, units }: Compiling, duties: Duties): WishRule | null {
  const unit = units.of('desired')
  if (unit < 0) return null
  const { employees, calendar } = schedule
  const dayCount = calendar.days.length
  const horizonStart = calendar.days[calendar.horizonFirst]!.start
  const wishes = employees.flatMap(({ wishes }, employee) =>
    wishes.filter((wish) => wish.type === 'DESIRED' && wish.end > horizonStart).map((wish) => ({ ...wish, employee })),
  )
  if (wishes.length === 0) return null
  const lists: number[][] = Array.from({ length: employees.length * dayCount }, () => [])
  wishes.forEach((wish, index) => {
    const { first, last } = daysTouching(schedule, demands, wish.start, wish.end)
    for (let day = first; day <= last; day += 1) lists[wish.employee * dayCount + day]!.push(index)
  })
  const offset = new Int32Array(lists.length + 1)
  lists.forEach((list, i) => {
    offset[i + 1] = offset[i]! + list.length
  })
  const rule = {
    unit,
    demands,
    duties,
    count: wishes.length,
    employee: Int32Array.from(wishes, (wish) => wish.employee),
    start: Float64Array.from(wishes, (wish) => wish.start),
    end: Float64Array.from(wishes, (wish) => wish.end),
    tag: Int32Array.from(wishes, (wish) => (wish.tag === null ? -1 : (demands.tagIds.get(wish.tag) ?? -2))),
    weight: Int32Array.from(wishes, (wish) => wish.weight),
    offset,
    wishes: Int32Array.from(lists.flat()),
    lastOfSeveral: new Int32Array(wishes.length).fill(-1),
  }
  noteLastDays(rule, dayCount)
  return rule
}

/** Notes the last days of wishes that shifts of several days could meet. */
function noteLastDays(rule: WishRule, dayCount: number): void {
  const { demands, offset, wishes, lastOfSeveral } = rule
  const onDay: number[][] = Array.from({ length: dayCount }, () => [])
  demands.day.forEach((day, d) => onDay[day]!.push(d))
  const isOnDay = new Uint8Array(rule.count)
  for (let cell = 0; cell + 1 < offset.length; cell += 1) {
    const day = cell % dayCount
    for (const wish of wishes.subarray(offset[cell], offset[cell + 1])) {
      if (!onDay[day]!.some((d) => meetings(rule, d + 1, wish) > 0)) continue
      if (isOnDay[wish] === 1) lastOfSeveral[wish] = day
      isOnDay[wish] = 1
    }
  }
}
