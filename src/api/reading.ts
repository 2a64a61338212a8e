import type { BreakRule } from '../model/breaks.ts'
import type { Calendar, CalendarRules } from '../model/calendar.ts'
import type { Settings } from '../model/settings.ts'
import type { Identifier, Minute } from '../model/units.ts'
import { didYouMean } from './suggest.ts'
import { type Place, shown } from './fields.ts'
import { hintForUnknownId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import type { ScheduleLimits } from './limits.ts'
import type { BreakRulesRead } from './read-break-rules.ts'
import type { PatternsRead } from './read-pattern.ts'
import type { Clock } from './times.ts'

/** Whether a quota of a category can count anything: no active tag has it; one has, but no shift carries it; or some shift does. */
export type CategoryUse = 'inactive' | 'unused' | 'used'

/** The days that are planned. */
export interface Horizon {
  readonly days: number
  readonly firstDate: string
  readonly lastDate: string
  /** In minutes since 1970: the beginning of the first day, and the end of the last one or of the last shift, whichever is later. */
  readonly start: number
  readonly end: number
  /** The weekdays, 0 = Monday, on which nobody works (`idleWeekdays`). */
  readonly idle: ReadonlySet<number>
}

/** What the readers of one document share; filled in the order in which `readSchedule` calls them. */
export interface Reading {
  readonly issues: IssueList
  readonly limits: ScheduleLimits
  readonly settings: Settings
  /** The last day is followed by the first. */
  readonly isCyclic: boolean
  readonly clock: Clock
  /** Position by id. */
  readonly spots: ReadonlyMap<Identifier, number>
  readonly employees: ReadonlyMap<Identifier, number>
  readonly breaks: BreakRulesRead
  /** By spot: the breaks of shifts there that name none themselves. */
  readonly breaksAt: readonly (readonly BreakRule[])[]
  readonly shifts: ReadonlyMap<Identifier, number>
  readonly rotations: ReadonlyMap<Identifier, number>
  readonly payRules: ReadonlyMap<Identifier, number>
  /** Every tag that some shift carries. */
  readonly tags: ReadonlySet<string>
  /** Every category of `shiftTags`, with what is left of it. */
  readonly categories: ReadonlyMap<string, CategoryUse>
  readonly calendarRules: CalendarRules
  /** Of UTC, with one day, when the shifts were too wrong for one. */
  readonly calendar: Calendar
  /** Null when the shifts were too wrong for a calendar. */
  readonly horizon: Horizon | null
  /** How many times what repeats may come to yet; below 0 = it came to too many, and was no longer read. */
  readonly repeats: { left: number }
  readonly patterns: PatternsRead
  /** Minutes from 1970 to the calendar's minute 0; 0 when the shifts were too wrong for a calendar. */
  readonly originEpochMin: number
}

/** An instant as the calendar counts. */
export function minuteOf(reading: Pick<Reading, 'originEpochMin'>, epochMin: number): Minute {
  return (epochMin - reading.originEpochMin) as Minute
}

/** As `minuteOf`, where there may be no instant. */
export function minuteOrNull(reading: Pick<Reading, 'originEpochMin'>, epochMin: number | null): Minute | null {
  return epochMin === null ? null : minuteOf(reading, epochMin)
}

/** Warns of a tag that no shift carries. */
export function checkTag(reading: Pick<Reading, 'issues' | 'tags'>, pointer: string, tag: string): void {
  if (tag === '' || reading.tags.has(tag)) return
  reading.issues.warn(pointer, 'tag-unused', `No shift carries the tag ${shown(tag)}.`, () =>
    didYouMean(tag, reading.tags, 'Check the spelling, capitals included.'),
  )
}

/** Periods of one kind that are told. */
const OUTSIDE_SHOWN = 5

/** Warns of a period that lies wholly outside the days that are planned; in minutes since 1970, null = open or, with an error, unreadable. */
export function checkInside(
  place: Place,
  what: string,
  { start, end }: { readonly start: number | null; readonly end: number | null },
  { horizon }: Reading,
): void {
  if (horizon === null || ((end === null || end > horizon.start) && (start === null || start < horizon.end))) return
  const side = end !== null && end <= horizon.start ? 'before' : 'after'
  place.issues.warn(
    place.pointer,
    'outside-schedule',
    `${what} lies wholly ${side} the days that are planned, ${horizon.firstDate} to ${horizon.lastDate}, so it changes nothing.`,
    'Correct its dates, or leave it out.',
    { kind: `outside-schedule ${what}`, atMost: OUTSIDE_SHOWN },
  )
}

/** True when an employee has this id; else it is reported. */
export function checkEmployee(reading: Pick<Reading, 'issues' | 'employees'>, pointer: string, id: Identifier): boolean {
  if (reading.employees.has(id)) return true
  const hint = id === 0 ? 'If nobody is meant, send null; else add the employee, or correct the id.' : 'Add the employee, or correct the id.'
  reading.issues.error(pointer, 'employee-unknown', `No employee has the id ${shown(id)}.`, hintForUnknownId(reading.employees, id, hint))
  return false
}

/** True when a spot has this id; else it is reported. */
export function checkSpot(reading: Pick<Reading, 'issues' | 'spots'>, pointer: string, id: Identifier): boolean {
  if (reading.spots.has(id)) return true
  const hint = hintForUnknownId(reading.spots, id, 'Add the spot, or correct the id.')
  reading.issues.error(pointer, 'spot-unknown', `No spot has the id ${shown(id)}.`, hint)
  return false
}
