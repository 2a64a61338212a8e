import { dayAt, epochDayOf } from '../../model/calendar.ts'
import type { Release } from '../gateway/documents.ts'
import type { Place as HealthPlace } from '../health/health.ts'
import type { RosterModel } from './roster-model.ts'
import type { Identifier } from '../../model/units.ts'

/** What a rule or a line of the health is about, by ids. */
export type Told = Pick<HealthPlace, 'shiftIds' | 'employeeIds' | 'date'>

/** Where in the grid something is; positions. */
export interface Place {
  readonly shifts: readonly number[]
  readonly employees: readonly number[]
  /** Day of the calendar; null = the whole horizon is meant, or a day that the schedule does not know. */
  readonly day: number | null
}

/** What is lit up in the grid. */
export interface Highlight {
  readonly shifts: ReadonlySet<number>
  /** Cells as `cellKey` names them. */
  readonly cells: ReadonlySet<string>
  readonly employees: ReadonlySet<number>
}

/** A rule that a shift is part of breaking. */
export interface BrokenRule {
  readonly setting: Release['setting']
  /** 1 = first. */
  readonly priority: number
  readonly text: string
}

export const NO_HIGHLIGHT: Highlight = { shifts: new Set(), cells: new Set(), employees: new Set() }

/** Names the cell of an employee and a day. */
export function cellKey(employee: number, day: number): string {
  return `${employee} ${day}`
}

/** Where a match is. */
export function placeOf(model: RosterModel, { shiftIds, employeeIds, date }: Told): Place {
  const known = (ids: readonly Identifier[], at: ReadonlyMap<Identifier, number>): readonly number[] =>
    ids.flatMap((id) => {
      const position = at.get(id)
      return position === undefined ? [] : [position]
    })
  return {
    shifts: shiftIds.flatMap((id) => model.seatsAt.get(id) ?? []),
    employees: known(employeeIds, model.employeeAt),
    day: date === undefined ? null : dayOf(model, date),
  }
}

/** What a place lights up: its shifts; where there are none the days, and without a day the rows, of its employees. */
export function highlightOf({ shifts, employees, day }: Place): Highlight {
  if (shifts.length > 0) return { ...NO_HIGHLIGHT, shifts: new Set(shifts) }
  if (day !== null && employees.length > 0) return { ...NO_HIGHLIGHT, cells: new Set(employees.map((employee) => cellKey(employee, day))) }
  return { ...NO_HIGHLIGHT, employees: new Set(employees) }
}

/** What each shift is part of breaking, the most important first. */
export function brokenRulesOf(model: RosterModel, releases: readonly Release[]): ReadonlyMap<number, readonly BrokenRule[]> {
  const brokenRules = new Map<number, BrokenRule[]>()
  for (const { setting, priority, matches } of byImportance(releases)) {
    for (const match of matches) {
      for (const shift of placeOf(model, match).shifts) {
        const own = brokenRules.get(shift) ?? []
        own.push({ setting, priority, text: match.text })
        brokenRules.set(shift, own)
      }
    }
  }
  return brokenRules
}

/** The first priority first, within one the largest penalty. */
export function byImportance<Each extends Pick<Release, 'priority' | 'penalty'>>(releases: readonly Each[]): readonly Each[] {
  return [...releases].sort((a, b) => a.priority - b.priority || b.penalty - a.penalty)
}

/** The day of a date; null for one that the calendar does not have. */
export function dayOf({ schedule: { calendar } }: RosterModel, date: string): number | null {
  const day = epochDayOf(date) - epochDayOf(calendar.days[0]!.date)
  return calendar.days[day]?.date === date ? day : null
}

/** Today’s day, where the schedule knows it. */
export function todayOf({ schedule: { calendar } }: RosterModel, nowMs: number): number | null {
  const day = dayAt(calendar, Math.floor(nowMs / 60_000) - calendar.originEpochMin)
  return calendar.days[day] === undefined ? null : day
}
