import { createOffsetReader, dateOfEpochDay, epochDayOf, localEpochDay, startOfLocalDay } from '../model/calendar.ts'
import { firstWhere } from '../model/first-where.ts'
import type { Roster } from '../model/roster.ts'
import type { FreePeriodRequirement, Schedule, Shift } from '../model/schedule.ts'
import type { EmployeeId, Minute } from '../model/units.ts'
import { SILENT, viewRoster } from './roster-view.ts'

/** A longest time within a window in which nothing is busy. */
export interface FreeInterval {
  readonly start: Minute // inclusive
  readonly end: Minute // exclusive
  readonly units: number
}

/** What one requirement gets from one row. */
export interface FreePeriod {
  /** In order of time. */
  readonly intervals: readonly FreeInterval[]
  readonly missingUnits: number
  readonly missingLocalDates: readonly string[]
}

/** Whose free period and which requirement. */
interface Granted {
  readonly requirementId: number | string
  readonly employeeId: EmployeeId
}

/** What is granted, what is left over and what could not be granted: the three lists of the answer. */
export interface FreePeriodGrants {
  readonly selections: readonly (Granted & FreeInterval & { readonly minutes: number; readonly localDates: readonly string[] })[]
  readonly residualFreeDays: readonly (Granted & { readonly date: string })[]
  readonly unresolved: readonly (Granted & Pick<FreePeriod, 'missingUnits' | 'missingLocalDates'>)[]
}

/** The local days of a schedule's time zone, known or not. */
export interface LocalDays {
  /** First minute and the first after it, of a date `YYYY-MM-DD`. */
  timesOf(date: string): { readonly start: Minute; readonly end: Minute }
  /** The dates of which at least a minute lies in `[start, end)`. */
  datesBetween(start: Minute, end: Minute): string[]
}

/** Local days outside the table of known ones too: a window may reach beyond it. */
export function createLocalDays({ calendar }: Schedule): LocalDays {
  const offsetAt = createOffsetReader(calendar.timeZone)
  const startOf = (epochDay: number): Minute => (startOfLocalDay(offsetAt, epochDay) - calendar.originEpochMin) as Minute
  const known = new Map<string, ReturnType<LocalDays['timesOf']>>()
  return {
    timesOf(date) {
      const times = known.get(date) ?? { start: startOf(epochDayOf(date)), end: startOf(epochDayOf(date) + 1) }
      known.set(date, times)
      return times
    },
    datesBetween(start, end) {
      const first = localEpochDay(offsetAt, calendar.originEpochMin + start)
      const last = localEpochDay(offsetAt, calendar.originEpochMin + end - 1)
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => dateOfEpochDay(first + index))
    },
  }
}

/** Measures one requirement on the row of its employee. */
export function measureFreePeriod(requirement: FreePeriodRequirement, row: readonly Shift[], localDays: LocalDays): FreePeriod {
  const intervals = freeIntervals(requirement, row, localDays)
  const units = intervals.reduce((sum, interval) => sum + interval.units, 0)
  const holding = intervals.filter((interval) => interval.units > 0)
  const missing = new Set(requirement.requiredLocalDates.filter((date) => !isWithinOne(holding, date, localDays)))
  return { intervals, missingUnits: Math.max(0, requirement.requiredUnitCount - units), missingLocalDates: [...missing].sort() }
}

function freeIntervals(requirement: FreePeriodRequirement, row: readonly Shift[], localDays: LocalDays): FreeInterval[] {
  const busy = [
    ...busySpans(row, requirement),
    ...requirement.boundaryEvidence.map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt })),
    ...requirement.ineligibleLocalDates.map((date) => localDays.timesOf(date)),
  ].sort((a, b) => a.start - b.start)
  const intervals: FreeInterval[] = []
  let freeFrom: number = requirement.windowStart
  for (const { start, end } of [...busy, { start: requirement.windowEnd, end: requirement.windowEnd }]) {
    const freeTo = Math.min(start, requirement.windowEnd)
    if (freeTo > freeFrom) intervals.push({ start: freeFrom as Minute, end: freeTo as Minute, units: unitsOf(requirement, freeTo - freeFrom) })
    freeFrom = Math.max(freeFrom, end)
  }
  return intervals
}

/** Times that are not free, from `start` up to but without `end`. */
type Busy = Pick<FreeInterval, 'start' | 'end'>

const BUSY = new WeakMap<readonly Shift[], readonly Busy[]>()

/** When a row is busy, in order, none of them touching another; many requirements look at one row. */
function busyOf(row: readonly Shift[]): readonly Busy[] {
  const known = BUSY.get(row)
  if (known !== undefined) return known
  const busy: { start: Minute; end: Minute }[] = []
  for (const { start, end } of row) {
    const last = busy.at(-1)
    if (last === undefined || start > last.end) busy.push({ start, end })
    else if (end > last.end) last.end = end
  }
  BUSY.set(row, busy)
  return busy
}

/** When a row is busy within the window of a requirement, or right beside it. */
function busySpans(row: readonly Shift[], { windowStart, windowEnd }: FreePeriodRequirement): readonly Busy[] {
  const busy = busyOf(row)
  return busy.slice(
    firstWhere(busy.length, (at) => busy[at]!.end > windowStart),
    firstWhere(busy.length, (at) => busy[at]!.start >= windowEnd),
  )
}

/** True when one of some intervals, in order of time, holds the whole date. */
function isWithinOne(intervals: readonly FreeInterval[], date: string, localDays: LocalDays): boolean {
  const { start } = localDays.timesOf(date)
  const interval = intervals[firstWhere(intervals.length, (at) => intervals[at]!.end > start)]
  return interval !== undefined && isWithin(interval, date, localDays)
}

function unitsOf({ shortUnitMinimumMinutes, connectedTwoUnitMinimumMinutes, extraUnitMinutes }: FreePeriodRequirement, minutes: number): number {
  if (minutes < shortUnitMinimumMinutes) return 0
  return minutes < connectedTwoUnitMinimumMinutes ? 1 : 2 + Math.floor((minutes - connectedTwoUnitMinimumMinutes) / extraUnitMinutes)
}

function isWithin({ start, end }: Pick<FreeInterval, 'start' | 'end'>, date: string, localDays: LocalDays): boolean {
  const day = localDays.timesOf(date)
  return day.start >= start && day.end <= end
}

/** Chooses the intervals that every requirement is granted, by docs/constraints/freePeriod.md. */
export function grantFreePeriods(schedule: Schedule, roster: Roster): FreePeriodGrants {
  const { rows } = viewRoster(schedule, roster, SILENT)
  const localDays = createLocalDays(schedule)
  const grants = schedule.freePeriodRequirements.map((requirement) => {
    const { employee, shifts } = rows[requirement.employeeIndex]!
    const whose: Granted = { requirementId: requirement.id, employeeId: employee.id }
    const period = measureFreePeriod(requirement, shifts, localDays)
    const dates = new Map(
      period.intervals.map((interval) => [
        interval,
        localDays.datesBetween(interval.start, interval.end).filter((date) => isWithin(interval, date, localDays)),
      ]),
    )
    const datesOf = (interval: FreeInterval): string[] => dates.get(interval)!
    const selected = selectIntervals(requirement, period, datesOf)
    const residual = period.intervals.filter((interval) => !selected.has(interval)).flatMap(datesOf)
    return {
      selections: [...selected]
        .sort((a, b) => a.start - b.start)
        .map((interval) => ({ ...whose, ...interval, minutes: interval.end - interval.start, localDates: datesOf(interval) })),
      residualFreeDays: residual.map((date) => ({ ...whose, date })),
      unresolved:
        period.missingUnits > 0 || period.missingLocalDates.length > 0
          ? [{ ...whose, missingUnits: period.missingUnits, missingLocalDates: period.missingLocalDates }]
          : [],
    }
  })
  return {
    selections: grants.flatMap((grant) => grant.selections),
    residualFreeDays: grants.flatMap((grant) => grant.residualFreeDays),
    unresolved: grants.flatMap((grant) => grant.unresolved),
  }
}

function selectIntervals(
  requirement: FreePeriodRequirement,
  { intervals }: FreePeriod,
  datesOf: (interval: FreeInterval) => readonly string[],
): Set<FreeInterval> {
  const required = new Set(requirement.requiredLocalDates)
  const preferred = new Set(requirement.preferredLocalDates)
  const candidates = intervals
    .filter(({ units }) => units > 0)
    .map((interval) => {
      const dates = datesOf(interval)
      const countOf = (wanted: ReadonlySet<string>): number => dates.filter((date) => wanted.has(date)).length
      return { interval, holdsRequired: countOf(required) > 0, preferred: countOf(preferred) }
    })
    .sort(
      (a, b) =>
        Number(b.holdsRequired) - Number(a.holdsRequired) ||
        b.preferred - a.preferred ||
        b.interval.units - a.interval.units ||
        a.interval.start - b.interval.start,
    )
  const selected = new Set<FreeInterval>()
  let units = 0
  for (const { interval, holdsRequired } of candidates) {
    if (!holdsRequired && units >= requirement.requiredUnitCount) break
    selected.add(interval)
    units += interval.units
  }
  return selected
}
