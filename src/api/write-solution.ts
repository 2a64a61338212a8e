import { type Calendar, createOffsetReader } from '../model/calendar.ts'
import { invariant } from '../model/errors.ts'
import type { StopReason } from '../model/job.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { ExplainedCoverage } from '../model/demand.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { gapBetween } from '../model/score.ts'
import type { Score } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import type { NoBoundReason } from '../model/solution.ts'
import type {
  AffectedEmployee,
  Alternative,
  Costs,
  FreePeriodOwner,
  FairLoad,
  FreePeriodSelection,
  HourBalance,
  LeastChanges,
  OpenAtEnd,
  ResidualFreeDay,
  ShiftChange,
  Solution,
  Statistics,
  UnassignedShift,
  UnresolvedFreePeriod,
} from '../model/solution.ts'
import { peopleOf, type PostedShift, postedShifts, seatsOf } from '../model/seats.ts'
import type { Identifier, Minute } from '../model/units.ts'
import type { Match, Violation } from '../model/violation.ts'
import { isJsonObject } from './fields.ts'
import { formatDateTime } from './times.ts'
import { withShiftsWrittenOut } from './write-out-shifts.ts'

/** One rule that a result breaks, as the wire says it: `priority` counts from 1. */
export interface ConstraintRelease {
  readonly setting: SettingName
  readonly priority: number
  readonly penalty: number
  readonly matches: readonly Match[]
  /** Where `matches` are the first of more places: of how many. */
  readonly matchCount?: number
}

/** A free interval that is granted, as the wire says it. */
export interface WrittenSelection extends FreePeriodOwner {
  /** ISO 8601 with the offset of the schedule's time zone at that moment. */
  readonly startsAt: string
  /** Exclusive. */
  readonly endsAt: string
  readonly minutes: number
  readonly units: number
  readonly localDates: readonly string[]
}

/** The same on the wire. */
export interface WrittenOpenAtEnd extends Omit<OpenAtEnd, 'until'> {
  /** ISO 8601 with the offset of the schedule's time zone at that moment. */
  readonly until: string
}

/** A solved schedule on the wire: the callback's payload without `type`, `solverProblemId` and `status`. */
export interface SolutionDocument {
  readonly stopReason: StopReason
  readonly score: Score
  readonly bound: Score | null
  readonly gap: number | null
  /** Null when a bound is proved, and while the search goes on. */
  readonly noBoundReason: NoBoundReason | null
  /** The rules that no bound of the schedule follows: `setting`, or `setting: name`; empty while the search goes on. */
  readonly boundLeavesOut: readonly string[]
  /** As submitted, in the same order, with `employee` an id or null; where there are `seats`, with `employees` in its place. */
  readonly shifts: readonly Readonly<Record<string, unknown>>[]
  readonly constraintRelease: readonly ConstraintRelease[]
  readonly freePeriodSelections: readonly WrittenSelection[]
  readonly residualFreeDays: readonly ResidualFreeDay[]
  readonly unresolvedFreePeriodRequirements: readonly UnresolvedFreePeriod[]
  readonly openAtEnd: readonly WrittenOpenAtEnd[]
  readonly accounts: readonly HourBalance[]
  readonly fairness: readonly FairLoad[]
  readonly unassigned: readonly UnassignedShift[]
  readonly changes: readonly ShiftChange[]
  readonly affectedEmployees: readonly AffectedEmployee[]
  readonly leastChanges?: LeastChanges
  readonly alternatives?: readonly WrittenAlternative[]
  /** How many are at work for each demand, by demand and time; empty without demands. */
  readonly coverage: readonly WrittenCoverage[]
  readonly costs: Costs
  readonly statistics: Statistics
}

/** How many are at work for a demand over a time, on the wire. */
export interface WrittenCoverage extends Pick<ExplainedCoverage, 'demandId' | 'min' | 'assigned' | 'cause'> {
  /** ISO 8601 with the offset of the schedule's time zone at that moment. */
  readonly start: string
  readonly end: string
  readonly ideal?: number
  readonly max?: number
}

/** Writes a solution for the client. `posted` is the document that `schedule` was read from; shifts that were found stand behind those of the document. */
export function writeSolution(posted: unknown, schedule: Schedule, solution: Solution): SolutionDocument {
  return {
    stopReason: solution.stopReason,
    score: solution.score,
    bound: solution.bound,
    gap: gapBetween(solution.score, solution.bound),
    noBoundReason: solution.noBoundReason,
    boundLeavesOut: solution.boundLeavesOut,
    shifts: writeShifts(posted, schedule, solution),
    constraintRelease: solution.violations.map(writeRelease),
    freePeriodSelections: writeSelections(schedule, solution.freePeriods.selections),
    residualFreeDays: solution.freePeriods.residualFreeDays,
    unresolvedFreePeriodRequirements: solution.freePeriods.unresolved,
    openAtEnd: writeOpenAtEnd(schedule, solution.openAtEnd),
    accounts: solution.accounts,
    fairness: solution.fairness,
    unassigned: solution.unassigned,
    changes: solution.changes,
    affectedEmployees: solution.affectedEmployees,
    ...(solution.leastChanges === undefined ? {} : { leastChanges: solution.leastChanges }),
    ...(solution.alternatives === undefined ? {} : { alternatives: writeAlternatives(posted, { schedule, ...solution }, solution.alternatives) }),
    coverage: writeCoverage(schedule, solution.coverage),
    costs: solution.costs,
    statistics: solution.statistics,
  }
}

/** One of several rosters, on the wire. */
export interface WrittenAlternative extends Omit<Alternative, 'schedule' | 'roster'> {
  readonly shifts: readonly Readonly<Record<string, unknown>>[]
}

/** Writes rosters to choose from beside the one that is the solution: of their shifts those that are otherwise. */
export function writeAlternatives(
  posted: unknown,
  solution: Pick<Alternative, 'schedule' | 'roster'>,
  alternatives: readonly Alternative[],
): WrittenAlternative[] {
  const written = writeShifts(posted, solution.schedule, solution).map((shift) => JSON.stringify(shift))
  return alternatives.map(({ schedule, roster, ...told }) => ({
    ...told,
    shifts: writeShifts(posted, schedule, { roster }).filter((shift, at) => JSON.stringify(shift) !== written[at]),
  }))
}

function writeShifts(posted: unknown, schedule: Schedule, { roster }: Pick<Solution, 'roster'>): Readonly<Record<string, unknown>>[] {
  const document = withShiftsWrittenOut(posted)
  const shifts = isJsonObject(document) ? document['shifts'] : null
  const ranges = postedShifts(schedule.shifts)
  const found = ranges.length - ranges.filter(({ from }) => isPosted(schedule.shifts[from]!)).length
  invariant(
    Array.isArray(shifts) && shifts.length + found === ranges.length && roster.length === schedule.shifts.length,
    'a solution has the shifts of its schedule',
  )
  const idOf = (employee: number): Identifier => schedule.employees[employee]!.id
  const write = momentWriter(schedule.calendar)
  const breaksIn = breakWriter(schedule, roster, write)
  const written = shifts.map((posted: unknown, index): Readonly<Record<string, unknown>> => {
    invariant(isJsonObject(posted), 'a posted shift is an object')
    const range = ranges[index]!
    const { breaks: _, ...rest } = posted
    const shift = { ...('breaks' in posted ? rest : posted), ...breaksIn(range) }
    if (schedule.shifts[range.from]!.seats !== undefined) return withEmployees(shift, peopleOf(schedule, roster, range).map(idOf))
    const employee = roster[range.from]!
    return { ...shift, employee: employee === NOBODY ? null : idOf(employee) }
  })
  if (found === 0) return written
  return [
    ...written,
    ...ranges.slice(shifts.length).map(({ from, to }) => {
      const { id, name, template, spotIndex, start, end, tags } = schedule.shifts[from]!
      const employee = roster[from]!
      return {
        id,
        template,
        ...(name === null ? {} : { name }),
        spot: schedule.spots[spotIndex]!.id,
        start: write(start),
        end: write(end),
        ...(tags.length === 0 ? {} : { tags }),
        ...breaksIn({ from, to }),
        employee: employee === NOBODY ? null : idOf(employee),
      }
    }),
  ]
}

/** A break as the wire says it. */
export interface WrittenBreak {
  readonly ruleId: Identifier
  /** Of a shift with seats: whose. */
  readonly employeeId?: Identifier
  /** ISO 8601 with the offset of the schedule's time zone at that moment. */
  readonly start: string
  readonly end: string
}

/** Writes the breaks of those who work a posted shift, by employee and start; nothing of one that has none. */
function breakWriter(
  schedule: Schedule,
  roster: Roster,
  write: (minute: Minute) => string,
): (range: PostedShift) => { readonly breaks?: readonly WrittenBreak[] } {
  if (schedule.breakRules === undefined) return () => ({})
  return (range) => {
    if (schedule.shifts[range.from]!.breakRules === undefined) return {}
    const breaks = seatsOf(range).flatMap((seat): WrittenBreak[] => {
      const { start, breakRules = [], breaks: starts = [], seats } = schedule.shifts[seat]!
      if (roster[seat] === NOBODY) return []
      const whose = seats === undefined ? {} : { employeeId: schedule.employees[roster[seat]!]!.id }
      return starts
        .map((after, at) => ({ rule: breakRules[at]!, from: (start + after) as Minute }))
        .sort((a, b) => a.from - b.from)
        .map(({ rule, from }) => ({ ruleId: rule.id, ...whose, start: write(from), end: write((from + rule.minutes) as Minute) }))
    })
    return breaks.length === 0 ? {} : { breaks }
  }
}

/** Whether a shift stands in the document; the others are made of templates. */
function isPosted({ template }: Shift): boolean {
  return template === undefined
}

/** How many are at work for each demand, as the wire says it. */
export function writeCoverage({ calendar }: Schedule, coverage: readonly ExplainedCoverage[]): WrittenCoverage[] {
  if (coverage.length === 0) return []
  const write = momentWriter(calendar)
  return coverage.map(({ demandId, start, end, min, ideal, max, assigned, cause }) => ({
    demandId,
    start: write(start),
    end: write(end),
    min,
    ...(ideal === null ? {} : { ideal }),
    ...(max === null ? {} : { max }),
    assigned,
    ...(cause === undefined ? {} : { cause }),
  }))
}

/** A posted shift that has seats, with those who work it, and without an `employee` of null. */
function withEmployees(shift: Readonly<Record<string, unknown>>, employees: readonly Identifier[]): Record<string, unknown> {
  const { employee: _, ...rest } = shift
  return { ...rest, employees }
}

/** A violation as the wire says it. */
export function writeRelease(violation: Violation): ConstraintRelease {
  const { setting, priority, penalty, matches, matchCount } = violation
  return { setting, priority: priority + 1, penalty, matches, ...(matchCount > matches.length ? { matchCount } : {}) }
}

/** What the next schedule has to leave free, on the wire. */
export function writeOpenAtEnd({ calendar }: Schedule, open: readonly OpenAtEnd[]): WrittenOpenAtEnd[] {
  if (open.length === 0) return []
  const write = momentWriter(calendar)
  return open.map(({ until, ...rest }) => ({ ...rest, until: write(until) }))
}

/** Writes minutes of the calendar as ISO 8601 with the offset of its zone. */
export function momentWriter({ timeZone, originEpochMin }: Calendar): (minute: Minute) => string {
  const offsetAt = createOffsetReader(timeZone)
  return (minute) => formatDateTime(originEpochMin + minute, offsetAt(originEpochMin + minute))
}

function writeSelections({ calendar }: Schedule, selections: readonly FreePeriodSelection[]): WrittenSelection[] {
  if (selections.length === 0) return []
  const write = momentWriter(calendar)
  return selections.map(({ requirementId, employeeId, start, end, minutes, units, localDates }) => ({
    requirementId,
    employeeId,
    startsAt: write(start),
    endsAt: write(end),
    minutes,
    units,
    localDates,
  }))
}
