import { createOffsetReader, epochDayOf, startOfLocalDay } from '../../../model/calendar.ts'
import type { FreePeriodRequirement, Schedule } from '../../../model/schedule.ts'
import { daysTouching } from '../../instance/days-touching.ts'
import type { PlainRule } from '../plain-kind.ts'
import { freePeriodRule, type FreePeriod } from './free-period.ts'
import type { Compiling } from '../../instance/compiling.ts'
import type { Demands } from '../../instance/demands.ts'

/** The free periods that employees were promised; null when there are none. */
export function compileFreePeriods({ schedule, demands, units }: Compiling): PlainRule | null {
  const unit = units.of('freePeriod')
  if (unit < 0 || schedule.freePeriodRequirements.length === 0) return null
  const periods: FreePeriod[][] = schedule.employees.map(() => [])
  const { days, horizonFirst } = schedule.calendar
  for (const requirement of schedule.freePeriodRequirements) {
    // A window that ends before the horizon begins is history alone.
    if (requirement.windowEnd <= days[horizonFirst]!.start) continue
    periods[requirement.employeeIndex]!.push(freePeriodOf(schedule, demands, requirement))
  }
  return freePeriodRule(demands, unit, periods)
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
